import { getDocumentNodeFromSchema, memoize1 } from '@graphql-tools/utils'
import {
  DirectiveLocation,
  isObjectType,
  isRequiredArgument,
  Kind,
  parse,
  print,
  type ConstDirectiveNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  type ObjectTypeDefinitionNode,
} from 'graphql'
import type { Row } from '../../rest/types.ts'
import { builder } from '../builder.ts'
import { costOf, WHOLE_ROWS } from '../cost/cost.ts'
import { entitiesCost } from '../cost/nodes-cost.ts'
import { badUserInput, notFound, show } from '../errors.ts'
import { maxItems } from '../list-limit.ts'
import { MAX_FIRST } from '../list/read.ts'
import { parseGlobalId, withArticle } from '../node/global-id.ts'
import { finderOf, hasKey, nodeTypes } from '../node/node-type.ts'
import { typeNameOf } from '../node/row.ts'
import { presentTypeOf } from '../renamed.ts'
import { findNodes, invalidId } from './node.ts'

/** The version of the federation specification whose directives the subgraph uses. */
const FEDERATION = 'https://specs.apollo.dev/federation/v2.9'

/** The key of every entity: its global ID. */
const KEY = directive('@key(fields: "id")')

const SHAREABLE = directive('@shareable')

const Any = builder.scalarType('_Any', {
  description: 'The representation of an entity: its `__typename` and its key.',
  serialize: (value) => value,
  parseValue: (value) => value,
})

const AnyEntity = builder.unionType('_Entity', {
  description: 'The types that have a key, so that other subgraphs can extend them.',
  types: () => nodeTypes().filter(({ name }) => hasKey(name)),
  resolveType: typeNameOf,
})

const Service = builder.objectRef<GraphQLSchema>('_Service').implement({
  description: 'The subgraph of a federated graph.',
  fields: (t) => ({
    sdl: t.string({
      nullable: false,
      description: 'The SDL of the subgraph, with the federation directives and without the federation types.',
      resolve: subgraphSdl,
    }),
  }),
})

builder.queryField('_service', (t) =>
  t.field({
    type: Service,
    nullable: false,
    description: 'The SDL from which a federated gateway composes this graph.',
    resolve: (_root, _args, _context, { schema }) => schema,
  }),
)

const FIELD = 'representations'

/** The maximum number of representations in one request. It is high because gateways do not split them. */
const MAX_REPRESENTATIONS = 10_000

builder.queryField('_entities', (t) =>
  t.field({
    type: [AnyEntity],
    nullable: { list: false, items: true },
    extensions: entitiesCost,
    description:
      'The entities of these representations, in order, looked up together as with `nodes`. An entity that the service ' +
      'does not return is null, with the error NOT_FOUND at its index.',
    args: {
      [FIELD]: t.arg({
        type: [Any],
        required: true,
        description: `The representations of the entities, up to ${MAX_REPRESENTATIONS}.`,
        extensions: maxItems(MAX_REPRESENTATIONS),
      }),
    },
    async resolve(_root, { representations }, context) {
      const keys = representations.map(keyIn)
      const found = await findNodes(context, keys.map(globalIdIn), {
        types: keys.map(({ type }) => presentTypeOf(type)),
        refusal: (id, index) => refusal(id, keys[index]!.type),
      })
      // Gateways take null for an entity whose fields are all null, so only an error shows their callers that it does not exist.
      return found.map((row, index) => row ?? noEntity(keys[index]!)) as Row[]
    },
  }),
)

/** The type and the global ID in a representation. */
interface RepresentedKey {
  /** Empty if `__typename` is not a string. */
  type: string
  id: string | undefined
}

function keyIn(representation: unknown): RepresentedKey {
  const { __typename: type, id } = Object(representation) as { __typename?: unknown; id?: unknown }
  return { type: typeof type === 'string' ? type : '', id: typeof id === 'string' ? id : undefined }
}

/** The global ID in a representation, or the error of a representation that has none, or whose type has no key. */
function globalIdIn({ type, id }: RepresentedKey): string | Error {
  if (type === '' || id === undefined)
    return badUserInput(FIELD, `\`${FIELD}\`: a representation must have a \`__typename\` and an \`id\``)
  return hasKey(presentTypeOf(type)) ? id : badUserInput(FIELD, `\`${FIELD}\`: ${show(type)} has no key`)
}

/** The error of an ID that is not valid, or has another type than its representation. */
function refusal(id: string, type: string): Error {
  const ofId = parseGlobalId(id)?.type
  if (ofId === undefined || !finderOf(ofId)) return invalidId(FIELD)(id)
  return badUserInput(FIELD, `\`${FIELD}\`: the ID of ${withArticle(ofId)} cannot identify ${withArticle(type)}`)
}

