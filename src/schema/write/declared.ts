import { memoize1 } from '@graphql-tools/utils'
import { getNamedType, isInputObjectType, type GraphQLField, type GraphQLSchema } from 'graphql'

/** What a mutation, or an operation of a batch, does. Everything that treats writes by what they do reads this. */
export interface Declared {
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  /** The name of the type of what it creates, changes or deletes. */
  type: string
  /** The input field with the ID of what it changes or deletes. Undefined if it creates it. */
  id?: string
  /** The input fields with amounts of money, in micros. The columns of the type have the same names. */
  money?: readonly string[]
  /** What it is put into, of which this input field has the ID, if it serves as soon as that does. */
  serves?: { in: string; id: string }
}

/** What each kind of operation of a batch does, by the names of its input fields. */
export type DeclaredOperations = Readonly<Partial<Record<'create' | 'update' | 'delete', Declared>>>

type AnyField = Pick<GraphQLField<unknown, unknown>, 'extensions' | 'args'>

/** The extensions of a mutation that does this: a type, because an interface is not accepted as extensions. */
export type DoesExtensions = { does: Declared | DeclaredOperations }

/** What a mutation does. For a batch whose operations do several things, by the input field of the operation. */
export function declaredOf({ extensions }: AnyField): Declared | DeclaredOperations | undefined {
  return extensions['does'] as DoesExtensions['does'] | undefined
}

/** Whether a mutation does one thing. */
export function isSingle(does: Declared | DeclaredOperations): does is Declared {
  return 'action' in does
}

/** All that the mutations of a schema do. */
const allDeclared = memoize1((schema: GraphQLSchema): Declared[] =>
  Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap((field) => {
    const does = declaredOf(field) ?? {}
    return isSingle(does) ? [does] : Object.values(does)
  }),
)

/** The names of the columns of a type that are amounts of money. */
export function moneyOf(schema: GraphQLSchema, type: string): string[] {
  const money = allDeclared(schema).flatMap((does) => (does.type === type ? (does.money ?? []) : []))
  return [...new Set(money)]
}

/** The type of the items in the list of operations of a batch. Undefined if it has none. */
export function operationTypeOf({ args }: AnyField) {
  const input = getNamedType(args.find(({ name }) => name === 'input')?.type)
  const operations = isInputObjectType(input) ? getNamedType(input.getFields()['operations']?.type) : undefined
  return isInputObjectType(operations) ? operations : undefined
}
