import { startUpstream } from './upstream.ts'

/** Runs the upstream in its own process, sends its URL to the parent process, and exits with it. */
process.on('disconnect', () => process.exit())
const { url } = await startUpstream()
process.send?.({ url })
