import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLObjectType,
  parse,
  type DirectiveNode,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/graph.ts'
import { schemaSdl } from '../../src/schema/directive.ts'
import { writesIn } from '../support/schema.ts'

/** The types of this graph: not GraphQL's own, nor those that federation adds. */
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type) && !/^_|__/.test(type.name),
)

const nodeTypes = types.filter(isObjectType).filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'))

function argText({ name, type, defaultValue }: GraphQLArgument): string {
  return `${name}: ${String(type)}${defaultValue === undefined ? '' : ` = ${JSON.stringify(defaultValue)}`}`
}

/** Every place that a description belongs to, and the description. */
function described(type: GraphQLNamedType): [place: string, description: string | null | undefined][] {
  const own: [string, string | null | undefined] = [type.name, type.description]
  if (isEnumType(type))
    return [
      own,
      ...type
        .getValues()
        .map((value): [string, typeof value.description] => [`${type.name}.${value.name}`, value.description]),
    ]
  if (isInputObjectType(type))
    return [
      own,
      ...Object.values(type.getFields()).map((field): [string, typeof field.description] => [
        `${type.name}.${field.name}`,
        field.description,
      ]),
    ]
  if (!isObjectType(type) && !isInterfaceType(type)) return [own]
  return [
    own,
    ...Object.values(type.getFields())
      .filter(({ name }) => !name.startsWith('_'))
      .flatMap((field): [string, string | null | undefined][] => [
        [`${type.name}.${field.name}`, field.description],
        ...field.args.map((arg): [string, string | null | undefined] => [
          `${type.name}.${field.name}(${arg.name})`,
          arg.description,
        ]),
      ]),
  ]
}

const mutations = writesIn(schema)

/** What the interface takes no parameters for: an input needs fields. */
const WITHOUT_INPUT = ['createBearerToken', 'createAccount']

const capitalized = (name: string) => name[0]!.toUpperCase() + name.slice(1)

/** Whether a mutation may go in several calls, which it then asks leave for and tells of. */
const inChunks = ({ args }: (typeof mutations)[number]) => args.some(({ name }) => name === 'split')

/** Whether a mutation deletes, and so answers with the id of what it deleted. */
const deletes = (name: string) => /^(delete|removeMedia|revoke)/.test(name)

/** Whether a mutation makes something, and so takes an idempotency key. */
const makes = (name: string) => /^(addMedia|batch|create|grant|send)/.test(name)

describe('every mutation', () => {
  it('takes one `input` of its own, which is required, and `validateOnly`, which is false by default', () => {
    expect(mutations.length).toBeGreaterThan(30)
    for (const mutation of mutations) {
      const { name, args } = mutation
      const input = WITHOUT_INPUT.includes(name) ? [] : [`input: ${capitalized(name)}Input!`]
      const key = makes(name) ? ['idempotencyKey: String'] : []
      const split = inChunks(mutation) ? ['split: Boolean! = false', 'skipInvalid: Boolean! = false'] : []
      expect([name, args.map(argText)]).toEqual([name, [...input, ...split, ...key, 'validateOnly: Boolean! = false']])
    }
  })

  it('returns a payload of its own, whose entity is null if nothing was changed', () => {
    for (const mutation of mutations) {
      const { name, type } = mutation
      const payload = getNamedType(type) as GraphQLObjectType
      const { userErrors, validation, chunks, ...own } = payload.getFields()
      expect([name, String(type)]).toEqual([name, `${capitalized(name)}Payload`])
      expect([name, payload.getInterfaces().map(String).toSorted()]).toEqual([
        name,
        [...(inChunks(mutation) ? ['BatchPayload'] : []), ...(deletes(name) ? ['DeletePayload'] : []), 'Payload'],
      ])
      expect([name, ...[userErrors, validation].map((field) => String(field?.type))]).toEqual([
        name,
        '[UserError!]!',
        'Validation',
      ])
      expect([name, chunks !== undefined]).toEqual([name, inChunks(mutation)])
      expect([name, ...Object.keys(own)]).not.toEqual([name])
      const required = Object.values(own).filter(
        ({ type }) => isNonNullType(type) && isCompositeType(getNamedType(type)),
      )
      expect([name, ...required.map((field) => field.name)]).toEqual([name])
    }
  })

  it('has no input field for values that only the service sets', () => {
    const reported = ['id', 'restId', 'createdAt', 'updatedAt', 'deleted', 'raw']
    for (const { name, args } of mutations) {
      const type = getNamedType(args.find((arg) => arg.name === 'input')?.type)
      const fields = isInputObjectType(type) ? Object.keys(type.getFields()) : []
      expect([name, fields.filter((field) => reported.includes(field))]).toEqual([name, []])
    }
  })
})

