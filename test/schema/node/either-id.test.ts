import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../../src/graph.ts'
import { useGraphOver } from '../../support/graph.ts'
import { writesIn } from '../../support/schema.ts'
import { WRITES } from '../../wire/write-case.ts'

type Place = GraphQLArgument | GraphQLInputField
type Path = readonly string[]

/** What IDs are asked for that no type of this graph has: only the service's form exists. */
const WITHOUT_TYPE: Readonly<Record<string, string>> = {
  advertiserUserId: 'users are no type of this graph',
  asUserId: 'users are no type of this graph',
  userId: 'users are no type of this graph',
  tailoredAudienceId: 'the interface has only the permissions of tailored audiences',
}

/** The types of what IDs are asked for, where the name of the field does not tell. */
const TYPES: Readonly<Record<string, string>> = {
  entityId: 'Campaign',
  grantedAccountId: 'Account',
  postId: 'PublishedPost',
  'CreatePollCardInput.mediaKey': 'Media',
  'DeleteCardInput.cardId': 'ComposableCard',
  'DeleteImageConversationCardInput.cardId': 'ImageConversationCard',
  'DeleteVideoConversationCardInput.cardId': 'VideoConversationCard',
  'Query.card.id': 'ComposableCard',
  'Account.cards.ids': 'ComposableCard',
  'Account.posts.ids': 'PublishedPost',
  'RevokeCustomAudiencePermissionInput.permissionId': 'CustomAudiencePermission',
  'RevokeTailoredAudiencePermissionInput.permissionId': 'TailoredAudiencePermission',
  'UpdateCardInput.cardId': 'ComposableCard',
  'UpdateImageConversationCardInput.cardId': 'ImageConversationCard',
  'UpdateVideoConversationCardInput.cardId': 'VideoConversationCard',
}

/** The names of fields whose values must have a form, with such a value. */
const VALUES: Readonly<Record<string, unknown>> = {
  countryCodes: ['US'],
  endTime: '2030-01-02T08:00:00Z',
  entityType: 'CAMPAIGN',
  postType: 'PUBLISHED',
  targetingType: 'LOCATION',
  targetingValue: '1',
}

/** Arguments for which nothing is read: what they select is known here. */
const WITHOUT_CALL = ['Query.spendLimits: accountIds']

/** Texts that the service accepts, by the names of their fields. */
const TEXTS: Readonly<Record<string, unknown>> = Object.fromEntries(
  WRITES.flatMap(({ input = {} }) => Object.entries(input)),
)

const BY_SCALAR: Readonly<Record<string, unknown>> = {
  ID: '7',
  Int: 7,
  Long: '7000000',
  String: 'x',
  Boolean: true,
  DateTime: '2030-01-01T08:00:00Z',
  DateOrTime: '2030-01-01T08:00:00Z',
}

const singular = (name: string) => name.replace(/s$/, '')

/** The type whose IDs a place takes; undefined if none has them. */
function typeAt(owner: string, { name }: Place, shown?: string): string | undefined {
  const own = TYPES[`${owner}.${name}`] ?? TYPES[singular(name)]
  if (own) return own
  if (singular(name) === 'id') return shown
  if (/mediaKeys?$/i.test(name)) return 'Media'
  const type = singular(name).replace(/Id$/, '')
  return WITHOUT_TYPE[name] ? undefined : type[0]!.toUpperCase() + type.slice(1)
}

/** A global ID of a type. All entities have the same ID of the service, accounts too. */
function globalIdOf(type: string): string {
  if (type === 'Account') return 'Account:7'
  return type.endsWith('Permission') ? `${type}:7:7:7` : `${type}:7:7`
}

function valueFor(field: Place, type: GraphQLInputType, path: Path): unknown {
  const bare = getNullableType(type)
  if (path.length <= 1 && field.name in VALUES) return VALUES[field.name]
  if (isListType(bare)) return [valueFor(field, bare.ofType, path)]
  if (isInputObjectType(bare)) return inputFor(bare, path.slice(1))
  if (isEnumType(bare)) return bare.getValues().find(({ name }) => name !== 'UNRECOGNIZED')!.name
  return (bare.name === 'String' && TEXTS[field.name]) || BY_SCALAR[bare.name]
}

