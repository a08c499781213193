import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** Everyday tasks: what an agent is asked to do in an account. */
const TASKS = [
  {
    name: 'why-does-nothing-serve',
    title: 'Why does nothing serve?',
    description: 'Finds the campaigns and line items that cannot serve, with the reasons.',
    text:
      'Find out which campaigns and line items of the account {account} cannot serve, and why. Read `servable`, ' +
      '`effectiveStatus` and `reasonsNotServable` of the campaigns and of their line items, page by page. For each reason, look up ' +
      'its description in the schema, and say what would have to change. Change nothing.',
  },
  {
    name: 'compare-budgets',
    title: 'Compare budgets',
    description: 'Lists the budgets of the campaigns, with the funding instruments that pay for them.',
    text:
      'Compare the daily and the total budgets of the active campaigns of the account {account}, with their funding instruments. ' +
      'Amounts are in micros of the currency of the funding instrument: do not add amounts of different currencies. Show a ' +
      'table, largest daily budget first, and name campaigns whose funding instrument cannot fund. Change nothing.',
  },
  {
    name: 'launch-campaign-as-draft',
    title: 'Launch a campaign as a draft',
    description: 'Prepares a paused campaign with a line item, targeting and a promoted post.',
    text:
      'Set up a campaign in the account {account} that does not serve yet. Ask for the name, the daily budget, the objective, the ' +
      'audience and the post if they were not given. Choose a funding instrument with `ableToFund`. Create the campaign with ' +
      '`entityStatus: PAUSED`, then a line item with `entityStatus: PAUSED`, then its targeting criteria, then the promoted post. ' +
      'Each step is prepared and confirmed by itself, because each needs the ID from the step before. Say at the end what was ' +
      'created, and that nothing serves until the campaign and the line item are activated.',
  },
  {
    name: 'pause-over-budget',
    title: 'Pause what spends more than its budget',
    description: 'Finds campaigns that have used up their budget, and prepares to pause them.',
    text:
      'Find the active campaigns of the account {account} whose `reasonsNotServable` say that a budget is exhausted, or whose daily ' +
      'budget is above the limit that the person names. Show them with their budgets. After the person agrees, prepare one ' +
      '`batchCampaigns` that sets `entityStatus: PAUSED` for all of them, show what would be sent, and confirm it.',
  },
  {
    name: 'audit-targeting',
    title: 'Audit the targeting',
    description: 'Reviews the targeting criteria of the line items.',
    text:
      'Review the targeting of the line items of the account {account} that can serve. Read their targeting criteria, and report line ' +
      'items without a location, with contradicting criteria, with very narrow combinations (estimate the audience where the ' +
      'schema offers it), and criteria that are equal in several line items. Change nothing.',
  },
]

/** Registers prompts for everyday tasks. */
export function registerPrompts(server: McpServer): void {
  for (const { name, title, description, text } of TASKS)
    server.registerPrompt(
      name,
      {
        title,
        description,
        argsSchema: z.object({
          account: z
            .string()
            .regex(/^[\w:-]{1,80}$/)
            .describe('The ID of the account, such as `Account:18ce5h7k2qa`.'),
        }),
      },
      ({ account }) => ({
        description,
        messages: [{ role: 'user', content: { type: 'text', text: text.replace('{account}', account) } }],
      }),
    )
}
