import { createHash } from 'node:crypto'
import { trace } from '@opentelemetry/api'
import { tracing } from '@opentelemetry/sdk-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useGraphOver } from '../support/graph.ts'
import { keepSecret, overhear, takeLeaks } from '../support/secrecy.ts'
import type { UpstreamAnswer } from '../support/upstream.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** One person, by all that an upload can hold. */
const PLAIN = { email: 'Ann.Marker@Example.org', handle: '@ann_marker', phoneNumber: '+4915123456789' }
const HASHED = { email: sha256('mail'), deviceId: sha256('device'), handle: sha256('handle'), svcId: sha256('17') }
const PARTNER = 'partner-marker-1'

/** All of it in every form in which it could be told. */
const TOLD = [
  ...Object.values(PLAIN).flatMap((value) => [value, value.toLowerCase(), value.replace(/^[@+]/, '')]),
  ...['ann.marker@example.org', 'ann_marker', '+4915123456789'].map(sha256),
  ...Object.values(HASHED),
  PARTNER,
]

let answer: (body: string) => UpstreamAnswer
const { upstream, graph } = useGraphOver(({ body }) => answer(body), { settings: { LOG_LEVEL: 'trace' } })
const spans = new tracing.InMemorySpanExporter()
beforeAll(() => {
  trace.setGlobalTracerProvider(
    new tracing.BasicTracerProvider({ spanProcessors: [new tracing.SimpleSpanProcessor(spans)] }),
  )
})
afterAll(() => trace.disable())

const list = <Value extends object>(user: Value) =>
  Object.fromEntries(Object.entries(user).map(([kind, value]) => [kind, [value]]))
const update = (...users: object[]) => [{ update: { users: users.map(list) } }]
/** Plain where it may not be, hashed wrongly, and such as has no form at all. */
const WRONG = [update(PLAIN), update({ ...HASHED, email: `${HASHED.email}0` }), update({ email: 'ann_marker' })]

const MUTATIONS: [mutation: string, target: object, users: object[]][] = [
  [
    'updateCustomAudienceUsers',
    { customAudienceId: 'CustomAudience:a1:u1' },
    [PLAIN, { ...HASHED, partnerUserId: PARTNER }],
  ],
  [
    'updateDoNotReachListUsers',
    { accountId: 'a1', doNotReachListId: 'd1' },
    [{ email: PLAIN.email, phoneNumber: PLAIN.phoneNumber }, { email: HASHED.email }],
  ],
]

/** The answers that the service may give. Each repeats whatever it got. */
const ANSWERS: Record<string, (body: string) => UpstreamAnswer> = {
  'takes all': (body) => ({ body: { data: { success_count: 2, total_count: 2 }, request: { params: body } } }),
  'takes some': (body) => ({ body: { data: { success_count: 1, total_count: 2 }, request: { params: body } } }),
  'refuses a value': (body) => ({ status: 400, body: { errors: [problem(body)] } }),
  'refuses an operation': (body) => ({ status: 400, body: { operation_errors: [[problem(body)]] } }),
  'refuses the caller': (body) => ({ status: 403, body: { errors: [problem(body)] } }),
  'fails in words': (body) => ({ status: 500, body: `It broke: ${body}` }),
  'fails in JSON': (body) => ({ status: 503, body: { errors: [problem(body)] } }),
  'answers in no form': (body) => ({ body: `<html>${body}` }),
  'breaks off': () => ({ raw: (response) => response.destroy() }),
  'breaks off in the answer': (body) => ({
    raw(response) {
      response.writeHead(200, { 'content-length': 1_000_000 }).write(body)
      setTimeout(() => response.destroy(), 20)
    },
  }),
}

function problem(text: string): object {
  return { code: 'INVALID', message: text, parameter: text, attribute: text, details: text, value: text }
}

/** All that Adgraph has told anybody since the last time: answers, log, spans, metrics. */
async function toldOf(answers: unknown[]): Promise<string> {
  const metrics = await fetch(new URL('/metrics', graph.url))
  const seen = spans.getFinishedSpans().map((span) => [span.name, span.attributes, span.events, span.status])
  const text = [JSON.stringify(answers), ...graph.logLines, JSON.stringify(seen), await metrics.text()].join('\n')
  spans.reset()
  graph.logLines.length = 0
  return text
}

describe.each(MUTATIONS)('%s', (mutation, target, users) => {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`
  const document = `mutation Upload($input: ${type}!) {
    outcome: ${mutation}(input: $input) { successCount userErrors { code message field rule } }
  }`
  const upload = (operations: unknown, hash: boolean) =>
    graph.query(document, { input: { ...target, hash, operations } })

  it.each(Object.keys(ANSWERS))('does not reveal the person that it is about if the service %s', async (what) => {
    answer = ANSWERS[what]!
    upstream.requests.length = 0
    const reported = await toldOf([await upload(update(...users), true)])

    expect(upstream.requests[0]!.body).toContain(HASHED.email)
    expect(reported).toContain('POST')
    expect(TOLD.filter((identifier) => reported.includes(identifier))).toEqual([])
  })

  it('does not repeat identifiers of people if Adgraph refuses the input', async () => {
    const inputs = [
      ...WRONG,
      PLAIN.email,
      [{ ...update(...users)[0], users: [PLAIN.email, PLAIN] }],
      update({ mail: PLAIN.email }),
    ]
    const answers = await Promise.all(inputs.map((operations) => upload(operations, false)))
    const literal = JSON.stringify(PLAIN.email)
    const literals = [
      `operations: [{ update: { users: [${literal}] } }]`,
      `operations: [{ update: { users: [{ phoneNumber: [${PLAIN.phoneNumber.slice(1)}] }] } }]`,
      `operations: ${literal}`,
      `operations: [{ users: [{ email: ${literal} ${literal} }] }]`,
      `operations: [{ users: [{ email ${literal} }] }]`,
    ]
    for (const operations of literals)
      answers.push(await graph.query(`mutation { ${mutation}(input: { ${operations} }) { successCount } }`))
    const unfit = `mutation ($users: [${mutation === 'updateCustomAudienceUsers' ? 'AudienceUser' : 'DoNotReachUser'}!]!) {
      ${mutation}(input: { operations: [{ update: { users: $users } }] }) { successCount }
    }`
    answers.push(await graph.query(unfit, { users: [{ mail: [PLAIN.email] }] }))
    const reported = await toldOf(answers)

    expect(upstream.requests).toEqual([])
    expect(TOLD.filter((identifier) => reported.includes(identifier))).toEqual([])
  })
})

it('would be detected by every test', () => {
  keepSecret('a-secret-of-a-test')
  overhear('the log', JSON.stringify({ msg: 'upload', email: HASHED.email, token: 'Bearer abcdefghijkl' }))
  overhear('an answer', `${PLAIN.email} ${PLAIN.phoneNumber} oauth_signature=x a-secret-of-a-test`)
  overhear('the output', 'requestId 0123456789abcdef, 2026-06-01T08:00:00+0200, "Bearer …", 12 calls')

  expect(takeLeaks().map((leak) => leak.split(':')[0])).toEqual([
    'the log holds a SHA-256',
    'the log holds a bearer token',
    'an answer holds a mail address',
    'an answer holds a phone number',
    'an answer holds a signature',
    'an answer holds a secret',
  ])
})
