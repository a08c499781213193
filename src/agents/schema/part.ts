import {
  isTypeDefinitionNode,
  Kind as NodeKind,
  parse,
  print,
  printSchema,
  specifiedScalarTypes,
  visit,
  type GraphQLSchema,
  type ObjectTypeExtensionNode,
  type TypeDefinitionNode,
} from 'graphql'
import { visibleSchema } from './visible.ts'

/** The kinds of the parts of a schema. */
export const KINDS = ['QUERY', 'MUTATION', 'OBJECT', 'INTERFACE', 'UNION', 'INPUT', 'ENUM', 'SCALAR'] as const

export type Kind = (typeof KINDS)[number]

/** A part of the schema: a type, or a field of `Query` or `Mutation`. */
export type SchemaPart = ReturnType<typeof partOf>

const KIND_OF: Readonly<Record<TypeDefinitionNode['kind'], Kind>> = {
  [NodeKind.OBJECT_TYPE_DEFINITION]: 'OBJECT',
  [NodeKind.INTERFACE_TYPE_DEFINITION]: 'INTERFACE',
  [NodeKind.UNION_TYPE_DEFINITION]: 'UNION',
  [NodeKind.INPUT_OBJECT_TYPE_DEFINITION]: 'INPUT',
  [NodeKind.ENUM_TYPE_DEFINITION]: 'ENUM',
  [NodeKind.SCALAR_TYPE_DEFINITION]: 'SCALAR',
}

/** The types whose fields are parts. */
const ROOTS: Readonly<Record<string, Kind>> = { Query: 'QUERY', Mutation: 'MUTATION' }

/** The parts of the schema that agents see. */
export function partsOf(schema: GraphQLSchema): SchemaPart[] {
  const { definitions } = parse(printSchema(visibleSchema(schema)), { noLocation: true })
  return definitions.filter(isTypeDefinitionNode).flatMap((type) => {
    const { name } = type
    const root = ROOTS[name.value]
    if (root === undefined || type.kind !== NodeKind.OBJECT_TYPE_DEFINITION)
      return partOf(name.value, KIND_OF[type.kind], type)
    return (type.fields ?? []).map((field) =>
      partOf(`${name.value}.${field.name.value}`, root, {
        kind: NodeKind.OBJECT_TYPE_EXTENSION,
        name,
        fields: [field],
      }),
    )
  })
}

function partOf(name: string, kind: Kind, definition: TypeDefinitionNode | ObjectTypeExtensionNode) {
  const refersTo = new Set<string>()
  visit('interfaces' in definition ? { ...definition, interfaces: [] } : definition, {
    NamedType: (type) => void refersTo.add(type.name.value),
  })
  for (const { name } of specifiedScalarTypes) refersTo.delete(name)
  const short = visit(definition, {
    InputValueDefinition: (argument) => (kind === 'OBJECT' ? { ...argument, description: undefined } : undefined),
  })
  return {
    /** The name of the type, or the coordinate of the field, such as `Mutation.updateCampaign`. */
    name,
    kind,
    /** The definition. The arguments of fields of object types have no descriptions here: those of all lists are alike. */
    sdl: print(short),
    /** The definition with all descriptions. */
    fullSdl: print(definition),
    /** The named types that the part refers to. */
    refersTo: [...refersTo],
  }
}
