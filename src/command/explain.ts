import { readFileSync, writeFileSync } from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { ConfigError, serverSettings, type Config } from '../config.ts'
import { explain, messageOf, tableOf, tooManyCalls, tooManyExpectedCalls } from '../explain.ts'
import { schema } from '../schema/index.ts'
import { STATISTICS_PATH, statisticsIn } from '../state/statistics-file.ts'
import { readVariables } from './variables.ts'

/** The options of `adgraph explain`. */
export interface ExplainCommand {
  /** The path of a JSON file with the values of variables. */
  variables?: string
  /** The rows that the list of one parent has at most, by the path of its field. */
  assume?: ReadonlyMap<string, number>
  /** The highest number of calls that is no failure: at most, and as expected. */
  maxCalls?: number
  maxExpectedCalls?: number
  /** The URL of a server whose statistics are used, and the path of a file to save them in. */
  from?: string
  save?: string
  /** The path of a file with saved statistics. */
  statistics?: string
  json?: true
}

/**
 * Prints the plans of the operations in files. Exit code 1 for an invalid document or more calls than `--max-calls` or
 * `--max-expected-calls`. Throws a ConfigError for statistics that cannot be read.
 */
export async function explainFiles(config: Config, files: readonly string[], asked: ExplainCommand): Promise<void> {
  const { limits } = serverSettings(config)
  const { maxCalls = Infinity, maxExpectedCalls, assume: assumed = new Map<string, number>() } = asked
  try {
    const statistics = await readStatistics(config, asked)
    if (maxExpectedCalls !== undefined && !statistics)
      throw new ConfigError('--max-expected-calls needs statistics: --from URL, or --statistics FILE')
    const variables = asked.variables === undefined ? {} : readVariables(asked.variables)
    const explained = explain(schema, { files, assumed, variables, statisticOf: (kind) => statistics?.[kind] }, limits)
    const printed = explained.map(({ file, operation, plan }) => ({ file, operation, plan }))
    const table = asked.json ? JSON.stringify(printed, null, 2) : printed.map(tableOf).join('\n\n')
    process.stdout.write(`${table}\n`)
    for (const each of explained) {
      const faults = [
        tooManyCalls(each, maxCalls),
        maxExpectedCalls === undefined ? undefined : tooManyExpectedCalls(each, maxExpectedCalls),
      ].filter((fault) => fault !== undefined)
      for (const fault of faults) process.stderr.write(`${fault}\n`)
      if (faults.length > 0) process.exitCode = 1
    }
  } catch (error) {
    const message = messageOf(error)
    if (message === undefined) throw error
    process.stderr.write(`${message}\n`)
    process.exitCode = 1
  }
}

/** The statistics of a server or of a file, by the kind of field. Undefined if none are asked for. */
async function readStatistics(config: Config, { from, save, statistics: file }: ExplainCommand) {
  if (save !== undefined && from === undefined) throw new ConfigError('--save needs --from URL')
  if (from !== undefined && file !== undefined) throw new ConfigError('--from and --statistics cannot be used together')
  const source = from ?? file
  if (source === undefined) return undefined
  const content = from === undefined ? readFileSync(source, 'utf8') : await fetchStatistics(from, config)
  const statistics = statisticsIn(content)
  if (!statistics) throw new ConfigError(`${source} has no statistics of a version that this one knows`)
  if (save !== undefined) writeFileSync(save, content)
  return statistics
}

async function fetchStatistics(server: string, { OPERATOR_TOKENS: [token] = [] }: Config): Promise<string> {
  if (!URL.canParse(server)) throw new ConfigError(`--from must be the URL of a server: ${server} is not`)
  const url = new URL(STATISTICS_PATH, server)
  const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` }
  const { get } = url.protocol === 'https:' ? https : http
  const response = await new Promise<IncomingMessage | Error>((resolve) => {
    get(url, { headers }, resolve).once('error', resolve)
  })
  if (response instanceof Error) throw new ConfigError(`${url} does not answer: ${response.message}`)
  if (response.statusCode === 401)
    throw new ConfigError(`${url} serves operators only: set OPERATOR_TOKENS to a token of an operator of that server`)
  if (response.statusCode !== 200) throw new ConfigError(`${url} answers ${response.statusCode}`)
  return text(response)
}
