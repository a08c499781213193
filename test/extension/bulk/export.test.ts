import { createHash } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { publishers } from '../../../sandbox/account/publisher.ts'
import { NO_ACCOUNT } from '../../../sandbox/data/store.ts'
import { DEMO_ACCOUNT_ID, type FaultRule, type Sandbox } from '../../../sandbox/index.ts'
import type { ExportProgress } from '../../../src/extension/bulk/walk/walk.ts'
import { openExporter, type Exporter } from '../../support/export.ts'
import { startSandbox } from '../../support/sandbox.ts'

let sandbox: Sandbox
let exporter: Exporter
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(async () => {
  sandbox.clearRequests()
  exporter = await openExporter(sandbox.url, sandbox.credentials)
})
afterEach(async () => {
  sandbox.faults.clear()
  await exporter.close()
})
afterAll(() => sandbox.close())

const variables = { account: DEMO_ACCOUNT_ID }

const TREE = `query Tree($account: ID!) {
  account(id: $account) {
    name
    campaigns { nodes { label: name fundingInstrument { currency } lineItems { nodes { name bidAmountLocalMicro } } } }
  }
}`

const sent = () =>
  sandbox.requests.map(
    ({ path, query }) => `${path.split('/').at(-1)} ${new Map(query).has('cursor') ? 'next' : 'first'}`,
  )

const failing = (path: string, rule: Partial<FaultRule>): void =>
  sandbox.faults.add({
    match: { path },
    fault: {
      kind: 'status',
      status: 403,
      body: { json: { errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'No' }] } },
    },
    ...rule,
  })

const LINE_ITEMS = 'accounts/:account_id/line_items'

const HISTORY = 'accounts/:account_id/account_history'

const CHANGES = `query ($account: ID!) { account(id: $account) { campaigns { nodes {
  history(startTime: "2020-01-01T00:00:00Z", endTime: "2026-06-02T00:00:00Z") { nodes { changeType } } } } } }`

/** A change of an entity, which has no ID. */
const change = (type: string, hour: number) => ({ change_type: type, change_time: `2026-01-01T0${hour}:00:00Z` })

const answering = (path: string, answer: object): void =>
  sandbox.faults.add({
    match: { path },
    fault: { kind: 'mutate', mutate: (given) => ('errors' in given ? given : answer) },
  })

