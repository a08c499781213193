import {
  GraphQLError,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type FieldNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'

/** The maximum number of aliases in the introspection fields of a document. Each can repeat the whole schema. Tools use none. */
export const MAX_INTROSPECTION_ALIASES = 10

/**
 * The maximum depth of nested lists of fields or types below `__schema`. Tools read the fields of all types, but not the
 * fields of the types of these fields. Below `__type`, the rule of graphql-js suffices.
 */
export const MAX_SCHEMA_LISTS = 1

/** The fields of `__Type` that return lists. */
const TYPE_LISTS: ReadonlySet<string> = new Set(['fields', 'inputFields', 'interfaces', 'possibleTypes'])

/**
 * Refuses introspection whose response would be many times as long as the schema. The introspection queries of GraphiQL,
 * graphql-js, Apollo, Relay and code generators are far below the limits.
 */
export const introspectionLimits: ValidationRule = (context) => {
  let aliases = 0
  let refused = false
  return {
    Field(node) {
      const isSchema = node.name.value === SchemaMetaFieldDef.name
      if (refused || (!isSchema && node.name.value !== TypeMetaFieldDef.name)) return
      const size = sizeOf(context, node)
      aliases += size.aliases
      const [limit, planned, allowed] =
        isSchema && size.lists > MAX_SCHEMA_LISTS
          ? (['introspectionLists', size.lists, MAX_SCHEMA_LISTS] as const)
          : (['introspectionAliases', aliases, MAX_INTROSPECTION_ALIASES] as const)
      if (planned <= allowed) return
      refused = true
      const counted = limit === 'introspectionLists' ? 'levels of nested lists' : 'aliases'
      const message = `The introspection has ${planned} ${counted}; at most ${allowed} are allowed`
      context.reportError(
        new GraphQLError(message, {
          nodes: node,
          extensions: { code: 'QUERY_TOO_COMPLEX', limit, planned, allowed, http: { spec: true, status: 400 } },
        }),
      )
    },
  }
}

interface IntrospectionSize {
  aliases: number
  /** The depth of nested lists. */
  lists: number
}

const NOTHING: IntrospectionSize = { aliases: 0, lists: 0 }

/** The size of a field with its fragments expanded. Each fragment is measured once; a fragment within itself counts as empty. */
function sizeOf(context: ValidationContext, root: FieldNode): IntrospectionSize {
  const known = new Map<string, IntrospectionSize>()
  return sizeOfField(root)

  function sizeOfField({ alias, name, selectionSet }: FieldNode): IntrospectionSize {
    const { aliases, lists } = selectionSet ? sizeOfSelections(selectionSet) : NOTHING
    return { aliases: aliases + (alias ? 1 : 0), lists: lists + (TYPE_LISTS.has(name.value) ? 1 : 0) }
  }

  function sizeOfSelections({ selections }: SelectionSetNode): IntrospectionSize {
    const size = { ...NOTHING }
    for (const selection of selections) {
      const { aliases, lists } =
        selection.kind === Kind.FIELD
          ? sizeOfField(selection)
          : selection.kind === Kind.FRAGMENT_SPREAD
            ? sizeOfFragment(selection.name.value)
            : sizeOfSelections(selection.selectionSet)
      size.aliases += aliases
      size.lists = Math.max(size.lists, lists)
    }
    return size
  }

  function sizeOfFragment(name: string): IntrospectionSize {
    const size = known.get(name)
    if (size) return size
    known.set(name, NOTHING)
    const fragment = context.getFragment(name)
    const measured = fragment ? sizeOfSelections(fragment.selectionSet) : NOTHING
    known.set(name, measured)
    return measured
  }
}
