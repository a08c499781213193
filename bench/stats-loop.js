// Answers Q7 as a program would that asks for one entity a call: the campaigns, their line items, and the stats of each, one after
// the other, or with CONCURRENCY several at a time.
import { createServer } from 'node:http'
import { createClient, listCampaigns, listLineItems, listStats } from '../dist/package/rest.js'

const { PORT, CONCURRENCY = '1', ADS_BASE_URL, OAUTH_CONSUMER_KEY, OAUTH_CONSUMER_SECRET } = process.env
const { OAUTH_ACCESS_TOKEN, OAUTH_ACCESS_TOKEN_SECRET } = process.env

const client = createClient({
  adsBaseUrl: ADS_BASE_URL,
  consumer: { key: OAUTH_CONSUMER_KEY, secret: OAUTH_CONSUMER_SECRET },
})
const session = client.session({ user: { token: OAUTH_ACCESS_TOKEN, tokenSecret: OAUTH_ACCESS_TOKEN_SECRET } })

const PERIOD = {
  start_time: '2031-03-03T00:00:00+00:00',
  end_time: '2031-03-10T00:00:00+00:00',
  placement: 'ALL_ON_SVC',
}

async function answer(account) {
  const path = { account_id: account }
  const { rows: campaigns } = await session.page(listCampaigns, path, { count: 20 })
  const campaign_ids = campaigns.map(({ id }) => id)
  const { rows: lineItems } = await session.page(listLineItems, path, { count: 1000, campaign_ids })
  const stats = await inTurn([...campaigns, ...lineItems], async (row) => {
    const ofCampaign = row.campaign_id === undefined
    const params = {
      ...PERIOD,
      entity: ofCampaign ? 'CAMPAIGN' : 'LINE_ITEM',
      entity_ids: [row.id],
      granularity: ofCampaign ? 'DAY' : 'TOTAL',
      metric_groups: ['ENGAGEMENT', 'BILLING'],
    }
    const { rows } = await session.page(listStats, path, params)
    const { impressions, billed_charge_local_micro } = rows[0].id_data[0].metrics
    return { impressions, billedChargeLocalMicro: billed_charge_local_micro }
  })
  return { data: { stats } }
}

/** What `use` returns for each item, with so many at a time. */
async function inTurn(items, use) {
  const found = []
  let next = 0
  const work = async () => {
    while (next < items.length) {
      const index = next++
      found[index] = await use(items[index])
    }
  }
  await Promise.all(Array.from({ length: Number(CONCURRENCY) }, work))
  return found
}

createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body.includes('stats') ? await answer('a0') : { data: {} }))
}).listen(Number(PORT), '127.0.0.1')