describe('an export', () => {
  it('writes a line for each node, and a file for each connection', async () => {
    const manifest = await exporter.run({ query: TREE, variables })
    const campaigns = await exporter.lines('account.campaigns')
    const lineItems = await exporter.lines('account.campaigns.lineItems')

    expect(await exporter.files()).toEqual([
      '.export',
      'account.campaigns.lineItems.ndjson',
      'account.campaigns.ndjson',
      'manifest.json',
      'root.json',
    ])
    expect(Object.keys(campaigns[0]!)).toEqual(['__typename', 'id', '__parentId', 'label', 'fundingInstrument'])
    expect(campaigns[0]).toMatchObject({ __typename: 'Campaign', __parentId: `Account:${DEMO_ACCOUNT_ID}` })
    expect(
      lineItems.map(({ __parentId }) => __parentId).filter((id) => !campaigns.some((row) => row.id === id)),
    ).toEqual([])
    expect([campaigns.length, lineItems.length]).toEqual([50, 500])
    expect(new Set(lineItems.map(({ id }) => id)).size).toBe(500)
    expect(JSON.parse(await exporter.text('root.json'))).toEqual({ account: { name: 'Tidewater Outfitters' } })
    expect(manifest).toMatchObject({
      query: TREE,
      variables,
      rows: 550,
      calls: 4,
      unordered: [],
      errors: [],
      moreErrors: 0,
    })
    for (const { name, bytes, rows, sha256 } of manifest.files) {
      const text = await exporter.text(name)
      expect([Buffer.byteLength(text), text.split('\n').length - 1]).toEqual([bytes, rows])
      expect(createHash('sha256').update(text).digest('hex')).toBe(sha256)
    }
    expect(JSON.parse(await exporter.text('manifest.json'))).toEqual(manifest)
  })

  it('reads the lists of up to 200 parents together, oldest first, a page of 1,000 rows in one call', async () => {
    await exporter.run({ query: TREE, variables })

    const [, , ...lists] = sandbox.requests.map(
      ({ path, query }) => [path.split('/').at(-1), Object.fromEntries(query)] as const,
    )
    const asked = { count: '1000', sort_by: 'created_at-asc' }
    expect(sandbox.requests).toHaveLength(4)
    expect(sandbox.requests[1]).toMatchObject({ endpoint: 'accounts/:account_id/campaigns' })
    expect(lists.at(-1)).toEqual([
      'line_items',
      { ...asked, campaign_ids: expect.stringMatching(/^\w+(,\w+){49}$/) as string },
    ])
  })

  it('follows fragments, aliases, edges and conditions, and keeps the values of the graph', async () => {
    await exporter.run({
      query: `query ($account: ID!, $no: Boolean = false) {
        nodes(ids: [$account]) { ...Lists ... on Campaign { name } }
      }
      fragment Lists on Account { few: campaigns(first: 3) { edges { cursor node { ...Own lineItems @include(if: $no) { nodes { id } } } } } }
      fragment Own on Campaign { raw restId totalBudgetAmountLocalMicro skipped: name @skip(if: true) }`,
      variables: { account: `Account:${DEMO_ACCOUNT_ID}` },
    })
    const lines = await exporter.lines('nodes.few')

    expect(await exporter.files()).toEqual(['.export', 'manifest.json', 'nodes.few.ndjson', 'root.json'])
    expect(lines.map((line) => Object.keys(line))).toEqual(
      Array.from({ length: 3 }, () => [
        '__typename',
        'id',
        '__parentId',
        'raw',
        'restId',
        'totalBudgetAmountLocalMicro',
      ]),
    )
    expect(lines[0]).toMatchObject({ raw: { id: lines[0]!['restId'] } })
    expect(JSON.parse(await exporter.text('root.json'))).toEqual({ nodes: [{}] })
  })

  it('reads lists inside a row with the row, and names lists without an order', async () => {
    const manifest = await exporter.run('{ contentCategories { nodes { name iabCategories { nodes { name } } } } }')
    const categories = await exporter.lines('contentCategories')
    const iabCategories = await exporter.lines('contentCategories.iabCategories')

    expect(iabCategories.length).toBeGreaterThan(0)
    expect(iabCategories.every(({ __parentId }) => categories.some(({ id }) => id === __parentId))).toBe(true)
    expect(categories[0]).toEqual({
      __typename: 'ContentCategory',
      id: expect.stringMatching(/^ContentCategory:/) as string,
      name: expect.any(String) as string,
    })
    expect(manifest).toMatchObject({ errors: [], unordered: ['contentCategories', 'contentCategories.iabCategories'] })
    expect(sent()).toEqual(['content_categories first', 'iab_categories first'])
  })

  it('bounds a list by `first` for each parent', async () => {
    await exporter.run({
      query: `query ($account: ID!) { account(id: $account) { campaigns(first: 20) { nodes { lineItems(first: 2) { nodes { id } } } } } }`,
      variables,
    })
    const lineItems = await exporter.lines('account.campaigns.lineItems')
    const perParent = new Map<string, number>()
    for (const { __parentId = '' } of lineItems) perParent.set(__parentId, (perParent.get(__parentId) ?? 0) + 1)

    expect(await exporter.lines('account.campaigns')).toHaveLength(20)
    expect(Math.max(...perParent.values())).toBe(2)
    expect(sent()).toEqual(['campaigns first', 'line_items first'])
  })

  it('bounds a list inside a row by `first`, which is no error', async () => {
    const manifest = await exporter.run(
      '{ contentCategories { nodes { iabCategories(first: 1) { nodes { name } } } } }',
    )
    const parents = (await exporter.lines('contentCategories.iabCategories')).map(({ __parentId }) => __parentId)

    expect(manifest.errors).toEqual([])
    expect([parents.length > 0, new Set(parents).size]).toEqual([true, parents.length])
  })

  it('names the object that a list inside a row belongs to, once for all rows that refer to it', async () => {
    await exporter.run({
      query: `query ($account: ID!) { account(id: $account) { campaigns { nodes { fundingInstrument { biddingRules { nodes { currency } } } } } } }`,
      variables,
    })
    const lines = await exporter.lines('account.campaigns.fundingInstrument.biddingRules')
    const parents = lines.map(({ __parentId }) => __parentId)

    expect(parents.filter((parent) => !parent?.startsWith('FundingInstrument:'))).toEqual([])
    expect([parents.length > 0, new Set(lines.map((line) => JSON.stringify(line))).size]).toEqual([true, lines.length])
  })

  it('reads lists of the root, and of objects without an ID', async () => {
    await exporter.run(
      '{ targetingOptions { languages { nodes { name } } } accounts { nodes { name } } iabCategories { nodes { name } } }',
    )

    expect((await exporter.lines('targetingOptions.languages'))[0]).toEqual({
      __typename: 'LanguageOption',
      name: expect.any(String) as string,
    })
    expect((await exporter.lines('accounts'))[0]).toMatchObject({
      __typename: 'Account',
      id: expect.stringMatching(/^Account:/) as string,
    })
    expect((await exporter.lines('iabCategories')).length).toBeGreaterThan(0)
  })

  it('writes every row of a list without IDs, even if rows are the same in the selected fields, or entirely', async () => {
    const changes = [change('CREATE', 1), change('UPDATE', 2), change('UPDATE', 3), change('UPDATE', 3)]
    answering(HISTORY, { data: changes, next_cursor: null })
    const manifest = await exporter.run({ query: CHANGES, variables })
    const lines = await exporter.lines('account.campaigns.history')
    const [{ id: parent } = {}] = await exporter.lines('account.campaigns')

    expect(lines).toHaveLength(50 * 4)
    expect(lines.filter(({ __parentId }) => __parentId === parent)).toEqual(
      ['CREATE', 'UPDATE', 'UPDATE', 'UPDATE'].map((changeType) => ({
        __typename: 'AccountHistory',
        __parentId: parent,
        changeType,
      })),
    )
    expect(manifest).toMatchObject({ rows: 250, errors: [] })
  })

  it('writes rows without IDs that are the same in the selected fields as a table', async () => {
    answering(HISTORY, { data: [change('UPDATE', 2), change('UPDATE', 3)], next_cursor: null })
    await exporter.run({ query: CHANGES, variables }, { format: 'csv' })
    const [head, ...rows] = (await exporter.text('account.campaigns.history.csv')).split('\r\n')

    expect([head, rows.length]).toEqual(['__typename,id,__parentId,changeType', 50 * 2 + 1])
  })

  it('writes every row of lists of the root without IDs', async () => {
    await exporter.run(
      '{ publishers { nodes { monetizationRestricted } } languages: targetingOptions { languages { nodes { targetingType } } } }',
    )

    expect(await exporter.lines('publishers')).toHaveLength(sandbox.store.table(publishers).count(NO_ACCOUNT))
    expect((await exporter.lines('languages.languages')).length).toBeGreaterThan(1)
  })

  it('has an error of a list that is read with its parent, and has more items than a page', async () => {
    const ids = Array.from({ length: 1_001 }, (_, nth) => `IAB${nth}`)
    answering('iab_categories', { data: ids.map((id) => ({ id, name: id })), next_cursor: null })
    answering('content_categories', { data: [{ id: 'c1', name: 'n', iab_categories: ids }], next_cursor: null })
    const { rows, errors } = await exporter.run('{ contentCategories { nodes { iabCategories { nodes { name } } } } }')

    expect(rows).toBe(1 + 1_000)
    expect(errors).toMatchObject([
      {
        message: expect.stringMatching(/^`contentCategories.iabCategories` has more than one page/),
        path: ['contentCategories', 'iabCategories'],
        parents: ['ContentCategory:c1'],
      },
    ])
  })

  it('lets only its owner read what it writes', async () => {
    await exporter.run({ query: TREE, variables })
    const modes = await Promise.all(
      ['.', ...(await exporter.files()), '.export/checkpoint.json'].map(
        async (name) => (await stat(join(exporter.dir, name))).mode & 0o777,
      ),
    )

    expect(new Set(modes)).toEqual(new Set([0o600, 0o700]))
  })

  it('reports how far it is', async () => {
    const seen: ExportProgress[] = []
    await exporter.run({ query: TREE, variables }, { onProgress: (progress) => seen.push(progress) })

    expect(seen[1]!.lists).toEqual([
      { path: 'account.campaigns', rows: 50, pages: 1, done: true },
      { path: 'account.campaigns.lineItems', rows: 0, pages: 0, done: false },
    ])
    expect(seen.at(-1)!.lists[1]).toEqual({ path: 'account.campaigns.lineItems', rows: 500, pages: 1, done: true })
    expect(seen.at(-1)).toMatchObject({ rows: 550, calls: 4, waitingUntil: undefined })
    expect(seen.at(-1)!.rateLimit!.remaining).toBeGreaterThan(0)
  })
})

