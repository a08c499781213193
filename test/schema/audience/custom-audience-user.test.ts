import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { createVocabulary } from '../../../src/rest/wire/vocabulary.ts'
import { openSandboxGraph } from '../../support/graph.ts'
import type { UpdateCustomAudienceUsersMutation } from '../../support/graphql/graphql.ts'
import { graphql } from '../../support/graphql/index.ts'
import { openWriteGraph, useWriteGraph } from '../../support/write.ts'

// Five million bytes take a second, and many on a busy machine. No test here waits for the deadline.
const graph = useWriteGraph({})
beforeEach(() => graph.answer(({ body }) => counted(usersIn(body))))

const UPLOAD =
  graphql(`mutation UpdateCustomAudienceUsers($input: UpdateCustomAudienceUsersInput!, $split: Boolean = false, $validateOnly: Boolean = false) {
  outcome: updateCustomAudienceUsers(input: $input, split: $split, validateOnly: $validateOnly) {
    successCount totalCount chunks { start count status } userErrors { code message field rule }
  }
}`)

const RECEIPT = `mutation ($input: UpdateCustomAudienceUsersInput!) {
  outcome: updateCustomAudienceUsers(input: $input) {
    successCount totalCount chunks { status } receipt { outcome items { outcome } }
  }
}`

const FIRST = graphql(`query FirstCustomAudience($account: ID!) {
  account(id: $account) { customAudiences(first: 1) { nodes { id } } }
}`)

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const usersIn = (body: string) =>
  (JSON.parse(body) as { params: { users: object[] } }[]).reduce((sum, { params }) => sum + params.users.length, 0)
const counted = (count: number, total = count) => ({ body: { data: { success_count: count, total_count: total } } })
const input = (operations: object[], hash = false) => ({
  customAudienceId: 'CustomAudience:a1:u1',
  hash,
  operations,
})
const update = (users: object[], changes: object = {}) => ({ update: { users, ...changes } })
/** The fields below `input`, and the rules, of the user errors. */
const rulesOf = (data: UpdateCustomAudienceUsersMutation | null) =>
  data!.outcome!.userErrors.map(({ field, rule }) => [field.slice(1).join(' '), rule])
const HASH = sha256('x')

