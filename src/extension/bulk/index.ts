import type { Extension } from '../extension.ts'
import { addCommands } from './command.ts'

/** Long work: queries that are read to the end of their lists, into files. Its fields are in `schema.ts`. */
export const bulk: Extension = {
  commands: addCommands,
  open: (config) => async (server) => {
    const [{ openBulk }, { bulkSettings }] = await Promise.all([import('./server/index.ts'), import('./settings.ts')])
    return openBulk(bulkSettings(config, server.sharedStore), server)
  },
}
