import { Kind, responsePathAsArray, type GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../../context.ts'
import { selectionOf } from '../../../execute/selection/selection.ts'
import type { UpstreamError } from '../../../rest/errors.ts'
import type { Writes } from '../../../rest/write-store.ts'
import type { MutationFields } from '../../builder.ts'
import { fromUpstream } from '../../errors.ts'
import type { Check, InputProblem } from '../input.ts'
import { beginWrite } from './begin.ts'
import type { Made } from './look.ts'
import type { RepeatableWrite } from './repeatable.ts'

/** The arguments of a mutation besides its input. Only batches have `split` and `skipInvalid`. */
export interface WriteArgs {
  validateOnly?: boolean
  idempotencyKey?: string | null | undefined
  split?: boolean
  skipInvalid?: boolean
}

type KeyArg = Record<'idempotencyKey', ReturnType<MutationFields['arg']['string']>>

/** The argument `idempotencyKey` of a mutation that makes something. Other mutations do not have it. */
export function keyArg(t: MutationFields, made: Made | undefined): Partial<KeyArg> {
  return made ? { idempotencyKey: t.arg.string(KEY) } : {}
}

const KEY = {
  description:
    'A key of the caller for this write, 1 to 255 printable characters, for example a UUID. Within 24 hours, another use of ' +
    'the key by the same caller in the same account gives the first result, and sends nothing; with other arguments it ' +
    'gives the user error IDEMPOTENCY_KEY_REUSED. After a refusal the key is free again.',
}

/** The problem with a key that was used with other arguments. */
export const REUSED = problemOf('was used with other arguments within the last 24 hours', 'IDEMPOTENCY_KEY_REUSED')

function problemOf(message: string, code = 'BAD_USER_INPUT'): InputProblem {
  return { code, message: `\`idempotencyKey\` ${message}`, field: ['idempotencyKey'], rule: null }
}

/** One use of a mutation in an operation: its input, and what it makes. */
export class MutationUse<Input extends object = object> {
  readonly context: Context
  readonly check: Check<Input>
  readonly args: WriteArgs
  readonly makes: Made | undefined
  readonly #info: GraphQLResolveInfo

  constructor(
    context: Context,
    info: GraphQLResolveInfo,
    check: Check<Input>,
    args: WriteArgs,
    makes: Made | undefined,
  ) {
    this.context = context
    this.check = check
    this.args = args
    this.makes = makes
    this.#info = info
  }

  /** Refuses a key that cannot be used. */
  checkKey(): void {
    const { idempotencyKey: key } = this.args
    if (typeof key !== 'string') return
    const { keyFault } = this.#writes
    if (keyFault !== undefined) this.check.add(problemOf(keyFault))
    if (!/^\P{C}{1,255}$/u.test(key)) this.check.add(problemOf('must have 1 to 255 printable characters'))
  }

  /** Begins the write, which sends this for the rows that it makes. */
  begin(sent: readonly object[]): Promise<RepeatableWrite | 'reused'> {
    const { batchAccount, pathIds, input } = this.check
    const { idempotencyKey, split, skipInvalid } = this.args
    const { operation, path, fieldName } = this.#info
    const last = operation.selectionSet.selections.at(-1)
    return beginWrite(this.#writes, {
      key: idempotencyKey ?? undefined,
      mutation: fieldName,
      account: batchAccount ?? pathIds[0] ?? '',
      args: { input, split, skipInvalid },
      type: this.makes?.type ?? '',
      sent: this.makes ? sent : [],
      isFollowed: last?.kind !== Kind.FIELD || (last.alias ?? last.name).value !== path.key,
    })
  }

  get #writes(): Writes {
    const { writes } = this.context
    if (!writes) throw new Error('This operation has no mutations')
    return writes
  }

  /** Whether the operation selects the receipt: then a write that is unclear has a payload. */
  get selectsReceipt(): boolean {
    return selectionOf(this.#info)?.names.has('receipt') ?? false
  }

  /**
   * Adds a GraphQL error at the path of the mutation, without removing its payload. It is left out if the response has the
   * error at a field below.
   */
  report(error: UpstreamError): void {
    const { fieldNodes, path } = this.#info
    this.context.report(fromUpstream(error, { nodes: fieldNodes, path: responsePathAsArray(path) }))
  }
}