function noEntity({ type, id }: RepresentedKey): Error {
  return notFound(`There is no ${type} with the ID ${JSON.stringify(id)}, or the caller cannot see it`)
}

/**
 * The SDL from which a federated gateway composes this graph with others. It is printed at the first call, because only
 * gateways need it.
 */
export const subgraphSdl = memoize1((schema: GraphQLSchema): string => {
  // Of the directives of GraphQL itself, some composers do not know `@oneOf`: they refuse it unless the subgraph declares it.
  const head = parse(`
    extend schema @link(url: "${FEDERATION}", import: ["@key", "@shareable", "@cost", "@listSize"])
    directive @oneOf on INPUT_OBJECT
  `)
  const { definitions } = getDocumentNodeFromSchema(schema)
  const own = definitions.flatMap((definition) => subgraphDefinition(schema, definition) ?? [])
  return print({ kind: Kind.DOCUMENT, definitions: [...head.definitions, ...own] })
})

/** The definition of a schema element in the subgraph; undefined if the subgraph does not have it. */
function subgraphDefinition(schema: GraphQLSchema, definition: DefinitionNode): DefinitionNode | undefined {
  if (isOfFederation(definition)) return undefined
  switch (definition.kind) {
    case Kind.SCHEMA_DEFINITION:
      return undefined
    case Kind.DIRECTIVE_DEFINITION:
      // The gateway defines the directives of executable documents.
      return definition.locations.some(({ value }) => TYPE_SYSTEM.has(value)) ? definition : undefined
    case Kind.OBJECT_TYPE_DEFINITION:
      return subgraphType(schema, definition)
    default:
      return definition
  }
}

const TYPE_SYSTEM: ReadonlySet<string> = new Set([
  DirectiveLocation.FIELD_DEFINITION,
  DirectiveLocation.OBJECT,
  DirectiveLocation.INTERFACE,
])

/** An object type with its federation directives and without the root fields that federation adds. */
function subgraphType(schema: GraphQLSchema, definition: ObjectTypeDefinitionNode): ObjectTypeDefinitionNode {
  const name = definition.name.value
  const directives = [...(definition.directives ?? [])]
  if (hasKey(name)) directives.push(KEY)
  if (schema.getType(name)?.extensions['isShareable'] === true) directives.push(SHAREABLE)
  const isRoot = name === schema.getQueryType()?.name
  const { [name]: type } = schema.getTypeMap()
  const fields = isObjectType(type) ? type.getFields() : {}
  return {
    ...definition,
    directives,
    fields: definition.fields
      ?.filter((field) => !(isRoot && isOfFederation(field)))
      .map((field) => withCost(field, fields[field.name.value]!)),
  }
}

/** The weight of a REST call compared to a column, for gateways that limit operations by weight. */
const CALL_WEIGHT = 10

/** What a column is read with, to find out how many rows a list returns if the document does not say it. */
const ONE_PARENT = { min: 1, max: 1, accounts: 1 }

/**
 * A field with the directives by which gateways estimate the cost of an operation: that it needs a call of its own, and how
 * many items a connection has if `first` is not given.
 */
function withCost(definition: FieldDefinitionNode, { extensions, args, type }: GraphQLField<unknown, unknown>) {
  const cost = costOf(extensions)
  const directives = [...(definition.directives ?? [])]
  if (cost) directives.push(directive(`@cost(weight: ${CALL_WEIGHT})`))
  const isConnection = args.some(({ name }) => name === 'first') && String(type).endsWith('Connection')
  if (isConnection) {
    const required = new Set(args.filter(isRequiredArgument).map(({ name }) => name))
    const open = required.size > 0 ? required : undefined
    const costs = cost?.({ parents: ONE_PARENT, args: {}, open, ...WHOLE_ROWS })
    const rows = costs?.find(({ rows }) => rows)?.rows?.max
    const assumed = rows === undefined || rows === Infinity ? MAX_FIRST : rows
    directives.push(
      directive(
        `@listSize(slicingArguments: ["first"], sizedFields: ["nodes", "edges"], assumedSize: ${assumed}, ` +
          'requireOneSlicingArgument: false)',
      ),
    )
  }
  return { ...definition, directives }
}

/** Whether federation adds this definition to every subgraph: its name starts with `_`. */
function isOfFederation(definition: DefinitionNode | FieldDefinitionNode): boolean {
  return 'name' in definition && definition.name !== undefined && definition.name.value.startsWith('_')
}

function directive(text: string): ConstDirectiveNode {
  const [definition] = parse(`extend schema ${text}`).definitions
  if (definition?.kind !== Kind.SCHEMA_EXTENSION) throw new TypeError(`${text} is not a directive`)
  return definition.directives![0]!
}
