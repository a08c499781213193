import {
  isObjectType,
  Kind,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ConstValueNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type SelectionNode,
  type VariableDefinitionNode,
} from 'graphql'
import { mutationFieldsOf, type AgentDocument } from './document.ts'

/** The response keys of what is selected besides the selection of the agent. */
export const KEYS = {
  edges: 'agentEdges',
  pageInfo: 'agentPageInfo',
  userErrors: 'agentUserErrors',
  validation: 'agentValidation',
} as const

const CURSORS = selectionsOf(`{ ${KEYS.edges}: edges { cursor } ${KEYS.pageInfo}: pageInfo { hasNextPage endCursor } }`)
const USER_ERRORS = selectionsOf(`{ ${KEYS.userErrors}: userErrors { code message field rule } }`)
const VALIDATION = selectionsOf(`{ ${KEYS.validation}: validation { checked unchecked } }`)

/** A document that also selects the cursors of every connection, so that its lists can be cut anywhere. */
export function withCursors(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const types = new TypeInfo(schema)
  return visit(
    document,
    visitWithTypeInfo(types, {
      SelectionSet: {
        leave(node) {
          const type = types.getParentType()
          const fields = isObjectType(type) ? type.getFields() : {}
          if (!fields['edges'] || !fields['pageInfo']) return undefined
          return { ...node, selections: [...node.selections, ...CURSORS] }
        },
      },
    }),
  )
}

/** The text of a mutation that only validates its inputs, and selects what is wrong with them. */
export function validatingOnly(agentDocument: AgentDocument): string {
  const validateOnly = { kind: Kind.BOOLEAN, value: true } as const
  const selected = [...USER_ERRORS, ...VALIDATION]
  return print(withMutations(agentDocument, (field) => withArguments(field, { validateOnly }, selected)))
}

/**
 * The text of a mutation as it is sent: it also selects what is wrong with the inputs and the cursors of connections, and each field
 * that takes an idempotency key gets one that begins with `key`.
 */
export function sending(schema: GraphQLSchema, agentDocument: AgentDocument, key: string): string {
  const mutations = schema.getMutationType()?.getFields() ?? {}
  const sent = withMutations(agentDocument, (field, index) => {
    const takesKey = mutations[field.name.value]?.args.some(({ name }) => name === 'idempotencyKey')
    const validateOnly = { kind: Kind.BOOLEAN, value: false } as const
    const idempotencyKey = { kind: Kind.STRING, value: `${key}-${index}` } as const
    return withArguments(field, takesKey ? { validateOnly, idempotencyKey } : { validateOnly }, USER_ERRORS)
  })
  return print(withCursors(schema, sent))
}

function withMutations(
  agentDocument: AgentDocument,
  change: (field: FieldNode, index: number) => FieldNode,
): DocumentNode {
  const { document, operation } = agentDocument
  const selections = mutationFieldsOf(agentDocument).map(change)
  const changed = { ...operation, selectionSet: { ...operation.selectionSet, selections } }
  return withoutUnusedVariables({
    ...document,
    definitions: document.definitions.map((definition) => (definition === operation ? changed : definition)),
  })
}

/** A mutation field with arguments in the place of its own, and more selections. */
function withArguments(
  field: FieldNode,
  given: Readonly<Record<string, ConstValueNode>>,
  selected: readonly SelectionNode[],
): FieldNode {
  const own = (field.arguments ?? []).filter((arg) => !(arg.name.value in given))
  const added = Object.entries(given).map(([name, value]) => ({
    kind: Kind.ARGUMENT as const,
    name: { kind: Kind.NAME as const, value: name },
    value,
  }))
  const selections = [...(field.selectionSet?.selections ?? []), ...selected]
  return { ...field, arguments: [...own, ...added], selectionSet: { kind: Kind.SELECTION_SET, selections } }
}

/** A document with variables that nothing uses is not valid. */
function withoutUnusedVariables(document: DocumentNode): DocumentNode {
  const used = new Set<string>()
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void used.add(name.value),
  })
  return visit(document, {
    VariableDefinition: ({ variable }: VariableDefinitionNode) => (used.has(variable.name.value) ? false : null),
  })
}

function selectionsOf(text: string): readonly SelectionNode[] {
  const [definition] = parse(text, { noLocation: true }).definitions
  return definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : []
}
