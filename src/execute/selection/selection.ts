import { memoize1 } from '@graphql-tools/utils'
import {
  getDirectiveValues,
  getNamedType,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  isCompositeType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
  visit,
  type DocumentNode,
} from 'graphql'

/** What determines which fields a selection set selects of a type. */
export interface SelectionContext {
  schema: GraphQLSchema
  fragments: Fragments
  /** Whether `@skip` and `@include` include a selection. */
  includes: (selection: SelectionNode) => boolean
}

type Fragments = Readonly<Record<string, FragmentDefinitionNode | undefined>>

type Variables = Readonly<Record<string, unknown>>

/** A selected field, with all nodes that have its response key. */
export interface SelectedField {
  responseKey: string
  field: GraphQLField<unknown, unknown>
  nodes: readonly [FieldNode, ...FieldNode[]]
}

/**
 * The fields that selection sets select of values of this type, merged by response key as an executor merges them, in
 * the order of the response. Where the type is abstract, these are its own fields and the fields of every fragment that can
 * apply to one of its values; fields of different types are not merged then.
 */
export function selectedFields(
  context: SelectionContext,
  type: GraphQLCompositeType,
  selectionSets: readonly SelectionSetNode[],
): SelectedField[] {
  return Array.from(groupsIn(context, type, selectionSets).values(), ({ fields }) => [...fields.values()]).flat()
}

/**
 * The object types that fragments below an abstract type apply to. Undefined if there are none, or if a field of the abstract
 * type itself leads further.
 */
export function typesShownBelow(
  context: SelectionContext,
  type: GraphQLAbstractType,
  selectionSets: readonly SelectionSetNode[],
): ReadonlySet<string> | undefined {
  const types = new Set<string>()
  for (const [narrowed, { fields }] of groupsIn(context, type, selectionSets)) {
    if (fields.size === 0) continue
    if (narrowed !== type)
      for (const { name } of isAbstractType(narrowed) ? context.schema.getPossibleTypes(narrowed) : [narrowed])
        types.add(name)
    else if (![...fields.values()].every(({ field }) => isKey(field))) return undefined
  }
  return types.size === 0 ? undefined : types
}

function groupsIn(
  context: SelectionContext,
  type: GraphQLCompositeType,
  selectionSets: readonly SelectionSetNode[],
): ReadonlyMap<GraphQLCompositeType, Group> {
  const groups = new Map<GraphQLCompositeType, Group>()
  for (const selectionSet of selectionSets) collectFields(context, type, selectionSet, groups)
  return groups
}

/** The fields of one type by response key, and the fragments that have been visited for it. */
interface Group {
  fields: Map<string, MergedField>
  visited: Set<string>
}

type MergedField = SelectedField & { nodes: [FieldNode, ...FieldNode[]] }

function collectFields(
  context: SelectionContext,
  type: GraphQLCompositeType,
  { selections }: SelectionSetNode,
  groups: Map<GraphQLCompositeType, Group>,
): void {
  let group = groups.get(type)
  if (!group) groups.set(type, (group = { fields: new Map(), visited: new Set() }))
  for (const selection of selections) {
    if (!context.includes(selection)) continue
    if (selection.kind === Kind.FIELD) {
      addField(context.schema, type, selection, group.fields)
      continue
    }
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      if (group.visited.has(selection.name.value)) continue
      group.visited.add(selection.name.value)
    }
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? context.fragments[selection.name.value] : selection
    const narrowed = fragment && narrowedType(context.schema, type, fragment.typeCondition?.name.value)
    if (narrowed) collectFields(context, narrowed, fragment.selectionSet, groups)
  }
}

function addField(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  node: FieldNode,
  fields: Map<string, MergedField>,
): void {
  const responseKey = (node.alias ?? node.name).value
  const known = fields.get(responseKey)
  if (known) {
    known.nodes.push(node)
    return
  }
  const field = fieldOf(schema, type, node.name.value)
  if (field) fields.set(responseKey, { responseKey, field, nodes: [node] })
}

/** The type of those values of `type` to which a fragment with this condition applies; undefined if there are none. */
function narrowedType(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  condition: string | undefined,
): GraphQLCompositeType | undefined {
  if (condition === undefined) return type
  const applied = schema.getType(condition)
  if (applied === type || !isCompositeType(applied)) return applied === type ? type : undefined
  if (isAbstractType(type)) return applied
  return isAbstractType(applied) && isObjectType(type) && schema.isSubType(applied, type) ? type : undefined
}

/** The field of a type with this name, introspection included. */
export function fieldOf(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef
  if (type === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef
  }
  return 'getFields' in type ? type.getFields()[name] : undefined
}

/** Whether a field is `__typename`, `__schema` or `__type`. */
export function isMetaField(field: GraphQLField<unknown, unknown>): boolean {
  return field === TypeNameMetaFieldDef || field === SchemaMetaFieldDef || field === TypeMetaFieldDef
}

export function selectionSetsOf(nodes: readonly FieldNode[]): SelectionSetNode[] {
  return nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
}

/** The selection set of a field or an inline fragment, or of the fragment that is spread. */
export function selectionSetBelow(selection: SelectionNode, fragments: Fragments): SelectionSetNode | undefined {
  return selection.kind === Kind.FRAGMENT_SPREAD
    ? fragments[selection.name.value]?.selectionSet
    : selection.selectionSet
}

