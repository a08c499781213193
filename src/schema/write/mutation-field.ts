import type { InputRef, OutputRef } from '@pothos/core'
import {
  getNamedType,
  isInputObjectType,
  Kind,
  responsePathAsArray,
  type GraphQLInputObjectType,
  type GraphQLResolveInfo,
} from 'graphql'
import type { Context } from '../../context.ts'
import type { Endpoint } from '../../rest/endpoint.ts'
import type { UpstreamError } from '../../rest/errors.ts'
import type { Row } from '../../rest/types.ts'
import { builder, type MutationField, type MutationFields } from '../builder.ts'
import type { Session } from '../../rest/session.ts'
import { writeCost, type BatchLimits, type WriteCost } from './write-cost.ts'
import { semanticNonNull } from '../directive.ts'
import { fromUpstream } from '../errors.ts'
import { unreadRow } from '../node/unread-row.ts'
import { beginWrite } from './begin.ts'
import { sendBatch, type BatchOutcome, type PreparedBatch } from './batch.ts'
import { batchPayloadType, type DeclaredBatchPayload } from './entity-batch.ts'
import { applyInOrder, keysOf, validate, type Change, type Operation } from './change.ts'
import { existenceKeys } from './existence.ts'
import { Check } from './input.ts'
import { ownAccountField } from './input-field.ts'
import { checkKey, keyArg, madeOfType, REUSED, selectsReceipt, type Made, type WriteArgs, writesOf } from './made.ts'
import { asData, outcomeOf, payloadType, validationOf, type DeclaredPayload, type Outcome } from './mutation.ts'
import { assertOperator } from './operator.ts'
import { isRefusal, isUnreadable, refusalErrors, type FieldOf } from './refusal.ts'
import { UnclearWrite, type RepeatableWrite } from './repeatable.ts'
import { changing, creating, type ShownChange } from './single.ts'
import { Stored, type Key } from './stored.ts'
import type { WriteUse } from './write-record.ts'

/** A write, prepared from its input. */
export interface Write<Input extends object, Params extends object, Data> extends Partial<Change<Params>> {
  /** The IDs in the path of the endpoint. Defaults to those of the account and the entity that the input identifies. */
  ids?: readonly string[]
  /** The parameters to send, unless `apply` returns them. */
  params?: Params
  /** Sends the write, and returns the data of the response. Defaults to a call of the endpoint. What it needs is stored. */
  send?: (rest: Session, stored: Stored) => Promise<Data>
  /** The field for refusals of the service that do not identify a field. */
  fieldOf?: FieldOf<Input>
}

interface FieldOptions<Input extends object, Payload, Prepared, E extends Endpoint = Endpoint> extends ShownChange {
  /** The endpoint of the write. If only the service's sandbox has it, the mutation fails elsewhere with SANDBOX_ONLY. */
  endpoint: E
  payload: Payload
  /** Whether only the operator may call it. */
  operatorOnly?: boolean
  /** The permissions of which the caller needs one in the account. Defaults to those for campaigns. */
  editors?: readonly string[]
  description: string
  /** The key of what a change of any input can need before it is sent. Defaults to nothing. */
  canNeed?: Key<unknown>
  /**
   * What the mutation makes, so that it can be repeated with an idempotency key. Undefined if it makes nothing. Its type and
   * its list default to those of the row in the payload.
   */
  makes?: Made
  /** The type of the argument `input`. */
  input: InputRef<Input>
  /**
   * Validates the input and prepares the write from it alone. It says what the write depends on, from which its plan and
   * the reads of `validateOnly` follow. Nothing is sent if the check found problems. Only parameters of the response may
   * depend on the selection, which is not known when it is planned.
   */
  prepare: (check: Check<Input>, info?: GraphQLResolveInfo) => Prepared
}

interface BatchFieldOptions<Input extends object, Params, R>
  extends
    FieldOptions<Input, OutputRef<BatchOutcome<R>> | DeclaredBatchPayload<R>, PreparedBatch<Input, Params, R>>,
    BatchLimits {}

/** The type of a payload, or what declares it. */
type PayloadOf<Data> = OutputRef<Outcome<Data>> | DeclaredPayload<Data>

