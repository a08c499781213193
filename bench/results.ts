import { cpus, release, totalmem } from 'node:os'
import type { Plan, Sample } from './measure.ts'
import { QUERY_WORK, type QueryName } from './queries.ts'
import { measuredAt } from './sections.ts'
import type { ServerSpec } from './servers.ts'
import { median, percentile, significant, spread, table } from './table.ts'

/** The query of the latencies under load. */
export const TAIL_QUERY: QueryName = 'Q2'

/** The queries that are also run with ten times the data: a nested tree, and rows by id. */
export const GROWTH_QUERIES: readonly QueryName[] = ['Q2', 'Q3']

/** All measurements. The keys of the maps are `<server> <query>`; the keys of `tails` are server names. */
export interface Results {
  plan: Plan
  servers: ServerSpec[]
  queries: readonly QueryName[]
  samples: Map<string, Sample[]>
  /** One sample with the data, and one with ten times as much. */
  growth: Map<string, [one: Sample, ten: Sample]>
  /** The latencies of `TAIL_QUERY` under load, in milliseconds. */
  tails: Map<string, number[]>
  /** The version of the Node.js that ran the servers. */
  nodeVersion: string
}

/** A measured value of a query on a server, whether less or more is better, and how it is written. */
interface Measure {
  title: string
  values: (sample: Sample) => readonly number[]
  best: (...values: number[]) => number
  shown: (value: number) => string
}

const whole = (value: number) => value.toFixed(0)

const LATENCY: Measure = {
  title: 'Latency, ms',
  values: ({ latenciesMs }) => latenciesMs,
  best: Math.min,
  shown: whole,
}
const FIRST: Measure = { title: 'First request, ms', values: ({ firstMs }) => [firstMs], best: Math.min, shown: whole }
const CPU: Measure = {
  title: 'CPU per request, ms',
  values: ({ cpuMs }) => cpuMs,
  best: Math.min,
  shown: significant,
}
const RATE: Measure = {
  title: 'Requests per second',
  values: ({ requestsPerSecond }) => requestsPerSecond,
  best: Math.max,
  shown: significant,
}
const PEAK: Measure = { title: 'Peak memory, MB', values: ({ peakMb }) => [peakMb], best: Math.min, shown: whole }

/** The section about the best servers on another Node.js. */
export function nodeReport(results: Results): string {
  return `## On Node.js ${results.nodeVersion}

Written by \`npm run bench -- --node ${results.nodeVersion.split('.')[0]}\`, ${measuredAt()}. ${results.plan.rounds} rounds of fresh processes,
${results.plan.connections} connections, no delay; otherwise as above. Adgraph and the fastest peers.

${loadTables(results)}
`
}

/** The results page's section about all servers. */
export function report(results: Results): string {
  const { plan, queries } = results
  return `## Adgraph and its peers

Written by \`npm run bench\`.

${conditionsTable(results)}

${table(
  ['query', 'work'],
  queries.map((query) => [query, QUERY_WORK[query]]),
)}

Figures are medians, followed by the lowest and the highest value. In brackets is the ratio to Adgraph: the median of the
ratios of the same turn or, for servers that had fewer turns because each took longer, the ratio of the medians.
The lower bounds, in italics, do the same work without a graph.

![Latency and CPU](results.svg)

### Against the best peer

Adgraph as a part of the best peer: less is better. The best peer of each row and query is the one with the lowest median.

${bestTable(results)}

### Upstream calls

${callsTable(results)}

### Latency at ${plan.delayMs} ms per call

${measureTable(results, LATENCY)}

The first request of a fresh process:

${measureTable(results, FIRST)}

### ${plan.connections} connections, ${plan.delayMs} ms per call

${tailTable(results)}

### ${plan.connections} connections, no delay

${loadTables(results)}

### Start-up

${startTable(results)}

### From 1× to 10× the data

The same query for ten accounts in one request, one request at a time: what 1× needs, and the factor by which 10× needs more.

${growthTable(results)}
`
}