describe('a query that cannot be exported is refused, and nothing is sent', () => {
  it.each([
    ['a mutation', 'mutation { createAccount { account { id } } }', /reads a query/],
    ['no connection', '{ account(id: "a") { name } }', /no connection/],
    ['an invalid field', '{ accounts { nodes { nonsense } } }', /nonsense/],
    ['a cursor', '{ accounts(after: "x") { nodes { name } } }', /remove it/],
    ['a page that is too large', '{ accounts(first: 1001) { nodes { name } } }', /1 to 1000/],
    ['another field named id', '{ accounts { nodes { id: name } } }', /another alias/],
    [
      'a key with two meanings',
      '{ accounts { nodes { of: name } edges { node { of: timezone } } } }',
      /`accounts.of` is selected with two meanings/,
    ],
    [
      'a list with two bounds',
      '{ accounts { nodes { campaigns(first: 1) { nodes { id } } } edges { node { campaigns(first: 2) { nodes { id } } } } } }',
      /`accounts.campaigns` is selected with two meanings/,
    ],
    [
      'lists whose files differ only in case',
      '{ a: accounts { nodes { name } } A: accounts { nodes { name } } }',
      /`a` and `A` differ only in case/,
    ],
    ['a path that no file can have', `{ ${'a'.repeat(231)}: accounts { nodes { name } } }`, /shorter aliases/],
    ['a field named __proto__', '{ accounts { nodes { __proto__: name } } }', /another alias/],
    ['an object named __proto__', '{ __proto__: account(id: "a") { campaigns { nodes { id } } } }', /another alias/],
    [
      'several operations',
      'query A { accounts { nodes { name } } } query B { accounts { nodes { name } } }',
      /several/,
    ],
    ['a missing variable', 'query ($id: ID!) { account(id: $id) { campaigns { nodes { name } } } }', /\$id/],
    [
      'too many levels',
      `{ accounts { nodes { ${'campaigns { nodes { fundingInstrument { '.repeat(10)} id ${'} } }'.repeat(10)} } } }`,
      /too deep/,
    ],
  ])('%s', async (_, query, message) => {
    expect(() => exporter.run(query)).toThrow(message)
    expect(sandbox.requests).toEqual([])
  })
})

