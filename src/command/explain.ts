import { writeFileSync } from 'node:fs'
import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { serverSettings, type Config } from '../config.ts'
import { schema } from '../graph.ts'
import { explain, messageOf, tableOf, tooManyCalls, tooManyExpectedCalls } from '../schema/plan/explain.ts'
import { STATISTICS_PATH, statisticsIn } from '../state/statistics.ts'

/** The options of `adgraph explain`. */
interface ExplainCommand {
  variables?: Readonly<Record<string, unknown>>
  /** The rows that the list of one parent has at most, by the path of its field. */
  assume?: ReadonlyMap<string, number>
  /** The highest number of calls that is no failure: at most, and as expected. */
  maxCalls?: number
  maxExpectedCalls?: number
  /** The URL of a server whose statistics are used, and the path of a file to save them in. */
  from?: URL
  save?: string
  statistics?: string
  json?: true
}

/** Statistics that cannot be used. */
class StatisticsError extends Error {
  override readonly name = 'StatisticsError'
}

/**
 * Prints the plans of the operations in files. Exit code 1 for an invalid document or more calls than `--max-calls` or
 * `--max-expected-calls`, and for statistics that cannot be used.
 */
export async function explainFiles(config: Config, files: readonly string[], asked: ExplainCommand): Promise<void> {
  const { limits } = serverSettings(config)
  const { maxCalls = Infinity, maxExpectedCalls, assume: assumed = new Map<string, number>(), variables = {} } = asked
  try {
    const statistics = await readStatistics(config, asked)
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
    const message = error instanceof StatisticsError ? error.message : messageOf(error)
    if (message === undefined) throw error
    process.stderr.write(`${message}\n`)
    process.exitCode = 1
  }
}

/** The statistics of a server, or saved ones, by the kind of field. Undefined if none are asked for. */
async function readStatistics(config: Config, { from, save, statistics: saved }: ExplainCommand) {
  const content = from ? await fetchStatistics(from, config) : saved
  if (content === undefined) return undefined
  const statistics = statisticsIn(content)
  if (!statistics)
    throw new StatisticsError(
      `${from?.href ?? 'The file of --statistics'} has no statistics that this version can read`,
    )
  if (save !== undefined) writeFileSync(save, content)
  return statistics
}

/** The time that a server has to answer with its statistics. */
const ANSWER_S = 10

/** More than ten times the statistics of all fields of the graph. */
const MAX_ANSWER_MB = 16

async function fetchStatistics(server: URL, { OPERATOR_TOKENS: [token] = [] }: Config): Promise<string> {
  const url = new URL(STATISTICS_PATH, server)
  const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` }
  const signal = AbortSignal.timeout(ANSWER_S * 1000)
  const { status, content } = await read(url, { headers, signal }).catch((error: unknown) => {
    if (error instanceof StatisticsError || !(error instanceof Error)) throw error
    const reason = signal.aborted ? ` within ${ANSWER_S} seconds` : `: ${error.message}`
    throw new StatisticsError(`${url} does not answer${reason}`)
  })
  if (status === 401)
    throw new StatisticsError(
      `${url} serves operators only: set OPERATOR_TOKENS to a token of an operator of that server`,
    )
  if (status !== 200) throw new StatisticsError(`${url} answers ${status}`)
  return content
}

async function read(url: URL, options: RequestOptions) {
  const { get } = url.protocol === 'https:' ? https : http
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, options, resolve).once('error', reject)
  })
  const chunks: Buffer[] = []
  let bytes = 0
  // A connection whose response has not been read would keep the process alive.
  for await (const each of response) {
    const chunk: Buffer = each
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > MAX_ANSWER_MB * 1_000_000)
      throw new StatisticsError(`${url} answers with more than ${MAX_ANSWER_MB} MB`)
  }
  return { status: response.statusCode, content: Buffer.concat(chunks).toString() }
}
