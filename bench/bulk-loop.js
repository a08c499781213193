import { once } from 'node:events'
// Writes the lines of an export as a program would that calls the lists itself: no checkpoint, no index, no progress.
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, listCampaigns, listLineItems } from '../dist/package/rest.js'

const [, , account, dir] = process.argv
const MAX_PARENTS = 200
const { ADS_BASE_URL, OAUTH_CONSUMER_KEY, OAUTH_CONSUMER_SECRET } = process.env
const { OAUTH_ACCESS_TOKEN, OAUTH_ACCESS_TOKEN_SECRET } = process.env

const client = createClient({
  adsBaseUrl: ADS_BASE_URL,
  consumer: { key: OAUTH_CONSUMER_KEY, secret: OAUTH_CONSUMER_SECRET },
})
const session = client.session({ user: { token: OAUTH_ACCESS_TOKEN, tokenSecret: OAUTH_ACCESS_TOKEN_SECRET } })
mkdirSync(dir, { recursive: true })
const files = new Map(
  ['account.campaigns', 'account.campaigns.lineItems'].map((path) => [
    path,
    createWriteStream(join(dir, `${path}.ndjson`)),
  ]),
)

const page = { count: 1000, sort_by: ['created_at-asc'] }
for await (const { rows: campaigns } of session.pages(listCampaigns, { account_id: account }, page)) {
  await write(
    'account.campaigns',
    campaigns.map((row) => ({
      __typename: 'Campaign',
      id: `Campaign:${account}:${row.id}`,
      __parentId: `Account:${account}`,
      name: row.name,
      entityStatus: row.entity_status,
    })),
  )
  for (let from = 0; from < campaigns.length; from += MAX_PARENTS) {
    const campaign_ids = campaigns.slice(from, from + MAX_PARENTS).map(({ id }) => id)
    for await (const { rows } of session.pages(listLineItems, { account_id: account }, { ...page, campaign_ids }))
      await write(
        'account.campaigns.lineItems',
        rows.map((row) => ({
          __typename: 'LineItem',
          id: `LineItem:${account}:${row.id}`,
          __parentId: `Campaign:${account}:${row.campaign_id}`,
          name: row.name,
          entityStatus: row.entity_status,
          objective: row.objective,
          bidAmountLocalMicro: row.bid_amount_local_micro === null ? null : String(row.bid_amount_local_micro),
          startTime: row.start_time,
        })),
      )
  }
}
for (const file of files.values()) await new Promise((resolve) => file.end(resolve))
await client.close()

async function write(path, lines) {
  const file = files.get(path)
  if (!file.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))) await once(file, 'drain')
}
