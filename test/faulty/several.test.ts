import { array, constant, constantFrom, oneof, record } from 'fast-check'
import { expect, inject, it } from 'vitest'
import { openGraph } from '../support/graph.ts'
import { openForTests } from '../support/open.ts'
import { failedRun, type Demand } from '../support/random-runs.ts'
import { faultsOf, readFault, writeFault } from './faults.ts'
import { demandUse, drawn, fieldOf, typeOf, type Payload } from './one-write.ts'
import {
  DEADLINE_MS,
  demandErrors,
  GRAPH_OPTIONS,
  isUnknown,
  MARGIN_MS,
  prepareAccount,
  writesIn,
} from './reckoning.ts'
import { useFaultyGraph } from './setup.ts'

const RUNS = Math.ceil(inject('faultyRuns') * 0.06)

const { service, graph } = useFaultyGraph()
/** A graph whose operations have few calls. */
const limited = openForTests(() => openGraph(service.url, { ...GRAPH_OPTIONS, limits: { calls: 5 } }))

const run = record({
  writes: array(
    record({
      write: drawn.filter(({ validateOnly }) => !validateOnly),
      reads: oneof({ arbitrary: constant([]), weight: 3 }, { arbitrary: faultsOf(readFault), weight: 1 }),
      faults: oneof({ arbitrary: constant([]), weight: 2 }, { arbitrary: faultsOf(writeFault), weight: 1 }),
    }),
    { minLength: 2, maxLength: 5 },
  ),
  isLimited: constantFrom(false, false, true),
})

it(
  'of a service that does things by halves, an operation with several mutations reports the outcome of each',
  { timeout: 60_000 + RUNS * 2_000 },
  async () => {
    const failure = await failedRun(RUNS, run, async ({ writes, isLimited }, id) => {
      const all = writes.map((each, nth) => ({ ...each, alias: `o${nth}`, account: `${id}${nth}` }))
      for (const { account, write, reads, faults } of all) {
        prepareAccount(service, account, write.stored)
        service.fail(account, ...faults)
        service.failReads(account, ...reads)
      }
      const variables = all.map(({ write, alias }) => `$${alias}: ${typeOf(write)}!`)
      const document = `mutation (${variables.join()}) { ${all.map(({ write, alias }) => fieldOf(write, alias, alias)).join('\n')} }`
      const inputs = all.map(
        ({ write: { input }, alias, account }) => [alias, { ...input, accountId: account }] as const,
      )
      const startMs = Date.now()
      const { data, errors = [] } = await (isLimited ? limited : graph).query<Record<string, Payload | null> | null>(
        document,
        Object.fromEntries(inputs),
      )
      const tookMs = Date.now() - startMs
      const demands: Demand[] = [
        ['it ends within its deadline', tookMs < DEADLINE_MS + MARGIN_MS],
        ['nothing is our fault', !errors.some(({ extensions }) => extensions.code === 'INTERNAL')],
        ...demandErrors({ data, errors }),
      ]
      const seen: unknown[] = [{ data, errors }]
      for (const { write, alias, account } of all) {
        const own = errors.filter(({ path = [] }) => path[0] === alias)
        const exchanges = service.exchanges(account)
        const used = {
          payload: data?.[alias] ?? null,
          errors: own.map((error) => ({ ...error, path: ['outcome', ...(error.path ?? []).slice(1)] })),
          exchanges,
          sent: writesIn(exchanges),
          isLate: own.some((error) => isUnknown(error) && error.extensions.code === 'UPSTREAM_TIMEOUT'),
        }
        const demanded = demandUse(write, used, account)
        demands.push(...demanded.demands.map(([what, isMet]): Demand => [`${alias}: ${what}`, isMet]))
        seen.push(exchanges)
        service.forget(account)
      }
      return { demands, seen }
    })
    expect(failure).toBeUndefined()
  },
)
