import type { ObjectRef } from '@pothos/core'
import { GraphQLError } from 'graphql'
import type { Context } from '../../context.ts'
import type { Endpoint } from '../../rest/endpoint.ts'
import { builder, type SchemaTypes } from '../builder.ts'
import { untyped } from '../field/field.ts'
import { globalId } from '../node/global-id.ts'
import { rowOf } from '../node/row.ts'
import { firstToLower } from '../wire-name.ts'
import type { Check, InputProblem, SpendProblem, Target } from './input.ts'
import { UNKNOWN } from './known.ts'
import { Receipt } from './repeat/receipt.ts'

builder.mutationType({ description: 'The mutations of this graph.' })

/** The result of a write: its data, or the reasons why it has none. */
export interface Outcome<Data> {
  /** The data of the response. Null if the input was refused or only validated. */
  data: Data | null
  /** The entity that the write changes or deletes. Undefined if it creates one. */
  target: Target | undefined
  userErrors: InputProblem[]
  /** The rules that apply to the input. Null unless it was only validated. */
  validation: Validation | null
  /** The outcome of the write. Null if nothing was sent for this input. */
  receipt: Receipt | null
}

/** The IDs of the rules that apply to an input. None of them is in both lists. */
export interface Validation {
  checked: string[]
  unchecked: string[]
  /** The accounts of the input that the caller can see. */
  accounts: string[]
}

const SpendLimitExcess = builder.objectRef<SpendProblem>('SpendLimitExcess').implement({
  description: 'A limit on spending that an input exceeds (docs/money.md).',
  fields: (t) => ({
    ...t.given({
      kind:
        'The limit: dailyBudget, totalBudget, bid, raisePercent or activatedPerHour; refuse, for an action that is ' +
        'refused; protected, for a protected entity; account or currency, if no rule names it.',
    }),
    ...t.properties({
      limit: 'The limit, such as `500.00 EUR`. Null if no rule states one.',
      asked: 'The amount, action or currency in the input, such as `600.00 EUR`. Null if it is not known.',
    }),
  }),
})

const UserError = builder.objectRef<InputProblem>('UserError').implement({
  description:
    'A problem with the input of a mutation. Unless `code` is INCOMPLETE_UPLOAD, nothing was changed for the part of the input ' +
    'at `field`.',
  fields: (t) => ({
    ...t.given({
      code:
        'BAD_USER_INPUT, SPEND_LIMIT or IDEMPOTENCY_KEY_REUSED if the input was refused before anything was sent. ' +
        'INCOMPLETE_UPLOAD if the ' +
        'service took only a part of the users. Otherwise the error code of the service.',
      message: 'A description of the problem, including the limit if there is one.',
      field: [
        ['String'],
        'The path of the field in the arguments, for example `["input", "operations", "3", "create", "name"]`.',
      ],
    }),
    ...t.properties({
      rule:
        'The ID of the broken rule, listed in `docs/rules.md`. Null if the problem has no rule, or the service refused ' +
        'the input.',
    }),
    spendLimit: t.field({
      type: SpendLimitExcess,
      description: 'The limit on spending that the input exceeds. Null unless `code` is SPEND_LIMIT.',
      resolve: ({ spend }) => spend ?? null,
    }),
  }),
})

export const Validation = builder.objectRef<Validation>('Validation').implement({
  description: 'The rules that apply to an input. None of them is in both lists.',
  fields: (t) =>
    t.given({
      checked: [['String'], 'The IDs of the rules that the input was checked against.'],
      unchecked: [['String'], 'The IDs of the rules that only the service can check.'],
    }),
})

/** The interface of every mutation's payload. */
export const Payload = builder.interfaceRef<Outcome<unknown>>('Payload').implement({
  description: 'The result of a mutation.',
  fields: (t) => ({
    ...t.given({ userErrors: [[UserError], 'The problems with the input. Empty if it was accepted.'] }),
    ...t.properties({
      validation: [Validation, 'The rules that apply to the input. Null unless `validateOnly` is true.'],
      receipt: [Receipt, 'The outcome of the write. Null if the input was refused or only validated.'],
    }),
  }),
})

const DeletePayload = builder.interfaceRef<Outcome<unknown>>('DeletePayload').implement({
  description: 'The result of a mutation that deletes an entity.',
  interfaces: [Payload],
  fields: (t) => ({
    deletedId: t.id({
      description: 'The global ID of the deleted entity. Null if the input was refused or only validated.',
      // The data of a deletion that may not have happened is its error.
      resolve: ({ data, target }) => (data !== null && !(data instanceof Error) && target ? targetId(target) : null),
    }),
  }),
})

/** The global ID of the entity that a write changes or deletes. */
export function targetId({ type, account, parent, id }: Target): string {
  return globalId(type, rowOf(account, id, parent))
}

/** A reference to the type of a row. */
export type RowRef<R> = ObjectRef<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, R>

/** The payload of a mutation with a row, which is in this field. */
export function payloadType<R>(
  mutation: string,
  { method }: Pick<Endpoint, 'method'>,
  row: RowRef<R>,
  field = firstToLower(row.name),
) {
  const description =
    `The \`${row.name}\` as returned by the service. Null if the input was refused or only validated, or if the ` +
    'response is empty.'
  return builder.objectRef<Outcome<R>>(`${mutation}Payload`).implement({
    description: `The result of \`${firstToLower(mutation)}\`.`,
    interfaces: method === 'DELETE' ? [Payload, DeletePayload] : [Payload],
    fields: (t) => ({ [field]: t.field({ type: row, description, resolve: ({ data }) => untyped(data) }) }),
  })
}

/** A value as the data of a payload: a row that is not whole, or an error, which is the failure of its field as in graphql-js. */
export function asData<Data>(value: unknown): Data {
  return value as Data
}

/**
 * The rules of an input that was validated. A rule that was checked only in part is listed as unchecked. A broken rule was
 * checked, unless it was left unchecked for inputs that are accepted although others are refused, with `skipInvalid`.
 */
export function validationOf(check: Check<object>, skipInvalid: boolean): Validation {
  const broken = new Set(check.found.problems.flatMap(({ rule }) => rule ?? []))
  const checked = new Set<string>()
  const unchecked = new Set<string>()
  const leave = (rule: string, input: Check<object>) => {
    if (!broken.has(rule) || !(skipInvalid ? input : check).isRefused) unchecked.add(rule)
  }
  for (const { rule, input, holds } of check.found.decisions)
    if (holds === UNKNOWN) leave(rule, input)
    else checked.add(rule)
  for (const rule of broken) checked.add(rule)
  return {
    checked: [...checked].filter((rule) => !unchecked.has(rule)),
    unchecked: [...unchecked],
    accounts: [...check.found.seenAccounts],
  }
}

/** Throws unless the caller is the operator. Fields that return or take secrets are for the operator only. */
export function assertOperator({ operator }: Pick<Context, 'operator'>): void {
  if (operator) return
  throw new GraphQLError(
    'This field is only for the operator. Send one of the tokens in OPERATOR_TOKENS as the bearer token',
    {
      extensions: { code: 'FORBIDDEN' },
    },
  )
}
