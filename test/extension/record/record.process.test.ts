import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, OperationTypeNode, Kind } from 'graphql'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { Client } from '../../../sandbox/test/client.ts'
import { viewed } from '../../../src/async/viewed-bytes.ts'
import { createAnonymous, createReplacement } from '../../../src/extension/record/anonymous.ts'
import { createRecorder, parseMarked } from '../../../src/extension/record/recorder.ts'
import { startReplay, type Replay } from '../../../src/extension/record/replay.ts'
import { isAnswer } from '../../../src/rest/wire/transport.ts'
import { runCommand } from '../../support/command.ts'
import { ANY_CREDENTIALS } from '../../support/credentials.ts'
import { collectGarbage } from '../../support/garbage.ts'
import { openGraph, openSandboxGraph, type Graph, type SandboxGraph } from '../../support/graph.ts'

const replacement = createReplacement()
const folder = mkdtempSync(join(tmpdir(), 'recording-'))
let graph: SandboxGraph
let replayed: Graph
let replay: Replay
/** The bodies of the answers that were recorded, as they arrived. */
const arrived: unknown[] = []

/** The queries of the examples, with their variables. */
const QUERIES = readdirSync('examples/queries')
  .filter((file) => file.endsWith('.graphql'))
  .flatMap((file): [string, string, Record<string, unknown>][] => {
    const document = readFileSync(`examples/queries/${file}`, 'utf8')
    const variables = JSON.parse(
      readFileSync(`examples/queries/${file.replace('.graphql', '.variables.json')}`, 'utf8'),
    )
    return parse(document).definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION && definition.operation === OperationTypeNode.QUERY
        ? [[definition.name!.value, document, variables as Record<string, unknown>]]
        : [],
    )
  })

const REFUSED = `query Refused { campaign(id: "Campaign:${DEMO_ACCOUNT_ID}:none") { name }
  account(id: "${DEMO_ACCOUNT_ID}") { history(entityType: CAMPAIGN, entityId: "x",
    startTime: "2031-01-01T00:00:00Z", endTime: "2020-01-01T00:00:00Z") { nodes { changeType } } } }`

const RENAME = `mutation Rename($id: ID!) { updateCampaign(input: { campaignId: $id, name: "A new name" }) {
  campaign { name entityStatus } userErrors { message } } }`

const answers = new Map<string, Awaited<ReturnType<Graph['query']>>>()

beforeAll(async () => {
  const recorder = createRecorder(folder, { replacement, onWarning: () => {} })
  graph = await openSandboxGraph({
    graph: {
      checksPlan: false,
      operationTimeoutMs: 30_000,
      onExchange(exchange) {
        recorder.onExchange(exchange)
        if (isAnswer(exchange.answer)) arrived.push(parseMarked(exchange.answer.body.bytes.toString('utf8')))
      },
    },
  })
  const { body } = await new Client(graph.sandbox).get(`accounts/${DEMO_ACCOUNT_ID}/custom_audiences`, { count: 1 })
  const given = { audienceId: `CustomAudience:${DEMO_ACCOUNT_ID}:${body.data[0]!.id}` }
  for (const [name, document, variables] of QUERIES) {
    Object.assign(variables, { ...given, ...variables })
    answers.set(name, await graph.query(document, variables, {}, name))
  }
  answers.set('Refused', await graph.query(REFUSED))
  await recorder.close()
  replay = await startReplay(folder)
  replayed = await openGraph(replay.url, {
    credentials: ANY_CREDENTIALS,
    environment: 'sandbox',
    checksPlan: false,
    operationTimeoutMs: 30_000,
  })
})
afterAll(async () => {
  await replayed.close()
  await replay.close()
  await graph.close()
  rmSync(folder, { recursive: true })
})

const files = () => readdirSync(folder).map((file) => join(folder, file))

