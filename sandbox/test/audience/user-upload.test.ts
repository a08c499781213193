import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { accounts } from '../../account/account.ts'
import { customAudiences } from '../../audience/custom-audience.ts'
import { doNotReachLists } from '../../audience/do-not-reach-list.ts'
import { lineItems } from '../../campaign/line-item.ts'
import { DEMO_ACCOUNT_ID, EMPTY_ACCOUNT_ID, LIMIT_ACCOUNT_ID, NO_ACCOUNT, SMALL_ACCOUNT_ID } from '../../index.ts'

const { sandbox, client, demoRows } = await openSandbox()

const HASH = 'a'.repeat(64)
const operation = (params: object, operation_type = 'Update') => ({ operation_type, params })
const users = [{ email: [HASH], phone_number: [HASH] }, { email: [HASH] }]

const live = <R extends { deleted: boolean }>(rows: readonly R[]) => rows.find((row) => !row.deleted)!
const ofAudience = () => {
  const { id } = live(demoRows(customAudiences))
  return `/12/accounts/${DEMO_ACCOUNT_ID}/custom_audiences/${id}/users`
}
const ofList = () => {
  const { id } = live(demoRows(doNotReachLists))
  return `/12/batch/accounts/${DEMO_ACCOUNT_ID}/do_not_reach_lists/${id}/users`
}

describe.each([
  ['of an audience', ofAudience, (counts: object) => counts],
  ['of a do-not-reach list', ofList, (counts: object) => [counts]],
])('an upload of users %s', (_, path, wrapped) => {
  const upload = (json: unknown, to = path()) => client.send<unknown>('POST', to, { json })

  test('is counted, and has its own rate limit', async () => {
    const { status, body, headers } = await upload([operation({ users }), operation({ users }, 'Delete')])

    expect(status).toBe(200)
    expect(body.data).toEqual(wrapped({ success_count: 4, total_count: 4 }))
    await client.post(`accounts/${DEMO_ACCOUNT_ID}/campaigns`)
    const again = await upload([operation({ users })])
    const left = [headers, again.headers].map((reply) => Number(reply['x-rate-limit-remaining']))
    expect(left[1]).toBe(left[0]! - 1)
  })

  test.each<[unknown, string]>([
    [operation({}), 'users'],
    [operation({ users: [] }), 'users'],
    [operation({ users: [{ email: ['ann@example.org'] }] }), 'users'],
    [operation({ users: [{ email: HASH }] }), 'users'],
    [operation({ users: [{ name: [HASH] }] }), 'users'],
    [operation({ users: [...users, {}] }), 'users'],
    [operation({ users: [{ email: [], phone_number: [] }] }), 'users'],
    [operation({ users }, 'Create'), 'operation_type'],
    [operation({ users, expires_at: '2020-01-01T00:00:00Z' }), 'expires_at'],
    [operation({ users, valid_until: '2031-01-01T00:00:00Z' }), 'valid_until'],
  ])('is refused as a whole with %j (R-AUD-11, R-AUD-12, R-AUD-13)', async (wrong, parameter) => {
    const { status, body } = await upload([operation({ users }), wrong])

    expect(status).toBe(400)
    expect(body.operation_errors).toMatchObject([[], [{ code: 'INVALID_PARAMETER', parameter }]])
  })

  test('has at most 2,500 operations and 5,000,000 bytes (R-AUD-14)', async () => {
    const many = Array.from({ length: 2501 }, () => operation({ users }))
    expect((await upload(many)).status).toBe(400)
    expect((await upload(many.slice(1))).status).toBe(200)

    // The documented limit is on the bytes of the body: one hash less is enough.
    const item = JSON.stringify(operation({ users: [{ email: [HASH] }] }))
    const hashes = Math.floor((5_000_000 - item.length - 2) / (HASH.length + 3))
    const withHashes = (count: number) => [operation({ users: [{ email: Array.from({ length: count }, () => HASH) }] })]
    expect((await upload(withHashes(hashes + 1))).status).toBe(200)
    expect((await upload(withHashes(hashes + 2))).body.errors).toMatchObject([{ code: 'INVALID_PARAMETER' }])
  })

  test('is 404 for an audience or list that does not exist', async () => {
    expect((await upload([operation({ users })], path().replace(/[^/]+\/users$/, 'none/users'))).status).toBe(404)
  })
})

