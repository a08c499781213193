import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Entity } from '../../reference/entity.ts'
import { ENDPOINTS, ENTITIES, ENUMERATIONS } from '../../reference/index.ts'
import { typeOf } from '../../reference/type.ts'
import { openSandbox } from '../../test/support/sandbox.ts'
import { Invalid, parameterOf } from '../endpoint/parameter.ts'
import { DEMO_ACCOUNT_ID, EURO_ACCOUNT_ID } from '../index.ts'
import type { Data } from './client.ts'
import { openCreations, pathOf } from './creation.ts'

const { client } = await openSandbox()
const { needs, creations, idOf } = openCreations(client)

/** A list of rows of an account, as the reference has it. */
interface List {
  name: string
  entity: Entity
  path: string
  parameters: readonly string[]
  columns: readonly string[]
  /** The name of the ID in the path of one row; undefined if rows cannot be read one by one. */
  idName: string | undefined
}

const LISTS: List[] = ENTITIES.flatMap((entity) => {
  const { endpoints = {}, rows = {} } = entity
  return Object.entries(endpoints).flatMap(([endpoint, list]) => {
    const [, name] = /^GET 12 accounts\/:account_id\/([a-z_]+)$/.exec(endpoint) ?? []
    const [row] = Object.values(rows)
    if (name === undefined || row === undefined || !namesOf(list).includes('cursor')) return []
    const one = Object.keys(endpoints).find((each) => each.startsWith(`${endpoint}/:`))
    const idName = one?.split(':').at(-1)
    return { name, entity, path: pathOf(name), parameters: namesOf(list), columns: namesOf(row), idName }
  })
})

function namesOf({ documents, service = [] }: { documents: readonly string[]; service?: readonly string[] }): string[] {
  return [...documents, ...service].map((name) => name.replace('!', ''))
}

/** The columns that some rows of a list lack, as in the live service. */
const SOMETIMES: Record<string, string> = {
  line_items:
    'android_app_store_identifier ios_app_store_identifier funding_instrument_id daily_budget_amount_local_micro ' +
    'standard_delivery automatic_post_promotion',
  targeting_criteria: 'location_type',
  custom_audiences: 'description is_owner metadata',
  cards: 'components slides',
  media_library: 'title description poster_media_key media_category poster_media_url duration aspect_ratio',
  posts: 'card_uri',
}

/** The columns that no row of a list has: other answers do. */
const ELSEWHERE: Record<string, string> = {
  line_items: 'audience_expansion',
  targeting_criteria: 'localized_name',
  draft_posts: 'status',
  scheduled_posts: 'id_str',
  posts: 'text possibly_sensitive',
}

/** The columns that a deletion changes or leaves out, besides `deleted` and `updated_at`. */
const CHANGED_BY_DELETION: Record<string, string> = {
  campaigns: 'reasons_not_servable servable',
  line_items: 'reasons_not_servable servable',
  scheduled_posts: 'scheduled_status',
  funding_instruments: 'reasons_not_able_to_fund able_to_fund',
  targeting_criteria: 'operator_type',
}

/** The lists with the newest row first, and those in the order of IDs. All others begin with the oldest. */
const NEWEST_FIRST = ['campaigns', 'media_creatives', 'account_media', 'custom_audiences', 'cards', 'media_library']
const BY_ID = ['funding_instruments', 'curated_categories']

/** Every row of a list that can be seen. */
async function rowsOf({ name, path, parameters }: List): Promise<Data[]> {
  const all = ['with_deleted', 'with_draft'].filter((each) => parameters.includes(each))
  return client.walk(path, { ...(await needs[name]?.()), ...Object.fromEntries(all.map((each) => [each, true])) })
}

function isNewestFirst(name: string): boolean {
  return NEWEST_FIRST.includes(name) || (name.endsWith('posts') && !name.includes('promoted'))
}

/** What a table of tests has: the name of each case, and the case. */
function cases<Case extends { name: string }>(of: readonly Case[]): [string, Case][] {
  return of.map((each) => [each.name, each])
}