/** Where and how everything was measured. */
function conditionsTable({ plan, servers, nodeVersion }: Results): string {
  const pinned =
    plan.core === undefined ? 'no cores pinned' : 'the server on one core, upstream and client on the other'
  return table(
    ['', ''],
    [
      ['measured', measuredAt()],
      [
        'machine',
        `${cpus().length} × ${cpus()[0]?.model.trim() ?? '?'}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}; ${pinned}`,
      ],
      ['Node.js', nodeVersion],
      ['versions', servers.flatMap(({ version }) => version ?? []).join(', ')],
      [
        'runs',
        `rounds of fresh processes: ${plan.rounds}; warm-up of ${plan.warmUpMs / 1000} s and load of ${plan.loadMs / 1000} s, for each server, longer if it has not had ${plan.turns} turns; the servers take turns of ${plan.turnMs / 1000} s`,
      ],
    ],
  )
}

/** A table of the servers, with a cell for each query that was measured. */
function serverTable(
  { servers, queries }: Pick<Results, 'servers' | 'queries'>,
  title: string,
  cell: (server: ServerSpec, query: QueryName) => string | undefined,
): string {
  return table(
    [title, ...queries],
    servers.map((server) => [nameIn(server), ...queries.map((query) => cell(server, query) ?? '–')]),
  )
}

function callsTable(results: Results): string {
  return serverTable(results, 'calls', ({ name }, query) =>
    results.samples.get(`${name} ${query}`)?.[0]?.calls.toString(),
  )
}

function loadTables(results: Results): string {
  return [CPU, RATE, PEAK].map((measure) => measureTable(results, measure)).join('\n\n')
}

/** The values of a measure for a query on a server. */
function valuesOf({ samples }: Results, { values }: Measure, server: string, query: QueryName): number[] {
  return (samples.get(`${server} ${query}`) ?? []).flatMap(values)
}

/** A table of medians with ranges, each with its ratio to Adgraph if Adgraph was measured. */
function measureTable(results: Results, measure: Measure): string {
  return serverTable(results, measure.title, ({ name, kind }, query) => {
    const own = valuesOf(results, measure, name, query)
    if (own.length === 0) return undefined
    const ours = valuesOf(results, measure, 'adgraph', query)
    const ratio = ours.length === 0 || kind === 'adgraph' ? '' : ` (${ratioOf(own, ours).toFixed(2)}×)`
    const best = bestOf(results, measure, query, ({ kind }) => kind !== 'limit')
    const text = spread(own, measure.shown)
    return `${best?.name === name ? text.replace(/^\S+/, '**$&**') : text}${ratio}`
  })
}

/** The server with the best median of a measure for a query, among some of those that were measured. */
function bestOf(
  results: Results,
  measure: Measure,
  query: QueryName,
  isIncluded: (server: ServerSpec) => boolean,
): { name: string; middle: number } | undefined {
  const medians = results.servers
    .filter(isIncluded)
    .map(({ name }) => ({ name, middle: median(valuesOf(results, measure, name, query)) }))
    .filter(({ middle }) => !Number.isNaN(middle))
  const best = measure.best(...medians.map(({ middle }) => middle))
  return medians.find(({ middle }) => middle === best)
}

/** Adgraph's medians divided by the medians of the best peer in a row and a query. */
export function bestTable(results: Results): string {
  const cell = (query: QueryName, measure: Measure): string => {
    const best = bestOf(results, measure, query, ({ kind }) => kind === 'peer')
    const ours = median(valuesOf(results, measure, 'adgraph', query))
    return !best || Number.isNaN(ours) ? '–' : `${(ours / best.middle).toFixed(2)} (${best.name})`
  }
  return table(
    ['', ...results.queries],
    [CPU, LATENCY, PEAK].map((measure) => [measure.title, ...results.queries.map((query) => cell(query, measure))]),
  )
}

