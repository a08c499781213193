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

/** Aliases in all introspection of a document: each can repeat the whole schema. Tools use none. */
export const MAX_INTROSPECTION_ALIASES = 10

/**
 * Lists of types within lists of types below `__schema`: tools read the fields of all types, but not the fields of the types
 * of those too. Below `__type` graphql-js' own rule suffices.
 */
export const MAX_SCHEMA_LISTS = 1

/** The fields of a type that lead to many other types. */
const TYPE_LISTS: ReadonlySet<string> = new Set(['fields', 'inputFields', 'interfaces', 'possibleTypes'])

/**
 * Refuses introspection whose answer would be many times the schema. The introspection queries of GraphiQL, graphql-js,
 * Apollo, Relay and code generators are far below.
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
  /** Lists within lists. */
  lists: number
}

const NOTHING: IntrospectionSize = { aliases: 0, lists: 0 }

/** The size of a field with its fragments unfolded. Each fragment is measured once; one within itself counts as empty. */
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
