import { getNamedType, isObjectType, type GraphQLSchema } from 'graphql'
import { isObject } from '../../json/object.ts'
import { isIdText } from '../../rest/id.ts'
import { comparableId, isSameId } from '../../rest/value.ts'
import type { ProtectedId, SpendAmounts, SpendKind, SpendRule } from '../../state/spend-store.ts'
import { isCurrency } from '../account/currency.ts'
import { parseGlobalId } from '../node/global-id.ts'
import { actionsOf } from '../write/declared.ts'
import type { EntityPlace } from './above.ts'
import { decimalsOf, scaled } from './amount.ts'

/** The limits that are amounts of money, as `SPEND_LIMITS` names them. */
const AMOUNTS = ['dailyBudget', 'totalBudget', 'bid', 'activatedPerHour'] as const

const KINDS: readonly SpendKind[] = [...AMOUNTS, 'raisePercent']

const NAMES = ['accounts', 'currency', ...KINDS, 'refuse', 'protected']

/** The rules of `SPEND_LIMITS` that name an account. */
export interface AccountLimits {
  rules: readonly SpendRule[]
  /** The IDs that any of them protects. */
  protected: readonly ProtectedId[]
  /** The strictest limits in a currency; undefined if no rule has it. */
  in: (currency: string) => SpendAmounts | undefined
}

/** What holds for an account. Undefined if no rule names it. */
export function limitsOf(rules: readonly SpendRule[], account: string): AccountLimits | undefined {
  const own = rules.filter(({ accounts }) => accounts.has('*') || accounts.has(comparableId(account)))
  if (own.length === 0) return undefined
  return {
    rules: own,
    protected: own.flatMap((rule) => rule.protected),
    in(currency) {
      const ofCurrency = own.filter((rule) => rule.currency === currency)
      return ofCurrency.length === 0 ? undefined : strictest(ofCurrency)
    },
  }
}

/** Whether a protected ID names an entity. A part that it does not have can be anything. */
export function protects({ type, account, parent, id }: ProtectedId, place: EntityPlace): boolean {
  return (
    isSameId(id, place.id) &&
    (type ?? place.type) === place.type &&
    (account === undefined || isSameId(account, place.account)) &&
    (parent === undefined || isSameId(parent, place.parent))
  )
}

function strictest(rules: readonly SpendAmounts[]): SpendAmounts {
  const least = (kind: SpendKind) => {
    const limits = rules.flatMap((rule) => rule[kind] ?? [])
    return limits.length === 0 ? undefined : limits.reduce((low, each) => (each < low ? each : low))
  }
  return {
    dailyBudget: least('dailyBudget'),
    totalBudget: least('totalBudget'),
    bid: least('bid'),
    raisePercent: least('raisePercent'),
    activatedPerHour: least('activatedPerHour'),
  }
}

/**
 * Reads the rules of `SPEND_LIMITS`, as JSON. `faults` has everything that is wrong with them, each with its place and its fix.
 * The schema knows the types and the actions on them. `isShared` says whether the amounts spent outlive a restart.
 */
export function readSpendLimits(
  file: unknown,
  schema: GraphQLSchema,
  { isShared }: { isShared: boolean },
): { rules: SpendRule[]; faults: string[] } {
  const reader = new Reader(schema)
  const limits = isObject(file) ? file['limits'] : undefined
  for (const name of isObject(file) ? Object.keys(file) : [])
    if (name !== 'limits') reader.add(name, 'is not known: the file has `limits` alone')
  if (!Array.isArray(limits) || limits.length === 0) {
    reader.add('limits', 'must be a list of rules, at least one: { "limits": [ { "accounts": ["*"], … } ] }')
    return { rules: [], faults: reader.faults }
  }
  const rules = limits.map((rule: unknown, index) => reader.rule(rule, `limits[${index}]`))
  const sums = rules.findIndex(({ activatedPerHour }) => activatedPerHour !== undefined)
  if (sums !== -1 && !isShared)
    reader.add(`limits[${sums}].activatedPerHour`, 'needs REDIS_URL: a restart must not give a fresh hour')
  return { rules, faults: reader.faults }
}

type Json = Readonly<Record<string, unknown>>

