import { getNamedType, isInputObjectType, type GraphQLNamedType, type GraphQLSchema } from 'graphql'
import type { Context } from '../../context.ts'
import { UpstreamError, type UpstreamProblem } from '../../rest/errors.ts'
import { builder } from '../builder.ts'
import type { Check, InputProblem } from './input.ts'
import { camelCase } from '../scalar/wire-name.ts'

builder.mutationType({ description: 'Everything that can be changed.' })

/** What a write came to: its data, or why there is none. */
export interface Outcome<Data> {
  /** What the service answered; null where the input was refused, or only validated. */
  data: Data | null
  userErrors: InputProblem[]
  checked: string[]
  unchecked: string[]
}

const UserError = builder.objectRef<InputProblem>('UserError').implement({
  description: 'One thing that is wrong with the input of a mutation. Nothing was changed.',
  fields: (t) => ({
    code: t.exposeString('code', {
      nullable: false,
      description: "BAD_USER_INPUT where it was refused here, before anything was sent; else the service's own code.",
    }),
    message: t.exposeString('message', { nullable: false, description: 'What is wrong, in words, with the limit.' }),
    field: t.exposeStringList('field', {
      nullable: false,
      description: 'The path of the field in the arguments, e.g. `["input", "operations", "3", "name"]`.',
    }),
    rule: t.exposeString('rule', {
      description: 'The rule of the reference that is broken, where it was refused here.',
    }),
  }),
})

/** The interface of every mutation's payload. */
export const Payload = builder.interfaceRef<Outcome<unknown>>('Payload').implement({
  description: 'What a mutation came to.',
  fields: (t) => ({
    userErrors: t.field({
      type: [UserError],
      nullable: false,
      description: 'All that is wrong with the input; empty where it was accepted.',
      resolve: ({ userErrors }, _args, _context, { parentType, schema }) => {
        const input = inputOf(schema, parentType.name)
        return userErrors.map(({ leftOut, ...problem }) =>
          leftOut && isField(input, leftOut) ? { ...problem, field: leftOut } : problem,
        )
      },
    }),
    checked: t.exposeStringList('checked', {
      nullable: false,
      description: 'The rules of the reference that the input was held against here.',
    }),
    unchecked: t.exposeStringList('unchecked', {
      nullable: false,
      description: 'The rules that only the service can check, because they rest on what it knows.',
    }),
  }),
})

/** The input of the mutation that has this payload: they are named alike. */
function inputOf(schema: GraphQLSchema, payload: string): GraphQLNamedType | undefined {
  return schema.getType(payload.replace(/Payload$/, 'Input'))
}

/** Whether an input has a field at this path of the arguments. */
function isField(input: GraphQLNamedType | undefined, [, ...path]: readonly string[]): boolean {
  let type = input
  for (const name of path.filter((part) => !/^\d+$/.test(part))) {
    const field = isInputObjectType(type) ? type.getFields()[name] : undefined
    if (!field) return false
    type = getNamedType(field.type)
  }
  return true
}

/** The argument of every mutation that asks for the rules alone. */
export const validateOnlyArg = builder.args((t) => ({
  validateOnly: t.boolean({
    required: true,
    defaultValue: false,
    description:
      'Only hold the input against all rules that can be checked here, for some of which the service is read; change ' +
      'nothing.',
  }),
}))

interface WriteOptions<Input extends object> {
  /** Reads what rules rest on that are left to the service otherwise, and holds them. */
  look?: () => Promise<void>
  /** The field that a refusal is about which names none of the input; undefined: it is about all of it. */
  meant?: (problem: UpstreamProblem) => (keyof Input & string) | undefined
}

/**
 * Sends a write, unless its input is refused here or is only to be validated. The service's refusal of the input
 * becomes user errors; every other failure is thrown as it is.
 */
export async function write<Input extends object, Data>(
  context: Context,
  check: Check<Input>,
  validateOnly: boolean,
  send: () => Promise<Data>,
  { look, meant }: WriteOptions<Input> = {},
): Promise<Outcome<Data>> {
  if (validateOnly && check.problems.length === 0) await look?.()
  if (validateOnly || check.problems.length > 0) return outcomeOf<Input, Data>(check, null)
  try {
    return outcomeOf(check, await send())
  } catch (error) {
    if (!isRefusedInput(error)) throw error
    const { path, input } = check
    const userErrors = error.errors.map((problem) => userErrorAt(problem, path, input, meant?.(problem)))
    return { ...outcomeOf<Input, Data>(check, null), userErrors }
  } finally {
    // What was read before the write may no longer be so.
    context.loaders.forget()
  }
}

/** What a write came to as far as the input's examination tells. */
export function outcomeOf<Input extends object, Data>(check: Check<Input>, data: Data | null): Outcome<Data> {
  return { data, userErrors: check.problems, checked: [...check.checked], unchecked: [...check.unchecked] }
}

/** Whether the service has looked at the input and refused it: nothing was changed. */
export function isRefusedInput(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && error.status === 400 && error.errors.length > 0
}

/**
 * One problem of the service at the field that it names, left out or not. Where it names none that the input could have,
 * it is about the one that is meant, or else about all of them.
 */
export function userErrorAt(
  { code, message, parameter, attribute }: UpstreamProblem,
  path: readonly string[],
  fields: object,
  meant?: string,
): InputProblem {
  // Before the wire's name of a parameter stands `params.` in some answers to a batch.
  const named = camelCase((parameter || attribute || '').replace(/^params\./, ''))
  const problem = { code: String(code), message, rule: null }
  if (Object.hasOwn(fields, named)) return { ...problem, field: [...path, named] }
  return { ...problem, field: meant === undefined ? [...path] : [...path, meant], leftOut: [...path, named] }
}