describe('the list', () => {
  test.each(cases(LISTS))('of %s has rows with the columns of the reference, and no others', async (_, list) => {
    const rows = await rowsOf(list)
    const [sometimes = [], elsewhere = []] = [SOMETIMES, ELSEWHERE].map((columns) => columns[list.name]?.split(' '))
    const holders = (column: string) => rows.filter((row) => column in row).length

    expect(rows.length).toBeGreaterThan(0)
    expect(rows.flatMap((row) => Object.keys(row)).filter((name) => !list.columns.includes(name))).toEqual([])
    expect(list.columns.filter((name) => holders(name) === 0)).toEqual(
      list.columns.filter((name) => elsewhere.includes(name)),
    )
    expect(list.columns.filter((name) => holders(name) > 0 && holders(name) < rows.length).toSorted()).toEqual(
      sometimes.toSorted(),
    )
  })

  test.each(cases(LISTS))('of %s has values of the types of the reference, which other calls take', async (_, list) => {
    const names = new Set(Object.values(list.entity.endpoints ?? {}).flatMap(namesOf))
    const refused = (await rowsOf(list)).flatMap((row) =>
      Object.entries(row).filter(([column, value]) => {
        const filter = column === 'id' ? list.name.replace(/s$/, '_ids') : `${column}s`
        const name = [column, filter].find((each) => names.has(each))
        if (name === undefined || typeof value !== 'string') return false
        const type = typeOf(list.entity, name)
        // Some values of enumerations can only be read.
        return !(type.type in ENUMERATIONS) && parameterOf(type).read(value) instanceof Invalid
      }),
    )
    expect(refused).toEqual([])
  })

  test.each(cases(LISTS))(
    'of %s is read page by page, and counted and sorted if the reference says so',
    async (_, list) => {
      const query = (await needs[list.name]?.()) ?? {}
      const rows = await client.walk(list.path, query)
      const takes = (name: string) => list.parameters.includes(name)
      const keys = (of: readonly Data[]) =>
        of.map((row) => JSON.stringify([row.id, row['media_key'], row['change_time']]))
      const small = { ...query, ...(takes('count') && { count: Math.ceil(rows.length / 3) }) }
      const counted = takes('with_total_count') && (await client.get(list.path, { ...query, with_total_count: true }))

      expect(await client.walk(list.path, small)).toEqual(rows)
      expect(counted && counted.body.total_count).toBe(counted && rows.length)
      for (const sort_by of takes('sort_by') ? ['created_at-desc', 'updated_at-asc'] : []) {
        const sorted = await client.walk(list.path, { ...query, sort_by })
        const times = sorted.map((row) => String(row[sort_by.split('-')[0]!]))
        expect(times).toEqual(sort_by.endsWith('asc') ? times.toSorted() : times.toSorted().toReversed())
        expect(keys(sorted).toSorted()).toEqual(keys(rows).toSorted())
      }
    },
  )

  const timed = LISTS.filter(({ columns }) => columns.includes('created_at') && columns.includes('deleted'))
  test.each(cases(timed))('of %s is in its order', async (_, { name, path }) => {
    const rows = await client.walk(path, await needs[name]?.())
    const times = rows.map((row) => (BY_ID.includes(name) ? row.id : Date.parse(String(row['created_at']))))
    const inOrder = times.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))

    expect(times).toEqual(isNewestFirst(name) ? inOrder.toReversed() : inOrder)
  })

  const filtered = LISTS.filter(({ parameters }) => parameters.some((name) => name.endsWith('_ids')))
  test.each(cases(filtered))(
    'of %s is found by its own IDs and by IDs of parents, in its own order',
    async (_, list) => {
      const rows = await rowsOf(list)
      for (const filter of list.parameters.filter((name) => name.endsWith('_ids'))) {
        const column = filter === `${list.idName}s` ? 'id' : filter.replace(/s$/, '')
        const ids = [...new Set(rows.flatMap((row) => (typeof row[column] === 'string' ? row[column] : [])))].slice(
          0,
          3,
        )
        // Some line items do not show their funding instrument: they have the campaign's.
        if (ids.length === 0 || rows.some((row) => row[column] === undefined)) continue
        const query = { ...(await needs[list.name]?.()), [filter]: ids.toReversed().join(','), count: 2 }
        const found = await client.walk(list.path, query)
        const wanted = rows.filter((row) => ids.includes(String(row[column])))

        expect([filter, found]).toEqual([filter, wanted.filter((row) => found.some(({ id }) => id === row.id))])
        expect(found.length).toBeGreaterThan(0)
      }
    },
  )

  const readable = LISTS.filter(({ idName }) => idName !== undefined)
  test.each(cases(readable))('of %s has rows that are read one by one, deleted ones on request', async (_, list) => {
    const rows = await rowsOf(list)
    const [shown, deleted] = [false, true].map((isDeleted) => rows.find((row) => row['deleted'] === isDeleted))
    const read = async (row: Data | undefined, params = {}) => {
      // Media have a key instead of an ID.
      const id = row && ((row['media_key'] as string | undefined) ?? row.id)
      return id && (await client.get(`${list.path}/${id}`, params)).status
    }

    expect([undefined, 200]).toContain(await read(shown))
    expect([undefined, 404]).toContain(await read(deleted))
    expect([undefined, 200]).toContain(await read(deleted, { with_deleted: true }))
    expect((await client.get(`${list.path}/nobody`)).status).toBe(404)
  })

  const deletable = LISTS.filter(({ name, columns }) => columns.includes('deleted') && isDeletable(name))
  test.each(cases(deletable))('of %s hides a row that is deleted, which is 404 afterwards', async (_, list) => {
    const query = await needs[list.name]?.()
    const [first] = await client.walk(list.path, query)
    const one = `${list.path}/${(first!['media_key'] as string | undefined) ?? first!.id}`
    const { status, body } = await client.delete(one)

    const [after = {}] = [body.data].flat() as Record<string, unknown>[]
    const changed = Object.keys(first!).filter((column) => !isDeepStrictEqual(after[column], first![column]))
    expect([status, after['deleted']]).toEqual([200, true])
    expect(changed.filter((column) => column !== 'deleted' && column !== 'updated_at')).toEqual(
      CHANGED_BY_DELETION[list.name]?.split(' ') ?? [],
    )
    expect(
      (await client.walk(list.path, query)).filter(
        (row) => row.id === first!.id && row['media_key'] === first!['media_key'],
      ),
    ).toEqual([])
    expect([(await client.get(one)).status, (await client.delete(one)).status]).toEqual([404, 404])
  })
})

