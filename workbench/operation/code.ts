import { Kind, OperationTypeNode, parse, type OperationDefinitionNode } from 'graphql'
import type { Answer, Call, Plan } from './contract.ts'
import { quoted } from './curl.ts'
import { endpointOf } from './endpoint.ts'
import { literal } from './literal.ts'

/** The operation in the open tab, as it is sent. */
export interface Sent {
  url: string
  query: string
  variables: Record<string, unknown>
  operationName: string | undefined
  plan: Plan | undefined
  answer: Answer | undefined
}

/** What the operation can be copied as. */
export const FORMS: Readonly<Record<string, (sent: Sent) => string>> = {
  fetch: asFetch,
  'Apollo Client': asApollo,
  urql: asUrql,
  'adgraph/rest': asRest,
  cURL: asCurl,
  'adgraph explain, for a CI': asExplain,
}

function asFetch(sent: Sent): string {
  return `const response = await fetch(${JSON.stringify(sent.url)}, {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
  body: JSON.stringify({
    query: ${template(sent.query)},${named(sent, '\n    operationName: ')}
    variables: ${indented(sent.variables, 4)},
  }),
})
const { data, errors } = await response.json()
`
}

function asApollo(sent: Sent): string {
  const { kind } = operationOf(sent)
  const isMutation = kind === OperationTypeNode.MUTATION
  return `import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'

const client = new ApolloClient({
  link: new HttpLink({ uri: ${JSON.stringify(sent.url)} }),
  cache: new InMemoryCache(),
})

const { data, error } = await client.${isMutation ? 'mutate' : 'query'}({
  ${isMutation ? 'mutation' : 'query'}: gql${template(onlyOperation(sent))},
  variables: ${indented(sent.variables, 2)},
  // Data that did arrive is kept beside the errors.
  errorPolicy: 'all',
})
`
}

function asUrql(sent: Sent): string {
  const { kind } = operationOf(sent)
  return `import { cacheExchange, createClient, fetchExchange, gql } from '@urql/core'

const client = createClient({ url: ${JSON.stringify(sent.url)}, exchanges: [cacheExchange, fetchExchange] })

const { data, error } = await client
  .${kind === OperationTypeNode.MUTATION ? 'mutation' : 'query'}(
    gql${template(onlyOperation(sent))},
    ${indented(sent.variables, 4)},
  )
  .toPromise()
`
}

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
      : JSON.stringify(Object.fromEntries([...sent].map(([key, text]) => [key, typed(key, text)])))
  const isEmpty = ['', '[]', '{}'].includes(params)
  const values = [JSON.stringify(Object.fromEntries(places)), ...(isEmpty ? [] : [params])].map(literal)
  const verb = 'defaultCount' in endpoint ? 'page' : 'call'
  return { name, line: `console.log(await rest.${verb}(${[name, ...values].join(', ')}))` }
}

/** The value of a parameter of the query or a form, as the types of the endpoints have it. */
function typed(name: string, text: string): unknown {
  if (name.endsWith('_ids')) return text.split(',')
  if (name === 'count') return Number(text)
  return text === 'true' || text === 'false' ? text === 'true' : text
}

function asExplain(sent: Sent): string {
  const { name } = operationOf(sent)
  const { calls, allowed } = sent.plan ?? {}
  const isBounded = calls && allowed && calls.max !== null && calls.max <= allowed.calls
  const limit = isBounded
    ? `--max-calls ${calls.max}`
    : `--from ${new URL(sent.url).origin} --max-expected-calls ${calls?.expected ?? allowed?.calls ?? 100}`
  // A line of a query could end a here-document.
  return `printf '%s\\n' ${quoted(sent.query.trim())} > ${name}.graphql
printf '%s\\n' ${quoted(JSON.stringify(sent.variables, null, 2))} > ${name}.variables.json
# Fails if the operation ${isBounded ? 'may' : 'is expected to'} need more calls than this.
npx adgraph explain ${name}.graphql --variables ${name}.variables.json ${limit}
`
}

function operationOf({ query, operationName }: Sent): { name: string; kind: OperationTypeNode } {
  const operation = operationsOf(query).find(({ name }) => operationName === undefined || name?.value === operationName)
  return { name: operation?.name?.value ?? 'operation', kind: operation?.operation ?? OperationTypeNode.QUERY }
}

/** The document without its other operations: the clients send the only one. */
function onlyOperation({ query, operationName }: Sent): string {
  const others = operationsOf(query).filter(({ name }) => operationName !== undefined && name?.value !== operationName)
  return others.reduceRight((text, { loc }) => text.slice(0, loc!.start) + text.slice(loc!.end), query).trim()
}

function operationsOf(query: string): OperationDefinitionNode[] {
  try {
    return parse(query).definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)
  } catch {
    return []
  }
}

function named({ operationName }: Sent, before: string): string {
  return operationName === undefined ? '' : `${before}${JSON.stringify(operationName)},`
}

function template(text: string): string {
  return `\`\n${text.trim().replace(/[\\`]|\$\{/g, String.raw`\$&`)}\n\``
}

function indented(value: unknown, spaces: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`)
}
