import type { Command } from 'commander'
import type { Config, ReadSettings } from '../config.ts'
import type { OpenExtension } from '../server/extension.ts'

/**
 * What an extension may add to Adgraph. Each is a folder here with everything of its own; nothing else imports it, except for
 * `src/extension/index.ts`, which lists them all, `src/graph.ts`, which imports the `schema.ts` of those that add fields, and the doors
 * of the package and the command line, where they have a part of it. A program that does not use an extension must not load
 * it: an extension imports what it needs when that is needed.
 */
export interface Extension {
  /** Adds its commands to the command line. */
  commands?: (program: Command, settings: ReadSettings) => void
  /** What it adds to a server with these settings: routes, values for its fields, a start and a stop. Undefined if it is off. */
  open?: (config: Config) => OpenExtension | undefined
}
