import { readFileSync } from 'node:fs'
import { ConfigError, serverSettings, type Config } from '../config.ts'
import { explain, messageOf, tableOf, tooManyCalls } from '../explain.ts'
import { schema } from '../schema/index.ts'

/** The options of `adgraph explain`. */
export interface ExplainCommand {
  /** The path of a JSON file with the values of variables. */
  variables?: string
  /** The rows that a list without `first` has at most, by the path of its field. */
  assume?: ReadonlyMap<string, number>
  /** The highest number of calls that is no failure. */
  maxCalls?: number
  json?: true
}

/** Prints the plans of the operations in files. Exit code 1 for an invalid document or more calls than `--max-calls`. */
export function explainFiles(config: Config, files: readonly string[], asked: ExplainCommand): void {
  const { limits } = serverSettings(config)
  try {
    const variables = asked.variables === undefined ? {} : readVariables(asked.variables)
    const explained = explain(schema, { files, assumed: asked.assume ?? new Map(), variables }, limits)
    const text = asked.json ? JSON.stringify(explained, null, 2) : explained.map(tableOf).join('\n\n')
    process.stdout.write(`${text}\n`)
    for (const each of explained) {
      const fault = asked.maxCalls === undefined ? undefined : tooManyCalls(each, asked.maxCalls)
      if (fault === undefined) continue
      process.stderr.write(`${fault}\n`)
      process.exitCode = 1
    }
  } catch (error) {
    const message = messageOf(error)
    if (message === undefined) throw error
    process.stderr.write(`${message}\n`)
    process.exitCode = 1
  }
}

/** The variables in a JSON file. Throws a ConfigError if it has none. */
function readVariables(file: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch {
    // The message below describes the form that the file must have.
  }
  throw new ConfigError(`--variables must be the path of a JSON file with an object: ${file} is not`)
}