describe('updateCustomAudienceUsers', () => {
  it('sends every field by its wire name', async () => {
    const user = { email: [HASH], deviceId: [HASH.toUpperCase()], handle: [HASH], svcId: [HASH], phoneNumber: [HASH] }
    const { data, errors } = await graph.write(
      UPLOAD,
      input([
        update([{ ...user, partnerUserId: ['p 1'] }, { email: [HASH] }], {
          effectiveAt: '2030-01-01T00:00:00Z',
          expiresAt: '2031-01-01T00:00:00Z',
        }),
        { delete: { users: [{ email: [HASH] }] } },
      ]),
    )

    expect(errors).toBeUndefined()
    const whole = { email: [HASH], device_id: [HASH], handle: [HASH], svc_id: [HASH], phone_number: [HASH] }
    expect(graph.sent()).toEqual([
      [
        'POST accounts/a1/custom_audiences/u1/users',
        [
          {
            operation_type: 'Update',
            params: {
              users: [{ ...whole, partner_user_id: ['p 1'] }, { email: [HASH] }],
              effective_at: '2030-01-01T00:00:00Z',
              expires_at: '2031-01-01T00:00:00Z',
            },
          },
          { operation_type: 'Delete', params: { users: [{ email: [HASH] }] } },
        ],
      ],
    ])
    expect(data).toEqual({
      outcome: {
        successCount: '3',
        totalCount: '3',
        chunks: [{ start: 0, count: 2, status: 'DONE' }],
        userErrors: [],
      },
    })
  })

  it('normalizes and hashes on request, except values that are hashed already', async () => {
    const user = {
      email: [' Ann@Example.ORG ', "o'neill+1@example.org"],
      phoneNumber: ['+49 (151) 234-5678'],
      handle: ['@Ann_1', HASH],
    }
    await graph.write(UPLOAD, input([update([user])], true))

    const [[, body]] = graph.sent() as [[string, { params: { users: object[] } }[]]]
    expect(body[0]!.params.users).toEqual([
      {
        email: [sha256('ann@example.org'), sha256("o'neill+1@example.org")],
        handle: [sha256('ann_1'), HASH],
        phone_number: [sha256('+491512345678')],
      },
    ])
  })

  it.each([
    ['R-AUD-11', 'users', update([])],
    [null, 'users', update([{ email: [HASH] }, { email: [], handle: null }])],
    ['R-AUD-12', 'expiresAt', update([{ email: [HASH] }], { expiresAt: '2020-01-01T00:00:00Z' })],
    ['R-AUD-12', 'expiresAt', update([{ email: [HASH] }], { effectiveAt: '2099-01-01T00:00:00Z' })],
    ['R-AUD-13', 'users 0 email', update([{ email: [HASH, 'ann@example.org'] }])],
    ['R-AUD-13', 'users 0 deviceId', update([{ deviceId: [HASH.slice(1)] }])],
  ])('reports an input that breaks %s at %s without its value, and sends nothing', async (rule, field, operation) => {
    const { data } = await graph.write(UPLOAD, input([operation]))

    expect(graph.sent()).toEqual([])
    expect(rulesOf(data)).toEqual([[`operations 0 update ${field}`, rule]])
    expect(JSON.stringify(data)).not.toMatch(/ann@|[0-9a-f]{60}/)
  })

  it('removes users at any time, because they do not expire then (R-AUD-12)', async () => {
    const { users } = update([{ email: [HASH] }]).update
    await graph.write(UPLOAD, input([{ delete: { users, effectiveAt: '2099-01-01T00:00:00Z' } }]))

    expect(graph.sent()).toMatchObject([[{}, [{ params: { effective_at: '2099-01-01T00:00:00Z' } }]]])
  })

  it.each([
    { email: ['ann'] },
    { email: ['ann@example.org,'] },
    { email: ['<ann@example.org>'] },
    { email: ['"ann@example.org"'] },
    { email: ["'ann@example.org'"] },
    { email: ['mailto:ann@example.org'] },
    { phoneNumber: ['0151 2345678'] },
    { phoneNumber: ['+49 (0)151 2345678'] },
    { handle: ['a nn'] },
    { svcId: ['17'] },
  ])('refuses with `hash` a value without a valid format (R-AUD-13): %j', async (user) => {
    const { data } = await graph.write(UPLOAD, input([update([user])], true))

    expect(graph.sent()).toEqual([])
    expect(rulesOf(data)).toEqual([[`operations 0 update users 0 ${Object.keys(user)[0]}`, 'R-AUD-13']])
  })

  it.each([
    ['[String!]', '$input', [['ann@example.org']]],
    ['[String!]!', '$input', { of: 'ann@example.org' }],
    ['String!', '[$input]', ['ann@example.org']],
  ])('does not repeat an identifier in a variable of the type %s (R-AUD-13)', async (type, email, value) => {
    const { errors } = await graph.write(
      `mutation ($input: ${type}) {
        updateCustomAudienceUsers(
          input: { customAudienceId: "CustomAudience:a1:u1", hash: true, operations: [{ update: { users: { email: ${email} } } }] }
        ) { successCount }
      }`,
      value,
    )

    expect(errors).toMatchObject([{ message: expect.stringMatching(/it does not fit its type$/) as string }])
    expect(JSON.stringify(errors)).not.toContain('ann@')
  })

  it('refuses with `hash` a value of more than 1,000 characters (R-AUD-13)', async () => {
    const users = [{ email: [`${'a'.repeat(1_000)}@example.org`] }, { handle: ['a'.repeat(1_001)] }]
    const { data } = await graph.write(UPLOAD, input([update(users)], true))

    expect(graph.sent()).toEqual([])
    expect(rulesOf(data)).toEqual([
      ['operations 0 update users 0 email', 'R-AUD-13'],
      ['operations 0 update users 1 handle', 'R-AUD-13'],
    ])
  })

  it('sends 2,500 operations, refuses 2,501 (R-AUD-14), and sends them in two calls with split', async () => {
    const operations = Array.from({ length: 2501 }, () => update([{ partnerUserId: ['p'] }]))
    const tooMany = await graph.write(UPLOAD, input(operations))
    expect(rulesOf(tooMany.data)).toEqual([['operations', 'R-AUD-14']])
    const { data } = await graph.write(UPLOAD, input(operations), { split: true })

    expect(graph.sent().map(([, body]) => (body as unknown[]).length)).toEqual([2500, 1])
    expect(data).toMatchObject({ outcome: { successCount: '2501', userErrors: [] } })
  })

  it('sends as many users as fit into 5,000,000 bytes, in one operation or in 2,500', async () => {
    const lengths: number[] = []
    graph.answer(({ body }) => {
      lengths.push(Buffer.byteLength(body))
      return counted(usersIn(body))
    })
    for (const [operations, users] of [
      [1, 63_000],
      [2500, 24],
    ] as const) {
      const each = Array.from({ length: users }, () => ({ email: [HASH] }))
      const { data, errors } = await graph.write(UPLOAD, input(Array.from({ length: operations }, () => update(each))))
      expect(errors).toBeUndefined()
      expect(data).toMatchObject({ outcome: { successCount: `${operations * users}`, userErrors: [] } })
    }
    expect(lengths).toEqual([4_977_050, 4_862_501])
  })

  it('sends 5,000,000 bytes in a call, refuses one more (R-AUD-14), and sends a second call with split', async () => {
    const lengths: number[] = []
    graph.answer(({ body }) => {
      lengths.push(Buffer.byteLength(body))
      return counted(usersIn(body))
    })
    const ofIds = (...ids: string[]) => input(ids.map((id) => update([{ partnerUserId: [id] }])))
    const half = 'p'.repeat(2_499_000)
    await graph.write(UPLOAD, ofIds(half, ''))
    // A letter of two bytes, because the limit is in bytes, not in characters.
    const rest = 5_000_000 - lengths.pop()!
    const full = 'é'.repeat(rest >> 1) + 'p'.repeat(rest % 2)

    await graph.write(UPLOAD, ofIds(half, full))
    expect(lengths).toEqual([5_000_000])
    const tooMuch = await graph.write(UPLOAD, ofIds(half, `${full}p`))
    const tooMuchInOne = await graph.write(UPLOAD, ofIds(half + half + half), { split: true })
    expect([tooMuch, tooMuchInOne].map(({ data }) => rulesOf(data))).toEqual([
      [['operations', 'R-AUD-14']],
      [['operations 0', 'R-AUD-14']],
    ])
    expect(lengths).toHaveLength(1)

    const { data } = await graph.write(UPLOAD, ofIds(half, `${full}p`), { split: true })
    expect(lengths).toHaveLength(3)
    expect(data).toMatchObject({ outcome: { successCount: '2', chunks: [{ count: 1 }, { count: 1 }] } })
  })

  it.each([
    ['our words', undefined],
    ['the words of the service', { parameters: { svc_id: 'service_user_id', expires_at: 'ends' } }],
  ])('counts the bytes of hashes before it makes them, of escaped text, and of times, in %s', async (_, words) => {
    const own = words ? await openWriteGraph({}, { vocabulary: createVocabulary(words) }) : graph
    const lengths: number[] = []
    own.answer(({ body }) => {
      lengths.push(Buffer.byteLength(body))
      return counted(usersIn(body))
    })
    const users = [
      { email: ['ann@example.org', HASH], phoneNumber: ['+49 151 2345678'], deviceId: [] },
      { partnerUserId: ['"\\ \u0001 é 😀', ''], handle: ['@ann', 'bob'] },
      { svcId: [HASH] },
    ]
    const times = { effectiveAt: '2030-01-01T00:00:00Z', expiresAt: '2031-01-01T00:00:00Z' }
    const ofId = (id: string) =>
      input([update(users, times), { delete: { users } }, update([{ partnerUserId: [id] }])], true)
    await own.write(UPLOAD, ofId(''))
    const full = 'p'.repeat(5_000_000 - lengths.pop()!)

    await own.write(UPLOAD, ofId(full))
    const tooMuch = await own.write(UPLOAD, ofId(`${full}p`))
    expect(rulesOf(tooMuch.data)).toEqual([['operations', 'R-AUD-14']])
    expect(lengths).toEqual([5_000_000])
    if (words) await own.close()
  })

  it('lists the first 1,000 invalid identifiers of an upload, and counts the others in each operation', async () => {
    const invalid = Array.from({ length: 700 }, () => ({ email: ['x'], deviceId: [HASH] }))
    const { data } = await graph.write(UPLOAD, input([update(invalid), update(invalid), update([...invalid, {}])]))

    expect(graph.sent()).toEqual([])
    const { userErrors } = data!.outcome!
    expect(userErrors).toHaveLength(1_003)
    expect(userErrors[999]!.field).toEqual(['input', 'operations', '1', 'update', 'users', '299', 'email'])
    expect(userErrors.slice(1_000).map(({ field, message, rule }) => [field[2], message, rule])).toEqual([
      ['1', '`users` has 400 more lists of identifiers with an invalid value', 'R-AUD-13'],
      ['2', '`users` has 700 more lists of identifiers with an invalid value', 'R-AUD-13'],
      ['2', '`users` has a user at index 700 without an identifier', null],
    ])
  })

  it('reports INCOMPLETE_UPLOAD if two calls accept too few users, but not if only the first does (R-AUD-15)', async () => {
    graph.answer((_, nth) => counted(nth === 1 ? 1 : 2, 2))
    const mended = await graph.write(UPLOAD, input([update([{ email: [HASH] }, { email: [HASH] }])]))
    expect(mended.data).toMatchObject({ outcome: { successCount: '2', userErrors: [] } })
    expect(graph.sent()).toHaveLength(2)

    graph.reset()
    graph.answer(() => counted(1, 2))
    const { data } = await graph.write(UPLOAD, input([update([{ email: [HASH] }, { email: [HASH] }])]))
    expect(graph.sent()).toHaveLength(2)
    expect(data).toMatchObject({
      outcome: {
        successCount: '1',
        totalCount: '2',
        chunks: [{ status: 'UNKNOWN' }],
        userErrors: [{ code: 'INCOMPLETE_UPLOAD', field: ['input', 'operations'], rule: 'R-AUD-15' }],
      },
    })
  })

  it('reports INCOMPLETE_UPLOAD if the repeated call fails (R-AUD-15)', async () => {
    graph.answer((_, nth) => (nth === 1 ? counted(1, 2) : { status: 503, body: '' }))
    const { data, errors } = await graph.write(UPLOAD, input([update([{ email: [HASH] }, { email: [HASH] }])]))

    expect(graph.sent()).toHaveLength(2)
    expect(errors).toBeUndefined()
    expect(data).toMatchObject({
      outcome: {
        successCount: '1',
        totalCount: '2',
        chunks: [{ status: 'UNKNOWN' }],
        userErrors: [{ code: 'INCOMPLETE_UPLOAD', rule: 'R-AUD-15' }],
      },
    })
  })

  it.each([
    ['an empty list', { data: [] }],
    ['no data', {}],
    ['two rows', { data: [1, 1].map((count) => ({ success_count: count, total_count: count })) }],
    ['a text', { data: 'x' }],
    ['another column', { data: { count: 1 } }],
  ])('does not know what a call did whose answer has %s', async (_, body) => {
    graph.answer(() => ({ body }))
    const { data } = await graph.write<object>(
      RECEIPT,
      input([update([{ email: [HASH] }]), update([{ email: [HASH] }])]),
    )

    expect(data).toMatchObject({
      outcome: {
        successCount: null,
        totalCount: null,
        chunks: [{ status: 'UNKNOWN' }],
        receipt: { outcome: 'UNKNOWN', items: [{ outcome: 'UNKNOWN' }, { outcome: 'UNKNOWN' }] },
      },
    })
  })

  it.each([
    [503, null],
    [403, '2500'],
  ])(
    'counts the users of the calls before one with status %i only if that certainly did nothing',
    async (status, count) => {
      let calls = 0
      graph.answer(({ body }) => ((calls += 1) === 2 ? { status, body: '' } : counted(usersIn(body))))
      const operations = Array.from({ length: 5001 }, () => update([{ partnerUserId: ['p'] }]))
      const { data } = await graph.write(UPLOAD, input(operations), { split: true })

      expect(data).toMatchObject({ outcome: { successCount: count, totalCount: count } })
    },
  )

  it('stops at an incomplete call, and returns the results of the calls before it', async () => {
    graph.answer(({ body }, nth) => counted(usersIn(body) - (nth === 1 ? 0 : 1), usersIn(body)))
    const operations = Array.from({ length: 5001 }, () => update([{ partnerUserId: ['p'] }]))
    const { data } = await graph.write(UPLOAD, input(operations), { split: true })

    expect(graph.sent()).toHaveLength(3)
    expect(data).toMatchObject({
      outcome: {
        successCount: '4999',
        totalCount: '5000',
        chunks: [
          { start: 0, count: 2500, status: 'DONE' },
          { start: 2500, count: 2500, status: 'UNKNOWN' },
          { start: 5000, count: 1, status: 'NOT_TRIED' },
        ],
        userErrors: [{ code: 'INCOMPLETE_UPLOAD', rule: 'R-AUD-15' }],
      },
    })
  })

  it.each([400, 403])('does not repeat values that the service includes in a %i', async (status) => {
    const problem = { code: 'INVALID', message: `No: ${HASH}`, parameter: HASH, details: HASH, value: HASH }
    graph.answer(() => ({ status, body: { errors: [problem], operation_errors: [[problem]] } }))
    const answer = await graph.write(UPLOAD, input([update([{ email: [HASH] }])]))

    expect(JSON.stringify(answer)).toContain('INVALID')
    expect(JSON.stringify(answer)).not.toContain(HASH)
  })

  it.each([
    [{ owner_account_id: 'a2', permission_level: 'READ_ONLY' }, [['customAudienceId', null]]],
    [{ is_owner: false, permission_level: 'READ_ONLY' }, [['customAudienceId', null]]],
    [{ owner_account_id: 'a2', permission_level: 'READ_WRITE' }, []],
    [{ owner_account_id: 'a1', permission_level: 'READ_ONLY' }, []],
    [{ permission_level: 'READ_ONLY' }, []],
  ])('checks with validateOnly what a share allows: %j', async (columns, refused) => {
    graph.answer(() => ({ body: { data: [{ id: 'u1', ...columns }], next_cursor: null } }))
    const { data } = await graph.write(UPLOAD, input([update([{ email: [HASH] }])]), { validateOnly: true })

    expect(rulesOf(data)).toEqual(refused)
    expect(graph.written()).toEqual([])
  })

  it('does not include a value of the wrong type in the error', async () => {
    for (const user of [{ mail: ['ann@example.org'] }, { email: ['ann@example.org', 7] }, 'ann@example.org']) {
      const { errors } = await graph.write(UPLOAD, input([update([user as object])]))
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
      expect(JSON.stringify(errors)).not.toContain('ann@')
    }
    expect(graph.sent()).toEqual([])
  })
})

it('is accepted by the sandbox, and reported if the sandbox counts too few users', async () => {
  const own = await openSandboxGraph()
  const { data: found } = await own.query(FIRST, { account: DEMO_ACCOUNT_ID })
  const customAudienceId = found!.account!.customAudiences!.nodes[0]!.id
  const upload = async () => {
    const operations = [update([{ email: ['Ann@example.org'], partnerUserId: ['p'] }])]
    return (await own.query(UPLOAD, { input: { customAudienceId, hash: true, operations } })).data
  }
  expect(await upload()).toMatchObject({ outcome: { successCount: '1', totalCount: '1', userErrors: [] } })

  const path = 'accounts/:account_id/custom_audiences/:custom_audience_id/users'
  own.sandbox.faults.add({ match: { path }, fault: { kind: 'incompleteUpload', missing: 1 }, times: 3 })
  expect(await upload()).toMatchObject({
    outcome: { successCount: '0', totalCount: '1', userErrors: [{ code: 'INCOMPLETE_UPLOAD' }] },
  })
  expect(await upload()).toMatchObject({ outcome: { successCount: '1', userErrors: [] } })
  expect(own.logLines.join()).not.toMatch(/ann@|[0-9a-f]{64}/i)
  await own.close()
})