/** Whether `@skip` and `@include` include a selection. Throws a GraphQLError if a condition is null. */
export function isIncluded(node: SelectionNode, variables: Variables): boolean {
  if (!node.directives || node.directives.length === 0) return true
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] === true) return false
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false
}

/**
 * The context for looking ahead in a selection before it is executed. A selection whose condition is null is not
 * included: it fails when it is executed, so nothing below it is read.
 */
export function lookaheadContext(schema: GraphQLSchema, fragments: Fragments, variables: Variables): SelectionContext {
  return {
    schema,
    fragments,
    includes(selection) {
      try {
        return isIncluded(selection, variables)
      } catch (error) {
        if (error instanceof GraphQLError) return false
        throw error
      }
    },
  }
}

/** The extensions of a field that needs only its entity's id and account. */
export const keyOnly = { keyOnly: true } as const

/** The extensions of a field of a connection that needs what the selection below it needs of the entities of the page. */
export const leadsToRows = { leadsToRows: true } as const

/** Whether a field needs only its object's type, id and account. */
function isKey(field: GraphQLField<unknown, unknown>): boolean {
  return field === TypeNameMetaFieldDef || field.extensions['keyOnly'] === true
}

/** What an operation selects directly below a field. */
export class Selection {
  /** See `selectedFields`. */
  readonly fields: readonly SelectedField[]
  /** The names of the selected fields, not their aliases. */
  readonly names: ReadonlySet<string>
  /**
   * Whether it needs the entity's row: false if only `__typename` and fields marked `keyOnly` are selected
   * (`lineItem { campaign { id } }`), so that no call is made. For a connection, whether it needs the rows of its page.
   * Always true for an abstract type.
   */
  readonly needsRow: boolean
  /** Whether it can depend on the values of variables. */
  readonly isConditional: boolean

  constructor(context: SelectionContext, type: GraphQLCompositeType, selectionSets: readonly SelectionSetNode[]) {
    let isConditional = false
    const includes = (selection: SelectionNode) => {
      isConditional ||= (selection.directives?.length ?? 0) > 0
      return context.includes(selection)
    }
    this.fields = selectedFields({ ...context, includes }, type, selectionSets)
    this.names = new Set(this.fields.map(({ field }) => field.name))
    this.needsRow =
      !isObjectType(type) ||
      this.fields.some(({ field, nodes }) => {
        if (isKey(field)) return false
        const below = getNamedType(field.type)
        if (field.extensions['leadsToRows'] !== true || !isCompositeType(below)) return true
        return new Selection({ ...context, includes }, below, selectionSetsOf(nodes)).needsRow
      })
    // What was looked at further down counts.
    this.isConditional = isConditional
  }
}

/** What is known of the field that is being resolved, and of what is selected below it. */
export type LookaheadInfo = Pick<
  GraphQLResolveInfo,
  'fieldNodes' | 'returnType' | 'schema' | 'fragments' | 'variableValues'
>

/**
 * What an operation selects below the field that is being resolved; undefined for a leaf. `@skip` and `@include` are applied.
 * It is computed once for all rows of an operation, so a resolver may call this each time.
 */
export function selectionOf(info: LookaheadInfo): Selection | undefined {
  const { fieldNodes, returnType, variableValues } = info
  const known = selections.get(fieldNodes)
  const isKnown = known?.returnType === returnType
  if (isKnown && (!known.selection?.isConditional || known.variableValues === variableValues)) return known.selection
  const type = getNamedType(returnType)
  const selection = isCompositeType(type)
    ? new Selection(lookaheadContext(info.schema, info.fragments, variableValues), type, selectionSetsOf(fieldNodes))
    : undefined
  selections.set(fieldNodes, { returnType, variableValues, selection })
  return selection
}

/** By `fieldNodes`, which are the same for all rows of an operation, and can be the same for several operations. */
const selections = new WeakMap<LookaheadInfo['fieldNodes'], ReadSelection>()

interface ReadSelection extends Pick<LookaheadInfo, 'returnType' | 'variableValues'> {
  selection: Selection | undefined
}

/** The object types that fragments below the field that is being resolved apply to. See `typesShownBelow`. */
export function shownTypesOf(info: LookaheadInfo): ReadonlySet<string> | undefined {
  const type = getNamedType(info.returnType)
  if (!isAbstractType(type)) return undefined
  const context = lookaheadContext(info.schema, info.fragments, info.variableValues)
  return typesShownBelow(context, type, selectionSetsOf(info.fieldNodes))
}

/** Whether the selection below the field that is being resolved needs the entity's row. See `Selection.needsRow`. */
export function needsRow(info: LookaheadInfo): boolean {
  return selectionOf(info)?.needsRow ?? false
}

// Parsed documents are cached, so these are computed once for each document.

export const fragmentsOf = memoize1(({ definitions }: DocumentNode) => {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null)
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition
  return fragments
})

/** The names of the directives that a document uses anywhere. */
export const directivesIn = memoize1((document: DocumentNode): ReadonlySet<string> => {
  const names = new Set<string>()
  visit(document, { Directive: ({ name }) => void names.add(name.value) })
  return names
})
