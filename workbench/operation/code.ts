import type { Endpoint } from '../../src/rest/endpoint.ts'
import type { Answer, Call } from './contract.ts'
import { quoted } from './curl.ts'
import { endpointOf } from './endpoint.ts'
import { literal } from './literal.ts'

/** The operation in the open tab, as it is sent. */
export interface Sent {
  url: string
  query: string
  variables: Record<string, unknown>
  operationName: string | undefined
  answer: Answer | undefined
}

/** What the operation can be copied as: the request, or the calls that it made. */
export const FORMS: Readonly<Record<string, (sent: Sent) => string>> = { cURL: asCurl, 'adgraph/rest': asRest }

function asCurl({ url, query, variables, operationName }: Sent): string {
  return [
    `curl ${quoted(url)}`,
    `  -H 'content-type: application/json'`,
    `  --data-raw ${quoted(JSON.stringify({ query, operationName, variables }))}`,
  ].join(' \\\n')
}

/** The calls of the last run, by the client of the package. Retries are its own. */
function asRest({ answer }: Sent): string {
  const calls = (answer?.extensions?.upstream?.calls ?? []).filter(({ attempt }) => attempt === 1)
  const written = calls.map(restCall)
  const names = [...new Set(written.flatMap(({ name }) => name ?? []))].sort()
  const lines = written.map(({ line }) => line)
  return `import { ${['createClient', ...names].join(', ')} } from 'adgraph/rest'

const client = createClient({
  adsBaseUrl: '<ADS_BASE_URL>',
  consumer: { key: '<OAUTH_CONSUMER_KEY>', secret: '<OAUTH_CONSUMER_SECRET>' },
})
const rest = client.session({ user: { token: '<OAUTH_ACCESS_TOKEN>', tokenSecret: '<OAUTH_ACCESS_TOKEN_SECRET>' } })

${lines.length > 0 ? lines.join('\n') : '// Run the operation: the calls that it makes are copied here.'}

await client.close()
`
}

function restCall(call: Call): { name: string | undefined; line: string } {
  const { method, path, url, body = '' } = call
  const exported = endpointOf(method, path)
  if (!exported) return { name: undefined, line: `// ${method} ${path} is not an endpoint of adgraph/rest.` }
  const { name, endpoint } = exported
  if (url === undefined) return { name: undefined, line: `// ${name}: its parameters can identify a person.` }
  const { pathname, searchParams } = new URL(url, 'http://service')
  // The path may have a version before the template's own segments.
  const segments = pathname.split('/').slice(-path.split('/').length)
  const places = path
    .split('/')
    .flatMap((each, at) => (each.startsWith(':') ? [[each.slice(1), decodeURIComponent(segments[at] ?? '')]] : []))
  const sent = endpoint.encoding === 'query' ? searchParams : new URLSearchParams(body)
  const params =
    endpoint.encoding === 'json'
      ? body
      : JSON.stringify(Object.fromEntries([...sent].map(([key, text]) => [key, typed(endpoint, key, text)])))
  const isEmpty = ['', '[]', '{}'].includes(params)
  const values = [JSON.stringify(Object.fromEntries(places)), ...(isEmpty ? [] : [params])].map(literal)
  const verb = 'defaultCount' in endpoint ? 'page' : 'call'
  return { name, line: `console.log(await rest.${verb}(${[name, ...values].join(', ')}))` }
}

/** The value of a parameter of the query or a form, as the types of the endpoints have it. */
function typed({ params = {} }: Endpoint, name: string, text: string): unknown {
  const isWord = text === 'true' || text === 'false'
  // Irregular endpoints do not declare their parameters as values.
  const { type = isWord ? 'Boolean' : 'String' } = params[name] ?? {}
  if (type === 'SortBy' || (type === 'ID' && name.endsWith('s'))) return text.split(',')
  if (type === 'Int') return Number(text)
  return type === 'Boolean' ? text === 'true' : text
}