describe('a row', () => {
  const rows = Object.keys(ENDPOINTS).flatMap((name) => {
    const [, path] = /^GET 12 (accounts\/:account_id\/\w+\/:\w+)$/.exec(name) ?? []
    return path === undefined ? [] : [path]
  })
  const refused = ['PUT', 'DELETE'].flatMap((method) =>
    rows.filter((path) => !(`${method} 12 ${path}` in ENDPOINTS)).map((path) => ({ name: `${method} ${path}` })),
  )
  test.each(cases(refused))('takes no %s, which the reference does not have', async (name) => {
    const [method = '', path = ''] = name.split(' ')
    const target = `/12/${path.replace(':account_id', DEMO_ACCOUNT_ID).replaceAll(/:\w+/g, 'nobody')}`
    expect((await client.send(method, target, method === 'PUT' ? { form: { name: 'Other' } } : {})).status).toBe(405)
  })
})

/** Whether every row of a list can be deleted: a scheduled promoted post cannot once its post is due. */
function isDeletable(name: string): boolean {
  const endpoint = Object.keys(ENDPOINTS).some((each) => each.startsWith(`DELETE 12 accounts/:account_id/${name}/:`))
  return endpoint && name !== 'scheduled_promoted_posts'
}

const CREATED = LISTS.filter(({ name }) => name in creations)

/** The parameters of a change of a row in the reference. Undefined if it has none. */
function changeable(name: string): readonly string[] | undefined {
  const change = `PUT 12 accounts/:account_id/${name}/:`
  return Object.entries(ENDPOINTS).find(([endpoint]) => endpoint.startsWith(change))?.[1].documents
}

/** What a change of a row sends: another name, or another end of the text that the reference requires. */
async function changeOf(name: string, row: Data): Promise<Record<string, string>> {
  if (name === 'campaigns') return { name: 'Other', daily_budget_amount_local_micro: '5500000' }
  if (name === 'line_item_curated_categories')
    return { curated_category_id: await idOf('curated_categories', ({ id }) => id !== row['curated_category_id']) }
  const required = changeable(name)!.find((parameter) => parameter.endsWith('!'))
  if (required === undefined) return { name: 'Other' }
  const column = required.slice(0, -1)
  return { [column]: `${String(row[column])}/other` }
}

