import {
  getNamedType,
  isInputObjectType,
  Kind,
  print,
  visit,
  type GraphQLSchema,
  type ObjectFieldNode,
  type ValueNode,
} from 'graphql'
import { declaredOf, isSingle, operationTypeOf } from '../../../schema/write/declared.ts'
import { mutationFieldsOf, parseDocument } from '../document.ts'
import type { AgentOperation } from '../run.ts'
import { objectOf, type Json } from '../value.ts'

const STATUS = 'entityStatus'

const PAUSED: ObjectFieldNode = {
  kind: Kind.OBJECT_FIELD,
  name: { kind: Kind.NAME, value: STATUS },
  value: { kind: Kind.ENUM, value: 'PAUSED' },
}

/** Where the inputs of creates are in the argument of a mutation: names of fields, and `*` for each item of a list. */
type Path = readonly string[]

/**
 * The operation in which everything that is created without a status is PAUSED: the service would make it ACTIVE. `mutations` has
 * the names of the mutations for which that is so.
 */
export function withPausedCreates(
  schema: GraphQLSchema,
  operation: AgentOperation,
): { operation: AgentOperation; mutations: string[] } {
  const { document, operation: node } = parseDocument(operation.document)
  const given = new Map(Object.entries(operation.variables))
  const defaults = new Map(
    node.variableDefinitions?.map(({ variable, defaultValue }) => [variable.name.value, defaultValue]),
  )
  const mutations = new Set<string>()
  const changed = new Map<object, ValueNode>()
  for (const field of mutationFieldsOf({ document, operation: node })) {
    const path = pathOfCreates(schema, field.name.value)
    const input = field.arguments?.find(({ name }) => name.value === 'input')?.value
    if (!path || !input) continue
    changed.set(
      input,
      inNode(input, path, () => mutations.add(field.name.value)),
    )
  }
  if (mutations.size === 0) return { operation, mutations: [] }
  const replaced = visit(document, { enter: (each) => changed.get(each) })
  return {
    operation: { ...operation, document: print(replaced), variables: Object.fromEntries(given) },
    mutations: [...mutations],
  }

  function inNode(value: ValueNode, path: Path, set: () => void): ValueNode {
    const [name, ...rest] = path
    if (value.kind === Kind.VARIABLE) {
      inVariable(value.name.value, path, set)
      return value
    }
    if (name === '*') {
      if (value.kind !== Kind.LIST) return inNode(value, rest, set)
      return { ...value, values: value.values.map((item) => inNode(item, rest, set)) }
    }
    if (value.kind !== Kind.OBJECT) return value
    if (name !== undefined)
      return {
        ...value,
        fields: value.fields.map((field) =>
          field.name.value === name ? { ...field, value: inNode(field.value, rest, set) } : field,
        ),
      }
    const status = value.fields.find((field) => field.name.value === STATUS)
    if (status && isNamed(status.value)) return value
    set()
    return { ...value, fields: [...value.fields.filter((field) => field !== status), PAUSED] }
  }

  /** Whether a value is there. */
  function isNamed(value: ValueNode): boolean {
    if (value.kind !== Kind.VARIABLE) return value.kind !== Kind.NULL
    const name = value.name.value
    if (given.has(name)) return given.get(name) !== null
    const byDefault = defaults.get(name)
    return byDefault !== undefined && byDefault.kind !== Kind.NULL
  }

  function inVariable(name: string, path: Path, set: () => void): void {
    const byDefault = defaults.get(name)
    if (given.has(name)) given.set(name, inValue(given.get(name) ?? null, path, set))
    else if (byDefault) changed.set(byDefault, inNode(changed.get(byDefault) ?? byDefault, path, set))
  }
}

function inValue(value: Json, path: Path, set: () => void): Json {
  const [name, ...rest] = path
  if (name === '*')
    return Array.isArray(value) ? value.map((item) => inValue(item, rest, set)) : inValue(value, rest, set)
  const object = objectOf(value)
  if (!object) return value
  if (name !== undefined)
    return { ...object, ...(name in object && { [name]: inValue(object[name] ?? null, rest, set) }) }
  if ((object[STATUS] ?? null) !== null) return object
  set()
  return { ...object, [STATUS]: 'PAUSED' }
}

/** Where a mutation takes the inputs of what it creates with a status. Undefined if it creates no such thing. */
function pathOfCreates(schema: GraphQLSchema, mutation: string): Path | undefined {
  const field = schema.getMutationType()?.getFields()[mutation]
  const does = field && declaredOf(field)
  if (!does) return undefined
  const hasStatus = (type: unknown) => isInputObjectType(type) && type.getFields()[STATUS] !== undefined
  if (isSingle(does)) {
    const input = getNamedType(field.args.find(({ name }) => name === 'input')?.type)
    return does.action === 'CREATE' && hasStatus(input) ? [] : undefined
  }
  const create = getNamedType(operationTypeOf(field)?.getFields()['create']?.type)
  return does.create && hasStatus(create) ? ['operations', '*', 'create'] : undefined
}
