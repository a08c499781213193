import { createChannel } from '../../src/state/primary/channel.ts'

// A process that answers the checks of its parent process, as a worker does.

const channel = createChannel({ ping() {}, stop: () => process.exit(0) }, (message) => process.send!(message))
process.on('message', (message) => channel.receive(message))
process.on('disconnect', () => process.exit(0))
process.send!('ready')