/** What was sent, as rows show it. */
function shown(sent: Record<string, string>, row: Data): Record<string, unknown> {
  const entries = Object.entries(sent).map(([name, value]): [string, unknown] => {
    if (name === 'as_user_id') return ['user_id', value]
    if (Array.isArray(row[name])) return [name, value.split(',')]
    return [name, typeof row[name] === 'number' ? Number(value) : value]
  })
  return Object.fromEntries(entries)
}

/** The path of one row. */
const pathOfRow = ({ path }: List, row: Data) => `${path}/${(row['media_key'] as string | undefined) ?? row.id}`

/** One row as it is read. Only a scheduled post has its ID as a number then. */
async function read(list: List, row: Data): Promise<Data> {
  const { body } = await client.get<Data>(pathOfRow(list, row))
  return list.name === 'scheduled_posts' ? { ...body.data, id: String(body.data['id_str']) } : body.data
}

describe('a new row', () => {
  test('can be made of every entity that the reference can create, cards and posts apart', () => {
    const creatable = LISTS.filter(({ name }) => `POST 12 accounts/:account_id/${name}` in ENDPOINTS)
    expect(creatable.map(({ name }) => name).filter((name) => !(name in creations))).toEqual([
      'promoted_posts',
      'cards',
    ])
  })

  test.each(cases(CREATED))('of %s has what was sent, and is read afterwards', async (_, list) => {
    const sent = await creations[list.name]!()
    const { status, body } = await client.post(list.path, sent)
    const { data } = body

    expect(status).toBe(201)
    expect(data).toMatchObject({ ...shown(sent, data), updated_at: data['created_at'], deleted: false })
    expect(Object.keys(data).filter((name) => !list.columns.includes(name))).toEqual([])
    expect(await rowsOf(list)).toEqual(
      expect.arrayContaining([expect.objectContaining(list.name === 'targeting_criteria' ? { id: data.id } : data)]),
    )
    expect(await read(list, data)).toMatchObject(data)
    expect((await client.get(pathOfRow(list, data).replace(DEMO_ACCOUNT_ID, EURO_ACCOUNT_ID))).status).toBe(404)
  })

  const referring = CREATED.filter(
    ({ name }) => !['funding_instruments', 'custom_audiences', 'media_library'].includes(name),
  )
  test.each(cases(referring))('of %s cannot refer to a row that does not exist', async (_, list) => {
    const sent = await creations[list.name]!()
    for (const name of Object.keys(sent).filter((each) => each.endsWith('_id') && each !== 'as_user_id')) {
      const { status, body } = await client.post(list.path, {
        ...sent,
        [name]: /post|user/.test(name) ? '12' : 'nobody',
      })
      expect([status, body.errors]).toMatchObject([400, [{ code: 'INVALID_PARAMETER', parameter: name }]])
    }
  })

  const changed = CREATED.filter(({ name }) => changeable(name))
  test.each(cases(changed))('of %s that is changed keeps what was not sent', async (_, list) => {
    const { data } = (await client.post(list.path, await creations[list.name]!())).body
    const sent = await changeOf(list.name, data)
    const { status, body } = await client.put(pathOfRow(list, data), sent)

    expect([status, body.data]).toEqual([200, { ...data, ...shown(sent, data), updated_at: expect.any(String) }])
    expect(await read(list, data)).toMatchObject(body.data)
  })
})

/** An endpoint of rows of an account or of no account, whose parameters are in a query, in a form, or absent. */
interface Call {
  name: string
  entity: Entity
  parameters: string[]
  /** The required parameters. */
  required: string[]
  /** Sends it, for a row that does not exist. */
  send: (params?: Record<string, string>) => ReturnType<typeof client.send>
}

const CALLS = ENTITIES.flatMap((entity) =>
  Object.entries(entity.endpoints ?? {})
    .filter(([name, { body }]) => /^[A-Z]+ \d+ (?!batch)/.test(name) && !body?.startsWith('JSON'))
    .map(([name, endpoint]): Call => {
      const [method = '', version = '', path = ''] = name.split(' ')
      const target = `/${version}/${path.replace(':account_id', DEMO_ACCOUNT_ID).replaceAll(/:\w+/g, 'nobody')}`
      const place = method === 'GET' || method === 'DELETE' ? 'query' : 'form'
      return {
        name,
        entity,
        parameters: namesOf(endpoint),
        required: [...endpoint.documents, ...(endpoint.service ?? [])].flatMap((each) =>
          each.endsWith('!') ? each.replace('!', '') : [],
        ),
        send: (params = {}) => client.send(method, target, { [place]: params }),
      }
    }),
)
const isWrite = ({ name }: Call) => !name.startsWith('GET')

