import { cpus, release, totalmem } from 'node:os'
import type { Growth, Plan, Sample } from './measure.ts'
import { QUERY_WORK, type QueryName } from './queries.ts'
import { measuredAt } from './sections.ts'
import type { ServerSpec } from './servers.ts'

/** The query of the latencies under load. */
export const TAIL_QUERY: QueryName = 'Q2'

/** The requests over which memory is measured. */
export const MEMORY_REQUESTS = 2000

/** The queries that are also run with ten times the data: a nested tree, and rows by id. */
export const GROWTH_QUERIES: readonly QueryName[] = ['Q2', 'Q3']

/** All measurements. The keys of the maps are `<server> <query>`; those of `memory` and `tails` are server names. */
export interface Results {
  plan: Plan
  servers: ServerSpec[]
  queries: QueryName[]
  samples: Map<string, Sample[]>
  growth: Map<string, { one: Growth; ten: Growth }>
  memory: Map<string, number[]>
  /** The latencies of `TAIL_QUERY` under load, in milliseconds. */
  tails: Map<string, number[]>
  versions: Record<string, string>
  /** The version of the Node.js that ran the servers. */
  nodeVersion: string
}

type Cell = (samples: Sample[]) => string

/** A measured value of a query on a server, and whether less or more is better. */
interface Measure {
  title: string
  values: (sample: Sample) => number[]
  better: 'less' | 'more'
  digits?: number
}

const LATENCY: Measure = {
  title: 'Latency, ms',
  values: ({ latenciesMs }) => latenciesMs,
  better: 'less',
  digits: 0,
}
const FIRST: Measure = { title: 'First request, ms', values: ({ firstMs }) => [firstMs], better: 'less', digits: 0 }
const CPU: Measure = { title: 'CPU per request, ms', values: ({ cpuMs }) => cpuMs, better: 'less' }
const RATE: Measure = {
  title: 'Requests per second',
  values: ({ requestsPerSecond }) => requestsPerSecond,
  better: 'more',
}
const PEAK: Measure = { title: 'Peak memory, MB', values: ({ peakMb }) => [peakMb], better: 'less', digits: 0 }

/** The tables for development. */
export function summary(results: Results): string {
  return [
    table(results, 'calls', (samples) => String(samples[0]!.calls)),
    ...[LATENCY, FIRST, CPU, RATE, PEAK].map((measure) => measureTable(results, measure)),
    bestTable(results),
    ...(results.tails.size > 0 ? [tailTable(results)] : []),
    growthTable(results),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
}

/** The section about the best servers on another Node.js. */
export function nodeReport(results: Results): string {
  return `## On Node.js ${results.nodeVersion}

Written by \`npm run bench -- --node ${results.nodeVersion.split('.')[0]}\`, ${measuredAt()}. ${results.plan.rounds} rounds of fresh processes,
${results.plan.connections} connections, no delay; otherwise as above. Adgraph and the fastest peers.

${measureTable(results, CPU)}

${measureTable(results, RATE)}

${measureTable(results, PEAK)}
`
}

/** The results page's section about all servers. */
export function report(results: Results): string {
  const { plan, servers, queries, memory } = results
  const pinned =
    plan.core === undefined ? 'no cores pinned' : 'the server on one core, upstream and client on the other'
  const memoryRows = servers.flatMap((server) => {
    const megabytes = memory.get(server.name)
    return megabytes ? [row([server.title, ...megabytes.map((each) => each.toFixed(0))])] : []
  })
  return `## Adgraph and its peers

Written by \`npm run bench\`.

| | |
|---|---|
${row(['measured', measuredAt()])}
${row(['machine', `${cpus().length} × ${cpus()[0]?.model.trim() ?? '?'}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}; ${pinned}`])}
${row(['Node.js', results.nodeVersion])}
${row([
  'versions',
  Object.entries(results.versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', '),
])}
${row(['runs', `rounds of fresh processes: ${plan.rounds}; warm-up of ${plan.warmUpMs / 1000} s and load of ${plan.loadMs / 1000} s for each server; the servers take turns of one second`])}

| query | work |
|---|---|
${queries.map((query) => row([query, QUERY_WORK[query]])).join('\n')}

Figures are medians, followed by the lowest and the highest value. In brackets is the ratio to Adgraph: the median of the
ratios of the same turn or, for servers that had fewer turns because each took longer, the ratio of the medians.
The lower bounds, in italics, do the same work without a graph.

![Latency and CPU](results.svg)

### Against the best peer

Adgraph as a part of the best peer: less is better. The best peer of each row and query is the one with the lowest median.

${bestTable(results)}

### Upstream calls

${table(results, 'calls', (samples) => String(samples[0]!.calls))}

### Latency at ${plan.delayMs} ms per call

${measureTable(results, LATENCY)}

The first request of a fresh process:

${measureTable(results, FIRST)}

### ${plan.connections} connections, ${plan.delayMs} ms per call

${tailTable(results)}

### ${plan.connections} connections, no delay

${measureTable(results, CPU)}

${measureTable(results, RATE)}

${measureTable(results, PEAK)}

### Start-up

${startTable(results)}

### From 1× to 10× the data

The same query for ten accounts in one request, one request at a time: what 1× needs, and the factor by which 10× needs more.

${growthTable(results)}

### Memory over ${MEMORY_REQUESTS.toLocaleString('en')} requests

Resident memory in MB at the start and after every quarter of the requests (Q1, Q3 and Q5 in turn), at ${plan.connections} connections.

| | start | 1/4 | 2/4 | 3/4 | 4/4 |
|---|---|---|---|---|---|
${memoryRows.join('\n')}
`
}