/** An input with what it requires, the account, and the field at a path. */
function inputFor(type: GraphQLInputObjectType, path: Path): Record<string, unknown> {
  const fields = Object.values(type.getFields())
  const given = type.isOneOf
    ? fields.filter(({ name }, index) => (path.length === 0 ? index === 0 : name === path[0]))
    : fields.filter((field) => isRequiredInputField(field) || ['accountId', path[0]].includes(field.name))
  return Object.fromEntries(
    given.map((field) => [field.name, valueFor(field, field.type, field.name === path[0] ? path : [])]),
  )
}

/** The same with another ID at a path, and lists of one where the path goes through lists. */
function withId(given: unknown, path: Path, id: string | undefined): unknown {
  if (Array.isArray(given)) return [withId(given[0], path, id)]
  const [name, ...rest] = path
  if (name === undefined) return id
  const { [name]: before, ...others } = given as Record<string, unknown>
  if (id === undefined && rest.length === 0) return others
  return { ...others, [name]: withId(before, rest, id) }
}

/** The paths of all IDs in a type of input, each type of input once. */
function idPaths(
  type: GraphQLInputObjectType,
  seen: readonly string[] = [],
): { path: Path; field: Place; owner: string }[] {
  if (seen.includes(type.name)) return []
  return Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type)
    if (inner.name === 'ID') return [{ path: [field.name], field, owner: type.name }]
    if (!isInputObjectType(inner)) return []
    const below = idPaths(inner, [...seen, type.name])
    return below.map(({ path, ...place }) => ({ path: [field.name, ...path], ...place }))
  })
}

const mutations = writesIn(schema).flatMap((mutation) => {
  const input = getNamedType(mutation.args.find(({ name }) => name === 'input')?.type)
  return isInputObjectType(input) ? [{ mutation, input }] : []
})

const inInputs = mutations.flatMap(({ mutation, input }) =>
  idPaths(input).flatMap(({ path, field, owner }) => {
    const type = typeAt(owner, field)
    return type === undefined ? [] : [{ place: `${mutation.name}: ${path.join('.')}`, mutation, input, path, type }]
  }),
)

/** The mutations that change or create something of an entity of an account, and the first field that requires its ID. */
const required = mutations.flatMap(({ mutation, input }) => {
  const ids = Object.values(input.getFields()).flatMap((field) => {
    const type = field.name === 'accountId' || field.name.startsWith('granted') ? undefined : typeAt(input.name, field)
    return isRequiredInputField(field) && type !== undefined && getNamedType(field.type).name === 'ID'
      ? [{ field: field.name, type }]
      : []
  })
  return ids.length === 0 ? [] : [{ name: mutation.name, mutation, input, ...ids[0]! }]
})

const inArguments = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => name !== 'Mutation')
  .flatMap((parent) => Object.values(parent.getFields()).map((field) => ({ parent, field })))
  .flatMap(({ parent, field }) => {
    const args = field.args.flatMap((arg) => {
      const inner = getNamedType(arg.type)
      if (inner.name === 'ID') return [{ path: [arg.name], arg, owner: `${parent.name}.${field.name}` }]
      if (!isInputObjectType(inner)) return []
      return idPaths(inner).map(({ path, field: at, owner }) => ({ path: [arg.name, ...path], arg: at, owner }))
    })
    return args.flatMap(({ path, arg, owner }) => {
      const type = typeAt(owner, arg, shownBy(field))
      // Long work is Adgraph's own: its IDs are not global ones.
      return type === undefined || type === 'BulkOperation' || /^nodes?$/.test(field.name)
        ? []
        : [{ place: `${parent.name}.${field.name}: ${path.join('.')}`, parent, field, path, type }]
    })
  })

/** The type of the rows of a field. */
function shownBy({ type }: GraphQLField<unknown, unknown>): string {
  const named = getNamedType(type) as GraphQLObjectType
  return named.name.replace(/Connection$/, '')
}

