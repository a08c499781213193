import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { campaigns } from '../../campaign/campaign.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'

const { sandbox, client, demoRows } = await openSandbox()

const account = `accounts/${DEMO_ACCOUNT_ID}`

async function historyOf(entity_id: string) {
  const hour = 3_600_000
  const now = Math.floor(Date.now() / hour) * hour
  const at = (time: number) => `${new Date(time).toISOString().slice(0, 13)}:00:00Z`
  const period = { start_time: '2020-01-01T00:00:00Z', end_time: at(now + hour) }
  const { body } = await client.get(`${account}/account_history`, { entity_type: 'CAMPAIGN', entity_id, ...period })
  return body.data as unknown as {
    change_type: string
    change_by: { user_id: string }
    changes: Record<string, { old: unknown; new: unknown }>
  }[]
}

const made = async () => {
  const { funding_instrument_id } = demoRows(campaigns).find((row) => !row.deleted)!
  const { body } = await client.post(`${account}/campaigns`, {
    funding_instrument_id,
    name: 'New',
    daily_budget_amount_local_micro: 10,
    entity_status: 'PAUSED',
  })
  return body.data as unknown as { id: string }
}

describe('the history of a campaign', () => {
  test('has each change separately, newest first, with its author, even within one second', async () => {
    const { id } = await made()
    await client.put(`${account}/campaigns/${id}`, { name: 'Newer', daily_budget_amount_local_micro: 10 })
    const guest = sandbox.addUser({ accountIds: [DEMO_ACCOUNT_ID] })
    await client.send('PUT', `/12/${account}/campaigns/${id}`, {
      form: { name: 'Newest', daily_budget_amount_local_micro: 20 },
      credentials: guest,
    })
    await client.delete(`${account}/campaigns/${id}`)

    const history = await historyOf(id)
    expect(history.map((change) => [change.change_type, change.change_by.user_id])).toEqual([
      ['DELETE', '1000000001'],
      ['UPDATE', guest.userId],
      ['UPDATE', '1000000001'],
      ['CREATE', '1000000001'],
    ])
    expect(history[1]!.changes).toMatchObject({
      name: { old: 'Newer', new: 'Newest' },
      daily_budget_amount_local_micro: { old: 10, new: 20 },
    })
    expect(history[3]!.changes).toEqual({})
  })

  test('continues the history of the seed', async () => {
    const row = demoRows(campaigns).find(({ deleted, entity_status }) => !deleted && entity_status === 'PAUSED')!
    const before = await historyOf(row.id)
    await client.put(`${account}/campaigns/${row.id}`, {
      name: 'Renamed',
      daily_budget_amount_local_micro: Number(row.daily_budget_amount_local_micro),
    })
    const [latest, ...rest] = await historyOf(row.id)

    expect(latest).toMatchObject({ change_type: 'UPDATE', changes: { name: { old: row.name, new: 'Renamed' } } })
    expect(rest).toEqual(before)
    expect(rest.at(-1)).toMatchObject({ change_type: 'CREATE' })
  })

  test('has no changes of a batch that was refused', async () => {
    const { id } = await made()
    await client.batch(`${account}/campaigns`, [
      { operation_type: 'Update', params: { campaign_id: id, name: 'Half' } },
      { operation_type: 'Delete', params: { campaign_id: 'none' } },
    ])
    expect((await historyOf(id)).map((change) => change.change_type)).toEqual(['CREATE'])
  })
})
