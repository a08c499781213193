import {
  getNamedType,
  getNullableType,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
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
import { listLimitOf } from '../list-limit.ts'
import { MAX_FIRST } from '../list/read.ts'
import { planOf, type AssumeRows, type Plan, type PlannedOperation } from './plan.ts'

/** An operation that is planned before the values of all its variables are known. */
interface OpenOperation {
  document: DocumentNode
  operation: OperationDefinitionNode
  /** The values that are known, as a client sends them. */
  variables: Readonly<Record<string, unknown>>
  assume?: AssumeRows
  /** Whether clients may send other values than the default of a variable. Defaults to none. */
  opensDefault?: (variable: string) => boolean
  /** What limits its writes. */
  limits?: PlannedOperation['limits']
}

/** A plan, or the errors of the variables that are known. */
type HighestPlan = { plan: Plan; errors?: undefined } | { plan?: undefined; errors: readonly GraphQLError[] }

/**
 * The plan of an operation with the most calls that it can need. Variables without a value and without a default count at
 * their limits: a page size is the largest, a list has as many items as it may, and conditions include what costs more.
 */
export function highestPlan(
  schema: GraphQLSchema,
  { document, operation, variables, assume, opensDefault = () => false, limits: spend }: OpenOperation,
): HighestPlan {
  const { variableDefinitions = [] } = operation
  const isKnown = ({ variable: { name }, defaultValue }: VariableDefinitionNode) =>
    (defaultValue !== undefined && !opensDefault(name.value)) || variables[name.value] !== undefined
  const known = { ...operation, variableDefinitions: variableDefinitions.filter(isKnown) }
  const { coerced, errors } = coerceVariables(schema, known, variables)
  if (errors) return { errors }
  const usages = usagesIn(schema, document)
  const limits: Record<string, unknown> = {}
  const conditions: string[] = []
  for (const { variable, type } of variableDefinitions.filter((definition) => !isKnown(definition))) {
    const name = variable.name.value
    const usage = usages.get(name) ?? NO_USAGE
    // Behind a condition that is neither true nor false, everything is included.
    limits[name] = usage.isCondition
      ? ANY
      : limitOf(typeFromAST(schema, type) as GraphQLInputType | undefined, usage, name)
    if (usage.isCondition) conditions.push(name)
  }
  const open = new Set(Object.keys(limits))
  const plans = assignments(conditions.slice(0, MAX_CONDITIONS)).map((included) =>
    planOf(schema, {
      document,
      operation,
      variables: { ...coerced, ...limits, ...included },
      assume,
      open,
      limits: spend,
    }),
  )
  const most = plans.reduce((plan, other) => (other.calls.max > plan.calls.max ? other : plan))
  return { plan: { ...most, rows: { max: Math.max(...plans.map(({ rows }) => rows.max)) } } }
}

/** The maximum number of conditions whose combinations are all planned. Fields behind further conditions always count. */
const MAX_CONDITIONS = 6

/** The value of a condition, or the type of a representation, that is not known. Callers cannot send it. */
const ANY = Symbol('any')

/** All combinations of values of Boolean variables. */
function assignments(names: readonly string[]): Record<string, boolean>[] {
  return names.reduce<Record<string, boolean>[]>(
    (all, name) => all.flatMap((values) => [true, false].map((value) => ({ ...values, [name]: value }))),
    [{}],
  )
}

const CONDITIONS: ReadonlySet<string> = new Set([GraphQLSkipDirective.name, GraphQLIncludeDirective.name])

/** How a variable is used, in all places of a document together. */
interface Usage {
  /** The maximum number of items, if it is a list. */
  maxItems: number
  /** Whether it is a condition of `@skip` or `@include`. */
  isCondition: boolean
  /** Whether it is the size of a page. */
  isPageSize: boolean
  /** Whether it can be the ID of any type. */
  isAnyId: boolean
  /** Whether it is the type of a representation. */
  isTypeName: boolean
}

const NO_USAGE: Usage = {
  maxItems: 1,
  isCondition: false,
  isPageSize: false,
  isAnyId: false,
  isTypeName: false,
}

/** The usage of each variable. */
function usagesIn(schema: GraphQLSchema, document: DocumentNode): Map<string, Usage> {
  const usages = new Map<string, Usage>()
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      Variable(node, _key, parent, _path, ancestors) {
        // The parent of an item of a list is an array of nodes.
        const around = [...ancestors, parent].findLast((each) => each && 'kind' in each && each.kind !== Kind.LIST)
        if (!around || !('kind' in around) || around.kind === Kind.VARIABLE_DEFINITION) return
        const member = around.kind === Kind.OBJECT_FIELD ? around.name.value : undefined
        const place = member === undefined ? types.getArgument() : inputField(types, member)
        const known = usages.get(node.name.value) ?? NO_USAGE
        // The members of a scalar, such as a representation, are not declared.
        const own = usageAt(place ?? { name: member ?? '', extensions: {} })
        usages.set(node.name.value, {
          maxItems: Math.max(known.maxItems, own.maxItems),
          isCondition: known.isCondition || CONDITIONS.has(types.getDirective()?.name ?? ''),
          isPageSize: known.isPageSize || own.isPageSize,
          isAnyId: known.isAnyId || own.isAnyId,
          isTypeName: known.isTypeName || own.isTypeName,
        })
      },
    }),
  )
  return usages
}

/** The usage of a variable as this argument, field of an input, or member of a representation. */
function usageAt({ name, extensions }: { name: string; extensions: Readonly<Record<string, unknown>> }): Usage {
  const { maxItems } = listLimitOf({ extensions })
  const isPageSize = name === 'first'
  return { ...NO_USAGE, maxItems, isPageSize, isAnyId: IDS.has(name), isTypeName: name === '__typename' }
}

function inputField(types: TypeInfo, name: string) {
  const type = getNamedType(types.getParentInputType())
  return isInputObjectType(type) ? type.getFields()[name] : undefined
}

/** The arguments whose IDs can be of any type. */
const IDS: ReadonlySet<string> = new Set(['id', 'ids', 'representations'])

/** The value of a type at its limits. `id` is its name: IDs of different variables are different. */
function limitOf(declared: GraphQLInputType | undefined, usage: Usage, id: string): unknown {
  if (!declared || usage.isTypeName) return ANY
  const type = getNullableType(declared)
  if (isListType(type)) {
    const item = limitOf(type.ofType, usage, id)
    return Array<unknown>(usage.maxItems).fill(item)
  }
  if (isEnumType(type)) return type.getValues()[0]?.value
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((field) => isNonNullType(field.type))
        .map((field) => [field.name, limitOf(field.type, usageAt(field), `${id}.${field.name}`)]),
    )
  if (type.name === 'Int') return usage.isPageSize ? MAX_FIRST : 1
  if (type.name === 'Boolean') return true
  return usage.isAnyId ? Symbol(id) : id
}
