import type { ProtectedId } from '../../state/spend-store.ts'
import { UNKNOWN } from '../write/known.ts'
import type { Stored } from '../write/stored.ts'
import { isBelow, pathUp } from './above.ts'
import { protects } from './limits.ts'
import type { Refused } from './refused.ts'
import type { Subject } from './subject.ts'

/** Why the rules of an account refuse an operation, whatever it costs: its action, or an entity that is protected. */
export function forbiddenBy(subject: Subject, stored: Stored): Refused | undefined {
  const { does, limits } = subject
  const action = `${does.action} ${does.type}`
  if (limits?.rules.some(({ refuse }) => refuse.has(action)))
    return { kind: 'refuse', message: `${action} is refused`, limit: action, asked: action }
  const ids = limits?.protected ?? []
  const message =
    ids.length === 0 ? undefined : (reachedAbove(ids, subject, stored) ?? reachedBelow(ids, subject, stored))
  return message === undefined ? undefined : { kind: 'protected', limit: null, asked: action, ...message }
}

type Reached = Pick<Refused, 'message'> & Partial<Pick<Refused, 'limit'>>

/** The protected entity among the account, the entities that the operation changes, deletes or adds to, and those above them. */
function reachedAbove(ids: readonly ProtectedId[], { account, places }: Subject, stored: Stored): Reached | undefined {
  for (const place of [{ type: 'Account', account, id: account }, ...places])
    for (const at of pathUp(place, stored)) {
      if (at === UNKNOWN)
        return { message: `It is not known whether ${place.type} ${place.id} is below something that is protected` }
      if (ids.some((id) => protects(id, at)))
        return {
          message: `${at.type}:${at.account}:${at.id} is protected, and so is everything below it`,
          limit: at.id,
        }
    }
  return undefined
}

/** The protected entity below the entity that the operation deletes. */
function reachedBelow(
  ids: readonly ProtectedId[],
  { does, account, target, below }: Subject,
  stored: Stored,
): Reached | undefined {
  if (does.action !== 'DELETE' || !target) return undefined
  const what = `${target.type} ${target.id}`
  for (const place of below) {
    const isReached = isBelow(place, target, stored)
    if (isReached === UNKNOWN)
      return { message: `It is not known whether ${place.id}, which is protected, is below ${what}` }
    if (isReached)
      return { message: `${place.type}:${account}:${place.id} is protected, and below ${what}`, limit: place.id }
  }
  const [own] = target.type === 'Account' ? ids : []
  return own && { message: `${own.id} is protected, and below ${what}`, limit: own.id }
}