function table({ servers, queries, samples }: Results, title: string, cell: Cell): string {
  return [
    row([title, ...queries]),
    row(['---', ...queries.map(() => '---')]),
    ...servers.map((server) =>
      row([
        nameIn(server),
        ...queries.map((query) => {
          const own = samples.get(`${server.name} ${query}`)
          return own ? cell(own) : '–'
        }),
      ]),
    ),
  ].join('\n')
}

/** A table of medians with ranges, each with its ratio to Adgraph if Adgraph was measured. */
function measureTable(results: Results, { title, values, better, digits }: Measure): string {
  const { servers, queries, samples } = results
  const all = (server: string, query: QueryName) => (samples.get(`${server} ${query}`) ?? []).flatMap(values)
  return [
    row([title, ...queries]),
    row(['---', ...queries.map(() => '---')]),
    ...servers.map((server) =>
      row([
        nameIn(server),
        ...queries.map((query) => {
          const own = all(server.name, query)
          if (own.length === 0) return '–'
          const middle = median(own)
          const ours = all('adgraph', query)
          const shown = (value: number) => (digits === undefined ? significant(value) : value.toFixed(digits))
          const spread = own.length > 1 ? ` ${shown(Math.min(...own))}–${shown(Math.max(...own))}` : ''
          const ratio = ours.length === 0 || server.kind === 'adgraph' ? '' : ` (${ratioOf(own, ours).toFixed(2)}×)`
          const best = servers
            .filter(({ kind }) => kind !== 'limit')
            .map(({ name }) => median(all(name, query)))
            .filter((value) => !Number.isNaN(value))
          const leads = middle === (better === 'less' ? Math.min(...best) : Math.max(...best))
          return `${leads && server.kind !== 'limit' ? `**${shown(middle)}**` : shown(middle)}${spread}${ratio}`
        }),
      ]),
    ),
  ].join('\n')
}

/** Adgraph's medians as parts of those of the peer that is the best in a row and a query. */
export function bestTable({ servers, queries, samples }: Results): string {
  const cell = (query: QueryName, { values, better }: Measure): string => {
    const middle = (server: string) => median((samples.get(`${server} ${query}`) ?? []).flatMap(values))
    const [best] = servers
      .filter(({ name, kind }) => kind === 'peer' && samples.has(`${name} ${query}`))
      .sort((a, b) => (better === 'less' ? 1 : -1) * (middle(a.name) - middle(b.name)))
    if (!best || Number.isNaN(middle('adgraph'))) return '–'
    const [ours, theirs] = [middle('adgraph'), middle(best.name)]
    return `${(better === 'less' ? ours / theirs : theirs / ours).toFixed(2)} (${best.name})`
  }
  return [
    row(['', ...queries]),
    row(['---', ...queries.map(() => '---')]),
    ...[CPU, LATENCY, PEAK].map((measure) => row([measure.title, ...queries.map((query) => cell(query, measure))])),
  ].join('\n')
}

