import { asyncProperty, check as checkProperty, defaultReportMessage, sample, type Arbitrary } from 'fast-check'

/** How many runs wait for their service at the same time. */
const AT_ONCE = 16

/** The time for finding a smaller run that fails too. */
const SHRINKING_MS = 60_000

/** A busy machine can exceed a time limit, which it does not do again and again while nothing else runs here. */
const ATTEMPTS = 3

/** What must be true of a run, and whether it is. */
export type Demand = readonly [what: string, isMet: boolean]

/** The demands on a run, and what was seen of it. */
export interface Checked {
  demands: readonly Demand[]
  seen: unknown
}

/**
 * Makes as many runs as demanded, each with a drawn value and in an account of its own. The first that does not meet its demands
 * is shrunk, and is reported with the seed that draws it again.
 */
export async function failedRun<T>(
  runs: number,
  arbitrary: Arbitrary<T>,
  run: (drawn: T, account: string) => Promise<Checked>,
): Promise<string | undefined> {
  const failures: string[] = []
  let nextSeed = 1
  let lastAccount = 0
  const turns = createTurns()
  const unmetBy = async (drawn: T): Promise<string | undefined> => {
    let unmet: string[] = []
    let seen: unknown
    const isMet = async () => {
      const checked = await run(drawn, `acc${(lastAccount += 1)}x`).catch(failed)
      unmet = checked.demands.filter(([, isMet]) => !isMet).map(([what]) => what)
      seen = checked.seen
      return unmet.length === 0
    }
    if ((await isMet()) || (await turns.repeatAlone(ATTEMPTS - 1, isMet))) return undefined
    return `${unmet.join('\n')}\n${JSON.stringify(seen, undefined, 1)}`
  }
  const property = asyncProperty(arbitrary, async (drawn) => {
    const unmet = await unmetBy(drawn)
    if (unmet !== undefined) throw new Error(unmet)
  })
  const work = async () => {
    while (nextSeed <= runs && failures.length === 0) {
      const seed = nextSeed
      nextSeed += 1
      const [drawn] = sample(arbitrary, { seed, numRuns: 1 })
      await turns.start()
      const unmet = await unmetBy(drawn!)
      if (unmet !== undefined) {
        const report = await checkProperty(property, { seed, numRuns: 1, interruptAfterTimeLimit: SHRINKING_MS })
        // Without a counterexample, there was no time for a smaller run.
        const isSmaller = report.failed && report.counterexample !== null
        const smaller = isSmaller ? `${defaultReportMessage(report)}\n${String(report.errorInstance)}` : unmet
        failures.push(`Run ${seed} of ${runs}: ${smaller}`)
      }
      turns.end()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return failures[0]
}

function failed(error: unknown): Checked {
  return { demands: [[`it does not fail: ${String(error)}`, false]], seen: undefined }
}

/** Lets runs go on beside each other, and repeats one while no other goes on. */
function createTurns() {
  const running = { count: 0 }
  let last = Promise.resolve()
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
  return {
    async start(): Promise<void> {
      await last
      running.count += 1
    },
    end: () => void (running.count -= 1),
    async repeatAlone(times: number, task: () => Promise<boolean>): Promise<boolean> {
      running.count -= 1
      const repeated = last.then(async () => {
        while (running.count > 0) await pause()
        for (let nth = 1; nth <= times; nth += 1) if (await task()) return true
        return false
      })
      last = repeated.then(() => undefined)
      try {
        return await repeated
      } finally {
        running.count += 1
      }
    },
  }
}