/** The type of a payload, and what the mutation makes. */
function payloadOf<Data>({
  payload,
  endpoint,
  makes,
}: Pick<FieldOptions<object, PayloadOf<Data>, never>, 'payload' | 'endpoint' | 'makes'>): {
  type: OutputRef<Outcome<Data>>
  makes: Made | undefined
} {
  if ('kind' in payload) return { type: payload, makes }
  return { type: payloadType(payload, endpoint), makes: makes && madeOfType(payload[2].name, makes) }
}

/** A mutation whose input is sent in one call. */
export function writeField<Input extends object, Params extends object, Data>(
  t: MutationFields,
  options: FieldOptions<Input, PayloadOf<Data>, Write<Input, Params, Data>, Endpoint<string, Params, Data>>,
): MutationField {
  const { description, input, prepare } = options
  const { type, makes } = payloadOf(options)
  const keys = (check: Check<Input>) => [prepare(check)]
  return t.field({
    type,
    extensions: { ...semanticNonNull, ...costOfWrite(options, keys) },
    description,
    args: { input: inputArg(t, input), ...keyArg(t, makes), ...validateOnlyArg(t) },
    resolve(_root, args, context, info) {
      assertAllowed(context, options)
      const check = new Check(args.input as Input, ['input'], undefined, inputTypeOf(info))
      return write(context, info, check, args, { ...options, makes, ...prepare(check, info) })
    },
  })
}

/** A mutation without an input. */
export function bareWriteField<Params extends object, Data>(
  t: MutationFields,
  options: Omit<
    FieldOptions<object, PayloadOf<Data>, Write<object, Params, Data>, Endpoint<string, Params, Data>>,
    'input'
  >,
): MutationField {
  const { description, prepare } = options
  const { type, makes } = payloadOf(options)
  return t.field({
    type,
    extensions: { ...semanticNonNull, ...costOfWrite(options, () => []) },
    description,
    args: { ...keyArg(t, makes), ...validateOnlyArg(t) },
    resolve(_root, args, context, info) {
      assertAllowed(context, options)
      const check = new Check({}, [])
      return write(context, info, check, args, { ...options, makes, ...prepare(check) })
    },
  })
}

interface DeleteOptions<R extends Row> extends Omit<
  FieldOptions<object, DeclaredPayload<R>, never, Endpoint<string, object, R>>,
  'input' | 'prepare'
> {
  /** The name of the type of the argument `input`, which this creates. */
  input: string
  /** The field of the input with the ID of the entity. */
  id: string
}

/** A mutation that deletes the entity with an ID. */
export function deleteField<R extends Row>(
  t: MutationFields,
  { input, id, ...options }: DeleteOptions<R>,
): MutationField {
  const [, , { name: type }] = options.payload
  const Input: InputRef<Record<string, string | null | undefined>> = builder.inputType(input, {
    description: `The \`${type}\` to delete.`,
    fields: (t) => ({
      [id]: t.id({
        required: true,
        description: `The ID of the \`${type}\` itself: the global ID, or the service's ID together with \`accountId\`.`,
      }),
      ...ownAccountField(t),
    }),
  })
  return writeField(t, {
    ...options,
    input: Input,
    prepare(check) {
      check.changes(id, type)
      return {}
    },
  })
}

