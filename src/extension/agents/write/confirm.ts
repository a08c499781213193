import { hash } from 'node:crypto'
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type CallToolResult,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { isCode } from '../../../rest/errors.ts'
import type { AgentSession } from '../agent.ts'
import { answered, errorText, inTraceOf, linesOf, refusalFor, registerTool } from '../answer.ts'
import { mutationFieldsOf, parseDocument, sending } from '../document.ts'
import { shownData, TEXTS_ARE_DATA } from '../read-tools.ts'
import { createRun, type Run } from '../run.ts'
import { Refusal } from '../value.ts'
import type { Confirmations, ConfirmableWrite, SentWrite } from './confirmation.ts'
import { effectLines, type Effect } from './effect.ts'
import { refusalsIn, validate } from './prepare.ts'

/** From revision 2026-07-28 on, each request has the capabilities of its client; older clients declare them once. */
const ENVELOPE = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    elicitation: z.object({ form: z.unknown().optional(), url: z.unknown().optional() }).optional(),
  }),
})

const AGREEMENT = z.object({ confirm: z.boolean().describe('Whether to send it.') })

/** Registers the tool that sends what was prepared. */
export function registerConfirm(server: McpServer, session: AgentSession, confirmations: Confirmations): void {
  registerTool(
    server,
    session,
    'confirm_write',
    {
      title: 'Confirm a write',
      description:
        'Sends exactly what was prepared, once. Refused if a value that was shown has changed since. A further use ' +
        'sends nothing and returns the first result. Call it only after the person has seen what would be sent. ' +
        `Where something is activated, or a budget or a bid is raised, the person is asked. ${TEXTS_ARE_DATA}`,
      // Other arguments could mean that something else is to be sent.
      inputSchema: z.strictObject({
        confirmation: z.string().max(4_096).describe('The `confirmation` of the prepared write.'),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    },
    ({ confirmation }, run, context) => {
      const { mcpReq } = context
      const { data: declared } = ENVELOPE.safeParse(mcpReq.envelope)
      const { elicitation } = declared?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities() ?? {}
      // A client that names no mode can show forms.
      const canAsk = elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
      const { inputResponses } = mcpReq
      const traced = { ...session, caller: inTraceOf(session.caller, context) }
      return confirmWrite(traced, confirmations, run, { confirmation, inputResponses, canAsk })
    },
  )
}

interface Use {
  confirmation: string
  /** The answers of the person. */
  inputResponses: ServerContext['mcpReq']['inputResponses']
  /** Whether the client can ask the person. */
  canAsk: boolean
}

/**
 * The tool `confirm_write`: validates the write again, refuses it if a value that was shown has changed, asks the person where something
 * is activated or money is raised, and sends it once.
 */
async function confirmWrite(
  session: AgentSession,
  confirmations: Confirmations,
  run: Run,
  use: Use,
): Promise<CallToolResult | InputRequiredResult> {
  const using = confirmations.use(session.caller.key, use.confirmation, {
    ask: (write) => questionAbout(session, run, write, use),
    send: (write, id) => send(session, write, id),
  })
  // The result is kept after the answer, and the agent can have disconnected.
  const used = await session.options.client.keepOpenFor(using)
  if ('question' in used) return used.question
  const { result, isFirst } = used
  const happened = isFirst
    ? 'The write was sent.'
    : 'The write was sent before. Nothing was sent now; this is its result.'
  const text = result.notes === '' ? happened : `${happened} ${result.notes}`
  return { ...answered(text, { ...result.structured, repeated: !isFirst }), isError: result.isError }
}

/** The question to the person about a write. Undefined if it can be sent. Throws a Refusal if it cannot, also if nobody can be asked. */
async function questionAbout(
  session: AgentSession,
  run: Run,
  { operation, shown }: ConfirmableWrite,
  { confirmation, inputResponses, canAsk }: Use,
): Promise<InputRequiredResult | undefined> {
  const validated = await validate(session, run, parseDocument(operation.document), operation)
  const { effects } = validated
  if (validated.shown !== shown)
    throw new Refusal(
      'Nothing was sent. A value that was shown has changed since. Prepare the write again.',
      validated.structured,
    )
  if (effects.length === 0 || session.options.mode === 'unattended') return undefined
  if (!canAsk) throw cannotAsk(session, effects)
  // The answer to the question about another write has another name.
  const question = `confirm-${hash('sha256', confirmation).slice(0, 16)}`
  if (inputResponse(inputResponses, question).kind === 'missing') {
    const message = linesOf([
      'An assistant asks to send this write:',
      ...effectLines(effects, { isForPerson: true }),
      'Send it?',
    ])
    return inputRequired({
      inputRequests: { [question]: inputRequired.elicit({ message, requestedSchema: AGREEMENT }) },
    })
  }
  if (acceptedContent(inputResponses, question, AGREEMENT)?.confirm === true) return undefined
  throw new Refusal('Nothing was sent. The person did not agree.')
}

function cannotAsk({ caller: { pageUrl } }: AgentSession, effects: readonly Effect[]): Refusal {
  const text = linesOf([
    'Nothing was sent. A person must agree to this, and this client cannot ask one:',
    ...effectLines(effects),
    `The person can send it at ${pageUrl ?? 'the page of a server (`adgraph start`)'}.`,
  ])
  return new Refusal(text, { asks: effects.map(({ text: asked }) => asked), page: pageUrl ?? null })
}

/** Sends a write. It is not ended if the agent disconnects, because its result must be kept. Throws a Refusal if nothing was sent. */
async function send(
  { options: { schema }, graph, caller }: AgentSession,
  { operation }: ConfirmableWrite,
  id: string,
): Promise<SentWrite> {
  const agentDocument = parseDocument(operation.document)
  const document = sending(schema, agentDocument, operation.variables, id)
  const result = await createRun(graph, caller)({ ...operation, document })
  const refusals = refusalsIn(result.data, mutationFieldsOf(agentDocument))
  const problems = [
    ...result.errors,
    ...refusals.map(({ code }) => ({ message: '', path: [], extensions: { code: codeOf(code) } })),
  ]
  const isError = problems.length > 0
  const isUnsent = !result.hasBegun || result.calls?.every(({ method }) => method === 'GET')
  if (isError && isUnsent) throw refusalFor('Nothing was sent. It was refused.', problems, { user_errors: refusals })
  const { structured, notes } = shownData(result)
  const failed = `${problems.length} of its parts failed, see \`user_errors\` and \`errors\`:\n${errorText(problems)}`
  return {
    isError,
    notes: linesOf([isError && failed, ...notes]),
    structured: { ...structured, user_errors: refusals },
  }
}

/** The code of a refusal, which the service can send, if it is a code. */
function codeOf(code: unknown): string {
  return typeof code === 'string' && isCode(code) ? code : 'REFUSED'
}
