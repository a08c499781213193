import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  Kind,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql'
import { coerceVariables } from '../../execute/variables.ts'
import { MAX_FIRST } from '../list/read.ts'
import { nodeTypes } from '../node/entity.ts'
import { listLimitOf } from './list-limit.ts'
import { planOf, type AssumeRows, type Plan } from './plan.ts'

/** An operation that is planned before the values of all its variables are known. */
export interface OpenOperation {
  document: DocumentNode
  operation: OperationDefinitionNode
  /** The values that are known, as a client sends them. */
  variables: Readonly<Record<string, unknown>>
  assume?: AssumeRows | undefined
}

/** A plan, or the errors of the variables that are known. */
export type HighestPlan = { plan: Plan; errors?: undefined } | { plan?: undefined; errors: readonly GraphQLError[] }

/**
 * The plan of an operation with the most calls that it can need. Variables without a value and without a default count at
 * their maximum: a page size is the largest, a list has as many items as it may, and a condition includes what costs more.
 */
export function highestPlan(
  schema: GraphQLSchema,
  { document, operation, variables, assume }: OpenOperation,
): HighestPlan {
  const { variableDefinitions = [] } = operation
  const isKnown = ({ variable: { name }, defaultValue }: VariableDefinitionNode) =>
    defaultValue !== undefined || variables[name.value] !== undefined
  const known = { ...operation, variableDefinitions: variableDefinitions.filter(isKnown) }
  const { coerced, errors } = coerceVariables(schema, known, variables)
  if (errors) return { errors }
  const usages = usagesIn(schema, document)
  const planWith = (values: Readonly<Record<string, unknown>>) =>
    planOf(schema, { document, operation, variables: values, assume })
  let values = coerced
  let plan = planWith(values)
  for (const definition of variableDefinitions.filter((definition) => !isKnown(definition))) {
    const name = definition.variable.name.value
    const [first, ...others] = candidates(schema, definition, usages.get(name) ?? NO_USAGE)
    values = { ...values, [name]: first }
    plan = planWith(values)
    for (const value of others) {
      const other = planWith({ ...values, [name]: value })
      if (other.calls.max <= plan.calls.max) continue
      plan = other
      values = { ...values, [name]: value }
    }
  }
  return { plan }
}

/** Where a variable is used. */
interface Usage {
  /** The name of the argument or of the field of an input. */
  name: string
  /** The maximum number of items, if it is a list. */
  maxItems: number
}

const NO_USAGE: Usage = { name: '', maxItems: 1 }

/** The usage of each variable. If there are several, the one that may have the most items. */
function usagesIn(schema: GraphQLSchema, document: DocumentNode): Map<string, Usage> {
  const usages = new Map<string, Usage>()
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      Variable(node, _key, parent) {
        if (!parent || !('kind' in parent) || parent.kind === Kind.VARIABLE_DEFINITION) return
        const place = parent.kind === Kind.OBJECT_FIELD ? inputField(types, parent.name.value) : types.getArgument()
        if (!place) return
        const { maxItems } = listLimitOf(place)
        const known = usages.get(node.name.value)
        if (!known || known.maxItems < maxItems) usages.set(node.name.value, { name: place.name, maxItems })
      },
    }),
  )
  return usages
}

function inputField(types: TypeInfo, name: string) {
  const type = getNamedType(types.getParentInputType())
  return isInputObjectType(type) ? type.getFields()[name] : undefined
}

/** The values of a variable of which one needs the most calls. */
function candidates(schema: GraphQLSchema, { type: node }: VariableDefinitionNode, usage: Usage): unknown[] {
  const type = typeFromAST(schema, node) as GraphQLInputType | undefined
  if (!type) return [undefined]
  const values = IDS.has(usage.name)
    ? nodeTypes().map(({ name }) => valueOf(type, usage, name))
    : [valueOf(type, usage), ...(String(getNullableType(type)) === 'Boolean' ? [false] : [])]
  return isNonNullType(type) ? values : [...values, undefined]
}

/** The arguments whose IDs can be of any type. */
const IDS: ReadonlySet<string> = new Set(['id', 'ids', 'representations'])

/** A value of a type: lists and pages as long as they may be, and all IDs different. */
function valueOf(declared: GraphQLInputType, usage: Usage, idType?: string, index = 0): unknown {
  const type = getNullableType(declared)
  if (isListType(type))
    return Array.from({ length: usage.maxItems }, (_, index) => valueOf(type.ofType, usage, idType, index))
  if (isEnumType(type)) return type.getValues()[0]?.value
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((field) => isNonNullType(field.type))
        .map((field) => [
          field.name,
          valueOf(field.type, { name: field.name, ...listLimitOf(field) }, undefined, index),
        ]),
    )
  if (type.name === 'Int') return usage.name === 'first' ? MAX_FIRST : 1
  if (type.name === 'Boolean') return true
  if (!isScalarType(type) || idType === undefined) return `any${index}`
  return idType === 'Account' ? `Account:any${index}` : `${idType}:any:any${index}`
}
