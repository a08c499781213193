import { readFileSync } from 'node:fs'
import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/server'
import { schemaPart, schemaPartNames } from './schema/search.ts'
import type { AgentSession } from './session.ts'

/** The build, which has a copy of the documentation and the examples. */
const BUILD = new URL('../../../dist/', import.meta.url)

/** The examples for everyday work, and what each does. */
const EXAMPLES: Readonly<Record<string, string>> = {
  audience: 'Creates an audience, adds users to it, and targets it.',
  'campaign-history': 'Who changed the campaigns of a page, and what they changed.',
  'draft-to-active': 'Finds the drafts of an account, checks one, and activates it.',
  'launch-campaign': 'Takes a campaign from nothing to active.',
  'new-bids': 'Changes the bids of all line items of a campaign.',
  'not-serving': 'Which line items cannot serve, and why.',
  'tax-settings': 'Reads and changes the tax settings of an account.',
  'whole-tree': 'What an account runs, from its campaigns down to the media of the cards.',
}

const DOCUMENTS: Readonly<Record<string, string>> = {
  'errors.md': 'What each error means, and what to do about it.',
  'rules.md': 'The rules of the service by their IDs, such as R-CAMP-3.',
}

/** The maximum number of names that a completion offers. */
const MAX_COMPLETIONS = 100

/** Registers what an agent can read: the schema by type, the examples, and the documents about errors and rules. */
export function registerResources(server: McpServer, { options: { schema, disclosure } }: AgentSession): void {
  if (disclosure.introspection)
    server.registerResource(
      'schema',
      new ResourceTemplate('adgraph://schema/{name}', {
        list: async () => ({
          resources: (await schemaPartNames(schema)).map((name) => ({
            uri: `adgraph://schema/${name}`,
            name,
            mimeType: GRAPHQL,
          })),
        }),
        complete: {
          name: async (start) =>
            (await schemaPartNames(schema))
              .filter((name) => name.toLowerCase().startsWith(start.toLowerCase()))
              .slice(0, MAX_COMPLETIONS),
        },
      }),
      {
        title: 'The schema by type',
        description:
          'The definition of a type, or of a field such as `Mutation.updateCampaign`, with all descriptions.',
        mimeType: GRAPHQL,
      },
      async (uri, { name }) => {
        const part = await schemaPart(schema, String(name))
        if (!part) throw new RangeError(`The schema has no ${String(name)}`)
        return { contents: [{ uri: uri.href, mimeType: GRAPHQL, text: part.fullSdl }] }
      },
    )
  for (const [name, description] of Object.entries(EXAMPLES)) {
    const uri = `adgraph://examples/${name}`
    const document = () => fileOf(uri, GRAPHQL, `examples/queries/${name}.graphql`)
    const variables = () => fileOf(`${uri}.variables.json`, JSON_TYPE, `examples/queries/${name}.variables.json`)
    server.registerResource(
      `example ${name}`,
      uri,
      { title: `Example: ${name}`, description, mimeType: GRAPHQL },
      () => ({ contents: [document(), variables()] }),
    )
    server.registerResource(
      `variables of example ${name}`,
      `${uri}.variables.json`,
      { title: `Variables: ${name}`, description: `The variables of the example ${name}.`, mimeType: JSON_TYPE },
      () => ({ contents: [variables()] }),
    )
  }
  for (const [name, description] of Object.entries(DOCUMENTS))
    server.registerResource(
      name,
      `adgraph://docs/${name}`,
      { title: name, description, mimeType: MARKDOWN },
      ({ href }) => ({ contents: [fileOf(href, MARKDOWN, `docs/${name}`)] }),
    )
}

const GRAPHQL = 'application/graphql'
const MARKDOWN = 'text/markdown'
const JSON_TYPE = 'application/json'

function fileOf(uri: string, mimeType: string, path: string) {
  return { uri, mimeType, text: readFileSync(new URL(path, BUILD), 'utf8') }
}
