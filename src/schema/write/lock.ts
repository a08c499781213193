import { hash } from 'node:crypto'
import { UpstreamError } from '../../rest/errors.ts'
import type { Session } from '../../rest/session.ts'
import { heldLease, type HeldLease } from '../../rest/store.ts'
import { comparableId } from '../../rest/value.ts'
import type { Operation, OperationLimits } from './change.ts'
import type { MutationUse } from './repeat/use.ts'

/** What excludes other writes while one is checked and sent. */
export interface WriteLock {
  /** Sends operations: nothing, and nothing again after a rate limit, once another write can be under way. Throws LockLost then. */
  send<T>(operations: readonly Operation<unknown>[], send: (rest: Session) => Promise<T>): Promise<T>
  release(): Promise<void>
}

/**
 * Waits until no other write is under way that these operations exclude: of an entity that one of them changes exclusively, and, where
 * spending is limited, of money in the account. Then what was read before is forgotten. Throws UPSTREAM_TIMEOUT at the deadline.
 * Where spending is limited, `limits.fail` is called if the store that instances share is unavailable.
 */
export async function lockFor(
  { context, writes: { deadline, leases: ownLeases, spend, signal } }: MutationUse,
  operations: readonly Operation<unknown>[],
  limits: Pick<OperationLimits, 'fail'> | undefined,
): Promise<WriteLock> {
  const accepted = operations.filter(({ check }) => !check.isRefused)
  const isLimited = accepted.some(({ subject }) => subject?.limits)
  const leases = (isLimited && spend?.store.leases) || ownLeases
  const held: HeldLease[] = []
  const release = async () => {
    for (const lease of held) await lease.release()
  }
  // All writes take their leases in the same order, so that none waits for another that waits for it.
  const names = [...new Set(accepted.flatMap(namesOf))].toSorted()
  try {
    for (const name of names) held.push(await heldLease(leases, name, deadline))
  } catch (error) {
    await release()
    if (error instanceof UpstreamError) throw new UpstreamError({ code: 'UPSTREAM_TIMEOUT', message: LATE })
    if (!isLimited || !limits) throw error
    limits.fail(error)
    held.length = 0
  }
  // What was read before can have changed by now.
  if (names.length > 0) context.loaders.forget()
  const lost = held.flatMap((lease) => lease.lost ?? [])
  return {
    release,
    async send(sent, send) {
      const { rest } = context
      if (lost.length === 0 || sent.every((operation) => namesOf(operation).length === 0)) return send(rest)
      try {
        return await send(rest.with({ signal: AbortSignal.any([signal, ...lost]) }))
      } catch (error) {
        const isUnsent = error instanceof UpstreamError && !error.outcomeUnknown && error.status === undefined
        throw isUnsent && lost.some(({ aborted }) => aborted) ? new LockLost() : error
      }
    },
  }
}

const LATE = 'Other writes of the same campaign or account did not end in time; nothing was sent'

/** The error of a call that was not sent, because another write that it excludes can be under way by now. */
export class LockLost extends UpstreamError {
  constructor() {
    super({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'Another write of the campaign can be under way by now; nothing was sent',
    })
  }
}

/** The names of the leases of an operation. */
function namesOf({ isExclusive, check, subject }: Operation<unknown>): string[] {
  const { target } = check.ids
  return [
    ...(isExclusive && target
      ? [`write ${target.type} ${comparableId(target.account)} ${stripeOf(comparableId(target.id))}`]
      : []),
    ...(subject?.limits && subject.isOfMoney ? [`spend ${comparableId(subject.account)}`] : []),
  ]
}

/** The number of leases of the entities of a type in an account: a batch of thousands needs no more. */
const STRIPES = 32

/** The number of an entity. Entities with the same number share a lease. */
function stripeOf(id: string): number {
  return hash('sha256', id, 'buffer').readUInt32BE() % STRIPES
}
