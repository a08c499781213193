import { hash } from 'node:crypto'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { FieldNode } from 'graphql'
import { coerceVariables } from '../../../execute/variables.ts'
import {
  mutationFieldsOf,
  parseDocument,
  type AgentDocument,
  KEYS,
  sending,
  validatingOnly,
} from '../document/document.ts'
import { shortText, assertFewCalls, planText, type Operation, type Run } from '../graph/run.ts'
import { jsonOf, objectOf, objectsIn, textOf, type JsonObject } from '../value/json.ts'
import type { AgentSession } from '../session.ts'
import { Refusal } from '../value/refusal.ts'
import { answered, linesOf, refusalFor } from '../tool/answer.ts'
import { planOf } from '../tool/read.ts'
import { changesOf, readCurrent } from './change.ts'
import type { Confirmations } from './confirmation.ts'
import { effectLines, effectsOf } from './effect.ts'
import { targetsOf } from './target.ts'

/** The idempotency key of a document that is only planned. */
const PLANNED_KEY = 'planned'

/** The tool `prepare_write`. */
export async function prepareWrite(
  session: AgentSession,
  confirmations: Confirmations,
  run: Run,
  operation: Operation,
): Promise<CallToolResult> {
  const agentDocument = parseDocument(operation.document)
  const { schema } = session.options
  const sent = { ...operation, document: sending(schema, agentDocument, PLANNED_KEY) }
  const planned = await planOf(schema, run, agentDocument, sent)
  assertFewCalls(planned)
  const { shown, effects, structured } = await validate(session, run, agentDocument, operation)
  const { confirmation, expiresAt } = await confirmations.prepare(session.caller.key, { operation, shown })
  const asks = effectLines(effects)
  const text = linesOf([
    'Nothing was sent. The input is valid. Show `writes` to the person, then call confirm_write with `confirmation`.',
    asks.length > 0 && 'It activates something or raises money, so the person is asked before it is sent:',
    ...asks,
    `It sends ${planText(planned)}`,
  ])
  return answered(text, { ...structured, confirmation, expires_at: expiresAt, plan: jsonOf(planned) })
}

/** Validates a write by `validateOnly` and reads the values that it changes. Throws a Refusal if it is not valid. */
export async function validate(
  { options: { schema } }: AgentSession,
  run: Run,
  agentDocument: AgentDocument,
  operation: Operation,
) {
  const fields = mutationFieldsOf(agentDocument)
  const { data, errors } = await run({ ...operation, document: validatingOnly(agentDocument) })
  const payloads = fields.map((field) => objectOf(data?.[keyOf(field)]))
  if (errors.length > 0 || payloads.includes(undefined))
    throw refusalFor('Nothing was sent. The input could not be validated.', errors)
  const problems = refusalsIn(data, fields)
  if (problems.length > 0) {
    const rules = new Set(problems.map(({ rule }) => textOf(rule)).filter(Boolean))
    const broken = rules.size > 0 ? ` These rules are broken: ${[...rules].join(', ')} (adgraph://docs/rules.md).` : ''
    throw new Refusal(
      `Nothing was sent. The input was refused: \`user_errors\` has the problems, each with its field.${broken}`,
      { user_errors: problems },
    )
  }
  const { coerced = {} } = coerceVariables(schema, agentDocument.operation, operation.variables)
  const all = fields.map((field) => targetsOf(schema, field, coerced))
  const current = await readCurrent(run, all.flat(), operation)
  const effects = effectsOf(all.flat(), current)
  const writes = all.map((targets, index) => ({
    mutation: fields[index]?.name.value,
    inputs: targets.map(({ path, action, id = null, input }) => ({ path, action, id, input })),
    changes: targets.flatMap((target) => changesOf(target, current)),
    validation: payloads[index]?.[KEYS.validation] ?? null,
  }))
  return {
    /** What a person must agree to. */
    effects,
    /** A hash of the values that are there now. If it differs later, the confirmation does not hold anymore. */
    shown: hash('sha256', JSON.stringify([...current]), 'base64url'),
    structured: jsonOf({ writes, asks: effects.map(({ text }) => text) }),
  }
}

/** The problems with the inputs, by the response keys of the mutations. */
export function refusalsIn(data: JsonObject | null, fields: readonly FieldNode[]): JsonObject[] {
  return fields.flatMap((field) =>
    objectsIn(objectOf(data?.[keyOf(field)])?.[KEYS.userErrors]).map((error) =>
      jsonOf({ mutation: keyOf(field), ...error }, shortText),
    ),
  )
}

function keyOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value
}
