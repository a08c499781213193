import { type Command, Option } from 'commander'
import { readText, readVariables, wholeNumber } from '../../command/argument.ts'
import type { ReadSettings } from '../../config.ts'
import type { Extension } from '../extension.ts'

/** Long work: queries that are read to the end of their lists, into files. Its fields are in `schema.ts`. */
export const bulk: Extension = {
  commands: addCommands,
  open: (config) => async (server) => {
    const { openBulk, bulkSettings } = await import('./server/index.ts')
    return openBulk(bulkSettings(config, server.strictStore), server)
  },
}

/** Adds `adgraph export` and `adgraph worker`. */
function addCommands(program: Command, settings: ReadSettings): void {
  program
    .command('export')
    .description('read one query to the end of its lists, into files; the same command continues after an interruption')
    .argument('<file>', 'a file with a GraphQL query', readText)
    .requiredOption('--out <dir>', 'the folder for the files')
    .option('--variables <file>', 'a JSON file with the values of variables', readVariables)
    .option('--operation <name>', 'the operation to run, if the file has several')
    .addOption(new Option('--format <format>', 'the format of the files').choices(['ndjson', 'csv']).default('ndjson'))
    .option('--restart', 'start from the beginning')
    .addOption(new Option('--checkpoint-ms <n>', 'how often the position is kept').argParser(wholeNumber).hideHelp())
    .action(async (query, options) => (await import('./export-command.ts')).exportQuery(settings, query, options))
  program
    .command('worker')
    .description('run the long work of servers with the same REDIS_URL and BULK_DIR, and serve nothing but metrics')
    .addOption(new Option('--checkpoint-ms <n>', 'how often the position is kept').argParser(wholeNumber).hideHelp())
    .action(async (options) => (await import('./worker-command.ts')).runBulkWorker(settings, options))
}