describe('a CSV export', () => {
  it('flattens objects with dots, quotes by RFC 4180, and disarms formulas in text alone', async () => {
    sandbox.faults.add({
      match: { path: 'accounts/:account_id/campaigns' },
      fault: {
        kind: 'mutate',
        mutate: ({ data }) => ({
          data: [{ ...(data as object[])[0], name: '=HYPERLINK("x"),\n"y"', total_budget_amount_local_micro: -5 }],
          next_cursor: null,
        }),
      },
    })
    const query = `query ($account: ID!) { account(id: $account) { campaigns { nodes {
      id name fundingInstrument { id currency } totalBudgetAmountLocalMicro servable purchaseOrderNumber reasonsNotServable } } } }`
    await exporter.run({ query, variables }, { format: 'csv' })

    const [head, ...rows] = (await exporter.text('account.campaigns.csv')).split('\r\n')
    expect(head).toBe(
      '__typename,id,__parentId,name,fundingInstrument.id,fundingInstrument.currency,totalBudgetAmountLocalMicro,servable,purchaseOrderNumber,reasonsNotServable',
    )
    expect(rows[0]).toMatch(
      /^Campaign,Campaign:\w+:\w+,Account:\w+,"'=HYPERLINK\(""x""\),\n""y""",FundingInstrument:\w+:\w+,USD,-5,(true|false),/,
    )
    expect(rows.slice(1)).toEqual([''])
  })
})

