import type { InputFieldMap, InputRef, OutputRef } from '@pothos/core'
import { getNamedType, type GraphQLInputObjectType, type GraphQLResolveInfo, isInputObjectType } from 'graphql'
import { isShared } from '../../execute/resolver.ts'
import { mapValues } from '../../json/object.ts'
import type { Endpoint } from '../../rest/endpoint.ts'
import type { Session } from '../../rest/session.ts'
import type { Row } from '../../rest/types.ts'
import type { Writes } from '../../state/write-store.ts'
import { builder, inputType, type MutationField, type MutationFields } from '../builder.ts'
import type { FieldUse } from '../cost/cost.ts'
import { semanticNonNull } from '../directive.ts'
import { putBelow } from '../spend/above.ts'
import { Spending } from '../spend/spending.ts'
import { anySpendKeys, limited } from '../spend/subject.ts'
import { firstToLower, firstToUpper } from '../wire-name.ts'
import { batchPayloadType, type BatchRows } from './batch.ts'
import { type Change, keysOf, review } from './change.ts'
import { type Declared, type DeclaredOperations, partsOf } from './declared.ts'
import { existenceKeys } from './existence.ts'
import { ownAccountField } from './input-field.ts'
import { Check, paramsOf } from './input.ts'
import { assertOperator, type Outcome, payloadType, type RowRef } from './payload.ts'
import type { FieldOf } from './refusal.ts'
import { creationBy } from './repeat/creation.ts'
import { checkKey, type WriteArgs, writesOf } from './repeat/use.ts'
import { refuseUntimely } from './rule.ts'
import {
  type BatchOutcome,
  pathTo,
  type PreparedBatch,
  type PreparedWrite,
  refusedItems,
  type SentOperation,
  sendWrite,
} from './send-write.ts'
import { Stored } from './stored.ts'
import { type BatchLimits, writeCost, type WriteCost } from './write-cost.ts'

/** A write of one operation, prepared from its input. */
interface SingleWrite<Input extends object, Params extends object, Data> extends Partial<Change<Params>> {
  /** The parameters to send, unless `apply` returns them. Defaults to the fields of the input. */
  params?: Params
  /** Sends the write, and returns the data of the response. Defaults to a call of the endpoint with the parameters. */
  send?: (rest: Session, params: Params, info: GraphQLResolveInfo) => Promise<Data>
  /** The field for refusals of the service that do not identify a field. */
  fieldOf?: FieldOf<Input>
}

/** What a mutation does, without the type if the payload has it. */
type OfPayload = Omit<Declared, 'type'> & Partial<Pick<Declared, 'type'>>
type Does = OfPayload | Readonly<Partial<Record<keyof DeclaredOperations, OfPayload>>>

interface FieldOptions<Input extends object, Prepared, E extends Endpoint = Endpoint> {
  /** The endpoint of the write. If only the service's sandbox has it, the mutation fails elsewhere with SANDBOX_ONLY. */
  endpoint: E
  /** What it does. The type defaults to the type of the row in the payload. */
  does: Does
  /** Whether only the operator may call it. Agents do not get it then, nor what only the service's sandbox has. */
  operatorOnly?: boolean
  /** The caller needs one of these permissions in the account, if there are any. Defaults to the permissions for campaigns. */
  editors?: readonly string[]
  description: string
  /** The type of the argument `input`. Undefined if the mutation has none. */
  input?: InputRef<Input>
  /**
   * Validates the input and prepares the write from it alone. It says what the write depends on, from which its plan and
   * the reads of `validateOnly` follow. Nothing is sent if the check found problems. It is called once for an operation, which
   * is planned and then executed.
   */
  prepare: (check: Check<Input>) => Prepared
}

/**
 * What a mutation returns: the row, in a field that is named after its type unless it says another one; or a payload of its own. The
 * payload with a row is named after the input. A mutation without an input creates its row.
 */
type Returned<Data> =
  | { row: RowRef<Data>; field?: string; payload?: undefined }
  | { payload: OutputRef<Outcome<Data>>; row?: undefined }

/** What a batch returns: rows, in a payload that is named after the input; or a payload of its own. */
type ReturnedRows<R> =
  | { rows: BatchRows<R>; payload?: undefined }
  | { payload: OutputRef<BatchOutcome<R>>; rows?: undefined }

type BatchFieldOptions<Input extends object, Params extends SentOperation, R> = FieldOptions<
  Input,
  PreparedBatch<Params, R>
> & { input: InputRef<Input> } & BatchLimits &
  ReturnedRows<R>

