import {
  isTypeDefinitionNode,
  Kind as NodeKind,
  parse,
  print,
  printSchema,
  specifiedScalarTypes,
  visit,
  type ASTNode,
  type GraphQLSchema,
  type NameNode,
  type ObjectTypeExtensionNode,
  type StringValueNode,
  type TypeDefinitionNode,
} from 'graphql'
import { visibleSchema } from './visible.ts'

/** The kinds of the parts of a schema. */
export const KINDS = ['QUERY', 'MUTATION', 'OBJECT', 'INTERFACE', 'UNION', 'INPUT', 'ENUM', 'SCALAR'] as const

export type Kind = (typeof KINDS)[number]

/** A part of the schema: a type, or a field of `Query` or `Mutation`. */
export interface SchemaPart {
  /** The name of the type, or the coordinate of the field, such as `Mutation.updateCampaign`. */
  name: string
  kind: Kind
  /** The definition. The arguments of fields of object types have no descriptions here: those of all lists are alike. */
  sdl: string
  /** The definition with all descriptions. */
  fullSdl: string
  /** The named types that the part refers to. */
  refersTo: string[]
  /** What the part is: its description, and its members by name and description. */
  description: string
  members: readonly Member[]
}

/** A field, an argument, a value or a type that a part has. */
interface Member {
  name: string
  description: string
}

const KIND_OF: Readonly<Record<TypeDefinitionNode['kind'], Kind>> = {
  [NodeKind.OBJECT_TYPE_DEFINITION]: 'OBJECT',
  [NodeKind.INTERFACE_TYPE_DEFINITION]: 'INTERFACE',
  [NodeKind.UNION_TYPE_DEFINITION]: 'UNION',
  [NodeKind.INPUT_OBJECT_TYPE_DEFINITION]: 'INPUT',
  [NodeKind.ENUM_TYPE_DEFINITION]: 'ENUM',
  [NodeKind.SCALAR_TYPE_DEFINITION]: 'SCALAR',
}

/** The parts of the schema that agents see. */
export function partsOf(schema: GraphQLSchema): SchemaPart[] {
  const visible = visibleSchema(schema)
  const roots = new Map<string | undefined, Kind>([
    [visible.getQueryType()?.name, 'QUERY'],
    [visible.getMutationType()?.name, 'MUTATION'],
  ])
  const { definitions } = parse(printSchema(visible), { noLocation: true })
  return definitions.filter(isTypeDefinitionNode).flatMap((type) => {
    const { name } = type
    const members = 'fields' in type ? type.fields : 'values' in type ? type.values : 'types' in type ? type.types : []
    const root = roots.get(name.value)
    if (root === undefined || type.kind !== NodeKind.OBJECT_TYPE_DEFINITION)
      return part({ name: name.value, kind: KIND_OF[type.kind], described: type, members, node: type })
    return (type.fields ?? []).map((field) => {
      const node = { kind: NodeKind.OBJECT_TYPE_EXTENSION, name, fields: [field] } as const
      const members = field.arguments ?? []
      return part({ name: `${name.value}.${field.name.value}`, kind: root, described: field, members, node })
    })
  })
}

/** What definitions and members have that can have a description. */
interface Described {
  name: NameNode
  description?: StringValueNode | undefined
}

function part({
  name,
  kind,
  described,
  members = [],
  node,
}: {
  name: string
  kind: Kind
  described: Described
  members: readonly Described[] | undefined
  node: TypeDefinitionNode | ObjectTypeExtensionNode
}): SchemaPart {
  const refersTo = new Set<string>()
  visit('interfaces' in node ? { ...node, interfaces: [] } : node, {
    NamedType: (type) => void refersTo.add(type.name.value),
  })
  for (const { name } of specifiedScalarTypes) refersTo.delete(name)
  return {
    name,
    kind,
    sdl: print(kind === 'OBJECT' ? withoutArgumentTexts(node) : node),
    fullSdl: print(node),
    refersTo: [...refersTo],
    description: described.description?.value ?? '',
    members: members.map(({ name, description }) => ({ name: name.value, description: description?.value ?? '' })),
  }
}

/** A definition whose fields have arguments without descriptions. */
function withoutArgumentTexts<Node extends ASTNode>(definition: Node): Node {
  return visit(definition, { InputValueDefinition: (argument) => ({ ...argument, description: undefined }) })
}
