import { createChannel } from '../../src/state/primary/channel.ts'

// A process that answers the checks of its parent process, as a worker does. With a number of milliseconds as its argument, it
// starts so slowly: Node.js drops the messages that a worker of a cluster gets before it listens.

const [startMs = '0'] = process.argv.slice(2)
process.on('message', () => {})
setTimeout(() => {
  const channel = createChannel({ ping() {}, stop: () => process.exit(0) }, (message) => process.send!(message))
  process.on('message', (message) => channel.receive(message))
  process.send!('ready')
}, Number(startMs))
process.on('disconnect', () => process.exit(0))
