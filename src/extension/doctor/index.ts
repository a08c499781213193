import type { Extension } from '../extension.ts'

/** Checks the connection to the service, and the service. */
export const doctor: Extension = {
  commands(program, settings) {
    program
      .command('doctor')
      .description('check the connection to the service, and the service, by a few reads; print the next steps')
      .option('--json', 'print JSON')
      .option('--bearer', 'try the bearer token in standard input, in place of a signature')
      .action(async (options) => (await import('./command.ts')).doctor(settings, options))
  },
}
