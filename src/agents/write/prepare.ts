import type { CallToolResult } from '@modelcontextprotocol/server'
import { valueFromASTUntyped, type FieldNode, type OperationDefinitionNode } from 'graphql'
import { mutationFieldsOf, parseDocument, type AgentDocument } from '../document/document.ts'
import { KEYS, sending, validatingOnly } from '../document/rewrite.ts'
import { planText, tooManyCalls } from '../graph/plan-text.ts'
import type { Json, JsonObject, Operation, Run } from '../graph/run.ts'
import type { AgentSession } from '../session.ts'
import { answered, errorsIn, errorText, jsonOf, notDone } from '../tool/answer.ts'
import { check } from '../tool/read.ts'
import { changesOf, effectsOf, readCurrent, type Change, type Effect } from './change.ts'
import type { Confirmations } from './confirmation.ts'
import { targetsOf } from './target.ts'

/** The idempotency key of a document that is only planned. */
const PLANNED_KEY = 'planned'

/** A write that was validated, without being sent. */
export interface Validated {
  changes: Change[]
  effects: Effect[]
  /** What a person sees of the values that are there now. If it differs later, the confirmation does not hold anymore. */
  shown: string
  structured: JsonObject
}

/** The tool `prepare_write`. */
export async function prepareWrite(
  session: AgentSession,
  confirmations: Confirmations,
  run: Run,
  operation: Operation,
): Promise<CallToolResult> {
  const agentDocument = parseDocument(operation.document)
  mutationFieldsOf(agentDocument)
  const { schema } = session.options
  const sent = { ...operation, document: sending(schema, agentDocument, PLANNED_KEY) }
  const own = await check(schema, run, agentDocument, operation)
  if (own.refused) return own.refused
  const { refused, planned } = await check(schema, run, agentDocument, sent)
  if (refused) return refused
  const excess = tooManyCalls(planned)
  if (excess !== undefined) return notDone(excess, { plan: jsonOf(planned) })
  const validated = await validate(session, run, agentDocument, operation)
  if ('content' in validated) return validated
  const { shown, effects, structured } = validated
  const { confirmation, expiresAt } = await confirmations.prepare(session.caller.key, { operation, shown })
  const asks = effects.map(({ text }) => `- ${text}`)
  const text = [
    'Nothing was sent. The input is valid. Show `writes` to the person, then call confirm_write with `confirmation`.',
    ...(asks.length > 0
      ? ['It activates something or raises money, so the person is asked before it is sent:', ...asks]
      : []),
    `It sends ${planText(planned)}`,
  ].join('\n')
  return answered(text, { ...structured, confirmation, expires_at: expiresAt, plan: jsonOf(planned) })
}

/**
 * Validates a write by `validateOnly` and reads the values that it changes. Returns the result that refuses it if it is not
 * valid.
 */
export async function validate(
  { options: { schema } }: AgentSession,
  run: Run,
  agentDocument: AgentDocument,
  operation: Operation,
): Promise<Validated | CallToolResult> {
  const fields = mutationFieldsOf(agentDocument)
  const result = await run({ ...operation, document: validatingOnly(agentDocument) })
  const payloads = fields.map((field) => payloadOf(result.data, keyOf(field)))
  if (result.errors.length > 0 || payloads.includes(undefined))
    return notDone(`Nothing was sent. The input could not be validated.\n${errorText(result.errors)}`, {
      errors: errorsIn(result.errors),
    })
  const problems = fields.flatMap((field, index) =>
    userErrorsOf(payloads[index]).map((error) => ({ mutation: keyOf(field), ...error })),
  )
  if (problems.length > 0) {
    const rules = [...new Set(problems.flatMap((problem) => ('rule' in problem && problem.rule) || []))]
    const broken =
      rules.length > 0 ? ` These rules are broken: ${rules.map(String).join(', ')} (adgraph://docs/rules.md).` : ''
    return notDone(
      `Nothing was sent. The input was refused: \`user_errors\` has the problems, each with its field.${broken}`,
      { user_errors: problems },
    )
  }
  const targets = targetsOf(schema, fields, withDefaults(agentDocument.operation, operation.variables))
  const current = await readCurrent(run, targets, operation)
  const changes = changesOf(targets, current)
  const effects = effectsOf(targets, current)
  const writes = fields.map((field, index) => {
    const key = keyOf(field)
    return {
      mutation: field.name.value,
      inputs: targets
        .filter((target) => target.field === key)
        .map(({ path, action, id, input }) => ({ path, action, id: id ?? null, input })),
      changes: changes.filter((change) => change.field === key).map(({ field: _field, ...change }) => change),
      validation: payloads[index]?.['validation'] ?? null,
    }
  })
  const shown = JSON.stringify([...current])
  return { changes, effects, shown, structured: jsonOf({ writes, asks: effects.map(({ text }) => text) }) }
}

/** The problems with the inputs that the service found, by the response keys of the mutations. */
export function refusalsIn(data: JsonObject | null, fields: readonly FieldNode[]): JsonObject[] {
  return fields.flatMap((field) => {
    const errors = payloadOf(data, keyOf(field))?.[KEYS.userErrors]
    return listOfObjects(errors).map((error) => ({ mutation: keyOf(field), ...error }))
  })
}

/** The variables of an operation, with their defaults. */
function withDefaults({ variableDefinitions = [] }: OperationDefinitionNode, variables: JsonObject): JsonObject {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue
      ? [[variable.name.value, jsonOf({ value: valueFromASTUntyped(defaultValue) })['value'] ?? null] as const]
      : [],
  )
  return { ...Object.fromEntries(defaults), ...variables }
}

function keyOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value
}

function payloadOf(data: JsonObject | null, key: string): JsonObject | undefined {
  return listOfObjects([data?.[key] ?? null])[0]
}

function userErrorsOf(payload: JsonObject | undefined): JsonObject[] {
  return listOfObjects(payload?.['userErrors'])
}

function listOfObjects(value: Json | undefined): JsonObject[] {
  const items = Array.isArray(value) ? value : []
  return items.flatMap((item): JsonObject[] =>
    item !== null && typeof item === 'object' && !Array.isArray(item) ? [item] : [],
  )
}
