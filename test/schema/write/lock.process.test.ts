import { describe, expect, it } from 'vitest'
import { useInstances } from '../../support/instance.ts'
import { HAS_REDIS } from '../../support/redis.ts'
import { startUpstream } from '../../support/upstream.ts'

const { closeLater, redis, instance } = useInstances()

const DAILY = 'dailyBudgetAmountLocalMicro'

describe.skipIf(!HAS_REDIS)('two instances (needs the apt package redis-server)', () => {
  it('do not undo the lower budget of a campaign that the other one sends meanwhile', async () => {
    let daily = 500_000_000
    let lowering: Promise<unknown> | undefined
    const service = await startUpstream(async ({ method, body }) => {
      daily = Number(/daily_budget_amount_local_micro=(\d+)/.exec(body)?.[1] ?? daily)
      const data = { id: 'c1', daily_budget_amount_local_micro: daily }
      if (method === 'GET' && !lowering) {
        lowering = update(1, `${DAILY}: 10000000`)
        // It is answered before the read of the budget is, or waits for the instance that reads it.
        await Promise.race([lowering, new Promise((resolve) => setTimeout(resolve, 300))])
      }
      return { body: { data } }
    })
    closeLater(() => service.close())
    const { url } = await redis()
    const graphs = [await instance(url, service), await instance(url, service)]
    const update = async (nth: number, changes: string) => {
      const document = `mutation { updateCampaign(input: { accountId: "a1", campaignId: "c1", ${changes} }) { userErrors { code } } }`
      return (await graphs[nth]!.query(document)).data
    }
    const updated = { updateCampaign: { userErrors: [] } }

    expect(await update(0, 'name: "Other"')).toEqual(updated)
    expect(await lowering).toEqual(updated)
    expect(daily).toBe(10_000_000)
  })
})
