import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql'

/** Values that a field can have: such as are likely to be taken, and such as are not. */
export interface Values {
  good: readonly unknown[]
  bad: readonly unknown[]
}

export type RandomInput = Record<string, unknown>

/** Makes of an input that was drawn field by field one whose fields go together; `draw` gives a good value of a field. */
export type Shape = (input: RandomInput, draw: (field: string) => unknown, pick: Pick) => RandomInput

type Pick = <T>(list: readonly T[]) => T

export interface InputOptions {
  random: () => number
  /** The values of a field whose type is a scalar. */
  valuesOf: (field: GraphQLInputField, owner: GraphQLInputObjectType) => Values
  /** Which fields go together, by the type of the input. */
  shapes: Record<string, Shape>
}

/** How deep inputs go that hold their own kind. */
const MOST_DEPTH = 3

/** Draws inputs of any type: good ones, ones with one fault, and ones with many. */
export function inputDrawer({ random, valuesOf, shapes }: InputOptions) {
  const pick: Pick = (list) => list[Math.floor(random() * list.length)]!
  return {
    good: (type: GraphQLInputObjectType) => input(type, 0, 0),
    spoilt,
    wild: (type: GraphQLInputObjectType) => input(type, 0.2, 0),
  }

  /** Fields that are there or left out, each wrong or null as often as `wrongness` says, 0 to 1. */
  function input(type: GraphQLInputObjectType, wrongness: number, depth: number): RandomInput {
    const fields = Object.values(type.getFields())
    if (type.isOneOf) {
      const field = pick(fields)
      return { [field.name]: value(field, field.type, type, wrongness, depth) }
    }
    const presence = pick([0.1, 0.3, 0.8])
    const drawn: RandomInput = {}
    for (const field of fields) {
      if (!isRequired(field) && random() > presence) continue
      const isNull = !isNonNullType(field.type) && random() < wrongness
      drawn[field.name] = isNull ? null : value(field, field.type, type, wrongness, depth)
    }
    const draw = (name: string) => {
      const field = type.getFields()[name]!
      return value(field, field.type, type, 0, depth)
    }
    return random() < wrongness ? drawn : (shapes[type.name]?.(drawn, draw, pick) ?? drawn)
  }

  function value(
    field: GraphQLInputField,
    given: GraphQLInputType,
    owner: GraphQLInputObjectType,
    wrongness: number,
    depth: number,
  ): unknown {
    const bare = getNullableType(given)
    if (isListType(bare)) {
      if (getNamedType(bare) === owner && depth >= MOST_DEPTH) return []
      const length = random() < wrongness ? pick([0, 7, 60]) : pick([1, 1, 2, 3])
      return Array.from({ length }, () => value(field, bare.ofType, owner, wrongness, depth))
    }
    if (isInputObjectType(bare)) return input(bare, wrongness, depth + 1)
    if (isEnumType(bare)) return pick(bare.getValues().filter(({ name }) => name !== 'UNRECOGNIZED')).name
    if (bare.name === 'Boolean') return random() < 0.5
    const { good, bad } = valuesOf(field, owner)
    return pick(bad.length > 0 && random() < wrongness ? bad : good)
  }

  /** A good input but for one field, at any depth, which is null, left out or wrong. */
  function spoilt(type: GraphQLInputObjectType): RandomInput {
    return withFault(type, input(type, 0, 0))
  }

  function withFault(type: GraphQLInputObjectType, good: RandomInput): RandomInput {
    const field = pick(Object.values(type.getFields()))
    const inner = getNamedType(field.type)
    const before = good[field.name]
    if (isInputObjectType(inner) && before !== undefined && random() < 0.9)
      return { ...good, [field.name]: inPlaceOf(before, (item) => withFault(inner, item)) }
    if (!isNonNullType(field.type) && random() < 0.3) return { ...good, [field.name]: null }
    if (isInputObjectType(inner) || isEnumType(inner) || inner.name === 'Boolean') return good
    const isList = isListType(getNullableType(field.type))
    const { bad } = valuesOf(field, type)
    if (bad.length === 0) return good
    return { ...good, [field.name]: isList ? [...((before as unknown[] | undefined) ?? []), pick(bad)] : pick(bad) }
  }

  /** An input object, or one of a list of them at any depth, changed. */
  function inPlaceOf(before: unknown, change: (item: RandomInput) => RandomInput): unknown {
    if (!Array.isArray(before)) return change(before as RandomInput)
    const index = Math.floor(random() * before.length)
    return before.map((item, at) => (at === index ? inPlaceOf(item, change) : item))
  }
}

function isRequired({ type, defaultValue }: GraphQLInputField): boolean {
  return isNonNullType(type) && defaultValue === undefined
}
