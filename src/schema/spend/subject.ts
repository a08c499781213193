import type { Spend } from '../../state/spend-store.ts'
import { isBelowParent } from '../node/global-id.ts'
import { type Declared, type DeclaredOperations, isSingle, partsOf } from '../write/declared.ts'
import type { Check } from '../write/input.ts'
import type { Key } from '../write/stored.ts'
import { BELOW, isInTree, type EntityPlace, placeKeys, typeKeys, typesBelow } from './above.ts'
import { type AccountLimits, limitsOf, protects } from './limits.ts'

/** What one operation is for the limits on spending. It is found out once, when the operation is prepared. */
export interface Subject {
  check: Check<object>
  does: Declared
  account: string
  /** Undefined if no rule names the account. */
  limits: AccountLimits | undefined
  /** The entity that it changes or deletes. */
  target: EntityPlace | undefined
  /** What it changes, deletes, or puts something into. */
  places: readonly EntityPlace[]
  /** The protected entities that would be deleted too if they are below the target. */
  below: readonly EntityPlace[]
  input: Readonly<Record<string, unknown>>
  /** Whether it sets, raises or spends money. */
  isOfMoney: boolean
  /** Whether it reads the stored amounts and sends them again, so that no other write may change them in between. */
  keepsMoney: boolean
}

type LimitRules = Pick<Spend, 'rules'>

/** An operation as it is prepared from its input. */
interface Prepared {
  check: Check<object>
  kind?: keyof DeclaredOperations
  needs?: readonly Key<unknown>[]
}

/** An operation with what it is for the limits, and with the data that they rest on. */
export function limited<Operation extends Prepared>(
  spend: LimitRules,
  does: Declared | DeclaredOperations,
  operation: Operation,
  root: Check<object>,
): Operation & { subject: Subject } {
  const { needs = [] } = operation
  const subject = subjectOf(spend, doesOf(does, operation), operation, root)
  return { ...operation, subject, needs: [...needs, ...keysOf(subject)] }
}

/** What a mutation does to the operation of a batch, or to its one operation. */
function doesOf(does: Declared | DeclaredOperations, { kind }: Pick<Prepared, 'kind'>): Declared {
  const own = isSingle(does) ? does : kind && does[kind]
  // Without it, nothing would be limited.
  if (!own) throw new Error('An operation does not say what it does')
  return own
}

function subjectOf({ rules }: LimitRules, does: Declared, { check, needs }: Prepared, root: Check<object>): Subject {
  const referredBy = (field = '') => check.ids.references.get(field) ?? root.ids.references.get(field)
  const own = check.ids.target ?? (does.action === 'CREATE' ? undefined : (root.ids.target ?? referredBy(does.id)))
  const account = own?.account ?? check.ids.batchAccount ?? check.ids.inPath[0] ?? root.ids.inPath[0] ?? ''
  const target = own && { type: own.type, account, parent: 'parent' in own ? own.parent : undefined, id: own.id }
  const parent = referredBy(BELOW.get(does.type)?.id)
  const limits = limitsOf(rules, account)
  const input = { ...check.input }
  return {
    check,
    does,
    account,
    limits,
    target,
    places: [target, parent].filter((place) => place !== undefined),
    below: does.action === 'DELETE' && target ? protectedBelow(target, limits) : [],
    input,
    isOfMoney: isOfMoney(does, input),
    keepsMoney: does.money !== undefined && needs !== undefined && needs.length > 0,
  }
}

/** The protected entities that can be below a target. An ID without a type can be of any type. */
function protectedBelow(
  { type: above, account, id: parent }: EntityPlace,
  limits: AccountLimits | undefined,
): EntityPlace[] {
  const ids = limits?.protected ?? []
  return typesBelow(above).flatMap((type) =>
    ids.flatMap((each): EntityPlace[] => {
      const place = { type, account, parent: isBelowParent(type) ? parent : undefined, id: each.id }
      return protects(each, place) ? [place] : []
    }),
  )
}

function isOfMoney({ action, money = {}, settings = {}, serves }: Declared, input: Subject['input']): boolean {
  if (action === 'DELETE' || (Object.keys(money).length === 0 && !serves)) return false
  const isGiven = (name: string) => input[name] !== undefined
  if (Object.keys(money).some(isGiven) || input['entityStatus'] === 'ACTIVE') return true
  if (action === 'UPDATE') return Object.keys(settings).some(isGiven)
  return serves !== undefined && (input['entityStatus'] ?? 'ACTIVE') === 'ACTIVE'
}

function keysOf({ limits, places, below, isOfMoney: ofMoney }: Subject): Key<unknown>[] {
  if (!limits || !(ofMoney || limits.protected.length > 0)) return []
  // What is above an entity with a parent is in the input.
  return [...places.filter(({ type, parent }) => isInTree(type) && parent === undefined), ...below].flatMap(placeKeys)
}

/** What the limits on any input of a mutation can rest on: a key for each kind of data, whose cost is the same for all of the kind. */
export function anySpendKeys(spend: LimitRules | undefined, does: Declared | DeclaredOperations): Key<unknown>[] {
  if (!spend) return []
  const isAnyProtected = spend.rules.some((rule) => rule.protected.length > 0)
  const types = partsOf(does).flatMap(({ action, type, parent }) => {
    // Of what is new, only the parent can be read.
    const changed = action === 'CREATE' ? (parent?.type ?? '') : type
    return [...(isInTree(changed) ? [changed] : []), ...(action === 'DELETE' && isAnyProtected ? typesBelow(type) : [])]
  })
  return [...new Set(types)].flatMap(typeKeys)
}
