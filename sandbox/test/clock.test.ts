import { describe, expect, onTestFinished, test } from 'vitest'
import { fundingInstruments } from '../account/funding-instrument.ts'
import { campaigns } from '../campaign/campaign.ts'
import { scheduledPosts } from '../creative/scheduled-post.ts'
import { SMALL_ACCOUNT_ID, startSandbox, type Row, type Sandbox, type TableDefinition } from '../index.ts'
import { Client } from './client.ts'

const WEEK_MS = 7 * 86_400_000

async function open(now?: Date | string): Promise<{ sandbox: Sandbox; client: Client }> {
  const sandbox = await startSandbox({ now })
  onTestFinished(() => sandbox.close())
  return { sandbox, client: new Client(sandbox) }
}

const rowsOf = <R extends Row>({ store }: Sandbox, table: TableDefinition<R>) =>
  store.table(table).rows(SMALL_ACCOUNT_ID)

/** How far the date of a header is from now, in seconds. */
const away = (date: string | undefined) => Math.abs(Date.parse(date ?? '') - Date.now()) / 1000

describe('the clock of a sandbox', () => {
  test("is this machine's if no option says where it starts", async () => {
    const { client } = await open()
    const answer = await client.get(`accounts/${SMALL_ACCOUNT_ID}/campaigns`, { count: 1 })
    expect(away(answer.headers['date'])).toBeLessThan(5)
  })

  test.each(['2031-02-28T23:59:58Z', new Date('2019-07-04T12:00:00Z')])(
    'starts at %s and runs on: `Date`, new rows and rate limits follow it, timestamps of signatures need not',
    async (now) => {
      const { client } = await open(now)
      const start = new Date(now).getTime()
      const read = await client.get(`accounts/${SMALL_ACCOUNT_ID}/campaigns`, { count: 1 })
      const [first] = read.body.data
      const made = await client.post(`accounts/${SMALL_ACCOUNT_ID}/campaigns`, {
        name: 'New',
        funding_instrument_id: String(first!['funding_instrument_id']),
        daily_budget_amount_local_micro: 1_000_000,
      })
      const since = (time: unknown) => (Date.parse(String(time)) - start) / 1000

      expect([read.status, made.status]).toEqual([200, 201])
      expect(since(read.headers['date'])).toBeGreaterThanOrEqual(-1)
      expect(since(read.headers['date'])).toBeLessThan(30)
      expect(since(made.body.data['created_at'])).toBeLessThan(30)
      const reset = Number(read.headers['x-account-rate-limit-reset']) * 1000
      expect(since(new Date(reset).toISOString())).toBeGreaterThan(890)
      expect(since(new Date(reset).toISOString())).toBeLessThan(931)
    },
  )

  test('must start at a time', async () => {
    await expect(startSandbox({ now: 'yesterday' })).rejects.toThrow('now is yesterday; it must be a date')
  })
})

describe('the data of a sandbox', () => {
  test('are moved by whole weeks to the time at which its clock starts, with the same IDs and names', async () => {
    const [then, later] = [await open('2026-06-01T12:00:00Z'), await open('2031-03-05T07:00:00Z')]
    for (const table of [campaigns, fundingInstruments, scheduledPosts] as unknown as TableDefinition<Row>[]) {
      const [before, after] = [rowsOf(then.sandbox, table), rowsOf(later.sandbox, table)]
      const moved = after.map((row, nth) => Date.parse(row.created_at) - Date.parse(before[nth]!.created_at))
      const texts = (rows: Row[]) => rows.map((row) => [row.id, (row as Row & { name?: unknown }).name])

      expect(texts(after)).toEqual(texts(before))
      expect(moved).toEqual(moved.map(() => 248 * WEEK_MS))
    }
  })

  test.each(['2026-06-01T12:00:00Z', '2026-06-08T11:59:59Z', '2030-12-31T23:59:59Z'])(
    'are made around %s: ended line items are not served, and scheduled posts lie ahead',
    async (now) => {
      const { sandbox, client } = await open(now)
      const { body } = await client.get(`accounts/${SMALL_ACCOUNT_ID}/line_items`, { count: 1000 })
      const ends = new Map(body.data.map((row) => [row['campaign_id'], String(row['end_time'])]))
      const states = rowsOf(sandbox, campaigns).flatMap(({ id, effective_status }) =>
        ends.has(id) ? [[ends.get(id)! < now, effective_status === 'EXPIRED']] : [],
      )
      const due = rowsOf(sandbox, scheduledPosts).filter((row) => row['scheduled_status'] === 'SCHEDULED')

      expect(states.length).toBeGreaterThan(2)
      expect(states.filter(([hasEnded, isExpired]) => hasEnded !== isExpired)).toEqual([])
      expect(due.length).toBeGreaterThan(0)
      expect(due.filter((row) => row['scheduled_at'] <= now)).toEqual([])
    },
  )

  test('have no date in names', async () => {
    const { sandbox } = await open()
    const names = rowsOf(sandbox, campaigns).map(({ name }) => name)
    expect(names.filter((name) => /20\d\d|spring|summer|autumn|winter/i.test(name))).toEqual([])
  })
})