/** A mutation that sends the operations of its input in batches. */
export function batchField<Input extends object, Params, R>(
  t: MutationFields,
  options: BatchFieldOptions<Input, Params, R>,
): MutationField {
  const { payload, description, input, prepare, makes: made, ...limits } = options
  const isDeclared = !('kind' in payload)
  const type = isDeclared ? batchPayloadType(payload) : payload
  const makes = made && isDeclared ? madeOfType(payload[2].name, made) : made
  const keys = (check: Check<Input>) => {
    const batch = prepare(check)
    return [batch, ...batch.operations.filter((operation) => !operation.check.isRefused)]
  }
  return t.field({
    type,
    extensions: { ...semanticNonNull, ...costOfWrite({ ...options, batch: limits }, keys) },
    description,
    args: {
      input: inputArg(t, input),
      split: t.arg.boolean({
        required: true,
        defaultValue: false,
        description:
          'Whether to use several calls if there are more operations than one call takes. The calls are sent in order, up to ' +
          'the first that fails. Each call succeeds or fails as a whole, but the batch does not: see `chunks`.',
      }),
      skipInvalid: t.arg.boolean({
        required: true,
        defaultValue: false,
        description:
          'Whether to leave out operations that are refused here, and to send all others. Operations that are left out are ' +
          'null in the result, and `userErrors` has their index.',
      }),
      ...keyArg(t, makes),
      ...validateOnlyArg(t),
    },
    resolve(_root, { input: given, ...args }, context, info) {
      assertAllowed(context, options)
      const check = new Check(given as Input, ['input'], undefined, inputTypeOf(info))
      return sendBatch(
        context,
        check,
        args,
        { ...prepare(check), ...limits, makes },
        {
          begin: (sent) => beginWrite(writesOf(context), useOf(info, check, args, makes, sent)),
          report: (error) => reportAt(context, info, error),
          selectsReceipt: selectsReceipt(info),
        },
      )
    },
  })
}

/** The cost of a mutation, which what it prepares declares. */
function costOfWrite<Input extends object>(
  { endpoint, batch, canNeed }: Pick<WriteCost, 'endpoint' | 'batch' | 'canNeed'>,
  changesOf: (check: Check<Input>) => readonly Pick<Change<unknown>, 'dependsOn' | 'needs'>[],
) {
  return writeCost({
    endpoint,
    batch,
    canNeed,
    reads({ input = {}, skipInvalid, validateOnly, idempotencyKey = null }) {
      const check = new Check(input as Input)
      const changes = changesOf(check)
      if (idempotencyKey === null) check.refusePast()
      if (check.problems.length > 0 && !skipInvalid) return undefined
      if (!validateOnly) return { existence: [], others: changes.flatMap(({ needs = [] }) => needs) }
      return { existence: existenceKeys(check), others: keysOf(changes) }
    },
  })
}

/** Throws unless this environment of the service has the endpoint, and the caller may call it. */
function assertAllowed(
  { rest, operator }: Context,
  { endpoint, operatorOnly }: Pick<FieldOptions<object, unknown, unknown>, 'endpoint' | 'operatorOnly'>,
): void {
  rest.assertOffered(endpoint)
  if (operatorOnly) assertOperator({ operator })
}

/** The argument `input`, with the description of its type. */
const inputArg = (t: MutationFields, type: InputRef<object>) =>
  t.arg({
    type,
    required: true,
    description: builder.configStore.getTypeConfig(type, 'InputObject').description ?? undefined,
  })

const validateOnlyArg = (t: MutationFields) => ({
  validateOnly: t.arg.boolean({
    required: true,
    defaultValue: false,
    description:
      'Whether to validate the input without changing anything. All rules that can be checked here are checked. The data ' +
      'that they depend on is read: the permissions of the caller in the account, the entities that the input refers ' +
      'to, and other data that a rule needs.',
  }),
})

/** The type of the argument `input`. */
function inputTypeOf({ parentType, fieldName }: GraphQLResolveInfo): GraphQLInputObjectType | undefined {
  const argument = parentType.getFields()[fieldName]?.args.find(({ name }) => name === 'input')
  const type = getNamedType(argument?.type)
  return isInputObjectType(type) ? type : undefined
}

interface PreparedWrite<Input extends object, Params extends object, Data>
  extends Write<Input, Params, Data>, ShownChange {
  endpoint: Endpoint<string, Params, Data>
  editors?: readonly string[] | undefined
  makes?: Made
}

/** The parameters of an endpoint's path, which has these IDs in this order. */
function pathTo({ path }: Pick<Endpoint, 'path'>, ids: readonly string[]): Record<string, string> {
  const names = path.split('/').filter((segment) => segment.startsWith(':'))
  return Object.fromEntries(names.map((name, index) => [name.slice(1), ids[index] ?? '']))
}

/**
 * Sends a write, unless its input was refused or is only validated. If the service refuses the input, the result has user
 * errors. Any other failure is thrown.
 */
