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
import { sending } from '../document/rewrite.ts'
import { createRun } from '../graph/run.ts'
import type { AgentSession } from '../session.ts'
import { answered, errorText, failed, notDone } from '../tool/answer.ts'
import { shownData } from '../tool/read.ts'
import { effectLines, type Effect } from './change.ts'
import type { Confirmations, PreparedWrite, SentWrite } from './confirmation.ts'
import { refusalsIn, validate } from './prepare.ts'

/** How long another use of the same confirmation waits for the first. */
const WAIT_MS = 60_000

const AGREEMENT = z.object({ confirm: z.boolean().describe('Whether to send it.') })

/** The name of the question to the person. */
const QUESTION = 'confirm'

type Refusal = CallToolResult | InputRequiredResult

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
): Promise<Refusal> {
  const opened = await confirmations.open(session.caller.key, confirmation)
  if ('refused' in opened) return notDone(`Nothing was sent. ${opened.refused}.`)
  if ('result' in opened) return resultOf(opened.result, false)
  const used = await confirmations.once<Refusal>(
    opened,
    Date.now() + WAIT_MS,
    () => refusalOf(session, opened.write, mcpReq, canAsk),
    () => send(session, opened.write, opened.id),
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
): Promise<Refusal | undefined> {
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
  { options: { schema }, graph, caller }: AgentSession,
  { operation }: PreparedWrite,
  id: string,
): Promise<{ sent: SentWrite } | { refusal: Refusal }> {
  const agentDocument = parseDocument(operation.document)
  const result = await createRun(graph, caller)({ ...operation, document: sending(schema, agentDocument, id) })
  const { errors, calls } = result
  const refusals = refusalsIn(result.data, mutationFieldsOf(agentDocument))
  const problems = [
    ...errors,
    ...refusals.map(({ code }) => ({ message: '', path: [], extensions: { code: codeOf(code) } })),
  ]
  if (problems.length > 0 && calls?.every(({ method }) => method === 'GET'))
    return { refusal: failed('Nothing was sent. It was refused.', problems, { user_errors: refusals }) }
  const { structured, notes } = shownData(result)
  const failures =
    problems.length > 0
      ? [`${problems.length} of its parts failed, see \`user_errors\` and \`errors\`:`, errorText(problems)]
      : []
  return {
    sent: {
      isError: problems.length > 0,
      notes: [...failures, ...notes].join('\n'),
      structured: { ...structured, user_errors: refusals },
    },
  }
}

/** The result of a write, of its first use or of a further one. */
function resultOf({ isError, notes, structured }: SentWrite, isFirst: boolean): CallToolResult {
  const happened = isFirst
    ? 'The write was sent.'
    : 'The write was sent before. Nothing was sent now; this is its result.'
  const text = notes === '' ? happened : `${happened} ${notes}`
  return { ...answered(text, { ...structured, repeated: !isFirst }), isError }
}

/** The code of a refusal, which the service can send, if it is a code. */
function codeOf(code: unknown): string {
  return typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code) ? code : 'REFUSED'
}

/** The question to the person, with the money and the status, and without a text of the service. */
function questionOf(effects: readonly Effect[]): InputRequiredResult {
  return inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        message: ['An assistant asks to send this write:', ...effectLines(effects), 'Send it?'].join('\n'),
        requestedSchema: AGREEMENT,
      }),
    },
  })
}

function cannotAsk({ caller: { pageUrl } }: AgentSession, effects: readonly Effect[]): CallToolResult {
  const page = pageUrl ?? 'the page of a server (`adgraph start`)'
  return notDone(
    [
      'Nothing was sent. A person must agree to this, and this client cannot ask one:',
      ...effectLines(effects),
      `The person can send it at ${page}.`,
    ].join('\n'),
    { asks: effects.map(({ text }) => text), page: pageUrl ?? null },
  )
}
