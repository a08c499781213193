import { startAdgraph } from './adgraph.ts'
import { composeSupergraph, startGateway } from './gateway.ts'
import { startNotes } from './notes.ts'

// An Adgraph that runs already, or one of our own. Only the gateway has a port that is known ahead.
const { ADGRAPH_URL, PORT = '4100' } = process.env
const ads = ADGRAPH_URL === undefined ? await startAdgraph({ PORT: '0' }) : { url: ADGRAPH_URL, close: async () => {} }
const notes = await startNotes()
const gateway = await startGateway(composeSupergraph({ ads: ads.url, notes: notes.url }), { port: Number(PORT) })

process.stdout.write(`Adgraph      ${ads.url}
notes        ${notes.url}
the gateway  ${gateway.url}
`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Promise.all([gateway.close(), notes.close(), ads.close()]).then(() => process.exit()))
