import {
  getNamedType,
  getNullableType,
  GraphQLID,
  GraphQLIncludeDirective,
  isAbstractType,
  GraphQLSkipDirective,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  OperationTypeNode,
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
  /** The maximum number of conditions whose combinations are all planned. Fields behind further conditions always count. */
  maxConditions?: number
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
  {
    document,
    operation,
    variables,
    assume,
    opensDefault = () => false,
    maxConditions = MAX_CONDITIONS,
    limits: spend,
  }: OpenOperation,
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
  const plans = assignments(conditions.slice(0, maxConditions)).map((included) =>
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

/** What an operation needs, with its variables. */
export interface Need {
  /** Whether it certainly needs more calls than this. */
  exceedsCalls(calls: number): boolean
  /** Whether it can read more rows than this. */
  mayExceedRows(rows: number): boolean
  /** Its plan, which is made when it is needed. */
  plan(): Plan
}

/**
 * What an operation needs. What it can need with any values of its variables is remembered of a document that is sent again, so that
 * few operations are planned before they are executed.
 */
export function needOf(schema: GraphQLSchema, planned: PlannedOperation): Need {
  const { operation } = planned
  const anyValues = remembered(schema, planned)
  let own: Plan | undefined = operation.variableDefinitions?.length ? undefined : anyValues
  const plan = () => (own ??= planOf(schema, planned))
  return {
    plan,
    exceedsCalls: (calls) => (anyValues?.calls.max ?? Infinity) > calls && plan().calls.min > calls,
    mayExceedRows: (rows) => (anyValues?.rows.max ?? Infinity) > rows && (anyValues?.isFixed || plan().rows.max > rows),
  }
}

/** The plan of an operation for any values of its variables. */
interface PlanOfAny extends Plan {
  /** Whether it has the same number of rows for all values. */
  isFixed: boolean
}

/**
 * The plan of a query for any values of its variables. Undefined when a document is sent the first time, for mutations, and for queries
 * that take much longer to plan for any values: with lists, or with values that decide which types there are.
 */
function remembered(
  schema: GraphQLSchema,
  { document, operation, variables, writes }: PlannedOperation,
): PlanOfAny | undefined {
  if (plans.has(operation)) return plans.get(operation)
  const { variableDefinitions = [] } = operation
  if (variableDefinitions.length === 0) {
    const plan = { ...planOf(schema, { document, operation, variables, writes }), isFixed: true }
    plans.set(operation, plan)
    return plan
  }
  if (operation.operation !== OperationTypeNode.QUERY || !sentBefore.has(operation)) {
    sentBefore.add(operation)
    return undefined
  }
  const usages = usagesIn(schema, document)
  const usageOf = ({ variable }: VariableDefinitionNode) => usages.get(variable.name.value) ?? NO_USAGE
  const isSimple = variableDefinitions.every(
    (definition) => isLeaf(schema, definition) && !usageOf(definition).decidesTypes,
  )
  const any = { document, operation, variables: {}, opensDefault: () => true, maxConditions: 0 }
  const highest = isSimple ? highestPlan(schema, any).plan : undefined
  const isFixed = variableDefinitions.every((definition) => usageOf(definition).isOneId)
  // Only its totals are read.
  const plan = highest && { ...highest, steps: [], fields: [], isFixed }
  plans.set(operation, plan)
  return plan
}

function isLeaf(schema: GraphQLSchema, { type }: VariableDefinitionNode): boolean {
  return isLeafType(getNullableType(typeFromAST(schema, type)))
}

/** The plans of operations that were sent again. Undefined for those that are planned anew each time. */
const plans = new WeakMap<OperationDefinitionNode, PlanOfAny | undefined>()

const sentBefore = new WeakSet<OperationDefinitionNode>()

/** The maximum number of conditions whose combinations are all planned. */
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
  /** Whether it is one ID. */
  isOneId: boolean
  /** Whether it is an argument of a field that can return several types. */
  decidesTypes: boolean
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
  isOneId: true,
  decidesTypes: false,
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
        const isOneId = getNullableType(types.getInputType()) === schema.getType(GraphQLID.name)
        usages.set(node.name.value, {
          maxItems: Math.max(known.maxItems, own.maxItems),
          isCondition: known.isCondition || CONDITIONS.has(types.getDirective()?.name ?? ''),
          isOneId: known.isOneId && isOneId,
          decidesTypes: known.decidesTypes || isAbstractType(getNamedType(types.getType())),
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
