import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kind, parse } from 'graphql'
import { describe, expect, it, vi } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import type { PlanReport } from '../../../src/schema/plan/expectation.ts'
import { sessionSeal } from '../../../src/server/auth/user-session.ts'
import type { TracedCall } from '../../../src/server/observe/trace.ts'
import { createMemoryState } from '../../../src/state/memory.ts'
import { createStatistics } from '../../../src/state/statistics.ts'
import { runCommand } from '../../support/command.ts'
import { openGraph, openSandboxGraph, useSandboxGraph } from '../../support/graph.ts'
import { startUpstream } from '../../support/upstream.ts'

const FOLDER = 'examples/queries'

const graph = useSandboxGraph({ graph: { operationTimeoutMs: 30_000 } })

/** Runs every operation of every example, each after those that its variables rest on. */
async function runExamples() {
  const answers = []
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.graphql'))) {
    const document = readFileSync(`${FOLDER}/${file}`, 'utf8')
    const given = JSON.parse(readFileSync(`${FOLDER}/${file.replace('.graphql', '.variables.json')}`, 'utf8')) as object
    // With the keys of the run before, nothing would be sent.
    const variables = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, name.endsWith('Key') ? randomUUID() : (value as unknown)]),
    )
    for (const definition of parse(document).definitions)
      if (definition.kind === Kind.OPERATION_DEFINITION) {
        answers.push(await graph.query(document, variables, {}, definition.name!.value))
        // Of one caller, no more than 20 operations are observed in a second.
        if (answers.length % 10 === 0) await sleep(1_100)
      }
  }
  return answers
}

const isClose = (expected: number | null, actual: number) =>
  expected !== null &&
  (expected === actual || (expected > 0 && actual > 0 && Math.max(expected / actual, actual / expected) <= 1.5))

const rowsOf = (calls: TracedCall[]) => calls.reduce((sum, { rows }) => sum + rows, 0)

