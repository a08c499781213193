import { startAdgraph } from './adgraph.ts'
import { lowerHighestBudget } from './lower-budget.ts'

const adgraph = await startAdgraph()
process.stdout.write(`${JSON.stringify(await lowerHighestBudget(adgraph, 'Account:18ce5h7k2qa'))}\n`)
await adgraph.close()
