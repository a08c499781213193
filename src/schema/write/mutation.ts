import { globalId } from '../node/global-id.ts'
import { rowOf } from '../node/entity.ts'
import { builder } from '../builder.ts'
import type { Check, InputProblem, Target } from './input.ts'

builder.mutationType({ description: 'Everything that can be changed.' })

/** The result of a write: its data, or why there is none. */
export interface Outcome<Data> {
  /** What the service answered; null if the input was refused or only validated. */
  data: Data | null
  /** The row that the write changes or deletes; undefined for a create. */
  target: Target | undefined
  userErrors: InputProblem[]
  checked: string[]
  unchecked: string[]
}

const UserError = builder.objectRef<InputProblem>('UserError').implement({
  description: 'One thing that is wrong with the input of a mutation. What it names was not changed.',
  fields: (t) => ({
    code: t.exposeString('code', {
      nullable: false,
      description: "BAD_USER_INPUT if it was refused here, before anything was sent; otherwise the service's own code.",
    }),
    message: t.exposeString('message', { nullable: false, description: 'What is wrong, in words, with the limit.' }),
    field: t.exposeStringList('field', {
      nullable: false,
      description: 'The path of the field in the arguments, e.g. `["input", "operations", "3", "name"]`.',
    }),
    rule: t.exposeString('rule', {
      description: 'The id of the rule that is broken, if it was refused here and the rule has one.',
    }),
  }),
})

/** The interface of every mutation's payload. */
export const Payload = builder.interfaceRef<Outcome<unknown>>('Payload').implement({
  description: 'The result of a mutation.',
  fields: (t) => ({
    userErrors: t.field({
      type: [UserError],
      nullable: false,
      description: 'Everything that is wrong with the input; empty if it was accepted.',
      resolve: ({ userErrors }) => userErrors,
    }),
    checked: t.exposeStringList('checked', {
      nullable: false,
      description: 'The ids of the rules that the input was checked against here.',
    }),
    unchecked: t.exposeStringList('unchecked', {
      nullable: false,
      description: 'The ids of the rules that only the service can check, because they depend on what it knows.',
    }),
  }),
})

/** The interface of the payload of every mutation that deletes. */
export const DeletePayload = builder.interfaceRef<Outcome<unknown>>('DeletePayload').implement({
  description: 'The result of a mutation that deletes.',
  interfaces: [Payload],
  fields: (t) => ({
    deletedId: t.id({
      description: 'The global id of what was deleted; null if it was refused or only validated.',
      resolve: ({ data, target }) =>
        data !== null && target ? globalId(target.type, rowOf(target.account, target.id)) : null,
    }),
  }),
})

/** The result of a write as far as the check of its input tells. A rule that was checked only in part is unchecked. */
export function outcomeOf<Input extends object, Data>(check: Check<Input>, data: Data | null): Outcome<Data> {
  const { target, problems, unchecked } = check
  const checked = [...check.checked].filter((rule) => !unchecked.has(rule))
  return { data, target, userErrors: problems, checked, unchecked: [...unchecked] }
}
