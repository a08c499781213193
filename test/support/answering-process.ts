import { createChannel } from '../../src/server/workers/worker.ts'

// A process that answers the checks of its parent process, as a worker does, but does not hear as many messages as its
// argument says: Node.js drops the messages that a worker of a cluster gets before it listens.

let missed = Number(process.argv[2])
const channel = createChannel({ ping() {}, stop: () => process.exit(0) }, (message) => process.send!(message))
if (missed === 0) process.send!('ready')
process.on('message', (message) => {
  missed -= 1
  if (missed < 0) channel.receive(message)
  else if (missed === 0) process.send!('ready')
})
process.on('disconnect', () => process.exit(0))
