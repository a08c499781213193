import type { Extension } from '../extension.ts'

/** What is wrong between here and the service, and with the service. */
export const doctor: Extension = {
  commands(program, settings) {
    program
      .command('doctor')
      .description('examine the way to the service, and the service, with at most 12 reads; say what to do')
      .option('--json', 'print JSON')
      .option('--bearer', 'try the bearer token in standard input, in place of a signature')
      .action(async (options) => (await import('./command.ts')).doctor(settings, options))
  },
}