describe('what a plan expects', () => {
  it('is known over the embedded sandbox before anything was read, from where its clock starts on', async () => {
    const command = runCommand(['start'], { PORT: '0' })
    const [, url = ''] = await command.printed(/"url":"([^"]+)"/)
    const ask = async (headers: Record<string, string>) => {
      const query = `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns { nodes { name lineItems(first: 20) { nodes { name } } } } } }`
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query }),
      })
      return (await response.json()) as { extensions: { plan: PlanReport; upstream?: { calls: TracedCall[] } } }
    }
    const { plan } = (await ask({ 'x-upstream-plan': 'dry-run' })).extensions
    const { calls } = (await ask({ 'x-upstream-plan': '1' })).extensions.upstream!
    await command.stop()

    expect(plan.steps.map(({ calls: { expected } }) => expected)).toEqual([1, calls.length - 1])
    expect(isClose(plan.rows.expected, rowsOf(calls))).toBe(true)
  })

  it('is null where nothing is known, and the exact number where it is certain', async () => {
    const document = `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns { nodes { lineItems { nodes { name } } } } } }`
    const { plan } = await graph.query(document, {}, { 'x-upstream-plan': 'dry-run' })

    expect(plan).toMatchObject({
      calls: { min: 1, expected: null, max: 42 },
      rows: { expected: null, max: 41_200 },
      steps: [
        { calls: { min: 1, expected: 1, max: 1 }, rows: { expected: null, max: 200 } },
        { calls: { min: 0, expected: null, max: 41 }, rows: { expected: null, max: 41_000 } },
      ],
    })
  })

  it('is not changed by callers who cannot see what others have read', async () => {
    let isHidden = false
    const upstream = await startUpstream(({ path }) => {
      if (isHidden) return { status: 404, body: '' }
      const rows = Array.from({ length: 40 }, (_, index) => ({ id: `c${index}`, name: 'n' }))
      return { body: { data: path.endsWith('/campaigns') ? rows : { id: 'a1', name: 'A' }, next_cursor: null } }
    })
    const own = await openGraph(upstream.url)
    const document = '{ account(id: "a1") { name campaigns { nodes { name } } } }'
    const expected = async () => (await own.query(document, {}, { 'x-upstream-plan': 'dry-run' })).plan?.rows.expected
    for (let nth = 0; nth < 2; nth += 1) await own.query(document)
    const before = await expected()
    isHidden = true
    for (let nth = 0; nth < 3; nth += 1) await own.query(document)
    const after = await expected()
    await Promise.all([own.close(), upstream.close()])

    expect([before, after]).toEqual([41, 41])
  })

  it('is not changed by callers of `nodes` who cannot see what others have read', async () => {
    let isHidden = false
    const upstream = await startUpstream(({ path, query }) => {
      if (isHidden) return { body: { data: [], next_cursor: null } }
      const of = (name: string) => (query[name] ?? '').split(',')
      const rows = path.endsWith('/campaigns')
        ? of('campaign_ids').map((id) => ({ id, name: 'n' }))
        : of('campaign_ids').flatMap((id) => [1, 2, 3].map((nth) => ({ id: `${id}l${nth}`, campaign_id: id })))
      return { body: { data: rows, next_cursor: null } }
    })
    const own = await openGraph(upstream.url)
    const document =
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Campaign { name lineItems { nodes { name } } } } }'
    const variables = { ids: Array.from({ length: 20 }, (_, nth) => `Campaign:a1:c${nth}`) }
    const lineItems = async () => {
      const { plan } = await own.query(document, variables, { 'x-upstream-plan': 'dry-run' })
      return plan?.steps[1]
    }
    for (let nth = 0; nth < 2; nth += 1) await own.query(document, variables)
    const before = await lineItems()
    isHidden = true
    for (let nth = 0; nth < 3; nth += 1) await own.query(document, variables)
    const after = await lineItems()
    await Promise.all([own.close(), upstream.close()])

    expect(before).toMatchObject({ calls: { expected: 1 }, rows: { expected: 60 } })
    expect(after).toEqual(before)
  })

  it('is null for callers who have not read the account', async () => {
    const secrets = ['a secret of at least thirty-two characters']
    const own = await openSandboxGraph({
      graph: { tenant: { credentials: undefined, clientTokens: [] }, signIn: { secrets, maxAgeMs: 60_000 } },
    })
    const document = `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns { nodes { name } } } }`
    const signedIn = async (screenName: string) => {
      const token = own.sandbox.addUser({ screenName, accountIds: [DEMO_ACCOUNT_ID] })
      const session = { id: screenName, ...token }
      const headers = { authorization: `Bearer ${await sessionSeal(secrets).close(session, 60_000)}` }
      const expected = async () =>
        (await own.query(document, {}, { ...headers, 'x-upstream-plan': 'dry-run' })).plan!.rows.expected
      return { expected, read: async () => rowsOf((await own.query(document, {}, headers)).calls) }
    }
    const [ann, bob] = [await signedIn('ann'), await signedIn('bob')]
    const rows = await ann.read()
    expect([await ann.expected(), await bob.expected()]).toEqual([rows, null])
    await bob.read()
    expect(await bob.expected()).toBe(rows)
    await own.close()
  })

  it('is null for callers who have named the account, and have got no answer from it', async () => {
    const secrets = ['a secret of at least thirty-two characters']
    const upstream = await startUpstream(({ path, headers }) => {
      const isOwn = path.startsWith('/12/accounts/b1')
      if (!isOwn && !headers.authorization?.includes('oauth_token="ann"')) return { status: 404, body: '' }
      const row = path.endsWith('/line_items') ? { id: 'l1', campaign_id: 'c1' } : { id: 'c1', name: 'n' }
      return { body: { data: [row], next_cursor: null } }
    })
    const own = await openGraph(upstream.url, {
      tenant: { credentials: undefined, clientTokens: [] },
      signIn: { secrets, maxAgeMs: 60_000 },
    })
    const lists = '{ account(id: "a1") { campaigns { nodes { lineItems { nodes { id } } } } } }'
    const signedIn = async (name: string) => {
      const session = { id: name, accessToken: name, accessTokenSecret: 's', userId: '1', screenName: name }
      const authorization = `Bearer ${await sessionSeal(secrets).close(session, 60_000)}`
      return async (document: string, headers = {}) => {
        const { plan, errors } = await own.query(document, {}, { authorization, ...headers })
        return { expected: plan!.steps.map(({ rows }) => rows.expected), errors }
      }
    }
    const [ann, bob] = [await signedIn('ann'), await signedIn('bob')]
    const expected = (caller: typeof ann) => caller(lists, { 'x-upstream-plan': 'dry-run' })
    await ann(lists)
    const unread = [
      '{ account(id: "a1") { restId } }',
      '{ account(id: "a1") { name } }',
      '{ account(id: "a1") { campaigns(ids: []) { nodes { id } } } }',
      '{ campaign(id: "Campaign:a1:c1") { name } }',
      '{ customAudience(id: "CustomAudience:a1:x1") { permissions { nodes { id } } } }',
      // Of several accounts, one is his own.
      '{ a: account(id: "a1") { restId } b: account(id: "b1") { campaigns { nodes { id } } } }',
      '{ nodes(ids: ["Campaign:a1:c1", "Campaign:b1:c1"]) { ... on Campaign { name lineItems { nodes { id } } } } }',
    ]
    for (const document of unread) {
      const { errors } = await bob(document)
      expect([document, errors, await expected(bob)]).toEqual([
        document,
        undefined,
        { expected: [null, null], errors: undefined },
      ])
    }
    expect(await expected(ann)).toEqual({ expected: [1, 1], errors: undefined })
    await Promise.all([own.close(), upstream.close()])
  })

  it('is not changed by an operation with an error, which was not read whole', async () => {
    const own = await openSandboxGraph()
    const document = `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: 5) { nodes { lineItems { nodes { name } } } } } }`
    const expected = async () => {
      const { plan } = await own.query(document, {}, { 'x-upstream-plan': 'dry-run' })
      return plan!.steps.map(({ rows }) => rows.expected)
    }
    own.sandbox.faults.add({
      match: { path: 'accounts/:account_id/line_items' },
      fault: { kind: 'status', status: 403 },
      times: 1,
    })
    const failed = await own.query(document)
    const afterFailure = await expected()
    const { calls } = await own.query(document)
    const afterSuccess = await expected()
    await own.close()

    expect(failed.errors).not.toEqual([])
    expect(afterFailure).toEqual([null, null])
    expect(afterSuccess).toEqual(calls.map(({ rows }) => rows))
  })

  it('observes 20 operations of a caller and 100 of all callers between two flushes', async () => {
    const { store, referenceStore } = createMemoryState()
    const statistics = createStatistics({ documents: referenceStore, leases: store })
    const observed: string[] = []
    for (let caller = 0; caller < 6; caller += 1)
      for (let nth = 0; nth < 21; nth += 1)
        if (statistics.takes(`caller ${caller}`)) {
          observed.push(`caller ${caller}`)
          statistics.add(`caller ${caller}`, [])
        }

    expect(observed.filter((each) => each === 'caller 0')).toHaveLength(20)
    expect(observed).toHaveLength(100)

    await statistics.flush()

    expect(statistics.takes('caller 5')).toBe(true)
  })

  it('counts the rows that came with a retry', async () => {
    const own = await openSandboxGraph()
    const document = `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: 5) { nodes { lineItems { nodes { name } } } } } }`
    own.sandbox.faults.add({
      match: { path: 'accounts/:account_id/line_items' },
      fault: { kind: 'unavailable' },
      times: 1,
    })
    const { calls } = await own.query(document)
    const lineItems = calls.filter(({ path }) => path.endsWith('line_items'))
    const { plan } = await own.query(document, {}, { 'x-upstream-plan': 'dry-run' })
    await own.close()

    expect(lineItems.map(({ attempt }) => attempt)).toEqual([1, 2])
    expect(plan?.steps[1]).toMatchObject({ calls: { expected: 1 }, rows: { expected: rowsOf(lineItems) } })
  })

  it('is within a factor of 1.5 of what happens for nine of ten steps, once all examples have run', async () => {
    await runExamples()
    await fetch(`${graph.sandbox.url}/sandbox/reset`, { method: 'POST' })
    const answers = await runExamples()

    const steps = answers.flatMap(({ plan, calls }) =>
      plan!.steps.map((step) => {
        // A mutation can read and write at the same path.
        const isLike = ({ field, endpoint }: typeof step) => field === step.field && endpoint === step.endpoint
        const like = plan!.steps.filter(isLike)
        const made = calls.filter(({ path, fields }) => path === step.endpoint && fields[0] === step.field)
        const sum = (of: 'calls' | 'rows') => like.reduce((total, each) => total + each[of].expected!, 0)
        return isClose(sum('calls'), made.length) && isClose(sum('rows'), rowsOf(made))
      }),
    )
    const operations = answers.map(({ plan, calls }) => isClose(plan!.calls.expected, calls.length))
    expect(steps.filter(Boolean).length).toBeGreaterThanOrEqual(0.9 * steps.length)
    expect(operations.filter(Boolean).length).toBeGreaterThanOrEqual(0.9 * operations.length)
    const wholeTree = answers.at(-1)!
    expect([wholeTree.calls.length, wholeTree.trace!.planned]).toEqual([69, { calls: wholeTree.plan!.calls }])
  })

  it('takes fewer rows where `first` asks for fewer, and more calls where it needs more', async () => {
    const expected = async (first: number) => {
      const document = `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: ${first}) { nodes {
        history(startTime: "2025-01-01T00:00:00Z", endTime: "2026-06-01T00:00:00Z") { nodes { changeType } }
      } } } }`
      const { plan } = await graph.query(document, {}, { 'x-upstream-plan': 'dry-run' })
      return plan!.steps.map(({ calls, rows }) => [calls.expected, rows.expected])
    }
    expect(await expected(10)).toEqual([
      [1, 10],
      [10, 5],
    ])
    expect(await expected(20)).toEqual([
      [1, 20],
      [20, 10],
    ])
  })

  it('is compared with what a trusted document declares: more is a warning in the log of each instance', async () => {
    const document = `query Small { account(id: "${DEMO_ACCOUNT_ID}") { campaigns { nodes { lineItems { nodes { name } } } } } }`
    const documents = new Map([
      ['few', { document, maxExpectedCalls: 1 }],
      ['enough', { document, maxExpectedCalls: 2 }],
    ])
    const { referenceStore, store } = createMemoryState()
    const statistics = [1, 2].map(() => createStatistics({ documents: referenceStore, leases: store }))
    const [other, instance] = await Promise.all(
      statistics.map((own) =>
        openGraph(graph.sandbox.url, {
          credentials: graph.sandbox.credentials,
          trustedDocuments: { documents, only: false },
          statistics: own,
          traceAlways: false,
        }),
      ),
    )
    const run = async (documentId: string, { url, logLines } = other!) => {
      await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ documentId }),
      }).then((response) => response.json())
      return logLines.filter((line) => line.includes('"level":40')).length
    }
    const warnings = [await run('few'), await run('few'), await run('enough')]
    const line = other!.logLines.find((each) => each.includes('than it declares'))
    expect(warnings).toEqual([0, 1, 1])

    // The other instance has read nothing itself.
    await statistics[0]!.flush()
    expect(await run('few', instance)).toBe(1)
    await Promise.all([other!.close(), instance!.close()])
    expect(JSON.parse(line!)).toMatchObject({ operation: 'Small', expected: 2, declared: 1 })
  })
})

