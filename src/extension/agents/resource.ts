import { readdirSync, readFileSync } from 'node:fs'
import { ResourceNotFoundError, ResourceTemplate, type McpServer } from '@modelcontextprotocol/server'
import { BUILD } from '../../server/build.ts'
import type { AgentSession } from './agent.ts'
import { schemaPart, schemaPartNames } from './schema/search.ts'

/** The examples of the build by their names, and the first line of each, which says what it does. */
let examples: ReadonlyMap<string, string> | undefined

function readExamples(): ReadonlyMap<string, string> {
  const folder = new URL('examples/queries/', BUILD)
  const files = readdirSync(folder).filter((file) => file.endsWith('.graphql'))
  return new Map(
    files.toSorted().map((file) => {
      const [line = ''] = readFileSync(new URL(file, folder), 'utf8').split('\n')
      return [file.replace('.graphql', ''), line.replace('# ', '')]
    }),
  )
}

const DOCUMENTS: Readonly<Record<string, string>> = {
  'errors.md': 'What each error means, and what to do about it.',
  'rules.md': 'The rules of the service by their IDs, such as R-CAMP-3.',
}

/** The maximum number of names that a completion offers. */
const MAX_COMPLETIONS = 100

/** Registers what an agent can read: the schema by type, the examples, and the documents about errors and rules. */
export function registerResources(server: McpServer, { options: { schema, introspection } }: AgentSession): void {
  if (introspection)
    server.registerResource(
      'schema',
      new ResourceTemplate('adgraph://schema/{name}', {
        // Hundreds of types would hide what a person opens.
        list: undefined,
        complete: { name: async (start) => completions(await schemaPartNames(schema), start) },
      }),
      {
        title: 'The schema by type',
        description:
          'The definition of a type, or of a field such as `Mutation.updateCampaign`, with all descriptions.',
        mimeType: GRAPHQL,
      },
      async (uri, { name }) => {
        const part = await schemaPart(schema, String(name))
        if (!part) throw new ResourceNotFoundError(uri.href)
        return { contents: [{ uri: uri.href, mimeType: GRAPHQL, text: part.fullSdl }] }
      },
    )
  const known = (examples ??= readExamples())
  for (const [name, description] of known) {
    const uri = `adgraph://examples/${name}`
    server.registerResource(
      `example ${name}`,
      uri,
      { title: `Example: ${name}`, description, mimeType: GRAPHQL },
      () => ({ contents: [fileOf(uri, GRAPHQL, `examples/queries/${name}.graphql`), variablesOf(name)] }),
    )
  }
  server.registerResource(
    'variables',
    new ResourceTemplate('adgraph://examples/{name}.variables.json', {
      list: undefined,
      complete: { name: (start) => completions([...known.keys()], start) },
    }),
    { title: 'The variables of an example', description: 'An example has them too.', mimeType: JSON_TYPE },
    (uri, { name }) => {
      if (!known.has(String(name))) throw new ResourceNotFoundError(uri.href)
      return { contents: [variablesOf(String(name))] }
    },
  )
  for (const [name, description] of Object.entries(DOCUMENTS))
    server.registerResource(
      name,
      `adgraph://docs/${name}`,
      { title: name, description, mimeType: MARKDOWN },
      ({ href }) => ({ contents: [fileOf(href, MARKDOWN, `docs/${name}`)] }),
    )
}

/** The names that begin with a text, whatever the case: the closest first. */
function completions(names: readonly string[], start: string): string[] {
  const fitting = names.filter((name) => name.toLowerCase().startsWith(start.toLowerCase()))
  return fitting.toSorted((one, other) => one.length - other.length).slice(0, MAX_COMPLETIONS)
}

function variablesOf(example: string) {
  const path = `examples/${example}.variables.json`
  return fileOf(`adgraph://${path}`, JSON_TYPE, path.replace('/', '/queries/'))
}

const GRAPHQL = 'application/graphql'
const MARKDOWN = 'text/markdown'
const JSON_TYPE = 'application/json'

function fileOf(uri: string, mimeType: string, path: string) {
  return { uri, mimeType, text: readFileSync(new URL(path, BUILD), 'utf8') }
}