describe('an audience with uploads of users', () => {
  const made = async (name: string) => {
    const { body } = await client.post(`accounts/${DEMO_ACCOUNT_ID}/custom_audiences`, { name })
    return body.data as unknown as { id: string }
  }
  const read = async (account: string, id: string) =>
    (await client.get<unknown>(`accounts/${account}/custom_audiences/${id}`)).body.data
  const uploadTo = (account: string, id: string, json: unknown) =>
    client.send('POST', `/12/accounts/${account}/custom_audiences/${id}/users`, { json })
  const share = (id: string, granted_account_id: string, permission_level: string) =>
    client.post(`accounts/${DEMO_ACCOUNT_ID}/custom_audiences/${id}/permissions`, {
      granted_account_id,
      permission_level,
    })

  test('takes no users that expire by default before they become effective (R-AUD-12)', async () => {
    const { id } = await made('Late')
    const times = { effective_at: '2099-01-01T00:00:00Z' }

    expect((await uploadTo(DEMO_ACCOUNT_ID, id, [operation({ users, ...times })])).body.operation_errors).toMatchObject(
      [[{ code: 'INVALID_PARAMETER', parameter: 'expires_at' }]],
    )
    expect((await uploadTo(DEMO_ACCOUNT_ID, id, [operation({ users, ...times }, 'Delete')])).status).toBe(200)
  })

  test('grows, can be targeted, and is too small again when its users are deleted', async () => {
    const { id } = await made('Built')
    expect(await read(DEMO_ACCOUNT_ID, id)).toMatchObject({ targetable: false, audience_size: null })

    await uploadTo(DEMO_ACCOUNT_ID, id, [operation({ users }), operation({ users })])
    expect(await read(DEMO_ACCOUNT_ID, id)).toMatchObject({
      targetable: true,
      audience_size: 4,
      reasons_not_targetable: [],
    })
    const line = live(demoRows(lineItems))
    const criterion = { line_item_id: line.id, operator_type: 'EQ', targeting_type: 'CUSTOM_AUDIENCE' }
    const targeted = await client.post(`accounts/${DEMO_ACCOUNT_ID}/targeting_criteria`, {
      ...criterion,
      targeting_value: id,
    })
    expect(targeted.status).toBe(201)

    await uploadTo(DEMO_ACCOUNT_ID, id, [operation({ users }, 'Delete'), operation({ users }, 'Delete')])
    expect(await read(DEMO_ACCOUNT_ID, id)).toMatchObject({
      targetable: false,
      audience_size: 0,
      reasons_not_targetable: ['TOO_SMALL'],
    })
  })

  test('accepts them from an account with READ_WRITE, and not from one with READ_ONLY', async () => {
    const { id } = await made('Shared')
    expect((await share(id, SMALL_ACCOUNT_ID, 'READ_ONLY')).status).toBe(201)
    expect((await uploadTo(SMALL_ACCOUNT_ID, id, [operation({ users })])).status).toBe(403)
    await share(id, SMALL_ACCOUNT_ID, 'READ_WRITE')
    expect((await uploadTo(SMALL_ACCOUNT_ID, id, [operation({ users })])).status).toBe(200)
    expect(await read(DEMO_ACCOUNT_ID, id)).toMatchObject({ audience_size: 2 })
  })

  test('can be changed by an account with READ_WRITE, not by one with READ_ONLY, and deleted by its owner only', async () => {
    const { id } = await made('Lent')
    const path = `accounts/${SMALL_ACCOUNT_ID}/custom_audiences/${id}`
    await share(id, SMALL_ACCOUNT_ID, 'READ_ONLY')
    expect((await client.put(path, { name: 'Mine' })).status).toBe(403)
    await share(id, SMALL_ACCOUNT_ID, 'READ_WRITE')
    const { status, body } = await client.put(path, { name: 'Ours' })
    expect([status, body.data]).toMatchObject([
      200,
      { name: 'Ours', owner_account_id: DEMO_ACCOUNT_ID, is_owner: false },
    ])
    expect(await read(DEMO_ACCOUNT_ID, id)).toMatchObject({ name: 'Ours', is_owner: true })
    expect((await client.delete(path)).status).toBe(404)
  })

  test('is not shared between accounts without a business (R-AUD-17)', async () => {
    const ofNoBusiness = [EMPTY_ACCOUNT_ID, LIMIT_ACCOUNT_ID]
    const businesses = ofNoBusiness.map((id) => sandbox.store.table(accounts).find(NO_ACCOUNT, id)!.business_id ?? null)
    expect(businesses).toEqual([null, null])
    const { body: audience } = await client.post(`accounts/${EMPTY_ACCOUNT_ID}/custom_audiences`, { name: 'Alone' })
    const { status, body } = await client.post(
      `accounts/${EMPTY_ACCOUNT_ID}/custom_audiences/${(audience.data as unknown as { id: string }).id}/permissions`,
      { granted_account_id: LIMIT_ACCOUNT_ID, permission_level: 'READ_ONLY' },
    )
    expect([status, body.errors?.map(({ code }) => code)]).toEqual([400, ['FEATURE_NOT_AVAILABLE']])
  })
})
