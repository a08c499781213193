import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Adgraph } from './adgraph.ts'

/** A budget that was lowered. */
export interface LoweredBudget {
  campaign: string
  from: string
  to: string
}

interface Campaign {
  id: string
  dailyBudgetAmountLocalMicro: string | null
}

const READ = `query ($account: ID!) {
  account(id: $account) { campaigns(first: 50) { nodes { id dailyBudgetAmountLocalMicro } } }
}`

const LOWER = `mutation ($id: ID!, $micros: Long!) {
  updateCampaign(input: { campaignId: $id, dailyBudgetAmountLocalMicro: $micros }) { campaign { id } }
}`

/**
 * Lowers the highest daily budget of an account by a tenth, through the tools that an assistant has. It confirms by itself,
 * so it takes the Adgraph of this example, over the embedded sandbox, and no URL.
 */
export async function lowerHighestBudget({ url }: Adgraph, account: string): Promise<LoweredBudget> {
  const client = new Client(
    { name: 'lower-budget', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  try {
    const read = await call<{ data: { account: { campaigns: { nodes: Campaign[] } } } }>('run_query', {
      document: READ,
      variables: { account },
    })
    const budgets = read.data.account.campaigns.nodes.flatMap(({ id, dailyBudgetAmountLocalMicro: micros }) =>
      micros === null ? [] : [{ id, micros: BigInt(micros) }],
    )
    const [highest] = budgets.sort((a, b) => (a.micros < b.micros ? 1 : -1))
    if (!highest) throw new Error('No campaign has a daily budget')
    const micros = String((highest.micros * 9n) / 10n)
    // Nothing is sent before the confirmation. Over a real account a person sees what was prepared, and confirms it.
    const { confirmation } = await call<{ confirmation: string }>('prepare_write', {
      document: LOWER,
      variables: { id: highest.id, micros },
    })
    await call('confirm_write', { confirmation })
    return { campaign: highest.id, from: String(highest.micros), to: micros }
  } finally {
    await client.close()
  }

  async function call<Value>(name: string, args: Record<string, unknown>): Promise<Value> {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: args })
    if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`)
    return structuredContent as Value
  }
}
