import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { accounts } from '../../account/account.ts'
import { CLOSED_ACCOUNT_ID, DEMO_ACCOUNT_ID, NO_ACCOUNT, SANDBOX_CREDENTIALS, SMALL_ACCOUNT_ID } from '../../index.ts'
import type { Data } from '../client.ts'

const { sandbox, client } = await openSandbox()

const forbidden = (id: string) => ({
  errors: [{ code: 'ACCOUNT_NOT_FOUND', message: `User cannot access account ${id}`, parameter: 'account_id' }],
  request: { params: { account_id: id } },
})

describe('a user', () => {
  test('with the default credentials sees the six accounts of the seed', async () => {
    expect(sandbox.credentials).toEqual(SANDBOX_CREDENTIALS)
    const { body } = await client.get('accounts')
    expect(body.data.map((row) => String(row.name)).sort()).toEqual([
      'Alpenglühen Reisen',
      'Blank Slate Studio',
      'Kōji & Rye Bakery ☕️',
      'Meridian Grid Retail Group',
      'Tidewater Outfitters',
      'さくら電機 Sakura Denki',
    ])
  })

  test('sees only its own accounts', async () => {
    const guest = sandbox.addUser({ screenName: 'guest', accountIds: [SMALL_ACCOUNT_ID] })
    expect(guest).toMatchObject({ screenName: 'guest', accountIds: [SMALL_ACCOUNT_ID] })
    const list = await client.get('accounts', { with_total_count: true }, { credentials: guest })
    expect(list.body.data.map((row) => row.id)).toEqual([SMALL_ACCOUNT_ID])
    expect(list.body.total_count).toBe(1)
    const asked = await client.get('accounts', { account_ids: DEMO_ACCOUNT_ID }, { credentials: guest })
    expect(asked.body.data).toEqual([])

    const own = await client.get(`accounts/${SMALL_ACCOUNT_ID}/campaigns`, {}, { credentials: guest })
    expect(own.body.data).toHaveLength(3)
    for (const path of [`accounts/${DEMO_ACCOUNT_ID}`, `accounts/${DEMO_ACCOUNT_ID}/campaigns`]) {
      const foreign = await client.get(path, {}, { credentials: guest })
      expect(foreign.status).toBe(403)
      expect(foreign.body).toEqual(forbidden(DEMO_ACCOUNT_ID))
    }
  })
})

describe('an account', () => {
  test.each(['nobody', 'a/b', '..', 'ä?#'])(
    'of id %s that does not exist is 403, alone and above others (R-CONV-7)',
    async (id) => {
      const encoded = encodeURIComponent(id).replace('..', '%2E%2E')
      for (const path of [`accounts/${encoded}`, `accounts/${encoded}/line_items`]) {
        const { status, body } = await client.get(path)
        expect(status).toBe(403)
        expect(body).toEqual(forbidden(id))
      }
    },
  )

  test('that was deleted is 404 without `with_deleted`', async () => {
    const hidden = await client.get(`accounts/${CLOSED_ACCOUNT_ID}`)
    expect(hidden.status).toBe(404)
    expect(hidden.body.errors).toEqual([
      { code: 'NOT_FOUND', message: `account_id ${CLOSED_ACCOUNT_ID} was not found`, parameter: 'account_id' },
    ])
    const shown = await client.get<Data>(`accounts/${CLOSED_ACCOUNT_ID}`, { with_deleted: true })
    expect(shown.body.data).toMatchObject({ id: CLOSED_ACCOUNT_ID, deleted: true })
    expect((await client.get('accounts', { with_deleted: true })).body.data).toHaveLength(7)
  })

  test('that does not exist yet is 403 for a user with access to it', async () => {
    const credentials = sandbox.addUser({ accountIds: ['not-yet-made'] })
    expect((await client.get('accounts/not-yet-made', {}, { credentials })).status).toBe(403)
    sandbox.store.table(accounts).insert(NO_ACCOUNT, {
      ...sandbox.store.table(accounts).find(NO_ACCOUNT, DEMO_ACCOUNT_ID)!,
      id: 'not-yet-made',
    })
    expect((await client.get('accounts/not-yet-made', {}, { credentials })).status).toBe(200)
  })
})

test('a path without an endpoint is a 404 page, and one without the method is 405', async () => {
  for (const path of [`/12/accounts/${DEMO_ACCOUNT_ID}/campaigns/`, '/12/accounts/%zz', '/11/accounts', '/']) {
    const { status, headers, text } = await client.send('GET', path)
    expect([path, status, headers['content-type']]).toEqual([path, 404, 'text/html;charset=utf-8'])
    expect(text).toContain('<h1>Not Found</h1>')
  }
  const other = await client.send('DELETE', '/12/accounts')
  expect([other.status, other.headers.allow]).toEqual([405, 'GET, POST'])
  expect(other.body.errors).toEqual([{ code: 'METHOD_NOT_ALLOWED', message: 'Method DELETE is not allowed here' }])
})