/** Every argument and every field of an input: its place, its name, its type and its default. */
const given = types.flatMap((type) => {
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((field) => ({
      place: `${type.name}.${field.name}`,
      field,
      inInput: true,
    }))
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  return Object.values(type.getFields()).flatMap(({ name, args }) =>
    args.map((field) => ({ place: `${type.name}.${name}(${field.name})`, field, inInput: false })),
  )
})

/** Every field that is returned. */
const shown = types
  .filter((type) => isObjectType(type) || isInterfaceType(type))
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ place: `${type.name}.${field.name}`, field })))

/** IDs of the row itself that the service sends beside, or in place of, those that every row has. */
const OWN_KEYS: Readonly<Record<string, string>> = {
  'BulkError.parents': 'global IDs, as `__parentId` of exported rows',
  'Media.mediaKey': 'the ID of the row, with the name that inputs have',
  'Receipt.candidates': 'global IDs, by which a caller finds what a write can have made',
  'Receipt.ids': 'global IDs, by which a caller finds what a write made',
  'ReceiptItem.candidates': 'global IDs, as in the receipt',
}

/** Names that end like names of IDs but are something else. */
const NO_IDS: Readonly<Record<string, string>> = {
  googleplayAppId: 'the name of an app in a store',
  taxId: 'a number that a tax office gives',
  taxExemptionId: 'a number that a tax office gives',
  featureKeys: 'values of an enum',
  deviceId: 'hashed identifiers of people',
  partnerUserId: 'identifiers of people of another company',
  svcId: 'hashed identifiers of people',
  idempotencyKey: 'a text that the caller chooses',
  requestIds: 'texts that are in the log',
}

/** Lists of objects that are no connections, and why. The service sends each of them whole: there are no pages to read. */
const LISTS: Readonly<Record<string, string>> = {
  'Account.cardsByUri': 'the answer for a list in the arguments, in its order',
  'Account.postPreviews': 'the answer for a list in the arguments, in its order',
  'AccountHistory.changes': 'parts of the row, not entities',
  'BulkOperation.errors': 'at most a thousand, which are kept together',
  'BulkOperation.files': 'one for each connection of the query',
  'BulkProgress.lists': 'one for each connection of the query',
  'ComposableCard.components': 'parts of the row, not entities',
  'ComposableCard.slides': 'parts of the row, not entities',
  'CustomAudience.metadata': 'parts of the row, not entities',
  'MediaComponent.mediaMetadata': 'parts of the row, not entities',
  'Query._entities': 'the answer for a list in the arguments, in its order',
  'Query.nodes': 'the answer for a list in the arguments, in its order',
  'Query.rateLimits': 'known without a call, and not entities',
  'Query.spendLimits': 'of the file of the operator, and not entities',
  'Receipt.items': 'one for each operation in the arguments, in their order',
  'Recommendation.changes': 'parts of the row, not entities',
  'RecommendedChange.dependentEntities': 'parts of the row, not entities',
  'SegmentNode.childSegments': 'parts of the row, not entities',
  'Stats.intervals': 'follow from the period',
  'SwipeableMediaComponent.mediaMetadata': 'parts of the row, not entities',
  'TargetedCampaign.lineItems': 'parts of the row, not entities',
  'TvShowOption.locales': 'parts of the row, not entities',
  'Validation.spendLimits': 'of the file of the operator, and not entities',
}

/** The connections of entities that columns of their parent name, so that the parent is read. */
const OF_COLUMNS = [
  'AdvertiserBusinessCategory.iabCategories',
  'ContentCategory.iabCategories',
  'CuratedCategory.publishers',
  'DraftPost.mediaItems',
  'FundingInstrument.biddingRules',
  'LineItem.advertiserBusinessCategories',
  'LineItem.iabCategories',
  'PublishedPost.mediaItems',
  'ScheduledPost.mediaItems',
]

/** Input fields with a default, and why. No other has one, because it would be sent. */
const INPUT_DEFAULTS: Readonly<Record<string, string>> = {
  'UpdateCustomAudienceUsersInput.hash': 'it decides what is sent, and is not sent itself',
  'UpdateDoNotReachListUsersInput.hash': 'it decides what is sent, and is not sent itself',
  'SegmentInput.negate': "it is always sent, because the service's default depends on the node",
}