describe('a CSV export of text with a carriage return', () => {
  it('quotes it, and disarms it at the beginning, where spreadsheets skip it', async () => {
    sandbox.faults.add({
      match: { path: 'accounts/:account_id/campaigns' },
      fault: {
        kind: 'mutate',
        mutate: ({ data }) => ({
          data: ['\r=1', 'a\rb', '\t=1'].map((name, nth) => ({ ...(data as object[])[nth], name })),
          next_cursor: null,
        }),
      },
    })
    const query = 'query ($account: ID!) { account(id: $account) { campaigns { nodes { name } } } }'
    await exporter.run({ query, variables }, { format: 'csv' })

    const text = await exporter.text('account.campaigns.csv')
    const names = text.split('\r\n').map((line) => line.split(',').slice(3).join(','))
    expect(names).toEqual(['name', `"'\r=1"`, '"a\rb"', `'\t=1`, ''])
  })
})

describe('an export that meets trouble', () => {
  it('fails if no list is answered in the documented form, and reads them when it goes on', async () => {
    failing(LINE_ITEMS, { fault: { kind: 'status', status: 200, body: { text: '<html>Maintenance</html>' } } })
    const outage = exporter.run({ query: TREE, variables }, { maxOutageMs: 50 })
    await expect(outage).rejects.toThrow(/not answered for too long/)

    sandbox.faults.clear()
    expect(await exporter.run({ query: TREE, variables })).toMatchObject({ errors: [], rows: 550 })
  })

  it('names a list that the service refuses, with its parents, and exports everything else', async () => {
    // The first parent alone is refused: 50, 25, 13, 7, 4, 2 and 1 parents.
    failing(LINE_ITEMS, { times: 7 })
    const manifest = await exporter.run({ query: TREE, variables })

    expect(manifest.errors).toHaveLength(1)
    expect(manifest.errors[0]).toMatchObject({
      path: ['account', 'campaigns', 'lineItems'],
      parents: [(await exporter.lines('account.campaigns'))[0]!.id],
      extensions: { code: 'FORBIDDEN' },
    })
    expect(
      new Set((await exporter.lines('account.campaigns.lineItems')).map(({ __parentId }) => __parentId)).size,
    ).toBe(49)
  })

  it('reads a list again from its start if its cursor is refused, and writes no row twice', async () => {
    sandbox.faults.add({
      match: { path: 'accounts/:account_id/targeting_criteria' },
      after: 1,
      times: 1,
      fault: {
        kind: 'status',
        status: 400,
        body: { json: { errors: [{ code: 'INVALID_PARAMETER', message: 'old', parameter: 'cursor' }] } },
      },
    })
    const query = `query ($account: ID!) { account(id: $account) { campaigns { nodes { lineItems { nodes { targetingCriteria { nodes { id } } } } } } } }`
    const clean = await openExporter(sandbox.url, sandbox.credentials)
    const manifest = await exporter.run({ query, variables })
    await clean.run({ query, variables })
    const path = 'account.campaigns.lineItems.targetingCriteria'

    expect(manifest.errors).toEqual([])
    expect((await exporter.lines(path)).toSorted(byId)).toEqual((await clean.lines(path)).toSorted(byId))
    await clean.close()
  })

  it('writes no row without an ID twice, and leaves none out, if its list is read again from its start', async () => {
    const changes = Array.from({ length: 1000 }, (_, nth) => change('UPDATE', nth % 10))
    failing(HISTORY, {
      match: { path: HISTORY, param: { name: 'cursor', value: 'next' } },
      fault: {
        kind: 'status',
        status: 400,
        body: { json: { errors: [{ code: 'INVALID_PARAMETER', message: 'old', parameter: 'cursor' }] } },
      },
    })
    answering(HISTORY, { data: changes, next_cursor: 'next' })
    const one = CHANGES.replace('campaigns', 'campaigns(first: 1)')
    const manifest = await exporter.run({ query: one, variables })

    // It is read four times, and given up then.
    expect(sandbox.requests.filter(({ endpoint }) => endpoint === HISTORY)).toHaveLength(8)
    expect(manifest.errors).toHaveLength(1)
    expect(await exporter.lines('account.campaigns.history')).toHaveLength(changes.length)
  })

  it('reads a list without an order if the service refuses the order, and says so', async () => {
    sandbox.faults.add({
      match: { path: LINE_ITEMS, param: { name: 'sort_by', value: 'created_at-asc' } },
      fault: {
        kind: 'status',
        status: 400,
        body: { json: { errors: [{ code: 'INVALID_PARAMETER', message: 'no', parameter: 'sort_by' }] } },
      },
    })
    const manifest = await exporter.run({ query: TREE, variables })

    expect(manifest).toMatchObject({ errors: [], unordered: ['account.campaigns.lineItems'], rows: 550 })
  })

  it('waits for a rate limit, and reads the page then', async () => {
    const resetInMs = 300
    sandbox.faults.add({
      match: { path: LINE_ITEMS },
      fault: { kind: 'rateLimited', scope: 'account', resetInMs },
      times: 1,
    })
    const manifest = await exporter.run({ query: TREE, variables })

    expect(manifest).toMatchObject({ errors: [], rows: 550 })
  })

  it('waits for the service, for as long as an outage may last, and can go on afterwards', async () => {
    const waits: (number | undefined)[] = []
    sandbox.faults.add({ match: { path: LINE_ITEMS }, fault: { kind: 'unavailable' } })
    const outage = exporter.run(
      { query: TREE, variables },
      { maxOutageMs: 50, onProgress: ({ waitingUntil }) => waits.push(waitingUntil) },
    )
    await expect(outage).rejects.toThrow(/not answered for too long/)
    expect(waits.filter((until) => until !== undefined)).toHaveLength(1)

    sandbox.faults.clear()
    expect(await exporter.run({ query: TREE, variables })).toMatchObject({ errors: [], rows: 550 })
  })

  it('names a field of a node that could not be read', async () => {
    failing('accounts/:account_id/funding_instruments', {})
    const manifest = await exporter.run({ query: TREE, variables })

    expect(manifest.rows).toBe(550)
    expect(manifest.errors[0]).toMatchObject({
      path: ['account', 'campaigns', 'fundingInstrument'],
      extensions: { code: 'FORBIDDEN' },
    })
    expect((await exporter.lines('account.campaigns'))[0]!['fundingInstrument']).toBeNull()
  })

  it('ends when the service no longer accepts the caller, and goes on later', async () => {
    failing(LINE_ITEMS, {
      fault: {
        kind: 'status',
        status: 401,
        body: { json: { errors: [{ code: 89, message: 'Invalid or expired token' }] } },
      },
      times: 1,
    })
    await expect(exporter.run({ query: TREE, variables })).rejects.toThrow(/refuses the caller/)
    sandbox.clearRequests()
    const manifest = await exporter.run({ query: TREE, variables })

    expect(manifest.rows).toBe(550)
    expect(sent()).toEqual(['line_items first'])
  })

  it('ends when it has more rows than an export may have', async () => {
    await expect(exporter.run({ query: TREE, variables }, { maxRows: 40 })).rejects.toThrow(/more than 40 rows/)
  })
})