describe('/statistics', () => {
  const url = (of: { url: string }) => new URL('/statistics', of.url)

  it('is open over the embedded sandbox, and has no ID of an account and no value of an argument', async () => {
    const prefixed = `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(namePrefix: "Wave 5") { nodes { name } } } }`
    // Of a caller who reads much, not every operation is observed.
    const text = await vi.waitFor(async () => {
      expect((await graph.query(prefixed)).errors).toBeUndefined()
      const response = await fetch(url(graph))
      const served = await response.text()
      expect(response.status).toBe(200)
      expect(JSON.parse(served)).toMatchObject({
        version: 1,
        statistics: {
          'Account.campaigns(namePrefix)': { observations: expect.any(Number) },
          'Campaign.lineItems()': { mean: expect.any(Number), p95: expect.any(Number), parents: expect.any(Number) },
        },
      })
      return served
    }, 15_000)

    for (const value of [DEMO_ACCOUNT_ID, 'Wave 5']) expect(text).not.toContain(value)
  })

  it('is for operators alone elsewhere', async () => {
    const operatorTokens = ['the-token-of-an-operator']
    const other = await openGraph(graph.sandbox.url, { service: 'production', operatorTokens })
    const status = async (token?: string) =>
      (await fetch(url(other), token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })).status
    const statuses = [await status(), await status('another-token'), await status(operatorTokens[0])]
    await other.close()

    expect(statuses).toEqual([401, 401, 200])
  })

  it('is given to `adgraph explain` with a token of an operator, and with no other', async () => {
    const other = await openGraph(graph.sandbox.url, { service: 'production', operatorTokens: ['the-operator'] })
    const from = async (address: string, settings: Record<string, string> = {}) => {
      const args = ['explain', `${FOLDER}/whole-tree.graphql`, '--from', address]
      const command = runCommand(args, settings)
      return [await command.exited, command.output()]
    }
    const { origin } = url(other)
    const [none, wrong, right, stopped, page] = await Promise.all([
      from(origin),
      from(origin, { OPERATOR_TOKENS: 'another-token' }),
      from(origin, { OPERATOR_TOKENS: 'the-operator,another-token' }),
      from('http://127.0.0.1:1'),
      from(graph.sandbox.url),
    ])
    await other.close()
    const refused = `${origin}/statistics serves operators only: set OPERATOR_TOKENS to a token of an operator of that server\n`

    expect([none, wrong]).toEqual([
      [1, refused],
      [1, refused],
    ])
    expect(right).toEqual([0, expect.stringMatching(/: WholeTree\n {2}\d/) as string])
    expect(stopped).toEqual([1, 'http://127.0.0.1:1/statistics does not answer: connect ECONNREFUSED 127.0.0.1:1\n'])
    expect(page).toEqual([1, `${graph.sandbox.url}/statistics answers 404\n`])
  })

  it('is not waited for by `adgraph explain` without end, nor read without limit', async () => {
    const from = async (raw: (response: ServerResponse) => unknown) => {
      const upstream = await startUpstream(() => ({ raw }))
      const command = runCommand(['explain', `${FOLDER}/whole-tree.graphql`, '--from', upstream.url])
      const code = await command.exited
      await upstream.close()
      return [code, command.output().replace(upstream.url, '')]
    }
    const [silent, endless, cut, large] = await Promise.all([
      from(() => {}),
      from((response) => setInterval(() => response.write(' '), 1_000).unref()),
      from((response) => response.writeHead(200, { 'content-length': '9' }).write('{', () => response.destroy())),
      from((response) => response.end(Buffer.alloc(17_000_000))),
    ])

    expect(silent).toEqual([1, '/statistics does not answer within 10 seconds\n'])
    expect(endless).toEqual(silent)
    expect(cut).toEqual([1, '/statistics does not answer: aborted\n'])
    expect(large).toEqual([1, '/statistics answers with more than 16 MB\n'])
  })

  it('is what `adgraph explain` expects, from a server or from a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'statistics-'))
    const file = join(folder, 'statistics.json')
    const whole = [`${FOLDER}/whole-tree.graphql`, '--variables', `${FOLDER}/whole-tree.variables.json`]
    const run = async (...args: string[]) => {
      const command = runCommand(['explain', ...whole, ...args])
      return { code: await command.exited, output: command.output() }
    }
    const fromServer = await run('--from', url(graph).origin, '--save', file)
    const fromFile = await run('--statistics', file, '--max-expected-calls', '20')
    rmSync(folder, { recursive: true })

    expect(fromServer).toMatchObject({
      code: 0,
      output: expect.stringMatching(/: WholeTree\n  about \d\d calls and /) as string,
    })
    expect(fromFile).toMatchObject({
      code: 1,
      output: expect.stringMatching(/WholeTree is expected to need \d\d calls; 20 are allowed/) as string,
    })
  })
})
