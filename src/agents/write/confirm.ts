import {
  acceptedContent,
  inputRequired,
  inputResponse,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { mutationFieldsOf, parseDocument } from '../document/document.ts'
import { KEYS, sending } from '../document/rewrite.ts'
import { cut } from '../graph/cut.ts'
import { createRun, type Json, type JsonObject } from '../graph/run.ts'
import type { AgentSession } from '../session.ts'
import { answered, errorsIn, errorText, notDone } from '../tool/answer.ts'
import type { Effect } from './change.ts'
import type { Confirmations, PreparedWrite } from './confirmation.ts'
import { refusalsIn, validate } from './prepare.ts'

/** How long another use of the same confirmation waits for the first. */
const WAIT_MS = 60_000

const AGREEMENT = z.object({ confirm: z.boolean().describe('Whether to send it.') })

/** The name of the question to the person. */
const QUESTION = 'confirm'

/**
 * The tool `confirm_write`: validates the write again, refuses it if a value that was shown has changed, asks the person where something
 * is activated or money is raised, and sends it once.
 */
export async function confirmWrite(
  session: AgentSession,
  confirmations: Confirmations,
  confirmation: string,
  { mcpReq }: Pick<ServerContext, 'mcpReq'>,
  canAsk: boolean,
): Promise<CallToolResult | InputRequiredResult> {
  const { caller } = session
  const opened = await confirmations.open(caller.key, confirmation)
  if ('refused' in opened) return notDone(`Nothing was sent. ${opened.refused}.`)
  if ('result' in opened) return resultOf(opened.result, false)
  const { id, write } = opened
  const used = await confirmations.once<CallToolResult | InputRequiredResult>(
    id,
    Date.now() + WAIT_MS,
    () => refusalOf(session, write, mcpReq, canAsk),
    () => send(session, write, id),
  )
  switch (used.outcome) {
    case 'REFUSED':
      return used.refusal
    case 'UNKNOWN':
      return notDone(
        'The write was sent before, and what became of it is not known. Nothing was sent now. Read the values with run_query ' +
          'before you prepare it again.',
      )
    default:
      return resultOf(used.result, used.outcome === 'SENT')
  }
}

/** Why a write is not sent now, or the question to the person. Undefined if it can be sent. */
async function refusalOf(
  session: AgentSession,
  write: PreparedWrite,
  mcpReq: ServerContext['mcpReq'],
  canAsk: boolean,
): Promise<CallToolResult | InputRequiredResult | undefined> {
  const { caller, graph, options } = session
  const run = createRun(graph, caller, mcpReq.signal)
  const validated = await validate(session, run, parseDocument(write.operation.document), write.operation)
  if ('content' in validated) return validated
  if (validated.shown !== write.shown)
    return notDone(
      'Nothing was sent. A value that was shown has changed since. Prepare the write again.',
      validated.structured,
    )
  if (validated.effects.length === 0 || options.mode === 'unattended') return undefined
  if (inputResponse(mcpReq.inputResponses, QUESTION).kind === 'missing')
    return canAsk ? questionOf(validated.effects) : cannotAsk(session, validated.effects)
  if (acceptedContent(mcpReq.inputResponses, QUESTION, AGREEMENT)?.confirm === true) return undefined
  return notDone('Nothing was sent. The person did not agree.')
}

/** Sends a write. It is not ended if the agent disconnects, because its result must be kept. */
async function send(
  { options, graph, caller }: AgentSession,
  { operation }: PreparedWrite,
  id: string,
): Promise<JsonObject> {
  const agentDocument = parseDocument(operation.document)
  const run = createRun(graph, caller)
  const { data, errors } = await run({ ...operation, document: sending(options.schema, agentDocument, id) })
  const refusals = refusalsIn(data, mutationFieldsOf(agentDocument))
  const { data: kept } = cut(data && withoutOwnKeys(data))
  return { data: kept, errors: errorsIn(errors), user_errors: refusals }
}

/** The result of a write, of its first use or of a further one. */
function resultOf(result: JsonObject, isFirst: boolean): CallToolResult {
  const problems = [result['errors'], result['user_errors']].flatMap((list) => (Array.isArray(list) ? list : []))
  const refused = problems.map((problem) => ({ message: '', path: [], extensions: { code: codeOf(problem) } }))
  const happened = isFirst
    ? 'The write was sent.'
    : 'The write was sent before. Nothing was sent now; this is its result.'
  if (problems.length === 0) return answered(happened, { ...result, repeated: !isFirst })
  const text = `${happened} ${problems.length} of its parts failed, see \`user_errors\` and \`errors\`:\n${errorText(refused)}`
  return notDone(text, { ...result, repeated: !isFirst })
}

function codeOf(problem: Json): string {
  const code = problem && typeof problem === 'object' && !Array.isArray(problem) ? problem['code'] : undefined
  return typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code) ? code : 'REFUSED'
}

/** The question to the person, with the money and the status, and without a text of the service. */
function questionOf(effects: readonly Effect[]): InputRequiredResult {
  const lines = effects.map(({ text }) => `- ${text}`)
  return inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        message: ['An assistant asks to send this write:', ...lines, 'Send it?'].join('\n'),
        requestedSchema: AGREEMENT,
      }),
    },
  })
}

function cannotAsk({ caller: { pageUrl } }: AgentSession, effects: readonly Effect[]): CallToolResult {
  const lines = effects.map(({ text }) => `- ${text}`)
  const page = pageUrl === undefined ? 'the page of a server (`adgraph start`)' : pageUrl
  return notDone(
    [
      'Nothing was sent. A person must agree to this, and this client cannot ask one:',
      ...lines,
      `The person can send it at ${page}.`,
    ].join('\n'),
    { asks: effects.map(({ text }) => text), page: pageUrl ?? null },
  )
}

/** The data without what was selected only to find refusals. */
function withoutOwnKeys(data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).map(([key, payload]) => {
      if (!payload || typeof payload !== 'object' || Array.isArray(payload)) return [key, payload]
      const { [KEYS.userErrors]: _userErrors, ...own } = payload
      return [key, own]
    }),
  )
}