/** A mutation whose input is one operation, which is sent in one call. */
export function writeField<Input extends object, Params extends object, Data>(
  t: MutationFields,
  options: FieldOptions<Input, SingleWrite<Input, Params, Data> | void, Endpoint<string, Params, Data>> &
    Returned<Data>,
): MutationField {
  const { endpoint, input } = options
  const type = options.row
    ? payloadType(input ? mutationOf(input) : `Create${options.row.name}`, endpoint, options.row, options.field)
    : options.payload
  return mutationField<Input, { params: Params }, Data, Data>(
    t,
    { ...options, prepare: (check) => batchOfOne(check, endpoint, options.prepare(check) ?? {}) },
    {
      type,
      rowType: options.row?.name,
      args: {},
      outcomeOf: ({ data, ...outcome }) => ({ ...outcome, data: data?.[0] ?? null }),
    },
  )
}

/** A write of one operation, as the batch of one that it is. */
function batchOfOne<Input extends object, Params extends object, Data>(
  check: Check<Input>,
  endpoint: Endpoint<string, Params, Data>,
  prepared: SingleWrite<Input, Params, Data>,
): PreparedWrite<{ params: Params }, Data> {
  const { send, fieldOf, ...others } = prepared
  const { params = send ? ({} as Params) : paramsOf<Params>(check), apply = () => params, ...change } = others
  const operation = { ...change, check, apply: (stored: Stored) => ({ params: apply(stored) }) }
  // Rules that the input alone decides.
  review(operation, new Stored())
  return {
    operations: [operation],
    fieldOf,
    async send(rest, [sent], info) {
      const own = sent?.params ?? params
      return [await (send ? send(rest, own, info) : rest.call(endpoint, pathTo(endpoint, check.ids.inPath), own))]
    },
  }
}

/** The name of a mutation in Pascal case. The name of its input begins with it. */
function mutationOf(input: InputRef<object>): string {
  return builder.configStore.getTypeConfig(input, 'InputObject').name.replace(/Input$/, '')
}

interface DeleteOptions<R extends Row> extends Omit<
  FieldOptions<object, never, Endpoint<string, object, R>>,
  'input' | 'prepare' | 'does'
> {
  /** The type of the entity. */
  row: RowRef<R>
  /** The field of the payload, after which the mutation is named. Defaults to one named after the type. */
  field?: string
  /** The field of the input with the ID of the entity. Defaults to one named after the field of the payload, such as `campaignId`. */
  id?: string
}

/** A mutation that deletes the entity with an ID. */
export function deleteField<R extends Row>(t: MutationFields, options: DeleteOptions<R>): MutationField {
  const { name: type } = options.row
  const { field = firstToLower(type), id = `${field}Id` } = options
  const input: InputRef<Record<string, string | null | undefined>> = inputType(
    `Delete${firstToUpper(field)}Input`,
    `The \`${type}\` to delete.`,
    (t) => ({
      [id]: t.id({
        required: true,
        description: `The ID of the \`${type}\` itself: the global ID, or the service's ID together with \`accountId\`.`,
      }),
      ...ownAccountField(t),
    }),
  )
  return writeField(t, {
    ...options,
    does: { action: 'DELETE', id },
    input,
    prepare(check) {
      check.ids.changed(id, type)
    },
  })
}

export function batchField<Input extends object, Params extends SentOperation, R>(
  t: MutationFields,
  options: BatchFieldOptions<Input, Params, R>,
): MutationField {
  const { input, rows, maxItems, maxBytes, maxSends } = options
  return mutationField<Input, Params, R, (R | null)[]>(t, options, {
    type: rows ? batchPayloadType(mutationOf(input), rows) : options.payload,
    rowType: rows?.type.name,
    args: {
      split: t.arg.flag(
        'Whether to use several calls if there are more operations than one call takes. The calls are sent in order, up to ' +
          'the first that fails. Each call succeeds or fails as a whole, but the batch does not: see `chunks`.',
      ),
      skipInvalid: t.arg.flag(
        'Whether to leave out operations that are refused here, and to send all others. Operations that are left out are ' +
          'null in the result, and `userErrors` has their index.',
      ),
    },
    batch: { maxItems, maxBytes, maxSends },
    outcomeOf: (outcome) => outcome,
  })
}

/** The limits of a write of one operation. */
const ONE: BatchLimits = { maxItems: 1 }

/** What distinguishes a batch from a write of one operation. */
interface MutationKind<R, Data> {
  type: OutputRef<Outcome<Data>>
  /** The type of the rows in the payload, if it is declared by them. */
  rowType: string | undefined
  /** The arguments that others do not have. */
  args: InputFieldMap
  /** The limits of a batch. Undefined for a write of one operation. */
  batch?: BatchLimits
  outcomeOf: (outcome: BatchOutcome<R>) => Outcome<Data>
}

