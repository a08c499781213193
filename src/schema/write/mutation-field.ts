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
import { writeCost, type BatchLimits, type WriteCost } from '../cost/write-cost.ts'
import { semanticNonNull } from '../directive.ts'
import { fromUpstream } from '../errors.ts'
import { unreadRow } from '../node/entity.ts'
import { sendBatch, type BatchOutcome, type PreparedBatch } from './batch.ts'
import { checkExistence, lookedUpReferences } from './existence.ts'
import { Check } from './input.ts'
import { outcomeOf, type Outcome } from './mutation.ts'
import { isRefusal, isUnreadable, refusalErrors, type FieldOf } from './refusal.ts'

/** A write with a validated input, ready to send. */
export interface Write<Input extends object, Data> {
  /** Reads the data that the write needs, and checks the rules that depend on it. Nothing else is read before it is sent. */
  review?: () => Promise<void>
  /** Sends the write, and returns the data of the response. */
  send: () => Promise<Data>
  /** With `validateOnly`: reads the data that some rules depend on, and checks those rules. */
  validate?: () => Promise<void>
  /** The field for refusals of the service that do not identify a field. */
  fieldOf?: FieldOf<Input>
}

interface FieldOptions<Input extends object, Result, Prepared> extends Pick<WriteCost, 'before' | 'reads'> {
  /** The endpoint of the write. If only the service's sandbox has it, the mutation fails elsewhere with SANDBOX_ONLY. */
  endpoint: Endpoint
  payload: OutputRef<Result>
  /** The permissions of which the caller needs one in the account. Defaults to those for campaigns. */
  editors?: readonly string[]
  description: string
  /** The type of the argument `input`. */
  input: InputRef<Input>
  inputDescription: string
  /** Validates the input and prepares the request. Nothing is sent if the check found problems. */
  prepare: (check: Check<Input>, context: Context) => Prepared
}

interface BatchFieldOptions<Input extends object, Operation, R>
  extends FieldOptions<Input, BatchOutcome<R>, PreparedBatch<Input, Operation, R>>, BatchLimits {}

/** A mutation whose input is sent in one call. */
export function writeField<Input extends object, Data>(
  t: MutationFields,
  options: FieldOptions<Input, Outcome<Data>, Write<Input, Data>>,
): MutationField {
  const { payload, endpoint, editors, description, input, inputDescription, prepare } = options
  return t.field({
    type: payload,
    extensions: { ...semanticNonNull, ...costOfWrite(options) },
    description,
    args: { input: inputArg(t, input, inputDescription), ...validateOnlyArg(t) },
    resolve(_root, args, context, info) {
      context.rest.assertOffered(endpoint)
      const check = new Check(args.input as Input, ['input'], undefined, inputTypeOf(info))
      return write(context, info, check, args.validateOnly, { editors, ...prepare(check, context) })
    },
  })
}

/** A mutation without an input. */
export function bareWriteField<Data>(
  t: MutationFields,
  {
    payload,
    endpoint,
    description,
    prepare,
  }: Pick<FieldOptions<object, Outcome<Data>, Write<object, Data>>, 'payload' | 'endpoint' | 'description' | 'prepare'>,
): MutationField {
  return t.field({
    type: payload,
    extensions: { ...semanticNonNull, ...costOfWrite({ endpoint, prepare }) },
    description,
    args: validateOnlyArg(t),
    resolve(_root, { validateOnly }, context, info) {
      context.rest.assertOffered(endpoint)
      const check = new Check({}, [])
      return write(context, info, check, validateOnly, prepare(check, context))
    },
  })
}

/** A mutation that sends the operations of its input in batches. */
export function batchField<Input extends object, Operation, R>(
  t: MutationFields,
  options: BatchFieldOptions<Input, Operation, R>,
): MutationField {
  const { payload, description, input, inputDescription, prepare, ...limits } = options
  return t.field({
    type: payload,
    extensions: { ...semanticNonNull, ...costOfWrite({ ...options, batch: limits }) },
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
      context.rest.assertOffered(options.endpoint)
      const check = new Check(given as Input, ['input'], undefined, inputTypeOf(info))
      const report = (error: UpstreamError) => reportAt(context, info, error)
      return sendBatch(context, check, args, { ...prepare(check, context), ...limits }, report)
    },
  })
}

/** The cost of a mutation. What `validateOnly` reads is known once the input is prepared, which sends nothing. */
function costOfWrite<Input extends object>({
  prepare,
  ...options
}: Omit<WriteCost, 'dependencies'> & { prepare: (check: Check<Input>, context: Context) => unknown }) {
  return writeCost({
    ...options,
    dependencies({ input = {}, skipInvalid }) {
      const check = new Check(input as Input)
      prepare(check, PLANNING)
      if (check.problems.length > 0 && !skipInvalid) return undefined
      return { accounts: [...check.accounts.keys()], references: lookedUpReferences(check) }
    },
  })
}

/**
 * The context of a write that is only planned. It has all permissions, because a refusal is not a part of the plan. It has
 * nothing that only sending or reading needs, because a planned write does neither.
 */
const PLANNING = { operator: true, rest: { as: () => PLANNING.rest } } as unknown as Context

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
  { editors, review, send, validate, fieldOf }: Write<Input, Data> & { editors?: readonly string[] | undefined },
): Promise<Outcome<Data>> {
  if (validateOnly && check.problems.length === 0) await checkExistence(context, check, editors)
  if (validateOnly && check.problems.length === 0) await validate?.()
  if (validateOnly || check.problems.length > 0) return outcomeOf<Input, Data>(check, null)
  try {
    await review?.()
    if (check.problems.length > 0) return outcomeOf<Input, Data>(check, null)
    return outcomeOf(check, await send())
  } catch (error) {
    if (isRefusal(error))
      return { ...outcomeOf<Input, Data>(check, null), userErrors: refusalErrors(error, check, fieldOf) }
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
