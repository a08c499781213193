import { createHash } from 'node:crypto'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { FieldNode } from 'graphql'
import { coerceVariables } from '../../execute/variables.ts'
import { mutationFieldsOf, parseDocument, type AgentDocument } from '../document/document.ts'
import { KEYS, sending, validatingOnly } from '../document/rewrite.ts'
import { shortText } from '../graph/cut.ts'
import { jsonOf, objectOf, objectsIn, textOf, type JsonObject } from '../value/json.ts'
import { assertFewCalls, planText } from '../graph/plan-text.ts'
import type { Operation, Run } from '../graph/run.ts'
import type { AgentSession } from '../session.ts'
import { Refusal } from '../value/refusal.ts'
import { answered, refusalFor } from '../tool/answer.ts'
import { planOf } from '../tool/read.ts'
import { changesOf, readCurrent } from './change.ts'
import type { Confirmations } from './confirmation.ts'
import { effectLines, effectsOf } from './effect.ts'
import { targetsOf } from './target.ts'

/** The idempotency key of a document that is only planned. */
const PLANNED_KEY = 'planned'

/** A write that was validated, without being sent. */
export interface Validated {
  /** What a person must agree to. */
  effects: string[]
  /** A hash of the values that are there now. If it differs later, the confirmation does not hold anymore. */
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
  const { schema } = session.options
  const sent = { ...operation, document: sending(schema, agentDocument, PLANNED_KEY) }
  const planned = await planOf(schema, run, agentDocument, sent)
  assertFewCalls(planned)
  const { shown, effects, structured } = await validate(session, run, agentDocument, operation)
  const { confirmation, expiresAt } = await confirmations.prepare(session.caller.key, { operation, shown })
  const asks = effectLines(effects)
  const text = [
    'Nothing was sent. The input is valid. Show `writes` to the person, then call confirm_write with `confirmation`.',
    ...(asks.length > 0
      ? ['It activates something or raises money, so the person is asked before it is sent:', ...asks]
      : []),
    `It sends ${planText(planned)}`,
  ].join('\n')
  return answered(text, { ...structured, confirmation, expires_at: expiresAt, plan: jsonOf(planned) })
}

/** Validates a write by `validateOnly` and reads the values that it changes. Throws a Refusal if it is not valid. */
export async function validate(
  { options: { schema } }: AgentSession,
  run: Run,
  agentDocument: AgentDocument,
  operation: Operation,
): Promise<Validated> {
  const fields = mutationFieldsOf(agentDocument)
  const { data, errors } = await run({ ...operation, document: validatingOnly(agentDocument) })
  if (errors.length > 0 || fields.some((field) => !objectOf(data?.[keyOf(field)])))
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
  const targets = targetsOf(schema, fields, coerced)
  const { current, errors: unread } = await readCurrent(run, targets, operation)
  if (unread.length > 0) throw refusalFor('Nothing was sent. The current values could not be read.', unread)
  const changes = changesOf(targets, current)
  const effects = effectsOf(targets, current)
  const writes = fields.map((field) => {
    const key = keyOf(field)
    return {
      mutation: field.name.value,
      inputs: targets
        .filter((target) => target.field === key)
        .map(({ path, action, id, input }) => ({ path, action, id: id ?? null, input })),
      changes: changes.filter((change) => change.field === key).map(({ field: _field, ...change }) => change),
      validation: objectOf(data?.[key])?.[KEYS.validation] ?? null,
    }
  })
  const shown = createHash('sha256')
    .update(JSON.stringify([...current]))
    .digest('base64url')
  return { effects, shown, structured: jsonOf({ writes, asks: effects }) }
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
