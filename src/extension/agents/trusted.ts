import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'
import { getOperationAST, OperationTypeNode, parse, print, type GraphQLSchema } from 'graphql'
import { memoize2 } from '@graphql-tools/utils'
import { validateDocument } from '../../schema/validate-document.ts'
import type { TrustedDocuments } from '../../server/document/trusted-documents.ts'
import { withCursors } from './document/document.ts'
import type { JsonObject } from './value/json.ts'
import { hiddenIn } from './schema/visible.ts'
import type { AgentSession } from './session.ts'
import type { Confirmations } from './write/confirmation.ts'
import { prepareWrite } from './write/prepare.ts'
import { dataSchema, variablesSchema } from './tool/json-schema.ts'
import { toolOf } from './tool/answer.ts'
import { assertVisible, dataOf } from './tool/read.ts'
import { PREPARES, READS, TEXTS_ARE_DATA } from './tool/register.ts'

/** Registers a tool for each trusted document. A mutation becomes a tool that prepares it, if agents may write. */
export function registerTrustedTools(
  server: McpServer,
  session: AgentSession,
  confirmations: Confirmations | undefined,
): void {
  const { schema, trustedDocuments } = session.options
  const tools = trustedTools(schema, trustedDocuments)
  for (const { name, title, description, documentId, text, document, operation, input, output } of tools) {
    const isWrite = operation.operation === OperationTypeNode.MUTATION
    if (isWrite && !confirmations) continue
    const does = isWrite ? 'Prepares the write and sends nothing; confirm_write sends it. ' : ''
    server.registerTool(
      name,
      {
        title,
        description: `${description} ${does}${TEXTS_ARE_DATA}`,
        inputSchema: fromJsonSchema<JsonObject>(input),
        ...(!isWrite && { outputSchema: fromJsonSchema<JsonObject>(output) }),
        annotations: isWrite ? PREPARES : READS,
      },
      toolOf(session, async (variables, run) => {
        if (isWrite && confirmations)
          return prepareWrite(session, confirmations, run, { document: text, variables, documentId })
        assertVisible(schema, document, variables)
        return dataOf(await run({ document: print(withCursors(schema, document)), variables, documentId }))
      }),
    )
  }
}

/** The names of the tools that are no trusted documents. */
const OWN_NAMES = ['search_schema', 'explain_query', 'run_query', 'prepare_write', 'confirm_write']

/** The tools of the trusted documents. Those that are not valid, have several operations, or use what agents do not get are left out. */
const trustedTools = memoize2((schema: GraphQLSchema, { documents }: TrustedDocuments) => {
  const names = new Set(OWN_NAMES)
  return [...documents].flatMap(([documentId, { document: text }]) => {
    const document = parse(text)
    const operation = getOperationAST(document)
    if (!operation || operation.operation === OperationTypeNode.SUBSCRIPTION) return []
    if (validateDocument(schema, document).length > 0 || hiddenIn(schema, document, {}).length > 0) return []
    const name = uniqueName(operation.name?.value ?? documentId, names)
    const data = dataSchema(schema, document, operation)
    return {
      name,
      ...commentOf(text, name),
      documentId,
      text,
      document,
      operation,
      input: variablesSchema(schema, operation),
      output: { type: 'object', properties: { data }, required: ['data'] },
    }
  })
})

/** A name that a tool can have, and that no other has. */
function uniqueName(wanted: string, names: Set<string>): string {
  const base = wanted.replaceAll(/[^\w-]/g, '_').slice(0, 60) || 'document'
  let name = base
  for (let count = 2; names.has(name); count += 1) name = `${base}_${count}`
  names.add(name)
  return name
}

/** The title and the description of a document: its comments before the operation. */
function commentOf(text: string, name: string): { title: string; description: string } {
  const lines = /^(?:\s*#[^\n]*\n)*/.exec(text)?.[0].split('\n') ?? []
  const comment = lines.map((line) => line.replace(/^\s*#\s?/, '').trim()).filter(Boolean)
  const [first = name] = comment
  return { title: first.replace(/[.:]$/, ''), description: comment.join(' ') || `The trusted document ${name}.` }
}
