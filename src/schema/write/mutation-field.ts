import type { InputRef, OutputRef } from '@pothos/core'
import {
  getNamedType,
  isInputObjectType,
  responsePathAsArray,
  type GraphQLInputObjectType,
  type GraphQLResolveInfo,
} from 'graphql'
import type { Context } from '../../context.ts'
import type { Endpoint } from '../../rest/endpoint.ts'
import type { UpstreamError } from '../../rest/errors.ts'
import type { MutationField, MutationFields } from '../builder.ts'
import type { Session } from '../../rest/session.ts'
import { writeCost, type BatchLimits, type WriteCost } from '../cost/write-cost.ts'
import { semanticNonNull } from '../directive.ts'
import { fromUpstream } from '../errors.ts'
import { unreadRow } from '../node/unread-row.ts'
import { sendBatch, type BatchOutcome, type PreparedBatch } from './batch.ts'
import { keysOf, type Change } from './change.ts'
import { checkExistence, existenceKeys } from './existence.ts'
import { Check } from './input.ts'
import { outcomeOf, validationOf, type Outcome } from './mutation.ts'
import { assertOperator } from './operator.ts'
import { isRefusal, isUnreadable, refusalErrors, type FieldOf } from './refusal.ts'
import { Stored } from './stored.ts'

/** A write, prepared from its input. */
export interface Write<Input extends object, Data> extends Omit<Change<unknown>, 'apply'> {
  /** Sends the write, and returns the data of the response. What it needs is stored. */
  send: (rest: Session, stored: Stored) => Promise<Data>
  /** The field for refusals of the service that do not identify a field. */
  fieldOf?: FieldOf<Input>
}

interface FieldOptions<Input extends object, Result, Prepared> {
  /** The endpoint of the write. If only the service's sandbox has it, the mutation fails elsewhere with SANDBOX_ONLY. */
  endpoint: Endpoint
  payload: OutputRef<Result>
  /** Whether only the operator may call it. */
  operatorOnly?: boolean
  /** The permissions of which the caller needs one in the account. Defaults to those for campaigns. */
  editors?: readonly string[]
  description: string
  /** The type of the argument `input`. */
  input: InputRef<Input>
  inputDescription: string
  /**
   * Validates the input and prepares the write from it alone. It says what the write depends on, from which its plan and
   * the reads of `validateOnly` follow. Nothing is sent if the check found problems. Only parameters of the response may
   * depend on the selection, which is not known when it is planned.
   */
  prepare: (check: Check<Input>, info?: GraphQLResolveInfo) => Prepared
}

interface BatchFieldOptions<Input extends object, Params, R>
  extends FieldOptions<Input, BatchOutcome<R>, PreparedBatch<Input, Params, R>>, BatchLimits {}

/** A mutation whose input is sent in one call. */
export function writeField<Input extends object, Data>(
  t: MutationFields,
  options: FieldOptions<Input, Outcome<Data>, Write<Input, Data>>,
): MutationField {
  const { payload, description, input, inputDescription, prepare } = options
  const keys = (check: Check<Input>) => [prepare(check)]
  return t.field({
    type: payload,
    extensions: { ...semanticNonNull, ...costOfWrite(options, keys) },
    description,
    args: { input: inputArg(t, input, inputDescription), ...validateOnlyArg(t) },
    resolve(_root, args, context, info) {
      assertAllowed(context, options)
      const check = new Check(args.input as Input, ['input'], undefined, inputTypeOf(info))
      return write(context, info, check, args.validateOnly, { ...options, ...prepare(check, info) })
    },
  })
}

/** A mutation without an input. */
export function bareWriteField<Data>(
  t: MutationFields,
  options: Omit<FieldOptions<object, Outcome<Data>, Write<object, Data>>, 'input' | 'inputDescription'>,
): MutationField {
  const { payload, description, prepare } = options
  return t.field({
    type: payload,
    extensions: { ...semanticNonNull, ...costOfWrite(options, () => []) },
    description,
    args: validateOnlyArg(t),
    resolve(_root, { validateOnly }, context, info) {
      assertAllowed(context, options)
      const check = new Check({}, [])
      return write(context, info, check, validateOnly, { ...options, ...prepare(check) })
    },
  })
}

