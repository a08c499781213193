import { record } from 'fast-check'
import { expect, inject, it } from 'vitest'
import { failedRun, type Demand } from '../support/random-runs.ts'
import { usesOf } from './faults.ts'
import { demandUse, drawn, fieldOf, keyOf, typeOf, type Known, type Payload } from './one-write.ts'
import { prepareAccount } from './reckoning.ts'
import { useFaultyGraph, useMutation } from './setup.ts'

const RUNS = Math.ceil(inject('faultyRuns') * 0.28)

const faulty = useFaultyGraph()

const run = record({ write: drawn, uses: usesOf(3) })

it(
  'of a service that does things by halves, a write is sent once, and its outcome is reported',
  { timeout: 60_000 + RUNS * 1_000 },
  async () => {
    const failure = await failedRun(RUNS, run, async ({ write, uses }, account) => {
      const document = `mutation ($input: ${typeOf(write)}!) { ${fieldOf(write, 'outcome', 'input')} }`
      prepareAccount(faulty.service, account, write.stored)
      const demands: Demand[] = []
      const seen: unknown[] = []
      let known: Known | undefined
      for (const use of keyOf(write) === null ? uses.slice(0, 1) : uses) {
        const used = await useMutation<Payload>(faulty, account, use, document, { input: write.input })
        const demanded = demandUse(write, used, account, known)
        seen.push(used.seen)
        demands.push(...used.demands, ...demanded.demands)
        known = demanded.known
        // What was sent too late can arrive during the next use.
        if (used.isLate) break
      }
      faulty.service.forget(account)
      return { demands, seen }
    })
    expect(failure).toBeUndefined()
  },
)
