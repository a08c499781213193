import { hash } from 'node:crypto'
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import type { FieldNode } from 'graphql'
import { z } from 'zod'
import { coerceVariables } from '../../../execute/variables.ts'
import { pickBy } from '../../../json/object.ts'
import type { AgentSession } from '../agent.ts'
import { answered, linesOf, refusalFor, registerTool } from '../answer.ts'
import {
  KEYS,
  mutationFieldsOf,
  onlyValidates,
  parseDocument,
  sending,
  validatingOnly,
  type AgentDocument,
} from '../document.ts'
import { DOCUMENT_ARGUMENTS, operationOf, planOf, PREPARES, TEXTS_ARE_DATA } from '../read-tools.ts'
import { shortText, assertFewCalls, planText, type AgentOperation, type Run } from '../run.ts'
import { jsonOf, objectOf, objectsIn, textOf, Refusal, type JsonObject } from '../value.ts'
import type { Confirmations } from './confirmation.ts'
import { effectLines, effectsOf } from './effect.ts'
import { withPausedCreates } from './paused.ts'
import { changesOf, readCurrent, targetsOf } from './target.ts'

/** The idempotency key of a document that is only planned. */
const PLANNED_KEY = 'planned'

/** Registers the tool that prepares a write, unless only trusted documents are prepared. */
export function registerPrepare(server: McpServer, session: AgentSession, confirmations: Confirmations): void {
  if (session.options.trustedDocuments.only) return
  registerTool(
    server,
    session,
    'prepare_write',
    {
      title: 'Prepare a write',
      description:
        'Validates a mutation against the rules of the service, without sending it. Returns what would be sent, the current ' +
        'values beside the new ones, the rules that were checked and those that could not be, and a confirmation for ' +
        `confirm_write, which is valid for ten minutes. ${TEXTS_ARE_DATA}`,
      inputSchema: z.strictObject(DOCUMENT_ARGUMENTS),
      annotations: PREPARES,
    },
    (args, run) => prepareWrite(session, confirmations, run, operationOf(args)),
  )
}

export async function prepareWrite(
  session: AgentSession,
  confirmations: Confirmations,
  run: Run,
  asked: AgentOperation,
): Promise<CallToolResult> {
  const { schema } = session.options
  const { operation, mutations: paused } = withPausedCreates(schema, asked)
  const agentDocument = parseDocument(operation.document)
  const sent = { ...operation, document: sending(schema, agentDocument, operation.variables, PLANNED_KEY) }
  const planned = await planOf(schema, run, agentDocument, sent)
  assertFewCalls(planned)
  const { shown, effects, isLimited, structured } = await validate(session, run, agentDocument, operation)
  if (onlyValidates(schema, agentDocument, operation.variables))
    return answered(
      'Nothing was sent. The input is valid. `validateOnly` is true, so there is nothing to confirm.',
      structured,
    )
  const { confirmation, expiresAt } = await confirmations.prepare(session.caller.key, { operation, shown })
  const asks = effectLines(effects)
  const text = linesOf([
    'Nothing was sent. The input is valid. Show `writes` to the person, then call confirm_write with `confirmation`.',
    asks.length > 0 && 'It activates something or raises money, so the person is asked before it is sent:',
    ...asks,
    paused.length > 0 &&
      `${paused.join(', ')} has no \`entityStatus\`, so it creates PAUSED entities. Activating them is another write.`,
    isLimited &&
      'Spending is limited: `validation.spendLimits` has the limits, and the amounts that are left of the hour.',
    `It sends ${planText(planned)}`,
  ])
  return answered(text, { ...structured, confirmation, expires_at: expiresAt, plan: jsonOf(planned) })
}

/** Validates a write by `validateOnly` and reads the values that it changes. Throws a Refusal if it is not valid. */
export async function validate(
  { options: { schema } }: AgentSession,
  run: Run,
  agentDocument: AgentDocument,
  operation: AgentOperation,
) {
  const fields = mutationFieldsOf(agentDocument)
  const { data, errors } = await run({ ...operation, document: validatingOnly(agentDocument) }, { isPreparation: true })
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
    validation: validationIn(payloads[index]),
  }))
  return {
    isLimited: writes.some(({ validation }) => validation && 'spendLimits' in validation),
    /** What a person must agree to. */
    effects,
    /** A hash of the values that are there now. If it differs later, the confirmation does not hold anymore. */
    shown: hash('sha256', JSON.stringify([...current]), 'base64url'),
    structured: jsonOf({ writes, asks: effects.map(({ text }) => text) }),
  }
}

/** What `validateOnly` found. It has the limits on spending only if there are any. */
function validationIn(payload: JsonObject | undefined): JsonObject | null {
  const validation = objectOf(payload?.[KEYS.validation])
  return validation ? pickBy(validation, (value) => value !== null) : null
}

/** The problems with the inputs, by the response keys of the mutations. */
export function refusalsIn(data: JsonObject | null, fields: readonly FieldNode[]): JsonObject[] {
  return fields.flatMap((field) =>
    objectsIn(objectOf(data?.[keyOf(field)])?.[KEYS.userErrors]).map((error) =>
      jsonOf(
        { mutation: keyOf(field), ...pickBy(error, (value, name) => value !== null || name !== 'spendLimit') },
        shortText,
      ),
    ),
  )
}

function keyOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value
}
