import {
  GraphQLObjectType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  isTypeDefinitionNode,
  Kind as NodeKind,
  parse,
  print,
  printType,
  specifiedScalarTypes,
  visit,
  type GraphQLNamedType,
  type GraphQLSchema,
  type ObjectTypeExtensionNode,
  type TypeDefinitionNode,
} from 'graphql'
import { isTurnOver, nextTurn } from '../../../async/turn.ts'
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

/** The parts of the schema that agents see. It takes a tenth of a second, which is divided into turns of the event loop. */
export async function partsOf(schema: GraphQLSchema): Promise<SchemaPart[]> {
  const parts: SchemaPart[] = []
  const add = async (...part: Parameters<typeof partOf>) => {
    if (isTurnOver()) await nextTurn()
    parts.push(partOf(...part))
  }
  for (const type of Object.values(visibleSchema(schema).getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue
    if (isTurnOver()) await nextTurn()
    const root = ROOTS[type.name]
    if (root === undefined || !isObjectType(type)) {
      for (const definition of definitionsOf(type)) await add(type.name, KIND_OF[definition.kind], definition)
      continue
    }
    // A root type is too long to be printed in one turn.
    for (const [field, config] of Object.entries(type.toConfig().fields))
      for (const definition of definitionsOf(new GraphQLObjectType({ name: type.name, fields: { [field]: config } })))
        if (definition.kind === NodeKind.OBJECT_TYPE_DEFINITION)
          await add(`${type.name}.${field}`, root, { ...definition, kind: NodeKind.OBJECT_TYPE_EXTENSION })
  }
  return parts
}

function definitionsOf(type: GraphQLNamedType): TypeDefinitionNode[] {
  return parse(printType(type), { noLocation: true }).definitions.filter(isTypeDefinitionNode)
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