/** The leaves of a value, with the names that they have. */
function leavesOf(value: unknown, name = ''): [name: string, leaf: string | number][] {
  if (typeof value === 'string' || typeof value === 'number') return [[name, value]]
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, name))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => leavesOf(member, key))
}

/** The columns with amounts of money. */
const AMOUNT = /_micro$/

/** Values that only an enum, a date, a time zone or the envelope has. */
const MAY_STAY =
  /^([A-Z][A-Z_\d]+|Android|iOS|\d{4}-\d\d-\d\d(T[\d:]+(Z|[+-][\d:]+))?|[A-Z][a-z]+\/[A-Z_a-z]+|[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d [\d:]{8} \+0000 \d{4})$/

/** The same as the recording has it. */
function replacedIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replacedIn)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replacedIn(member)]))
  if (typeof value !== 'string' || MAY_STAY.test(value)) return value
  const [type = '', ...ids] = value.split(':')
  return ids.length > 0 ? [type, ...ids.map(replacement.text)].join(':') : replacement.text(value)
}

/** Replays a recording of these reads, each with its path and query, and its answer. */
async function replayOf(...reads: [target: string, answer: object][]) {
  const own = mkdtempSync(join(tmpdir(), 'recording-'))
  for (const [index, [target, answer]] of reads.entries()) {
    const { pathname: path, searchParams } = new URL(target, 'http://recorded')
    const sent = { method: 'GET', path, query: Object.fromEntries(searchParams), body: null }
    const exchange = { ...sent, status: 200, headers: {}, answer, at: 0, durationMs: 1 }
    writeFileSync(join(own, `${index}.json`), JSON.stringify(exchange))
  }
  const started = await startReplay(own)
  onTestFinished(async () => {
    await started.close()
    rmSync(own, { recursive: true })
  })
  return {
    ...started,
    get: async (target: string): Promise<unknown> => {
      const response = await fetch(`${started.url}${target}`)
      return response.ok ? response.json() : response.status
    },
  }
}

/** The rows with these IDs. */
const rows = (...ids: string[]) => ids.map((id) => ({ id }))

