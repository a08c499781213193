import {
  isObjectType,
  Kind,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ArgumentNode,
  type ConstValueNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql'
import { mutationFieldsOf, type AgentDocument } from './document.ts'

/** The response keys of what is selected besides the selection of the agent. */
export const KEYS = { edges: 'agentEdges', pageInfo: 'agentPageInfo', userErrors: 'agentUserErrors' } as const

const CURSORS = selectionsOf(`{ ${KEYS.edges}: edges { cursor } ${KEYS.pageInfo}: pageInfo { hasNextPage endCursor } }`)
const VALIDATION = selectionsOf('{ userErrors { code message field rule } validation { checked unchecked } }')
const USER_ERRORS = selectionsOf(`{ ${KEYS.userErrors}: userErrors { code message field rule } }`)

/** The text of a document that also selects the cursors of every connection, so that its lists can be cut anywhere. */
export function withCursors(schema: GraphQLSchema, { document }: AgentDocument): string {
  const types = new TypeInfo(schema)
  return print(
    visit(
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
    ),
  )
}

/** The text of a mutation that only validates its inputs, and selects what is wrong with them. */
export function validatingOnly(agentDocument: AgentDocument): string {
  return rewritten(agentDocument, (field) => ({
    ...field,
    arguments: withArgument(field.arguments, 'validateOnly', { kind: Kind.BOOLEAN, value: true }),
    selectionSet: { kind: Kind.SELECTION_SET, selections: VALIDATION },
  }))
}

/**
 * The text of a mutation as it is sent: it also selects what is wrong with the inputs, and each field that takes an idempotency key
 * gets one that begins with `key`.
 */
export function sending(schema: GraphQLSchema, agentDocument: AgentDocument, key: string): string {
  const mutations = schema.getMutationType()?.getFields() ?? {}
  return rewritten(agentDocument, (field, index) => {
    const takesKey = mutations[field.name.value]?.args.some(({ name }) => name === 'idempotencyKey')
    const selections = [...(field.selectionSet?.selections ?? []), ...USER_ERRORS]
    const args = withArgument(field.arguments, 'validateOnly', { kind: Kind.BOOLEAN, value: false })
    return {
      ...field,
      arguments: takesKey
        ? withArgument(args, 'idempotencyKey', { kind: Kind.STRING, value: `${key}-${index}` })
        : args,
      selectionSet: { kind: Kind.SELECTION_SET, selections },
    }
  })
}

function rewritten(agentDocument: AgentDocument, change: (field: FieldNode, index: number) => FieldNode): string {
  const { document, operation } = agentDocument
  const selections = mutationFieldsOf(agentDocument).map(change)
  const changed: OperationDefinitionNode = {
    ...operation,
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  }
  const definitions = document.definitions.map((definition) => (definition === operation ? changed : definition))
  return print(withoutUnused({ ...document, definitions }))
}

function withArgument(args: readonly ArgumentNode[] = [], name: string, value: ConstValueNode): ArgumentNode[] {
  const others = args.filter((arg) => arg.name.value !== name)
  return [...others, { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: name }, value }]
}

/** Removes the fragments and the variables that the operation does not use anymore: a document with them is not valid. */
function withoutUnused(document: DocumentNode): DocumentNode {
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  )
  const usedFragments = new Set<string>()
  const usedVariables = new Set<string>()
  const collect = (node: SelectionNode | DocumentNode['definitions'][number]): void => {
    visit(node, {
      VariableDefinition: () => false,
      Variable: ({ name }) => void usedVariables.add(name.value),
      FragmentSpread({ name: { value: name } }) {
        const fragment = fragments.get(name)
        if (!fragment || usedFragments.has(name)) return
        usedFragments.add(name)
        collect(fragment)
      },
    })
  }
  for (const definition of document.definitions) if (definition.kind === Kind.OPERATION_DEFINITION) collect(definition)
  return {
    ...document,
    definitions: document.definitions.flatMap((definition) => {
      if (definition.kind === Kind.FRAGMENT_DEFINITION)
        return usedFragments.has(definition.name.value) ? definition : []
      if (definition.kind !== Kind.OPERATION_DEFINITION) return definition
      const variableDefinitions = definition.variableDefinitions?.filter(({ variable }) =>
        usedVariables.has(variable.name.value),
      )
      return { ...definition, variableDefinitions }
    }),
  }
}

function selectionsOf(text: string): readonly SelectionNode[] {
  const [definition] = parse(text, { noLocation: true }).definitions
  return definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : []
}
