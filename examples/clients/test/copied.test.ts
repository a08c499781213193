import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RENAME } from './document.ts'
import { ACCOUNT, CAMPAIGN, startGraph, type TestGraph } from './graph.ts'

/** What the page at /graphql copies an operation as. */
const CODE = join(import.meta.dirname, '../../../workbench/operation/code.ts')

interface Operation {
  query: string
  operationName?: string
  variables: object
}

type Form = (sent: Operation & { url: string }) => string

/** Two operations, of which the first is chosen, with what a template of JavaScript would replace. */
const NAMES = `# \`\${not}\` a template
query Names($account: ID!) { account(id: $account) { campaigns(first: 1) { nodes { id name } } } }
query Others { __typename }`

// Their imports are found from here.
const folder = mkdtempSync(join(import.meta.dirname, '../node_modules/copied-'))
let graph: TestGraph
let forms: Record<string, Form>
beforeAll(async () => {
  graph = await startGraph()
  forms = ((await import(CODE)) as { FORMS: Record<string, Form> }).FORMS
})
afterAll(async () => {
  await graph.close()
  rmSync(folder, { recursive: true })
})

/** Runs what the page copies. */
async function run(form: string, name: string, operation: Operation): Promise<{ data: unknown; error: unknown }> {
  const file = join(folder, `${form.split(' ')[0]}-${name}.mjs`)
  writeFileSync(file, `${forms[form]!({ url: graph.url, ...operation })}\nexport { data, error }\n`)
  return (await import(pathToFileURL(file).href)) as { data: unknown; error: unknown }
}

describe.each(['Apollo Client', 'urql'])('an operation that the page copies as code of %s', (form) => {
  it('runs, if it is a query', async () => {
    const operation = { query: NAMES, operationName: 'Names', variables: { account: ACCOUNT } }
    const { data, error } = await run(form, 'query', operation)

    expect(error).toBeUndefined()
    expect(data).toMatchObject({ account: { campaigns: { nodes: [{ id: CAMPAIGN }] } } })
  })

  it('runs, if it is a mutation', async () => {
    const variables = { input: { campaignId: CAMPAIGN, name: `By ${form}` } }
    const { data, error } = await run(form, 'mutation', { query: RENAME, variables })

    expect(error).toBeUndefined()
    expect(data).toMatchObject({ updateCampaign: { campaign: { name: `By ${form}` }, userErrors: [] } })
  })
})
