import type { Permit } from '../../rest/policy/permit-queue.ts'
import { announcedLimitIn, createRateLimiter, type RateLimiter } from '../../rest/policy/rate-limit.ts'
import { onAbort } from '../../async/abort.ts'
import { pickBy } from '../../json/object.ts'
import type { AnswerHead } from '../../rest/wire/transport.ts'
import type { Channel } from './channel.ts'
import type { StateFunctions, WorkerStateFunctions } from './host.ts'

/** Creates the rate limits of a worker, which the primary process keeps: it permits every request, and learns of every answer. */
export function createPrimaryRateLimiter({ call, tell }: Channel<StateFunctions>): {
  rateLimiter: RateLimiter
  learnRateLimit: WorkerStateFunctions['learnRateLimit']
} {
  // The rate limits that the answers to all workers announced, for reports only.
  const known = createRateLimiter()

  return {
    rateLimiter: {
      ...known,
      async acquire(keys, now, { maxWaitMs, signal }) {
        const asked = call('acquirePermit', keys, now, maxWaitMs).then((granted): Permit | number =>
          typeof granted === 'number' ? granted : { keys, id: granted },
        )
        return signal ? untilAborted(asked, signal, now + maxWaitMs) : asked
      },
      update(permit, answer, now) {
        if (answer) known.learn(permit.keys, answer, now)
        tell('updateRateLimit', permit, answer ? headOf(answer) : null, now)
      },
      release: (permit) => tell('releasePermit', permit),
      learn(keys, answer, now) {
        known.learn(keys, answer, now)
        if (announcedLimitIn(answer, keys)) tell('learnRateLimit', keys, headOf(answer), now)
      },
    },
    learnRateLimit: (keys, answer, now) => known.learn(keys, answer, now),
  }

  /** The permit, or `givenUpAt` when the caller disconnects. A permit that arrives later is released. */
  function untilAborted(
    asked: Promise<Permit | number>,
    signal: AbortSignal,
    givenUpAt: number,
  ): Promise<Permit | number> {
    return new Promise((resolve, reject) => {
      let isGone = false
      const unlisten = onAbort(signal, () => {
        isGone = true
        resolve(givenUpAt)
      })
      asked.then((granted) => {
        unlisten()
        if (isGone && typeof granted !== 'number') tell('releasePermit', granted)
        resolve(granted)
      }, reject)
    })
  }
}

/** What the primary process needs of an answer. */
function headOf({ status, headers }: AnswerHead): AnswerHead {
  return { status, headers: pickBy(headers, (_, name) => name.includes('rate-limit')) }
}