/** Values that do not fit a type of the reference. */
function wrongValues({ type, min, max }: ReturnType<typeof typeOf>): string[] {
  if (type.endsWith('[]')) {
    const [wrong, other = wrong] = wrongValues({ type: type.slice(0, -2) })
    return ['a,,b', max === undefined ? (other ?? 'a,') : Array.from({ length: max + 1 }, (_, index) => index).join()]
  }
  switch (type) {
    case 'text':
      return max === undefined ? (min === undefined ? [] : ['']) : ['x'.repeat(max + 1), ...(min ? [''] : [])]
    case 'integer':
      return [String((min ?? 0) - 1), String(max! + 1), '1.5', '10x']
    case 'micros':
      return [String((min ?? 0) - 1), '1.5', '1e6', '9223372036854775808']
    case 'time':
      return ['2026-02-30T00:00:00Z', 'soon']
    case 'hashtag':
      return [`#${'x'.repeat(max! + 1)}`]
    case 'id':
      return []
    case 'domain':
      return ['https://shop.example.com', 'shop']
    default:
      // UK and ZZZ have the form of a country and a currency, and are none.
      return type === 'currency' ? ['ZZZ', 'usd'] : type === 'language' ? ['deu', 'd3'] : ['UK', 'nonsense of it', '-1']
  }
}

describe('the call', () => {
  test.each(cases(CALLS))('%s refuses a parameter that the reference does not have', async (_, { send }) => {
    const { status, body } = await send({ nonsense: '1' })

    expect([status, body.errors?.map(({ message }) => message)]).toEqual([
      400,
      expect.arrayContaining(['Unknown parameter for nonsense']),
    ])
  })

  const requiring = CALLS.filter(({ required }) => required.length > 0)
  test.each(cases(requiring))('%s requires what the reference requires', async (_, { required, send }) => {
    const { status, body } = await send()

    expect(status).toBe(400)
    expect(body.errors?.flatMap(({ code, parameter }) => (code === 'MISSING_PARAMETER' ? parameter : []))).toEqual(
      expect.arrayContaining(required),
    )
  })

  test.each(cases(CALLS))('%s refuses values that do not fit the types of the reference', async (_, call) => {
    // An order is refused after all else, and the periods of stats can be dates.
    const isOwn = (name: string) => name === 'sort_by' || (call.name.includes(' stats/') && name.endsWith('_time'))
    const checked = call.parameters.filter((name) => !isOwn(name))
    const wrong = checked.map((name) => [name, wrongValues(typeOf(call.entity, name))] as const)
    for (let nth = 0; nth < 4; nth += 1) {
      const sent = wrong.flatMap(([name, values]) => (nth in values ? [[name, values[nth]!] as const] : []))
      if (sent.length === 0) continue
      const { status, body } = await call.send(Object.fromEntries(sent))
      const refused = body.errors?.filter(({ code }) => code === 'INVALID_PARAMETER').map(({ parameter }) => parameter)

      expect([status, sent.filter(([name]) => !refused?.includes(name))]).toEqual([400, []])
    }
  })

  const updates = CALLS.flatMap((call) => {
    const creation = CALLS.find(({ name }) => name === call.name.replace(/^PUT (.*)\/:\w+$/, 'POST $1'))
    const names = creation?.required.filter((name) => call.parameters.includes(name)) ?? []
    return call.name.startsWith('PUT') && names.length > 0 ? [{ ...call, names }] : []
  })
  test.each(cases(updates))('%s does not unset what a new row needs', async (_, { names, send }) => {
    const { status, body } = await send(Object.fromEntries(names.map((name) => [name, ''])))

    expect([status, body.errors?.map(({ parameter }) => parameter)]).toEqual([400, expect.arrayContaining(names)])
  })

  // Settings are made by their first change.
  const ofRow = CALLS.filter(
    (call) => isWrite(call) && call.required.length === 0 && /:(?!account_id|user_id)\w+$/.test(call.name),
  )
  test.each(cases(ofRow))('%s is 404 without its row', async (_, { send }) => {
    expect((await send()).status).toBe(404)
  })
})