describe('a folder', () => {
  it('that holds another query, other variables, another caller or another format is refused', async () => {
    await exporter.run({ query: TREE, variables })
    sandbox.clearRequests()
    const others = [
      () => exporter.run({ query: TREE.replace('name', 'timezone'), variables }),
      () => exporter.run({ query: TREE, variables: { account: 'other' } }),
      () => exporter.run({ query: TREE, variables }, { caller: 'another' }),
      () => exporter.run({ query: TREE, variables }, { format: 'csv' }),
    ]

    for (const other of others) await expect(other()).rejects.toThrow(/^The folder has an export/)
    expect(sandbox.requests).toEqual([])
  })

  it('that holds other files is refused, and they stay', async () => {
    await mkdir(exporter.dir)
    await writeFile(join(exporter.dir, 'mine.txt'), 'mine')

    await expect(exporter.run({ query: TREE, variables })).rejects.toThrow(/other files/)
    expect(await readFile(join(exporter.dir, 'mine.txt'), 'utf8')).toBe('mine')
    expect(sandbox.requests).toEqual([])
  })

  it.each(['manifest.json', 'root.json', 'account.campaigns.ndjson'])(
    'that holds another %s is refused even if the export begins anew, which would remove it',
    async (name) => {
      await mkdir(exporter.dir)
      await writeFile(join(exporter.dir, name), '{ "name": "mine" }')

      await expect(exporter.run({ query: TREE, variables }, { restart: true })).rejects.toMatchObject({
        message: `The folder has other files, such as ${name}: use an empty or a new folder`,
        canRestart: false,
      })
      expect(await exporter.text(name)).toBe('{ "name": "mine" }')
      expect(sandbox.requests).toEqual([])
    },
  )

  it('is not a file', async () => {
    await writeFile(exporter.dir, 'mine')

    await expect(exporter.run({ query: TREE, variables })).rejects.toThrow(`"${exporter.dir}" is not a folder`)
  })

  it('with a complete export keeps its files until the same export has been read again', async () => {
    const path = 'account.campaigns.ndjson'
    const { files } = await exporter.run({ query: TREE, variables })
    await writeFile(join(exporter.dir, path), 'earlier')
    await expect(exporter.run({ query: TREE, variables }, { maxRows: 40 })).rejects.toThrow(/more than 40 rows/)
    expect(await exporter.text(path)).toBe('earlier')

    sandbox.clearRequests()
    const again = await exporter.run({ query: TREE, variables })
    expect([again.files, sent()]).toEqual([files, ['line_items first']])
    expect(await exporter.lines('account.campaigns')).toHaveLength(50)
  })
})

describe('a folder that cannot be gone on with is refused', () => {
  it.each(['{"version":2}', '{"version'])('if its checkpoint is %s', async (checkpoint) => {
    await mkdir(join(exporter.dir, '.export'), { recursive: true })
    await writeFile(join(exporter.dir, '.export/checkpoint.json'), checkpoint)

    await expect(exporter.run({ query: TREE, variables })).rejects.toThrow(/checkpoint.json is damaged/)
    expect(await exporter.run({ query: TREE, variables }, { restart: true })).toMatchObject({ rows: 550 })
  })
})

it('goes on whatever the order of the variables', async () => {
  const query = `query ($account: ID!, $first: Int) { account(id: $account) { campaigns(first: $first) { nodes { id } } } }`
  const { files } = await exporter.run({ query, variables: { account: DEMO_ACCOUNT_ID, first: 2 } })

  expect(await exporter.run({ query, variables: { first: 2, account: DEMO_ACCOUNT_ID } })).toMatchObject({ files })
})

const byId = (a: { id?: string }, b: { id?: string }) => (a.id! < b.id! ? -1 : 1)
