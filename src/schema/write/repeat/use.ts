import { responsePathAsArray, type GraphQLInputObjectType, type GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../../context.ts'
import { selectionOf } from '../../../execute/selection/selection.ts'
import type { UpstreamError } from '../../../rest/errors.ts'
import type { Writes } from '../../../state/write-store.ts'
import { fromUpstream } from '../../errors.ts'
import type { Check, InputProblem } from '../input.ts'
import type { Creation } from './creation.ts'

/** The arguments of a mutation besides its input. Only batches have `split` and `skipInvalid`. */
export interface WriteArgs {
  validateOnly?: boolean
  idempotencyKey?: string | null
  split?: boolean
  skipInvalid?: boolean
}

/** One use of a mutation in an operation: its input, and what it creates. */
export interface MutationUse<Input extends object = object> {
  context: Context
  writes: Writes
  info: GraphQLResolveInfo
  /** The type of the argument `input`. Undefined if the mutation has none. */
  inputType: GraphQLInputObjectType | undefined
  check: Check<Input>
  args: WriteArgs
  /** What it creates. Undefined if it can be repeated. */
  creation: Creation | undefined
}

/** The problem with a key that was used with other arguments. */
export const REUSED = problemOf('was used with other arguments within the last 24 hours', 'IDEMPOTENCY_KEY_REUSED')

function problemOf(message: string, code = 'BAD_USER_INPUT'): InputProblem {
  return { code, message: `\`idempotencyKey\` ${message}`, field: ['idempotencyKey'], rule: null }
}

/** Refuses a key that cannot be used. */
export function checkKey({ writes: { keyFault }, check, args: { idempotencyKey: key } }: MutationUse): void {
  if (typeof key !== 'string') return
  if (keyFault !== undefined) check.add(problemOf(keyFault))
  if (!/^\P{C}{1,255}$/u.test(key)) check.add(problemOf('must have 1 to 255 printable characters'))
}

/** The records of writes, which every operation with mutations has. */
export function writesOf({ writes }: Context): Writes {
  if (!writes) throw new Error('This operation has no mutations')
  return writes
}

/** Whether the operation selects the receipt: then a write that is unclear has a payload. */
export function selectsReceipt({ info }: Pick<MutationUse, 'info'>): boolean {
  return selectionOf(info)?.names.has('receipt') ?? false
}

/**
 * Adds a GraphQL error at the path of the mutation, without removing its payload. It is left out if the response has the
 * error at a field below.
 */
export function report({ context, info }: Pick<MutationUse, 'context' | 'info'>, error: UpstreamError): void {
  const { fieldNodes, path } = info
  context.reported.push(fromUpstream(error, { nodes: fieldNodes, path: responsePathAsArray(path) }))
}
