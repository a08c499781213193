import { CLIENT_CAPABILITIES_META_KEY, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { AgentSession } from '../session.ts'
import { toolOf } from '../tool/answer.ts'
import { operationOf } from '../tool/read.ts'
import { DOCUMENT_ARGUMENTS, PREPARES, TEXTS_ARE_DATA } from '../tool/register.ts'
import { confirmWrite } from './confirm.ts'
import type { Confirmations } from './confirmation.ts'
import { prepareWrite } from './prepare.ts'

/** From revision 2026-07-28 on, each request has the capabilities of its client; older clients declare them once. */
const ENVELOPE = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    elicitation: z.object({ form: z.unknown().optional(), url: z.unknown().optional() }).optional(),
  }),
})

/** Registers the tools that write: one that prepares, and one that sends what was prepared. */
export function registerWriteTools(server: McpServer, session: AgentSession, confirmations: Confirmations): void {
  if (!session.options.trustedDocuments.only)
    server.registerTool(
      'prepare_write',
      {
        title: 'Prepare a write',
        description:
          'Validates a mutation against the rules of the service, without sending it. Returns what would be sent, the current ' +
          'values beside the new ones, the rules that were checked and those that could not be, and a confirmation for ' +
          `confirm_write, which holds for ten minutes. ${TEXTS_ARE_DATA}`,
        inputSchema: z.object(DOCUMENT_ARGUMENTS),
        annotations: PREPARES,
      },
      toolOf(session, (args, run) => prepareWrite(session, confirmations, run, operationOf(args))),
    )
  server.registerTool(
    'confirm_write',
    {
      title: 'Confirm a write',
      description:
        'Sends exactly what prepare_write validated, once. Refused if a value that it showed has changed since. A further use ' +
        'sends nothing and returns the first result. Call it only after the person has seen what prepare_write returned. ' +
        `Where something is activated, or a budget or a bid is raised, the person is asked. ${TEXTS_ARE_DATA}`,
      // Other arguments could mean that something else is to be sent.
      inputSchema: z.strictObject({
        confirmation: z.string().max(4_096).describe('The `confirmation` that prepare_write returned.'),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    },
    toolOf(session, ({ confirmation }, run, { mcpReq }) => {
      const { data: declared } = ENVELOPE.safeParse(mcpReq.envelope)
      const { elicitation } = declared?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities() ?? {}
      // A client that names no mode can show forms.
      const canAsk = elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
      const { inputResponses } = mcpReq
      return confirmWrite(session, confirmations, run, { confirmation, inputResponses, canAsk })
    }),
  )
}