/** The latencies of a query when many requests run at once and each call takes a while. */
function tailTable({ servers, tails }: Results): string {
  const rows = servers.flatMap((server) => {
    const latencies = tails.get(server.name)
    if (!latencies) return []
    const at = (share: number) => percentile(latencies, share).toFixed(0)
    return [row([nameIn(server), at(0.5), at(0.99), String(latencies.length)])]
  })
  return [
    row([`${TAIL_QUERY}, ms`, 'median', '99th percentile', 'requests']),
    row(Array.from({ length: 4 }, () => '---')),
    ...rows,
  ].join('\n')
}

/** The value that a share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!
}

function startTable({ servers, samples }: Results): string {
  const rows = servers.map((server) => {
    const starts = [...samples]
      .filter(([key]) => key.startsWith(`${server.name} `))
      .flatMap(([, own]) => own.map(({ startMs }) => startMs))
    return row([
      nameIn(server),
      `${median(starts).toFixed(0)} ${Math.min(...starts).toFixed(0)}–${Math.max(...starts).toFixed(0)}`,
    ])
  })
  return [row(['From the process to its first answer', 'ms']), row(['---', '---']), ...rows].join('\n')
}

function growthTable({ servers, growth }: Results): string {
  if (growth.size === 0) return ''
  const queries = GROWTH_QUERIES
  const parts: [string, (growth: Growth) => number][] = [
    ['Calls', ({ calls }) => calls],
    ['Latency, ms', ({ latencyMs }) => latencyMs],
    ['CPU, ms', ({ cpuMs }) => cpuMs],
    ['Peak memory, MB', ({ peakMb }) => peakMb],
  ]
  return parts
    .map(([title, value]) =>
      [
        row([title, ...queries]),
        row(['---', ...queries.map(() => '---')]),
        ...servers
          .filter(({ kind }) => kind !== 'limit')
          .map((server) =>
            row([
              nameIn(server),
              ...queries.map((query) => {
                const own = growth.get(`${server.name} ${query}`)
                if (!own) return '–'
                const one = value(own.one)
                return `${Number.isInteger(one) ? one : significant(one)} ×${one === 0 ? '–' : (value(own.ten) / one).toFixed(1)}`
              }),
            ]),
          ),
      ].join('\n'),
    )
    .join('\n\n')
}

function nameIn({ title, kind }: ServerSpec): string {
  return kind === 'limit' ? `_${title}_` : title
}

/** A row of a table in Markdown. */
export function row(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** The ratio to Adgraph: the median over turns, or the ratio of medians if a slow server had fewer turns. */
function ratioOf(own: readonly number[], ours: readonly number[]): number {
  if (own.length !== ours.length) return median(own) / median(ours)
  return median(own.map((value, turn) => value / ours[turn]!))
}

/** The median; NaN if there are no values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** A number with three significant digits. */
export function significant(value: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(value, 0.01))))
  return value.toFixed(Math.min(digits, 3))
}

const BAR = 13
const WIDTH = 800
const LABEL = 230
const COLORS = { adgraph: '#b3006b', peer: '#6b7a99', limit: '#c3cad8' }

/** A plot of latency and CPU: a bar per server for each query, and a separate scale for each query. */
export function plot({ servers, queries, samples, plan }: Results): string {
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
        const of = ({ name }: ServerSpec) => median(samples.get(`${name} ${query}`)!.flatMap(measure.values))
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
${text(LABEL + column, 22, 'CPU per request, ms', 'font-weight="bold"')}
${parts.join('\n')}
</svg>
`
}

function text(x: number, y: number, words: string, attributes: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`
}