class Reader {
  readonly faults: string[] = []
  readonly #schema: GraphQLSchema
  readonly #actions: ReadonlySet<string>

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
    this.#actions = actionsOf(schema)
  }

  add(place: string, fault: string): void {
    this.faults.push(`SPEND_LIMITS: ${place} ${fault}`)
  }

  rule(given: unknown, place: string): SpendRule {
    if (!isObject(given)) this.add(place, 'must be an object with `accounts`')
    const rule: Json = isObject(given) ? given : {}
    for (const name of Object.keys(rule))
      if (!NAMES.includes(name)) this.add(`${place}.${name}`, `is not a limit: use ${NAMES.join(', ')}`)
    const accounts = new Set(this.#list(rule, 'accounts', place, (text) => this.#account(text)))
    if (isObject(given) && rule['accounts'] === undefined)
      this.add(`${place}.accounts`, 'is required: a list of IDs of accounts, or ["*"] for all')
    const currency = this.#currency(rule, place)
    const amounts: { -readonly [Kind in SpendKind]?: bigint | undefined } = {}
    for (const kind of AMOUNTS) amounts[kind] = this.#amount(rule[kind], currency, `${place}.${kind}`)
    amounts.raisePercent = this.#percent(rule['raisePercent'], `${place}.raisePercent`)
    return {
      accounts,
      currency,
      ...amounts,
      refuse: new Set(this.#list(rule, 'refuse', place, (text) => this.#action(text))),
      protected: this.#list(rule, 'protected', place, (text) => this.#protected(text, accounts)),
    }
  }

  /** The items of a list of texts. `read` returns the value of one, or its fault. */
  #list<T>(rule: Json, name: string, place: string, read: (text: string) => T | Fault): T[] {
    const list = rule[name]
    if (list === undefined) return []
    if (!Array.isArray(list) || list.length === 0) {
      this.add(`${place}.${name}`, 'must be a list of texts, at least one')
      return []
    }
    return list.flatMap((item: unknown, index) => {
      const value = typeof item === 'string' ? read(item) : new Fault('must be a text')
      if (!(value instanceof Fault)) return [value]
      this.add(`${place}.${name}[${index}]`, value.text)
      return []
    })
  }

  #account(text: string): string | Fault {
    if (text === '*' || isIdText(text)) return comparableId(text)
    const parsed = parseGlobalId(text)
    return parsed?.type === 'Account' ? comparableId(parsed.id) : new Fault('must be the ID of an account, or *')
  }

  #currency(rule: Json, place: string): string | undefined {
    const { currency } = rule
    if (currency === undefined) {
      const needing = KINDS.find((kind) => rule[kind] !== undefined)
      if (needing) this.add(`${place}.currency`, `is required with ${needing}: a code of ISO 4217, for example EUR`)
      return undefined
    }
    if (typeof currency === 'string' && isCurrency(currency)) return currency
    this.add(`${place}.currency`, 'must be a currency code of ISO 4217 in capital letters, such as EUR')
    return undefined
  }

  #amount(given: unknown, currency: string | undefined, place: string): bigint | undefined {
    if (given === undefined) return undefined
    const decimals = decimalsOf(currency ?? '')
    const example = decimals === 0 ? '500' : `500.${'0'.repeat(decimals)}`
    const micros = typeof given === 'string' ? scaled(given, decimals) : undefined
    if (micros === undefined)
      this.add(place, `must be an amount in quotes with at most ${decimals} decimals, such as "${example}"`)
    return micros === undefined ? undefined : micros * 10n ** BigInt(6 - decimals)
  }

  #percent(given: unknown, place: string): bigint | undefined {
    if (given === undefined) return undefined
    const percent = typeof given === 'number' || typeof given === 'string' ? scaled(String(given), 2) : undefined
    if (percent === undefined) this.add(place, 'must be a number of percent, 0 or more, such as 50')
    return percent
  }

  #action(text: string): string | Fault {
    if (this.#actions.has(text)) return text
    const [, type] = text.split(' ')
    const ofType = [...this.#actions].filter((action) => action.endsWith(` ${type}`))
    if (ofType.length > 0) return new Fault(`is nothing that a mutation does: use ${ofType.join(' or ')}`)
    return new Fault('must be CREATE, UPDATE or DELETE, and a type that mutations change, such as "DELETE Campaign"')
  }

  #protected(text: string, accounts: ReadonlySet<string>): ProtectedId | Fault {
    if (isIdText(text)) return { type: undefined, account: undefined, id: comparableId(text) }
    const parsed = parseGlobalId(text)
    if (!parsed || !isObjectType(getNamedType(this.#schema.getType(parsed.type))))
      return new Fault('must be an ID of the service, or a global ID such as Campaign:18ce5h7k2qa:6dtbr')
    const [account, id] = [comparableId(parsed.account), comparableId(parsed.id)]
    if (!accounts.has('*') && !accounts.has(account))
      return new Fault(`is of the account ${account}, which the rule does not name: add it to \`accounts\``)
    return { type: parsed.type, account, ...(parsed.parent !== undefined && { parent: parsed.parent }), id }
  }
}

/** The problems of a text. */
class Fault {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
