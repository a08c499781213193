import { MapperKind, mapSchema } from '@graphql-tools/utils'
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
  printType,
  GraphQLObjectType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
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
export interface Member {
  name: string
  description?: string | null | undefined
}

/** The parts of the schema that agents see. */
export function partsOf(schema: GraphQLSchema): SchemaPart[] {
  const visible = visibleSchema(schema)
  const brief = withoutArgumentTexts(visible)
  const roots = [
    ['QUERY', visible.getQueryType()],
    ['MUTATION', visible.getMutationType()],
  ] as const
  const fields = roots.flatMap(([kind, root]) =>
    root ? Object.values(root.getFields()).map((field) => rootField(kind, root, field)) : [],
  )
  const types = Object.values(visible.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type) && roots.every(([, root]) => root !== type),
  )
  return [...fields, ...types.map((type) => typePart(type, brief.getType(type.name) ?? type))]
}

function rootField(kind: Kind, root: GraphQLObjectType, field: GraphQLField<unknown, unknown>): SchemaPart {
  const only = new GraphQLObjectType({
    name: root.name,
    fields: {
      [field.name]: {
        type: field.type,
        description: field.description,
        args: Object.fromEntries(field.args.map((arg) => [arg.name, arg])),
      },
    },
  })
  const sdl = `extend ${printType(only)}`
  return {
    name: `${root.name}.${field.name}`,
    kind,
    sdl,
    fullSdl: sdl,
    refersTo: unique([getNamedType(field.type), ...field.args.map(({ type }) => getNamedType(type))]),
    description: field.description ?? '',
    members: field.args,
  }
}

function typePart(type: GraphQLNamedType, brief: GraphQLNamedType): SchemaPart {
  return {
    name: type.name,
    kind: kindOf(type),
    sdl: printType(brief),
    fullSdl: printType(type),
    refersTo: unique(typesBelow(type)),
    description: type.description ?? '',
    members: membersOf(type),
  }
}

function membersOf(type: GraphQLNamedType): readonly Member[] {
  if (isEnumType(type)) return type.getValues()
  if (isUnionType(type)) return type.getTypes()
  return 'getFields' in type ? Object.values(type.getFields()) : []
}

/** A schema whose fields of object types have arguments without descriptions. */
function withoutArgumentTexts(schema: GraphQLSchema): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: ({ args = {}, ...field }) => ({
      ...field,
      args: Object.fromEntries(
        Object.entries(args).map(([name, { description: _description, ...arg }]) => [name, arg]),
      ),
    }),
  })
}

function typesBelow(type: GraphQLNamedType): GraphQLNamedType[] {
  if (isUnionType(type)) return [...type.getTypes()]
  if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => getNamedType(field.type))
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  return Object.values(type.getFields()).flatMap(({ type, args }) => [
    getNamedType(type),
    ...args.map((arg) => getNamedType(arg.type)),
  ])
}

function kindOf(type: GraphQLNamedType): Kind {
  if (isObjectType(type)) return 'OBJECT'
  if (isInterfaceType(type)) return 'INTERFACE'
  if (isUnionType(type)) return 'UNION'
  if (isInputObjectType(type)) return 'INPUT'
  return isEnumType(type) ? 'ENUM' : 'SCALAR'
}

function unique(types: readonly GraphQLNamedType[]): string[] {
  return [...new Set(types.filter((type) => !isSpecifiedScalarType(type)).map(({ name }) => name))]
}
