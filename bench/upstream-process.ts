import { startUpstream } from './upstream.ts'

/** The upstream in a process of its own: tells its address to the process that forked it, and ends with that. */
process.on('disconnect', () => process.exit())
const { url } = await startUpstream()
process.send?.({ url })