/** The latencies of a query when many requests run at once and each call takes a while. */
function tailTable({ servers, tails }: Results): string {
  return table(
    [`${TAIL_QUERY}, ms`, 'median', '99th percentile', 'requests'],
    servers.flatMap((server) => {
      const latencies = tails.get(server.name)
      if (!latencies) return []
      const [middle, most] = [0.5, 0.99].map((share) => whole(percentile(latencies, share)))
      return [[nameIn(server), middle!, most!, String(latencies.length)]]
    }),
  )
}

function startTable({ servers, queries, samples }: Results): string {
  return table(
    ['From the process to its first answer', 'ms'],
    servers.map((server) => {
      const own = queries.flatMap((query) => samples.get(`${server.name} ${query}`) ?? [])
      return [
        nameIn(server),
        spread(
          own.map(({ startMs }) => startMs),
          whole,
        ),
      ]
    }),
  )
}

function growthTable({ growth, ...results }: Results): string {
  if (growth.size === 0) return ''
  const servers = results.servers.filter(({ name }) => growth.has(`${name} ${GROWTH_QUERIES[0]!}`))
  const parts: [string, (sample: Sample) => number][] = [
    ['Calls', ({ calls }) => calls],
    ['Latency, ms', ({ latenciesMs }) => latenciesMs[0]!],
    ['CPU, ms', ({ cpuMs }) => cpuMs[0]!],
    ['Peak memory, MB', ({ peakMb }) => peakMb],
  ]
  return parts
    .map(([title, value]) =>
      serverTable({ servers, queries: GROWTH_QUERIES }, title, ({ name }, query) => {
        const own = growth.get(`${name} ${query}`)
        if (!own) return undefined
        const [one, ten] = own.map(value) as [number, number]
        return `${Number.isInteger(one) ? one : significant(one)} ×${one === 0 ? '–' : (ten / one).toFixed(1)}`
      }),
    )
    .join('\n\n')
}

function nameIn({ title, kind }: ServerSpec): string {
  return kind === 'limit' ? `_${title}_` : title
}

/** The ratio to Adgraph: the median over turns, or the ratio of medians if a slow server had fewer turns. */
function ratioOf(own: readonly number[], ours: readonly number[]): number {
  if (own.length !== ours.length) return median(own) / median(ours)
  return median(own.map((value, turn) => value / ours[turn]!))
}

const BAR = 13
const WIDTH = 800
const LABEL = 230
const COLORS = { adgraph: '#b3006b', peer: '#6b7a99', limit: '#c3cad8' }

/** A plot of latency and CPU: a bar per server for each query, and a separate scale for each query. */
export function plot(results: Results): string {
  const { servers, queries, samples, plan } = results
  const column = (WIDTH - LABEL) / 2
  const parts: string[] = []
  let y = 42
  for (const query of queries) {
    parts.push(text(8, y + 10, query, 'font-weight="bold"'))
    const shown = servers.filter(({ name }) => samples.has(`${name} ${query}`))
    shown.forEach((server, index) => {
      const top = y + 16 + index * BAR
      parts.push(text(LABEL - 6, top + BAR - 4, server.title, 'text-anchor="end"'))
      for (const [side, measure] of [LATENCY, CPU].entries()) {
        const of = ({ name }: ServerSpec) => median(valuesOf(results, measure, name, query))
        const most = Math.max(...shown.map(of))
        const left = LABEL + side * column
        const width = Math.max(1, (of(server) / most) * (column - 60))
        parts.push(
          `<rect x="${left}" y="${top + 1}" width="${width.toFixed(1)}" height="${BAR - 3}" fill="${COLORS[server.kind]}"/>`,
          text(left + width + 4, top + BAR - 4, significant(of(server)), ''),
        )
      }
    })
    y += 16 + shown.length * BAR + 12
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" font-family="system-ui, sans-serif" font-size="10" fill="#1c2433">
<rect width="${WIDTH}" height="${y}" fill="#fff"/>
${text(LABEL, 22, `Latency at ${plan.delayMs} ms per call, ms`, 'font-weight="bold"')}
${text(LABEL + column, 22, CPU.title, 'font-weight="bold"')}
${parts.join('\n')}
</svg>
`
}

function text(x: number, y: number, words: string, attributes: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`
}