/** The types of the values, the lengths of lists, and nulls. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]))
}

const codesOf = ({ errors = [] }: Awaited<ReturnType<Graph['query']>>) =>
  errors.map(({ path, extensions }) => [path, extensions.code])

describe('a recording', () => {
  it('has one readable file for each exchange, which only its owner can read', () => {
    expect(files().length).toBe(arrived.length)
    expect(arrived.length).toBeGreaterThan(50)
    expect(new Set(files().map((file) => statSync(file).mode & 0o777))).toEqual(new Set([0o600]))
    const [first] = files()
    expect(readFileSync(first!, 'utf8')).toMatch(/^{\n {2}"method": "GET",\n {2}"path": "\/12\/accounts\//)
  })

  it('has no ID, name, text or number that the service sent', () => {
    const text = files()
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const originals = leavesOf(arrived).filter(
      ([name, leaf]) =>
        !MAY_STAY.test(String(leaf)) &&
        !AMOUNT.test(name) &&
        !['code', 'parameter', 'total_count', 'count'].includes(name),
    )
    const recorded = new Map<string, Set<string>>()
    for (const [name, leaf] of leavesOf(files().map((file) => parseMarked(readFileSync(file, 'utf8')))))
      recorded.set(name, (recorded.get(name) ?? new Set()).add(String(leaf)))
    const kept = originals.filter(([name, leaf]) => leaf !== 0 && leaf !== '' && recorded.get(name)?.has(String(leaf)))
    // A value can be the replacement of another: of few characters by chance.
    const replaced = new Map(originals.map(([, leaf]) => [replacement.text(String(leaf)), String(leaf)]))
    const isAnother = (leaf: unknown) => ![undefined, String(leaf)].includes(replaced.get(String(leaf)))
    const recognizable = kept.filter(([, leaf]) => String(leaf).replace(/\W/g, '').length > 4 && !isAnother(leaf))

    expect(originals.length).toBeGreaterThan(5_000)
    expect(recognizable.slice(0, 10)).toEqual([])
    expect(text).not.toContain(DEMO_ACCOUNT_ID)
    for (const secret of Object.values(graph.sandbox.credentials)) expect(text).not.toContain(secret)
    const words = new Set(text.split(/[^\p{L}\p{N}_]+/u))
    const ids = originals.filter(([name, leaf]) => /(^|_)(id|name|cursor)$/.test(name) && /\d/.test(String(leaf)))
    const seen = ids.filter(([, leaf]) => words.has(String(leaf)) && !isAnother(leaf))
    expect(seen.filter(([, leaf]) => String(leaf).length > 4)).toEqual([])
  })

  it('keeps length and script of texts, and replaces equal texts by equal ones', () => {
    expect(replacement.text('Žluťoučký kůň')).toHaveLength(13)
    expect(replacement.text('夏のセール 2026')).toMatch(
      /^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}[a-z]\p{Script=Katakana} \d{4}$/u,
    )
    expect(replacement.text('Летняя')).toMatch(/^\p{Script=Cyrillic}{6}$/u)
    // Digits of other scripts are replaced too.
    expect(replacement.text('٢٠٢٦٢٠٢٦')).toMatch(/^(?!٢٠٢٦٢٠٢٦)[٠-٩]{8}$/)
    expect(replacement.text('Ⅷ½④⑤')).toMatch(/^[a-z]{4}$/)
    expect(replacement.text('8wku2')).toBe(replacement.text('8wku2'))
    expect(replacement.text('card://8wku2')).toBe(`card://${replacement.text('8wku2')}`)
    expect(replacement.digits('0')).toBe('0')
    expect(replacement.digits('9223372036854775807')).toMatch(/^[1-8]\d{18}$/)
    const { text } = replacement
    expect(text('13_5643124707596668468')).toBe(`13_${text('5643124707596668468')}`)
    expect(createReplacement().text('8wku2')).not.toBe(replacement.text('8wku2'))
  })

  it.each(['ᴶᵒʰⁿ ᴰᵒᵉ', 'ⒿⓄⒽⓃ', '🄹🄾🄷🄽', '⠚⠕⠓⠝', '🇯🇴', 'ﾟｰﾞー', 'ีु้', 'Jo\u0308', '“—”', '\ud83d\udc4d\ufe0f\u200d'])(
    'replaces every character of %s, and in an error too',
    (name) => {
      const { problem } = createAnonymous(replacement, undefined)
      const replaced = replacement.text(name)

      expect(replaced).toMatch(/^[a-z ]+$/i)
      expect(Array.from(replaced)).toHaveLength(Array.from(name).length)
      expect(problem(`${name}: campaign_id`)).toBe(`${name.split(' ').map(replacement.text).join(' ')}: campaign_id`)
    },
  )

  it('never gives a text as its replacement, also if those of its form are taken', () => {
    const { text } = createReplacement()
    const digits = Array.from({ length: 10 }, (_, digit) => `---${digit}`)

    for (let index = 0; index < 200; index += 1) text(`---${index % 10}`)
    expect(digits.filter((each) => text(each) === each)).toEqual([])
  })

  it('replaces equal texts by equal ones, and others by others, without keeping them', async () => {
    const heapBytes = async () => {
      await collectGarbage()
      return process.memoryUsage().heapUsed
    }

    const { text } = createReplacement()
    const texts = Array.from({ length: 20_000 }, (_, index) => String(index).padEnd(300, ' any name of a campaign'))
    const before = await heapBytes()
    for (const each of texts) text(each)
    expect((await heapBytes()) - before).toBeLessThan(4e6)
    expect(text(texts[0]!)).toHaveLength(300)

    const numbers = Array.from({ length: 9_000 }, (_, index) => String(1_000 + index))
    const replaced = numbers.map(text)
    expect(numbers.map(text)).toEqual(replaced)
    expect(new Set(replaced.slice(0, 5_000)).size).toBe(5_000)
  })

  it('replaces all amounts but the limits of bids, which are public and would give the factor away', () => {
    const amountsOf = (answers: unknown[]) =>
      leavesOf(answers.map((answer) => Object(answer).data))
        .filter(([name]) => AMOUNT.test(name))
        .map(([, amount]) => String(amount).replace('\0', ''))
    const recorded = amountsOf(files().map((file) => Object(parseMarked(readFileSync(file, 'utf8'))).answer))
    const limits = {
      minimum_cpe_bid_local_micro: 10_000,
      maximum_cpe_bid_local_micro: 1_000_000_000,
      minimum_denomination: 10_000,
    }

    expect(recorded.length).toBeGreaterThan(100)
    expect(recorded).toEqual(amountsOf(arrived).map(replacement.money))
    expect(createAnonymous(replacement, undefined).value('', limits)).toEqual(limits)
  })

  it.each([[replacement], [createReplacement()]])('has amounts with two digits in their order', ({ money }) => {
    // From 0.01 to a billion.
    const amounts = Array.from({ length: 2_600 }, (_, index) => 10_000 * Math.ceil(1.01 ** index))
    const replaced = amounts.map((amount) => Number(money(String(amount))))

    expect(replaced).toEqual(replaced.toSorted((a, b) => a - b))
    expect(replaced.filter((amount, index) => amount <= amounts[index]! || amount % 20_000 !== 0)).toEqual([])
    expect(replaced.filter((amount) => amount > 2_000_000 && !/^\d\d?0*$/.test(String(amount)))).toEqual([])
    expect(['0', '-50000000'].map(money)).toEqual(['0', `-${money('50000000')}`])
  })

  it('keeps the booleans of all listed parameters', () => {
    const { value } = createAnonymous(replacement, undefined)
    const kept = { with_total_count: true, trim_user: true }

    expect(value('', { ...kept, is_jane: true })).toEqual({ ...kept, [replacement.text('is_jane')]: false })
  })

  it('keeps no text of an error, whatever its form is', () => {
    const { problem } = createAnonymous(replacement, undefined)
    const error = { code: 'INVALID', parameter: 'name', attribute: null, value: 0 }
    const jane = replacement.text('Jane')

    expect(problem(['Jane campaign_id', ['Jane'], null])).toEqual([`${jane} campaign_id`, [jane], null])
    expect(problem([{ ...error, message: 'Jane', details: ['Jane'], 'jane@x.example': 'Jane' }])).toEqual([
      { ...error, message: jane, details: [jane], [replacement.text('jane@x.example')]: jane },
    ])
    expect(problem(['INVALID', 88, 'Jane is unknown'].map((code) => ({ code })))).toEqual([
      { code: 'INVALID' },
      { code: 88 },
      { code: null },
    ])
  })

  it.each([
    ...QUERIES.map(([name, document, variables]) => [name, document, variables] as const),
    ['Refused', REFUSED, {}] as const,
  ])('replayed gives the shape, counts, nulls and error codes of %s', async (name, document, variables) => {
    const original = answers.get(name)!
    const asked = document.replace(/"([^"\n]+)"/g, (_, text) => JSON.stringify(replacedIn(text)))
    const again = await replayed.query(asked, replacedIn(variables) as object, {}, name)

    expect(codesOf(again)).toEqual(codesOf(original))
    expect(shapeOf(again.data)).toEqual(shapeOf(original.data))
    expect(replay.missing()).toEqual([])
  })

  it('answers look-ups in another batching, and pages of another length', async () => {
    const account = replacement.text(DEMO_ACCOUNT_ID)
    const list = `{ account(id: "${account}") { campaigns(first: 50) { nodes { id name } } } }`
    const { data } = await replayed.query<{ account: { campaigns: { nodes: { id: string; name: string }[] } } }>(list)
    const { nodes } = data.account.campaigns
    const page = await replayed.query<typeof data>(list.replace('first: 50', 'first: 7'))
    const { data: one } = await replayed.query(`{ campaign(id: "${nodes[3]!.id}") { name } }`)

    expect(page.data.account.campaigns.nodes).toEqual(nodes.slice(0, 7))
    expect(one).toEqual({ campaign: { name: nodes[3]!.name } })
  })

  it('answers 404 to what it does not have, and names it', async () => {
    const { errors } = await replayed.query(`{ account(id: "nowhere") { campaigns { nodes { name } } } }`)

    expect(errors!.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND'])
    expect(replay.missing()).toEqual([expect.stringMatching(/^GET \/12\/accounts\/nowhere\/campaigns/)])
  })
})

describe('the replay of a list', () => {
  const LIST = '/12/accounts/x/line_items'

  it('answers 404 to the page after those that were recorded', async () => {
    const { get, missing } = await replayOf([`${LIST}?count=2`, { data: rows('a', 'b'), next_cursor: 'further' }])

    expect(await get(`${LIST}?count=2`)).toEqual({ data: rows('a', 'b'), next_cursor: 'further' })
    expect(await get(`${LIST}?count=2&cursor=further`)).toBe(404)
    expect(missing()).toEqual([`GET ${LIST}?count=2&cursor=further`])
  })

  it('reads on after any recorded page, as far as its pages were recorded', async () => {
    const { get } = await replayOf(
      [`${LIST}?count=2`, { data: rows('a', 'b'), next_cursor: 'two' }],
      [`${LIST}?count=2&cursor=two`, { data: rows('c', 'd'), next_cursor: 'four' }],
    )

    expect(await get(`${LIST}?count=1&cursor=two`)).toEqual({ data: rows('c'), next_cursor: 'replay-1-two' })
    expect(await get(`${LIST}?count=1&cursor=replay-1-two`)).toMatchObject({ data: rows('d') })
    expect(await get(`${LIST}?count=3`)).toEqual({ data: rows('a', 'b', 'c'), next_cursor: 'replay-3-' })
    expect(await get(`${LIST}?count=3&cursor=replay-3-`)).toBe(404)
    expect(await get(LIST)).toBe(404)
  })

  it('answers look-ups with the rows of each ID if all of them were recorded', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => [1, 2].map((nth) => ({ id: `${id}${nth}`, campaign_id: id })))
    const { get } = await replayOf(
      [`${LIST}?campaign_ids=a,b&count=3`, { data: [...a!, b![0]], next_cursor: 'further' }],
      [`${LIST}?campaign_ids=c,d&count=3`, { data: c }],
    )

    expect(await get(`${LIST}?campaign_ids=a&count=2`)).toMatchObject({ data: a })
    expect(await get(`${LIST}?campaign_ids=a&count=3`)).toBe(404)
    expect(await get(`${LIST}?campaign_ids=b,c&count=3`)).toBe(404)
    expect(await get(`${LIST}?campaign_ids=d`)).toEqual({ data: [], next_cursor: null })
    expect(await get(`${LIST}?campaign_ids=c&count=1`)).toEqual({ data: [c![0]], next_cursor: 'replay-1-' })
    expect(await get(`${LIST}?campaign_ids=c&count=1&cursor=replay-1-`)).toEqual({ data: [c![1]], next_cursor: null })
  })

  it.each([
    ['account_media', 'account_media_ids', {}],
    ['custom_audiences/y/permissions', 'custom_audience_permission_ids', { custom_audience_id: 'y' }],
    // A scheduled post has the ID of the post that it became.
    ['posts', 'post_ids', { post_id: null }],
  ])('answers look-ups of %s by their own IDs', async (list, filter, columns) => {
    const [a, b] = rows('a', 'b').map((row) => ({ ...row, ...columns }))
    const { get } = await replayOf([`/12/accounts/x/${list}?${filter}=a,b`, { data: [a, b] }])

    expect(await get(`/12/accounts/x/${list}?${filter}=b`)).toEqual({ data: [b], next_cursor: null })
  })

  it('answers look-ups out of a list that was read without them', async () => {
    const [a, b] = rows('a', 'b').map((row) => ({ ...row, campaign_id: `campaign-${row.id}` }))
    const { get } = await replayOf([LIST, { data: [a, b] }])

    expect(await get(`${LIST}?line_item_ids=b`)).toEqual({ data: [b], next_cursor: null })
    expect(await get(`${LIST}?campaign_ids=campaign-b`)).toEqual({ data: [b], next_cursor: null })
  })

  it('answers with a count only if it is known', async () => {
    const { get } = await replayOf(
      [`${LIST}?count=1`, { data: rows('a'), next_cursor: 'further' }],
      [`${LIST}?with_deleted=true&count=2`, { data: rows('a', 'b'), next_cursor: 'further' }],
      [
        `${LIST}?with_deleted=true&count=1&with_total_count=true`,
        { data: rows('a'), total_count: 7, next_cursor: 'b' },
      ],
      [`${LIST}?with_draft=true`, { data: rows('a', 'b'), next_cursor: null }],
    )

    expect(await get(`${LIST}?count=1&with_total_count=true`)).toBe(404)
    expect(await get(`${LIST}?with_deleted=true&count=2&with_total_count=true`)).toMatchObject({ total_count: 7 })
    expect(await get(`${LIST}?with_draft=true&count=1&with_total_count=true`)).toMatchObject({ total_count: 2 })
    expect(await get(`${LIST}?with_draft=true&count=1`)).toEqual({ data: rows('a'), next_cursor: 'replay-1-' })
  })
})

describe('the recorder', () => {
  it('records no authorization, no upload of users and no webhooks, and ends at its maximum size', async () => {
    const own = mkdtempSync(join(tmpdir(), 'recording-'))
    const warnings: string[] = []
    const recorder = createRecorder(own, { maxBytes: 12_000, onWarning: (message) => warnings.push(message) })
    const other = await openSandboxGraph({ graph: { onExchange: recorder.onExchange, checksPlan: false } })
    try {
      const audiences = await new Client(other.sandbox).get(`accounts/${DEMO_ACCOUNT_ID}/custom_audiences`)
      const id = audiences.body.data.find((row) => row['audience_type'] === 'CRM')!.id
      await other.query('{ webhookConfigs { nodes { id } } }')
      await other.query(
        `mutation { updateCustomAudienceUsers(input: { accountId: "${DEMO_ACCOUNT_ID}", customAudienceId: "${id}",
          hash: true, operations: [{ update: { users: [{ email: ["a@b.example"] }] } }] }) { successCount } }`,
      )
      await recorder.close()
      expect(readdirSync(own).filter((file) => /users|webhook|oauth/.test(file))).toEqual([])
      for (let count = 1; count <= 5; count += 1)
        await other.query(`{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: ${count}) { nodes { name } } } }`)
      await other.query(RENAME, { id: `Campaign:${DEMO_ACCOUNT_ID}:none` })
      await recorder.close()

      const sizes = readdirSync(own).map((file) => statSync(join(own, file)).size)
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(12_000)
      expect(warnings).toEqual(['The recording has reached its maximum size and ends'])
      expect(() => createRecorder(own, { onWarning: () => {} })).toThrow('is not empty')
    } finally {
      await other.close()
      rmSync(own, { recursive: true })
    }
  })

  it('warns of an exchange that it cannot record, and leaves the call as it is', async () => {
    const own = mkdtempSync(join(tmpdir(), 'recording-'))
    const warnings: string[] = []
    const recorder = createRecorder(own, { onWarning: (message) => warnings.push(message) })
    const body = viewed(Buffer.from(`{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`))
    const other = await openSandboxGraph({
      graph: {
        onExchange: (exchange) => recorder.onExchange({ ...exchange, answer: { status: 200, headers: {}, body } }),
      },
    })
    try {
      const query = `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: 1) { nodes { id } } } }`
      expect((await other.query(query)).errors).toBeUndefined()
      await recorder.close()

      expect(readdirSync(own)).toEqual([])
      expect(warnings).toEqual([expect.stringMatching(/^An exchange could not be recorded: RangeError: /)])
    } finally {
      await other.close()
      rmSync(own, { recursive: true })
    }
  })

  it('ends with one warning at the first file that cannot be written, of which nothing is left', async () => {
    const own = mkdtempSync(join(tmpdir(), 'recording-'))
    const warnings: string[] = []
    const recorder = createRecorder(own, { onWarning: (message) => warnings.push(message) })
    const other = await openSandboxGraph({ graph: { onExchange: recorder.onExchange } })
    const ask = async (first: number) =>
      other.query(`{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: ${first}) { nodes { id } } } }`)
    try {
      await ask(1)
      await recorder.close()
      const before = readdirSync(own)
      expect(before).toEqual([expect.stringMatching(/^000001-.*\.json$/)])
      // A folder is where the next file would be.
      mkdirSync(join(own, before[0]!.replace('000001', '000002')))
      for (const first of [2, 3]) {
        await ask(first)
        await recorder.close()
      }

      expect(readdirSync(own)).toHaveLength(2)
      expect(warnings).toEqual([
        expect.stringMatching(/^An exchange could not be written, and the recording ends: Error: E/),
      ])
    } finally {
      await other.close()
      rmSync(own, { recursive: true })
    }
  })

  it('reads texts of any length', () => {
    const text = 'x'.repeat(20_000_000)
    expect(parseMarked(`{"name":"${text}","budget":12345678901234567}`)).toEqual({
      name: text,
      budget: '\u000012345678901234567',
    })
  })
})

describe('adgraph replay', () => {
  it('prints the settings of a graph over the recording, and names at its end what was missing', async () => {
    const command = runCommand(['replay', folder], { SANDBOX_PORT: '0' })
    const [, url] = await command.printed(/ADS_BASE_URL=(\S+)/)
    expect((await fetch(`${url}/12/accounts/none`)).status).toBe(404)

    expect(await command.stop()).toBe(0)
    expect(command.output()).toContain('The recording had no answer to:\n  GET /12/accounts/none\n')
  })

  it('answers 400 to a path that cannot be read, and goes on after broken requests', async () => {
    const command = runCommand(['replay', folder], { SANDBOX_PORT: '0' })
    const [, url = ''] = await command.printed(/ADS_BASE_URL=(\S+)/)
    expect((await fetch(`${url}/12/%E0%A4`)).status).toBe(400)
    expect((await fetch(`${url}//`)).status).toBe(400)
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(
      'POST /12/accounts/none HTTP/1.1\r\nHost: replay\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n{',
    )
    await once(socket, 'data')
    socket.destroy()
    expect((await fetch(`${url}/12/accounts/none`)).status).toBe(404)

    expect(await command.stop()).toBe(0)
    expect(command.output()).toContain('The recording had no answer to:\n  GET /12/accounts/none\n')
  })

  it('refuses a folder that cannot be read', async () => {
    const command = runCommand(['replay', 'no-such-folder'])
    expect(await command.exited).toBe(1)
    expect(command.output()).toBe('no-such-folder is not a folder that can be read\n')
  })

  it('refuses a folder that is no recording', async () => {
    const empty = runCommand(['replay', 'src'])
    expect(await empty.exited).toBe(1)
    expect(empty.output()).toBe('src has no recorded exchanges\n')

    const command = runCommand(['replay', 'examples/queries'])
    expect(await command.exited).toBe(1)
    expect(command.output()).toMatch(/^examples\/queries\/\S+ is not a recorded exchange\n$/)
  })
})
