import {
  getNamedType,
  getNullableType,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
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
import { typeOfId } from '../cost/nodes-cost.ts'
import { MAX_FIRST } from '../list/read.ts'
import { nodeTypes } from '../node/entity.ts'
import { globalId, isBelowParent } from '../node/global-id.ts'
import { rowOf } from '../node/row.ts'
import { listLimitOf } from '../list-limit.ts'
import { planOf, type AssumeRows, type Plan } from './plan.ts'

/** An operation that is planned before the values of all its variables are known. */
interface OpenOperation {
  document: DocumentNode
  operation: OperationDefinitionNode
  /** The values that are known, as a client sends them. */
  variables: Readonly<Record<string, unknown>>
  assume?: AssumeRows
  /** Whether clients may send other values than the default of a variable. Defaults to none. */
  opensDefault?: (variable: string) => boolean
}

/** A plan, or the errors of the variables that are known. */
type HighestPlan = { plan: Plan; errors?: undefined } | { plan?: undefined; errors: readonly GraphQLError[] }

/**
 * The plan of an operation with the most calls that it can need. Variables without a value and without a default count at
 * their maximum: a page size is the largest, a list has as many items as it may, and conditions include what costs more.
 */
export function highestPlan(
  schema: GraphQLSchema,
  { document, operation, variables, assume, opensDefault = () => false }: OpenOperation,
): HighestPlan {
  const { variableDefinitions = [] } = operation
  const isKnown = ({ variable: { name }, defaultValue }: VariableDefinitionNode) =>
    (defaultValue !== undefined && !opensDefault(name.value)) || variables[name.value] !== undefined
  const known = { ...operation, variableDefinitions: variableDefinitions.filter(isKnown) }
  const { coerced, errors } = coerceVariables(schema, known, variables)
  if (errors) return { errors }
  const usages = usagesIn(schema, document)
  const choices = variableDefinitions
    .filter((definition) => !isKnown(definition))
    .map((definition, index) => {
      const name = definition.variable.name.value
      const usage = usages.get(name) ?? NO_USAGE
      // The IDs of several variables, and of their items, are different too.
      return { name, usage, values: candidates(schema, definition, usage, `${index}_`) }
    })
  const open = new Set(choices.map(({ name }) => name))
  const firsts = Object.fromEntries(choices.map(({ name, values }) => [name, values[0]]))
  const conditions = choices.filter(({ usage }) => usage.isCondition).map(({ name }) => name)
  const others = choices.filter(({ usage }) => !usage.isCondition)

  const plans = assignments(conditions.slice(0, MAX_CONDITIONS)).map((included) => {
    // What is behind further conditions is counted whatever their values are.
    const opened = withoutConditions(document, new Set(conditions.slice(MAX_CONDITIONS)))
    return planUnder(opened, { ...coerced, ...firsts, ...included })
  })
  return { plan: plans.reduce((plan, other) => (other.calls.max > plan.calls.max ? other : plan)) }

  /** The highest plan with these values of conditions. The other variables are chosen one after the other. */
  function planUnder(document: DocumentNode, start: Readonly<Record<string, unknown>>): Plan {
    const opened = document.definitions.find(
      (definition): definition is OperationDefinitionNode =>
        definition.kind === Kind.OPERATION_DEFINITION && definition.name?.value === operation.name?.value,
    )!
    const planWith = (values: Readonly<Record<string, unknown>>) =>
      planOf(schema, { document, operation: opened, variables: values, assume, open })
    let values = start
    let plan = planWith(values)
    for (const { name, values: candidates } of others)
      for (const value of candidates.slice(1)) {
        const changed = { ...values, [name]: value }
        const other = planWith(changed)
        if (other.calls.max > plan.calls.max) [plan, values] = [other, changed]
      }
    return plan
  }
}

/** The maximum number of conditions of which each combination is planned. */
const MAX_CONDITIONS = 6

/** All combinations of values of Boolean variables. */
function assignments(names: readonly string[]): Record<string, boolean>[] {
  return names.reduce<Record<string, boolean>[]>(
    (all, name) => all.flatMap((values) => [true, false].map((value) => ({ ...values, [name]: value }))),
    [{}],
  )
}

/** A document without the `@skip` and `@include` whose condition is one of these variables. */
function withoutConditions(document: DocumentNode, names: ReadonlySet<string>): DocumentNode {
  if (names.size === 0) return document
  return visit(document, {
    Directive(directive) {
      const isOpen = directive.arguments?.some(
        ({ value }) => value.kind === Kind.VARIABLE && names.has(value.name.value),
      )
      return isOpen && CONDITIONS.has(directive.name.value) ? null : undefined
    },
  })
}

const CONDITIONS: ReadonlySet<string> = new Set([GraphQLSkipDirective.name, GraphQLIncludeDirective.name])

/** Where a variable is used. */
interface Usage {
  /** The name of the argument or of the field of an input. */
  name: string
  /** The maximum number of items, if it is a list. */
  maxItems: number
  /** Whether it is a condition of `@skip` or `@include`. */
  isCondition: boolean
}

const NO_USAGE: Usage = { name: '', maxItems: 1, isCondition: false }

/** The usage of each variable. If there are several, the one that may have the most items. */
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
        // The members of a scalar, such as a representation, are not declared.
        const { name, extensions } = place ?? { name: member ?? '', extensions: {} }
        const { maxItems } = listLimitOf({ extensions })
        const known = usages.get(node.name.value)
        const isCondition = (known?.isCondition ?? false) || CONDITIONS.has(types.getDirective()?.name ?? '')
        if (!known || known.maxItems < maxItems) usages.set(node.name.value, { name, maxItems, isCondition })
        else known.isCondition = isCondition
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
function candidates(
  schema: GraphQLSchema,
  { type: node }: VariableDefinitionNode,
  usage: Usage,
  id: string,
): unknown[] {
  const type = typeFromAST(schema, node) as GraphQLInputType | undefined
  if (!type) return [undefined]
  if (usage.name === '__typename') return [typeOfId]
  const values = IDS.has(usage.name)
    ? nodeTypes().map(({ name }) => valueOf(type, usage, id, name))
    : [valueOf(type, usage, id), ...(String(getNullableType(type)) === 'Boolean' ? [false] : [])]
  return isNonNullType(type) ? values : [...values, undefined]
}

/** The arguments whose IDs can be of any type. */
const IDS: ReadonlySet<string> = new Set(['id', 'ids', 'representations'])

/** A value of a type: lists and pages as long as they may be, and all IDs different, in different accounts. */
function valueOf(declared: GraphQLInputType, usage: Usage, id: string, idType?: string): unknown {
  const type = getNullableType(declared)
  if (isListType(type))
    return Array.from({ length: usage.maxItems }, (_, index) => valueOf(type.ofType, usage, `${id}${index}`, idType))
  if (isEnumType(type)) return type.getValues()[0]?.value
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((field) => isNonNullType(field.type))
        .map((field) => [
          field.name,
          valueOf(field.type, { ...NO_USAGE, name: field.name, ...listLimitOf(field) }, id),
        ]),
    )
  if (type.name === 'Int') return usage.name === 'first' ? MAX_FIRST : 1
  if (type.name === 'Boolean') return true
  if (!isScalarType(type) || idType === undefined) return id
  const ofType = isBelowParent(idType) ? [idType, id, id, id].join(':') : globalId(idType, rowOf(id, id))
  return type.name === '_Any' ? { __typename: idType, id: ofType } : ofType
}