// eslint.config.js holds what general rules for schemas know: names, connections, descriptions.
describe('the grammar of the graph', () => {
  it('has the type ID for every ID, in and out', () => {
    const ids = [...given, ...shown].filter(({ field: { name } }) => /^ids?$|(Id|Ids|Key|Keys)$/.test(name))
    const others = ids.filter(({ field }) => getNamedType(field.type).name !== 'ID')

    expect(ids.length).toBeGreaterThan(300)
    expect([...new Set(others.map(({ field }) => field.name))].toSorted()).toEqual(Object.keys(NO_IDS).toSorted())
  })

  it("has the service's ID in each foreign key, and says so", () => {
    const own = /^(id|restId|deletedId)$/
    const keys = shown.filter(
      ({ place, field }) => getNamedType(field.type).name === 'ID' && !own.test(field.name) && !(place in OWN_KEYS),
    )

    expect(keys.length).toBeGreaterThan(60)
    expect(
      keys.filter(({ field }) => !/^The service's IDs? of /.test(field.description ?? '')).map(({ place }) => place),
    ).toEqual([])
  })

  it('has no nullable argument with a default: null would mean what the default does, or nothing', () => {
    const nullable = given.filter(
      ({ field, inInput }) => !inInput && field.defaultValue !== undefined && !isNonNullType(field.type),
    )
    expect(nullable.map(({ place }) => place)).toEqual([])
  })

  it('has no default in an input, except the named ones', () => {
    const defaults = given.filter(({ field, inInput }) => inInput && field.defaultValue !== undefined)
    expect(defaults.map(({ place }) => place).toSorted()).toEqual(Object.keys(INPUT_DEFAULTS).toSorted())
  })

  it('has UNRECOGNIZED in output only, which its description says first', () => {
    const open = types.filter(isEnumType).flatMap((type) => type.getValue('UNRECOGNIZED') ?? [])

    expect(open.length).toBeGreaterThan(20)
    expect(open.filter(({ description }) => !description?.startsWith('Output only.'))).toEqual([])
  })

  it('has look-ups by ID on Query alone', () => {
    const lookUps = types
      .filter(isObjectType)
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
      .filter(({ field }) => field.args.some(({ name }) => name === 'id'))
    expect([...new Set(lookUps.map(({ type }) => type.name))]).toEqual(['Query'])
  })

  it('names mutations by a verb and a noun', () => {
    const verbs = /^(add|batch|cancel|create|delete|grant|invalidate|remove|rename|revoke|send|start|update)[A-Z]/
    const names = Object.keys(schema.getMutationType()?.getFields() ?? {})
    expect(names.filter((name) => !verbs.test(name))).toEqual([])
  })

  it('has the directive and the sentence where something is beyond the documents, and no tag is left', () => {
    const sdl = schemaSdl(schema)
    const SENTENCE = 'Not documented by the service.'
    const marked = parse(sdl).definitions.flatMap((type) => {
      const isMarked = (node: { directives?: readonly DirectiveNode[] }) =>
        node.directives?.some(({ name }) => name.value === 'beyondDocuments')
      if (!('directives' in type) || !('description' in type)) return []
      const texts: [shouldSay: boolean, text: string][] = isMarked(type) ? [[true, type.description?.value ?? '']] : []
      const parts = 'fields' in type ? type.fields : 'values' in type ? type.values : []
      for (const part of parts ?? [])
        for (const each of [part, ...('arguments' in part ? (part.arguments ?? []) : [])]) {
          const isSaid = isMarked(type) || (each !== part && isMarked(part))
          if (isMarked(each)) texts.push([!isSaid, each.description?.value ?? ''])
        }
      return texts
    })

    expect(marked.length).toBeGreaterThan(250)
    // Once for a type or a field, and for each element of others.
    expect(marked.filter(([shouldSay, text]) => (text.split(SENTENCE).length === 2) !== shouldSay)).toEqual([])
    expect(sdl.split(SENTENCE)).toHaveLength(marked.filter(([shouldSay]) => shouldSay).length + 1)
    expect(types.flatMap(described).filter(([, text]) => text?.includes('@beyond'))).toEqual([])
  })

  it('has connections for lists that are read, and other lists of objects only where they are named', () => {
    const parts = shown.filter(({ place }) => !/^(\w+(Connection|Payload)|Payload)\./.test(place))
    const lists = parts.filter(
      ({ field }) => isListType(getNullableType(field.type)) && isCompositeType(getNamedType(field.type)),
    )
    expect(lists.map(({ place }) => place).toSorted()).toEqual(Object.keys(LISTS).toSorted())
  })

  it('names a connection by a plural, and a look-up by ID by a singular', () => {
    const isPlural = (name: string) => /s$|Media$|Criteria$|history$/.test(name)
    const connections = shown.filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'))
    const lookUps = shown.filter(({ field }) => field.args.some(({ name }) => name === 'id'))

    expect(connections.filter(({ field }) => !isPlural(field.name)).map(({ place }) => place)).toEqual([
      'CustomAudience.targeted',
    ])
    expect(lookUps.filter(({ field }) => field.name.endsWith('s')).map(({ place }) => place)).toEqual([])
  })

  it('ends the names of inputs that mutations take with Input, and uses no input in two mutations', () => {
    const inputs = mutations.flatMap(({ args }) =>
      args.filter(({ name }) => name === 'input').map(({ type }) => getNamedType(type).name),
    )
    expect(new Set(inputs).size).toBe(inputs.length)
  })

  it('spells OAuth in one way', () => {
    const names = types.map(({ name }) => name).filter((name) => /oauth/i.test(name))
    expect(names.filter((name) => !name.startsWith('OAuth'))).toEqual([])
  })
})

describe('the graph', () => {
  it('describes every type, field, argument and enum value in a sentence', () => {
    const places = types.flatMap(described)

    expect(places.length).toBeGreaterThan(500)
    expect(places.filter(([, description]) => !/^[A-Z0-9`].*[.)]$/s.test(description ?? ''))).toEqual([])
  })

  it('returns ids and connections of an entity from its key alone, without a call for the entity', () => {
    const keys = nodeTypes.flatMap((type) =>
      Object.values(type.getFields())
        .filter(
          ({ name, type }) => name === 'id' || name === 'restId' || getNamedType(type).name.endsWith('Connection'),
        )
        .map((field) => ({ field: `${type.name}.${field.name}`, keyOnly: field.extensions['keyOnly'] })),
    )
    const others = keys.filter(({ keyOnly }) => keyOnly !== true).map(({ field }) => field)
    expect(others.toSorted()).toEqual(OF_COLUMNS)
  })

  it('has nullable fields on entities, except for ids', () => {
    const required = nodeTypes.flatMap((type) =>
      Object.values(type.getFields())
        .filter(({ name, type }) => isNonNullType(type) && name !== 'id' && name !== 'restId')
        .map(({ name }) => `${type.name}.${name}`),
    )
    expect(required).toEqual([])
  })

  it('has connections that are null only if they failed, and nothing nullable in one that arrived', () => {
    const connections = types
      .filter(isObjectType)
      .flatMap((type) =>
        Object.values(type.getFields()).map((field) => ({ place: `${type.name}.${field.name}`, field })),
      )
      .filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'))

    expect(connections.length).toBeGreaterThan(40)
    for (const { place, field } of connections) {
      expect([place, isNonNullType(field.type)]).toEqual([place, false])
      expect([place, field.extensions['directives']]).toEqual([place, expect.objectContaining({ semanticNonNull: {} })])
      const { nodes, edges, pageInfo } = (field.type as GraphQLObjectType).getFields()
      const node = getNamedType(nodes!.type).name
      const types = [nodes, edges, pageInfo].map((field) => String(field?.type))
      expect([place, ...types]).toEqual([place, `[${node}!]!`, `[${node}Edge!]!`, 'PageInfo!'])
      const edge = (getNamedType(edges!.type) as GraphQLObjectType).getFields()
      expect([place, String(edge['node']?.type), String(edge['cursor']?.type)]).toEqual([place, `${node}!`, 'String!'])
    }
  })

  it('names connections and edges after their entity, and pages them forward only', () => {
    for (const type of types.filter(isObjectType)) {
      if (!type.name.endsWith('Connection')) continue
      const entity = getNamedType(type.getFields()['nodes']!.type).name
      expect([type.name, String(type.getFields()['edges']!.type)]).toEqual([`${entity}Connection`, `[${entity}Edge!]!`])
    }
    const paged = types
      .filter(isObjectType)
      .flatMap((type) => Object.values(type.getFields()))
      .filter(({ type }) => getNamedType(type).name.endsWith('Connection'))
    expect(paged.length).toBeGreaterThan(20)
    for (const { args } of paged) {
      const names = args.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(['first', 'after']))
      expect(names).not.toContain('last')
      expect(names).not.toContain('before')
    }
  })
})
