import {
  getNamedType,
  getNullableType,
  GraphQLError,
  GraphQLID,
  isListType,
  visit,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql'
import { sharedArguments } from '../../execute/resolver.ts'
import { MAX_IDS } from '../../rest/endpoint.ts'
import { isGiven } from '../list/read.ts'
import { lookUpOf } from '../node/entity.ts'
import { isRestIdText, parseGlobalId } from '../node/global-id.ts'

/** The values of the arguments of a field. */
export type Args = Readonly<Record<string, unknown>>

/** The arguments of a field. Undefined if they are not valid. */
export function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode, variables: Args): Args | undefined {
  try {
    return sharedArguments(field, node, variables)
  } catch (error) {
    if (error instanceof GraphQLError) return undefined
    throw error
  }
}

/** The names of the arguments that decide which rows there are, in their order. */
export function filtersIn(args: Args): string {
  const given = Object.keys(args).filter(
    (name) => !UNFILTERING.has(name) && isGiven(args[name]) && args[name] !== false,
  )
  return given.sort().join(',')
}

/** The arguments that decide how many rows are read, in which order, and in which account. */
const UNFILTERING: ReadonlySet<string> = new Set(['first', 'sortBy', 'accountId', 'input', 'idempotencyKey'])

/** Whether arguments name the rows that are read. */
export function hasIds({ id, ids, representations }: Args): boolean {
  return isGiven(id) || isGiven(ids) || isGiven(representations)
}

/** The names of the arguments of a field that depend on one of these variables. */
export function openArguments({ arguments: given = [] }: FieldNode, open: ReadonlySet<string>): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { name, value } of given)
    visit(value, { Variable: (variable) => void (open.has(variable.name.value) && names.add(name.value)) })
  return names
}

/**
 * Whether the arguments of a field may be refused before anything is sent: for an ID, or for a cursor, which only its own list
 * accepts. `account` is that of the parents, if it is known.
 */
export function mayBeRefused(
  schema: GraphQLSchema,
  { args: declared, type }: GraphQLField<unknown, unknown>,
  args: Args,
  account: string | undefined,
): boolean {
  if (isGiven(args['after'])) return true
  // Of several nodes, only those with such an ID are refused.
  if (isListType(getNullableType(type))) return false
  return declared.some(({ name, type: declaredType }) => {
    if (getNamedType(declaredType) !== schema.getType(GraphQLID.name)) return false
    const ids = [args[name]].flat().filter((id) => typeof id === 'string')
    const idType = idTypeOf(name, getNamedType(type).name)
    return ids.length > MAX_IDS || !ids.every((id) => isAcceptedId(id, idType, account))
  })
}

/** The type of the nodes whose IDs an argument takes, by its name: `campaignIds` takes those of campaigns. */
function idTypeOf(argument: string, type: string): string {
  if (argument === 'id' || argument === 'ids') return type.replace(/Connection$/, '')
  return argument.charAt(0).toUpperCase() + argument.slice(1).replace(/Ids?$/, '')
}

/** Whether a text certainly is accepted: an ID of the service, or a global ID of this type of nodes and in this account. */
function isAcceptedId(text: string, type: string, account: string | undefined): boolean {
  if (!text.includes(':')) return isRestIdText(text)
  const parsed = parseGlobalId(text)
  if (!parsed) return false
  if (!lookUpOf(type)) return true
  return parsed.type === type && (account === undefined || parsed.account === account)
}

/** The account that the arguments of a field name, by its ID or by a global ID. `type` is the type of the field. */
export function accountIn(type: string, args: Args): string | undefined {
  const input = typeof args['input'] === 'object' ? args['input'] : undefined
  const { accountId, ...others }: Args = { ...args, ...input }
  if (typeof accountId === 'string') return accountId.replace(/^Account:/, '')
  for (const value of Object.values(others)) {
    const parsed = typeof value === 'string' ? parseGlobalId(value) : undefined
    if (parsed) return parsed.account
  }
  return type === 'Account' && typeof args['id'] === 'string' ? args['id'] : undefined
}
