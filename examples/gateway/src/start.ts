import { startAdgraph } from './adgraph.ts'
import { composeSupergraph, startGateway } from './gateway.ts'
import { startNotes } from './notes.ts'

const ads = await startAdgraph({ PORT: '4000' })
const notes = await startNotes({ port: 4002 })
const gateway = await startGateway(composeSupergraph({ ads: ads.url, notes: notes.url }), { port: 4100 })

process.stdout.write(`Adgraph      ${ads.url}
notes        ${notes.url}
the gateway  ${gateway.url}
`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Promise.all([gateway.close(), notes.close(), ads.close()]).then(() => process.exit()))