describe('an ID in an argument or an input', () => {
  const { upstream, graph } = useGraphOver(
    ({ path, method }) => ({
      body: { data: method === 'GET' && !path.endsWith('/7') ? [{ id: '7' }] : { id: '7' } },
    }),
    { checksPlan: false, environment: 'sandbox' },
  )

  /** The answer to a document, and the requests for it. */
  async function outcomeOf(document: string, variables: object) {
    upstream.requests.length = 0
    const { data, errors } = await graph.query(document, variables)
    const sent = upstream.requests.map(({ method, target, body }) => `${method} ${target} ${body}`)
    return {
      data,
      errors: errors?.map(({ message }) => message),
      writes: sent.filter((call) => !call.startsWith('GET')),
      sent,
    }
  }

  const sendWrite = ({ mutation, input }: (typeof mutations)[number], value: unknown) =>
    outcomeOf(`mutation ($input: ${input.name}!) { ${mutation.name}(input: $input) { userErrors { message } } }`, {
      input: value,
    })

  it.each(inInputs)('is taken in both forms: $place', async ({ path, type, ...place }) => {
    const raw = inputFor(place.input, path)
    const byService = await sendWrite(place, raw)
    const byGlobal = await sendWrite(place, withId(raw, path, globalIdOf(type)))
    const wrong = await sendWrite(place, withId(raw, path, 'TargetedLineItem:7:7'))

    expect(JSON.stringify(byService)).not.toMatch(/is not a valid ID|takes the ID of/)
    expect(byGlobal).toEqual(byService)
    expect(wrong.sent).toEqual([])
    expect(JSON.stringify(wrong)).toContain(`${path.findLast((name) => !/^\d/.test(name))}\``)
    expect(JSON.stringify(wrong)).toContain('TargetedLineItem')
  })

  it.each(required)('includes the account: $name', async ({ input, field, type, ...place }) => {
    const raw = { ...inputFor(input, []), accountId: '7' }
    const withAccount = await sendWrite({ ...place, input }, withId(raw, [field], globalIdOf(type)))
    const without = await sendWrite(
      { ...place, input },
      withId(withId(raw, [field], globalIdOf(type)), ['accountId'], undefined),
    )
    const untold = await sendWrite({ ...place, input }, withId(raw, ['accountId'], undefined))

    expect(without).toEqual(withAccount)
    expect(untold.sent).toEqual([])
    expect(JSON.stringify(untold)).toContain('`accountId` is required')
  })

  it('requires the account only if no ID in the input includes it', () => {
    const withAccount = mutations.filter(({ input }) => isNonNullType(input.getFields()['accountId']?.type))
    const names = new Set(required.map(({ name }) => name))
    expect(withAccount.filter(({ mutation }) => names.has(mutation.name))).toEqual([])
  })

  /** Reads a field of an entity, with the arguments that it requires and those at a path. */
  function readField(
    { parent, field }: Pick<(typeof inArguments)[number], 'parent' | 'field'>,
    args: Record<string, unknown>,
  ) {
    const types = field.args.filter(({ name }) => name in args).map(({ name, type }) => `$${name}: ${String(type)}`)
    const given = Object.keys(args).map((name) => `${name}: $${name}`)
    const read = `${field.name}(${given.join(', ')}) { ${selectionOf(field)} }`
    const parentName = parent.name[0]!.toLowerCase() + parent.name.slice(1)
    const inParent = parent.name === 'Query' ? read : `${parentName}(id: "${globalIdOf(parent.name)}") { ${read} }`
    return outcomeOf(`query (${types.join(', ')}) { ${inParent} }`, args)
  }

  it.each(inArguments)('is taken in both forms: $place', async ({ path, type, place: name, ...place }) => {
    const raw = Object.fromEntries(
      place.field.args
        .filter((arg) => isRequiredArgument(arg) || ['accountId', path[0]].includes(arg.name))
        .map((arg) => [arg.name, valueFor(arg, arg.type, arg.name === path[0] ? path : [])]),
    )
    const byService = await readField(place, raw)
    const byGlobal = await readField(place, withId(raw, path, globalIdOf(type)) as typeof raw)
    const wrong = await readField(place, withId(raw, path, 'TargetedLineItem:7:7') as typeof raw)

    expect(byService.errors).toBeUndefined()
    expect(byService.sent.length + byGlobal.sent.length > 0).toBe(!WITHOUT_CALL.includes(name))
    expect(byGlobal.errors).toBeUndefined()
    expect(byGlobal.data).toEqual(byService.data)
    expect(wrong.sent).toEqual([])
    expect(wrong.errors?.join()).toContain('TargetedLineItem')
  })
})

/** A selection that needs a call. */
function selectionOf({ type }: GraphQLField<unknown, unknown>): string {
  const shown = getNamedType(type) as GraphQLObjectType
  if (shown.name.endsWith('Connection')) return 'edges { cursor }'
  if ('raw' in shown.getFields()) return 'raw'
  return 'preview' in shown.getFields() ? 'preview' : '__typename'
}
