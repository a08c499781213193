import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql'

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** How an argument's value is chosen where its type alone does not tell; as GraphQL text, or undefined to leave it out. */
export type ChooseValue = (
  argument: string,
  field: GraphQLField<unknown, unknown>,
  parent: string,
) => string | undefined

/** How often each field was chosen. */
export type ChosenFields = Map<GraphQLField<unknown, unknown>, number>

export interface DocumentOptions {
  random: () => number
  schema: GraphQLSchema
  choose: ChooseValue
  /** What earlier documents chose, to which this document adds. Of three fields that are drawn, the one chosen least is chosen. */
  chosen?: ChosenFields
  /** How many objects deep a document goes. */
  depth?: number
}

/**
 * A random document that is valid over the schema: some fields of the query type, each with some fields below it, with
 * arguments that `choose` gives or that their types allow, aliases, and inline fragments.
 */
export function randomDocument({ random, schema, choose, chosen, depth = 6 }: DocumentOptions): string {
  const query = schema.getQueryType()!
  let aliases = 0
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const timesChosen = (field: GraphQLField<unknown, unknown>) => chosen?.get(field) ?? 0
  const pickField = (fields: readonly GraphQLField<unknown, unknown>[]) => {
    if (!chosen) return pick(fields)
    const drawn = [pick(fields), pick(fields), pick(fields)]
    const field = drawn.reduce((least, other) => (timesChosen(other) < timesChosen(least) ? other : least))
    chosen.set(field, timesChosen(field) + 1)
    return field
  }
  const some = (fields: readonly GraphQLField<unknown, unknown>[], most: number) => {
    const count = 1 + Math.floor(random() * most)
    return [...new Set(Array.from({ length: count }, () => pickField(fields)))]
  }
  return `{ ${some(selectable(query), 2)
    .map((field) => fieldText(field, query.name, depth))
    .join(' ')} }`

  function selectable(type: GraphQLCompositeType): GraphQLField<unknown, unknown>[] {
    if (!('getFields' in type)) return []
    return Object.values(type.getFields()).filter((field) => !field.name.startsWith('_'))
  }

  function selectionText(type: GraphQLCompositeType, left: number): string {
    const fields = selectable(type).filter((field) => left > 0 || !isCompositeType(getNamedType(field.type)))
    const own = fields.length === 0 ? [] : some(fields, 4).map((field) => fieldText(field, type.name, left))
    const parts = isAbstractType(type) && left > 0 ? [fragmentText(pick(schema.getPossibleTypes(type)), left)] : []
    return `{ __typename ${[...own, ...parts].join(' ')} }`
  }

  function fragmentText(type: GraphQLCompositeType, left: number): string {
    return `... on ${type.name} ${selectionText(type, left - 1)}`
  }

  /** Every field has an alias of its own, so that no two selections can conflict. */
  function fieldText(field: GraphQLField<unknown, unknown>, parent: string, left: number): string {
    aliases += 1
    const args = field.args.flatMap((argument) => {
      const value = argumentText(argument, field, parent)
      return value === undefined ? [] : [`${argument.name}: ${value}`]
    })
    const type = getNamedType(field.type)
    const below = isCompositeType(type) ? ` ${selectionText(type, left - 1)}` : ''
    return `a${aliases}: ${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}${below}`
  }

  function argumentText(argument: GraphQLArgument, field: GraphQLField<unknown, unknown>, parent: string) {
    const chosen = choose(argument.name, field, parent)
    if (chosen !== undefined) return chosen
    if (!isNonNullType(argument.type) && random() < 0.6) return undefined
    const value = valueText(argument.type)
    if (value === undefined && isNonNullType(argument.type))
      throw new Error(`${parent}.${field.name}(${argument.name}:) is required; tell the generator what to send`)
    return value
  }

  function valueText(type: GraphQLInputType): string | undefined {
    const bare = getNullableType(type)
    if (isListType(bare)) {
      const item = valueText(bare.ofType)
      return item === undefined ? undefined : `[${item}]`
    }
    if (isEnumType(bare)) {
      const values = bare.getValues().filter(({ name }) => name !== 'UNRECOGNIZED')
      return pick(values).name
    }
    if (isInputObjectType(bare)) return undefined
    if (isScalarType(bare) && bare.name === 'Boolean') return random() < 0.5 ? 'true' : 'false'
    return undefined
  }
}