/** A mutation, whose input is checked and prepared before it is sent. */
function mutationField<Input extends object, Params extends SentOperation, R, Data>(
  t: MutationFields,
  options: FieldOptions<Input, PreparedWrite<Params, R>>,
  { type, rowType, args, batch, outcomeOf }: MutationKind<R, Data>,
): MutationField {
  const { endpoint, operatorOnly, editors, description, input, prepare } = options
  const does = typed(options.does, rowType)
  for (const each of partsOf(does)) putBelow(each)
  const creation = creationBy(does, endpoint.params)
  const cost: WriteCost = {
    endpoint,
    batch,
    canNeed: (limits) => [...partsOf(does).flatMap(({ canNeed = [] }) => canNeed), ...anySpendKeys(limits, does)],
    reads({ input: given = {}, skipInvalid, validateOnly, idempotencyKey = null }, { write, limits }) {
      const made = preparedInput(given, write?.writes ?? { spend: limits })
      write?.writes.prepared.set(write.key, made)
      const { check, prepared } = made
      const changes = [prepared, ...prepared.operations.filter((operation) => !operation.check.isRefused)]
      if (idempotencyKey === null) refuseUntimely(check)
      if (check.found.problems.length > (skipInvalid ? refusedItems(check, prepared.list).problems : 0))
        return undefined
      const isReviewed = validateOnly === true || skipInvalid === true
      return {
        existence: isReviewed ? existenceKeys(check) : [],
        dependsOn: isReviewed ? keysOf(changes) : [],
        needs: validateOnly ? [] : prepared.operations.map(({ needs = [] }) => needs),
      }
    },
  }
  const preparedInput = (given: unknown, writes: Pick<Partial<Writes>, 'now'> & { spend?: FieldUse['limits'] }) => {
    const check = new Check(given as Input, input ? ['input'] : [], undefined, writes.now)
    const prepared = prepare(check)
    const { spend } = writes
    if (!spend) return { check, prepared }
    const operations = prepared.operations.map((operation) => limited(spend, does, operation, check))
    return { check, prepared: { ...prepared, operations } }
  }
  /** What the plan has made of the input. A resolver that is wrapped can get another one, and is called without a shared `info`. */
  const takePlanned = ({ prepared }: Writes, info: GraphQLResolveInfo) => {
    const key = String(info.path.key)
    const planned = isShared(info) ? prepared.get(key) : undefined
    prepared.delete(key)
    return planned as ReturnType<typeof preparedInput> | undefined
  }
  const all: InputFieldMap = {
    ...(input && { input: inputArg(t, input) }),
    ...args,
    ...(creation && {
      idempotencyKey: t.arg.string({
        description:
          'A key of the caller for this write, 1 to 255 printable characters, such as a UUID. Within 24 hours, another use ' +
          'of the key sends nothing, and returns the first result if it can be read again (docs/repeating-writes.md).',
      }),
    }),
    validateOnly: t.arg.flag(
      'Whether to validate the input without changing anything. The data that the rules depend on is read (docs/errors.md).',
    ),
  }
  return t.field({
    type,
    extensions: { ...semanticNonNull, ...writeCost(cost), does, isRestricted: operatorOnly || endpoint.sandboxOnly },
    description,
    args: all,
    async resolve(_root, { input: given = {}, ...args }, context, info) {
      context.rest.assertOffered(endpoint)
      if (operatorOnly) assertOperator(context)
      const writes = writesOf(context)
      const { check, prepared } = takePlanned(writes, info) ?? preparedInput(given, writes)
      const inputType = inputTypeOf(info)
      check.found.type = inputType
      const use = { context, writes, info, inputType, check, args: args as WriteArgs, creation }
      checkKey(use)
      const spending = writes.spend && new Spending(writes.spend, use)
      const write = { ...prepared, endpoint, limits: batch ?? ONE, editors, spending }
      // What is stored of a write comes after its answer, and its caller can have gone.
      return outcomeOf(await context.rest.keepOpenFor(sendWrite(use, write)))
    },
  })
}

/** What a mutation does to rows of this type, unless it names another one. */
function typed(does: Does, type = ''): Declared | DeclaredOperations {
  const withType = (each: OfPayload): Declared => ({ type, ...each })
  return 'action' in does ? withType(does) : mapValues({ ...does }, withType)
}

/** The argument `input`, with the description of its type. */
const inputArg = (t: MutationFields, type: InputRef<object>) =>
  t.arg({
    type,
    required: true,
    description: builder.configStore.getTypeConfig(type, 'InputObject').description ?? undefined,
  })

/** The type of the argument `input`. */
function inputTypeOf({ parentType, fieldName }: GraphQLResolveInfo): GraphQLInputObjectType | undefined {
  const argument = parentType.getFields()[fieldName]?.args.find(({ name }) => name === 'input')
  const type = getNamedType(argument?.type)
  return isInputObjectType(type) ? type : undefined
}
