import {
  isObjectType,
  Kind,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'
import { mutationFieldsOf, type AgentDocument } from './document.ts'

/** The response keys of what is selected besides the selection of the agent. */
export const KEYS = {
  edges: 'agentEdges',
  pageInfo: 'agentPageInfo',
  userErrors: 'agentUserErrors',
  validation: 'agentValidation',
} as const

const CURSORS = fieldsIn(`{ ${KEYS.edges}: edges { cursor } ${KEYS.pageInfo}: pageInfo { hasNextPage endCursor } }`)
const USER_ERRORS = `${KEYS.userErrors}: userErrors { code message field rule }`
const VALIDATION = `${KEYS.validation}: validation { checked unchecked }`

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
  return print(withMutations(agentDocument, () => `mutation(validateOnly: true) { ${USER_ERRORS} ${VALIDATION} }`))
}

/**
 * The text of a mutation as it is sent: it also selects what is wrong with the inputs and the cursors of connections, and each field
 * that takes an idempotency key gets one that begins with `key`.
 */
export function sending(schema: GraphQLSchema, agentDocument: AgentDocument, key: string): string {
  const mutations = schema.getMutationType()?.getFields() ?? {}
  const sent = withMutations(agentDocument, ({ name }, index) => {
    const takesKey = mutations[name.value]?.args.some((arg) => arg.name === 'idempotencyKey')
    const idempotencyKey = takesKey ? `, idempotencyKey: "${key}-${index}"` : ''
    return `mutation(validateOnly: false${idempotencyKey}) { ${USER_ERRORS} }`
  })
  return print(withCursors(schema, sent))
}

/** A document whose mutation fields have the arguments of these fields in the place of their own, and their selections too. */
function withMutations(
  agentDocument: AgentDocument,
  addedTo: (field: FieldNode, index: number) => string,
): DocumentNode {
  const { document, operation } = agentDocument
  const selections = mutationFieldsOf(agentDocument).map((field, index) => {
    const [added] = fieldsIn(`{ ${addedTo(field, index)} }`)
    const replaced = added?.arguments?.map(({ name }) => name.value) ?? []
    const own = field.arguments?.filter(({ name }) => !replaced.includes(name.value)) ?? []
    return { ...field, arguments: [...own, ...(added?.arguments ?? [])], selectionSet: joined(field, added) }
  })
  const changed = { ...operation, selectionSet: { ...operation.selectionSet, selections } }
  return withoutUnusedVariables({
    ...document,
    definitions: document.definitions.map((definition) => (definition === operation ? changed : definition)),
  })
}

function joined(...fields: (FieldNode | undefined)[]): SelectionSetNode {
  return { kind: Kind.SELECTION_SET, selections: fields.flatMap((field) => field?.selectionSet?.selections ?? []) }
}

/** A document with variables that nothing uses is not valid. */
function withoutUnusedVariables(document: DocumentNode): DocumentNode {
  const used = new Set<string>()
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void used.add(name.value),
  })
  return visit(document, {
    VariableDefinition: ({ variable }) => (used.has(variable.name.value) ? false : null),
  })
}

function fieldsIn(text: string): FieldNode[] {
  const [definition] = parse(text, { noLocation: true }).definitions
  const selections = definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : []
  return selections.filter((selection) => selection.kind === Kind.FIELD)
}