/** A mutation that sends the operations of its input in batches. */
export function batchField<Input extends object, Params, R>(
  t: MutationFields,
  options: BatchFieldOptions<Input, Params, R>,
): MutationField {
  const { payload, description, input, inputDescription, prepare, ...limits } = options
  const keys = (check: Check<Input>) => {
    const batch = prepare(check)
    return [batch, ...batch.operations.filter((operation) => !operation.check.isRefused)]
  }
  return t.field({
    type: payload,
    extensions: { ...semanticNonNull, ...costOfWrite({ ...options, batch: limits }, keys) },
    description,
    args: {
      input: inputArg(t, input, inputDescription),
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
      ...validateOnlyArg(t),
    },
    resolve(_root, { input: given, ...args }, context, info) {
      assertAllowed(context, options)
      const check = new Check(given as Input, ['input'], undefined, inputTypeOf(info))
      const report = (error: UpstreamError) => reportAt(context, info, error)
      return sendBatch(context, check, args, { ...prepare(check), ...limits }, report)
    },
  })
}

/** The cost of a mutation, which what it prepares declares. */
function costOfWrite<Input extends object>(
  { endpoint, batch }: Pick<WriteCost, 'endpoint' | 'batch'>,
  changesOf: (check: Check<Input>) => readonly Pick<Change<unknown>, 'dependsOn' | 'needs'>[],
) {
  return writeCost({
    endpoint,
    batch,
    reads({ input = {}, skipInvalid, validateOnly }) {
      const check = new Check(input as Input)
      const changes = changesOf(check)
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

const inputArg = (t: MutationFields, type: InputRef<object>, description: string) =>
  t.arg({ type, required: true, description })

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

/**
 * Sends a write, unless its input was refused or is only validated. If the service refuses the input, the result has user
 * errors. Any other failure is thrown.
 */
async function write<Input extends object, Data>(
  context: Context,
  info: GraphQLResolveInfo,
  check: Check<Input>,
  validateOnly: boolean,
  { editors, send, fieldOf, ...change }: Write<Input, Data> & { editors?: readonly string[] | undefined },
): Promise<Outcome<Data>> {
  const stored = new Stored()
  if (validateOnly && check.problems.length === 0) {
    await stored.read(context, existenceKeys(check))
    checkExistence(check, editors, stored)
    if (check.problems.length === 0) await stored.read(context, keysOf([change]))
    if (check.problems.length === 0) change.review?.(stored)
  }
  const refused = outcomeOf<Data>(check, null)
  if (validateOnly) return { ...refused, validation: validationOf(check) }
  if (check.problems.length > 0) return refused
  try {
    await stored.read(context, change.needs ?? [])
    change.review?.(stored)
    if (check.problems.length > 0) return refused
    return outcomeOf(check, await send(context.rest, stored))
  } catch (error) {
    if (isRefusal(error)) return { ...refused, userErrors: refusalErrors(error, check, fieldOf) }
    if (!isUnreadable(error) || !check.target) throw error
    // The service accepted the write, so the result includes the ID, which is all that is known.
    reportAt(context, info, error)
    return outcomeOf(check, unreadRow(check.target.account, check.target.id, error) as Data)
  } finally {
    // What was read before the write may have changed.
    context.loaders.forget()
  }
}

/**
 * Adds a GraphQL error at the path of this mutation, without removing its payload. It is left out if the response has the
 * error at a field below.
 */
function reportAt(context: Context, info: GraphQLResolveInfo, error: UpstreamError): void {
  context.report(fromUpstream(error, { nodes: info.fieldNodes, path: responsePathAsArray(info.path) }))
}