async function write<Input extends object, Params extends object, Data>(
  context: Context,
  info: GraphQLResolveInfo,
  check: Check<Input>,
  args: WriteArgs,
  {
    endpoint,
    editors,
    makes,
    shownBy,
    shownAt,
    ids = check.pathIds,
    params,
    send,
    fieldOf,
    apply,
    ...change
  }: PreparedWrite<Input, Params, Data>,
): Promise<Outcome<Data>> {
  const stored = new Stored()
  const operations: Operation<Params | undefined>[] = [{ ...change, apply: apply ?? (() => params), check }]
  const { validateOnly, idempotencyKey } = args
  checkKey(check, context, idempotencyKey)
  // A write that was sent in time is answered again later.
  if (validateOnly || (idempotencyKey ?? null) === null) check.refusePast()
  if (validateOnly && check.problems.length === 0) await validate(context, check, { operations, editors })
  // Its user errors are those of the check, with those that are found later.
  const refused = outcomeOf<Data>(check, null)
  if (validateOnly) return { ...refused, validation: validationOf(check) }
  if (check.problems.length > 0) return refused
  let use: RepeatableWrite | 'reused' | undefined
  try {
    await stored.read(context, change.needs ?? [])
    const [sent] = applyInOrder(operations, [0], stored)
    if (check.problems.length > 0) return refused
    const path = pathTo(endpoint, ids)
    const call = (): Promise<Data> => (send ? send(context.rest, stored) : context.rest.call(endpoint, path, sent))
    const given = { send: call, path, sent: { ...sent } }
    use = await beginWrite(writesOf(context), useOf(info, check, args, makes, makes ? [given.sent] : []))
    if (use === 'reused') return { ...refused, userErrors: [REUSED] }
    if (use.isFirst) check.refusePast()
    if (check.problems.length > 0) return refused
    const data = await use.run(
      0,
      makes ? creating(context, makes, given) : changing(context, check.target, given, { endpoint, shownBy, shownAt }),
    )
    return outcomeOf(check, data, use.receipt())
  } catch (error) {
    if (isRefusal(error)) return { ...refused, userErrors: refusalErrors(error, check, fieldOf) }
    if (error instanceof UnclearWrite) return unclearOutcome(context, info, check, error.error, use)
    if (!isUnreadable(error) || !check.target) throw error
    // The service accepted the write, so the result includes the ID, which is all that is known.
    reportAt(context, info, error)
    const row = unreadRow(check.target.account, check.target.id, error)
    return outcomeOf(check, asData<Data>(row), typeof use === 'object' ? use.receipt() : null)
  } finally {
    if (typeof use === 'object') await use.end()
    // What was read before the write may have changed.
    context.loaders.forget()
  }
}

/** The result of a write of which it is not known whether it happened: its receipt if that is selected. */
function unclearOutcome<Data>(
  context: Context,
  info: GraphQLResolveInfo,
  check: Check<object>,
  error: UpstreamError,
  use: RepeatableWrite | 'reused' | undefined,
): Outcome<Data> {
  if (typeof use !== 'object' || !selectsReceipt(info)) throw error
  reportAt(context, info, error)
  return outcomeOf(check, asData<Data>(error), use.receipt())
}

/** The use of a mutation: its key, and all that must be equal if the key is used again. */
function useOf(
  info: GraphQLResolveInfo,
  { batchAccount, pathIds, input }: Check<object>,
  { idempotencyKey, split, skipInvalid }: WriteArgs & { split?: boolean; skipInvalid?: boolean },
  { type = '' }: Made = {},
  sent: readonly object[],
): WriteUse {
  const account = batchAccount ?? pathIds[0] ?? ''
  const key = idempotencyKey ?? undefined
  const last = info.operation.selectionSet.selections.at(-1)
  const isFollowed = last?.kind !== Kind.FIELD || (last.alias ?? last.name).value !== info.path.key
  return { key, mutation: info.fieldName, account, args: { input, split, skipInvalid }, type, sent, isFollowed }
}

/**
 * Adds a GraphQL error at the path of this mutation, without removing its payload. It is left out if the response has the
 * error at a field below.
 */
function reportAt(context: Context, info: GraphQLResolveInfo, error: UpstreamError): void {
  context.report(fromUpstream(error, { nodes: info.fieldNodes, path: responsePathAsArray(info.path) }))
}
