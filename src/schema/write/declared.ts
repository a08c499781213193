import { memoize1 } from '@graphql-tools/utils'
import { getNamedType, isInputObjectType, type GraphQLField, type GraphQLSchema } from 'graphql'
import type { ListEndpoint } from '../../rest/endpoint.ts'
import type { WireRow } from './known.ts'
import type { Key } from './stored.ts'

/** What a mutation, or an operation of a batch, does. Everything that treats writes by what they do reads this. */
export interface Declared {
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  /** The name of the type of what it creates, changes or deletes. */
  type: string
  /** The input field with the ID of what it changes or deletes. Undefined if it creates it. */
  id?: string
  /** The input fields with amounts of money, in micros, and what each is. The columns of the type have the same names. */
  money?: Money
  /** The other input fields that affect the spend. */
  settings?: Settings
  /** The parent of what it creates. */
  parent?: Parent
  /** The key of what a change of any input can need before it is sent, whose cost is the same for all of them. */
  canNeed?: Key<unknown>
  /** Whether what it creates serves as soon as its parent does. */
  serves?: true
  /** How a row that it creates is recognized if the response is lost. Defaults to what was sent, in the list of the type. */
  recognized?: Recognition
}

/** The parent of a new entity: the name of its type, and the input field with its ID. Rows have the ID in the column of that name. */
export interface Parent {
  type: string
  id: string
}

/** Amounts of money by the names of their fields. */
type Money = Readonly<Record<string, 'dailyBudget' | 'totalBudget' | 'bid'>>

/** What fields decide, by their names: which amounts hold (`limit`), or when and on what they are spent (`use`). */
type Settings = Readonly<Record<string, 'limit' | 'use'>>

/** How a row that was created is recognized in a list. */
export interface Recognition {
  /** Defaults to the list of its type. Undefined if no list is to be read. */
  list?: ListEndpoint | undefined
  /** The parameters of the list that leave only rows with the same parent. Defaults to the IDs of the declared parents. */
  filter?: (sent: readonly WireRow[]) => object
  /** Whether the list can be sorted by the time of creation. */
  isSorted?: boolean
  /** The value to compare with a parameter, instead of the column of its name. Null if no column shows it. */
  shownBy?: Readonly<Record<string, ShownBy | null>>
}

/**
 * The value of a row that is compared with one that was sent: that value itself if the row shows it in another way; undefined if
 * it is not known. `all` has the parameters of all rows of the call.
 */
type ShownBy = (row: WireRow, sent: unknown, all: readonly WireRow[]) => unknown

/** What each kind of operation of a batch does, by the names of its input fields. */
export type DeclaredOperations = Readonly<Partial<Record<'create' | 'update' | 'delete', Declared>>>

type AnyField = Pick<GraphQLField<unknown, unknown>, 'extensions' | 'args'>

/** The extensions of a mutation that does this: a type, because an interface is not accepted as extensions. */
type DoesExtensions = { does: Declared | DeclaredOperations }

/** What a mutation does. For a batch whose operations do several things, by the input field of the operation. */
export function declaredOf({ extensions }: AnyField): Declared | DeclaredOperations | undefined {
  return extensions['does'] as DoesExtensions['does'] | undefined
}

/** Whether a mutation does one thing. */
export function isSingle(does: Declared | DeclaredOperations): does is Declared {
  return 'action' in does
}

/** All that a mutation does. */
export function partsOf(does: Declared | DeclaredOperations): Declared[] {
  return isSingle(does) ? [does] : Object.values(does)
}

/** What a mutation does that must not happen twice, so that it takes an idempotency key. Undefined if it does no such thing. */
export function unrepeatable(does: Declared | DeclaredOperations): Declared | undefined {
  const declared = isSingle(does) ? does : does.create
  return declared?.action === 'CREATE' || declared?.recognized ? declared : undefined
}

/** All that the mutations of a schema do. */
const allDeclared = memoize1((schema: GraphQLSchema): Declared[] =>
  Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap((field) => partsOf(declaredOf(field) ?? {})),
)

/** The names of the columns of a type that are amounts of money. */
export function moneyOf(schema: GraphQLSchema, type: string): string[] {
  const money = allDeclared(schema).flatMap((does) => (does.type === type ? Object.keys(does.money ?? {}) : []))
  return [...new Set(money)]
}

/** What the mutations of a schema do, such as `DELETE Campaign`. */
export function actionsOf(schema: GraphQLSchema): ReadonlySet<string> {
  return new Set(allDeclared(schema).map(({ action, type }) => `${action} ${type}`))
}

/** The type of the items in the list of operations of a batch. Undefined if it has none. */
export function operationTypeOf({ args }: AnyField) {
  const input = getNamedType(args.find(({ name }) => name === 'input')?.type)
  const operations = isInputObjectType(input) ? getNamedType(input.getFields()['operations']?.type) : undefined
  return isInputObjectType(operations) ? operations : undefined
}
