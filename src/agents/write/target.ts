import {
  getArgumentValues,
  getNamedType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  type FieldNode,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import { parseGlobalId } from '../../schema/node/global-id.ts'
import { jsonOf, objectOf, objectsIn, type Json, type JsonObject } from '../value/json.ts'

/** The line item, the campaign or the funding instrument of something new. */
interface Parent {
  type: GraphQLObjectType
  /** Its global ID. */
  id: string
}

/** One thing that a mutation makes, changes or deletes. */
export interface Target {
  /** The path of the input in the arguments, such as `input.operations.3.update`. */
  path: string
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  /** The type of the entity. Undefined if the mutation returns none. */
  type: GraphQLObjectType | undefined
  /** The global ID of the entity, or of the account whose settings change. Undefined if it is to be made, or has no ID. */
  id: string | undefined
  /** The field of the account with the settings that change, such as `taxSettings`. Undefined for an entity. */
  settings: string | undefined
  /** What it is made for, or put into. Undefined if that is not known. */
  parent: Parent | undefined
  input: JsonObject
  inputType: GraphQLInputObjectType
}

/** The values that are there now, by the global ID of what has them; those of settings by `currentKey`. */
export type CurrentValues = ReadonlyMap<string, JsonObject>

/** The key of the current values of a target: an account can have several settings. */
export function currentKey({ id = '', settings = '' }: Target): string {
  return id + settings
}

/** What a mutation field of a valid document makes, changes or deletes. */
export function targetsOf(
  schema: GraphQLSchema,
  node: FieldNode,
  variables: Readonly<Record<string, unknown>>,
): Target[] {
  const field = schema.getMutationType()?.getFields()[node.name.value]
  const inputType = getNamedType(field?.args.find(({ name }) => name === 'input')?.type)
  const payload = getNamedType(field?.type)
  if (!field || !isInputObjectType(inputType) || !isObjectType(payload)) return []
  const input = objectOf(jsonOf(getArgumentValues(field, node, variables))['input']) ?? {}
  const row = rowOf(payload)
  const settings = row ? undefined : settingsOf(schema, payload, input)
  const operationType = getNamedType(inputType.getFields()['operations']?.type)
  if (!isInputObjectType(operationType)) {
    const isDeletion = interfacesOf(payload).includes('DeletePayload')
    return [targetOf('input', input, inputType, isDeletion)]
  }
  return objectsIn(input['operations']).flatMap((operation, index) =>
    Object.entries(operation).flatMap(([action, value]) => {
      const memberType = getNamedType(operationType.getFields()[action]?.type)
      if (!isInputObjectType(memberType)) return []
      return targetOf(`input.operations.${index}.${action}`, objectOf(value) ?? {}, memberType, action === 'delete')
    }),
  )

  function targetOf(path: string, own: JsonObject, ownType: GraphQLInputObjectType, isDeletion: boolean): Target {
    const account = own['accountId'] ?? input['accountId']
    const idField = row && idFieldOf(row, ownType)
    const action = isDeletion ? 'DELETE' : row && idField === undefined ? 'CREATE' : 'UPDATE'
    return {
      path,
      action,
      type: row?.type ?? settings?.type,
      id: settings
        ? globalIdOf('Account', account, account)
        : globalIdOf(row?.type.name ?? '', own[idField ?? ''], account),
      settings: settings?.selection,
      parent: action === 'CREATE' ? parentOf(schema, own, account) : undefined,
      input: own,
      inputType: ownType,
    }
  }
}

interface RowField {
  name: string
  type: GraphQLObjectType
}

/** The field of a payload with the row of the entity. */
function rowOf(payload: GraphQLObjectType): RowField | undefined {
  return Object.values(payload.getFields())
    .map(({ name, type }) => ({ name, type: getNamedType(type) }))
    .find((field): field is RowField => interfacesOf(field.type).includes('Node'))
}

function interfacesOf(type: GraphQLNamedType): string[] {
  return isObjectType(type) ? type.getInterfaces().map(({ name }) => name) : []
}

/** The settings in a payload, and the field of their account that reads them, with its arguments from the input. */
function settingsOf(
  schema: GraphQLSchema,
  payload: GraphQLObjectType,
  input: JsonObject,
): { type: GraphQLObjectType; selection: string } | undefined {
  const account = schema.getType('Account')
  if (!isObjectType(account)) return undefined
  for (const { name, type } of Object.values(payload.getFields())) {
    const named = getNamedType(type)
    const field = account.getFields()[name]
    if (!field || !isObjectType(named) || getNamedType(field.type) !== named) continue
    const args = field.args.map((arg) => `${arg.name}: ${JSON.stringify(input[arg.name] ?? null)}`).join(', ')
    return { type: named, selection: args === '' ? name : `${name}(${args})` }
  }
  return undefined
}

function parentOf(schema: GraphQLSchema, input: JsonObject, account: Json | undefined): Parent | undefined {
  for (const name of ['LineItem', 'Campaign', 'FundingInstrument']) {
    const id = globalIdOf(name, input[idNameOf(name)], account)
    const type = schema.getType(name)
    if (id !== undefined && isObjectType(type)) return { type, id }
  }
  return undefined
}

/** The name of an argument with the ID of an entity. */
function idNameOf(type: string): string {
  return `${type.charAt(0).toLowerCase()}${type.slice(1)}Id`
}

/** The field of an input with the ID of the entity itself. Undefined if the input makes one. */
function idFieldOf({ name, type }: RowField, inputType: GraphQLInputObjectType): string | undefined {
  const fields = inputType.getFields()
  return [name, type.name, ...interfacesOf(type)]
    .map(idNameOf)
    .flatMap((each) => [each, each.replace(/Id$/, 'Key')])
    .find((each) => fields[each] && String(fields[each].type).endsWith('!'))
}

function globalIdOf(type: string, id: Json | undefined, account: Json | undefined): string | undefined {
  if (typeof id !== 'string') return undefined
  if (id.includes(':')) return parseGlobalId(id) ? id : undefined
  if (typeof account !== 'string') return undefined
  const text = type === 'Account' ? `Account:${id}` : `${type}:${account.slice(account.lastIndexOf(':') + 1)}:${id}`
  return parseGlobalId(text) ? text : undefined
}

/** Whether a field is an amount of money. */
export function isMoney(name: string): boolean {
  return name.endsWith('LocalMicro')
}

/** The fields of an entity that a person compares with an input, or sees before a deletion. */
export function comparedFields({ type, input, action }: Target): string[] {
  if (!type) return []
  // What is activated spends its budgets, and a budget that is spread replaces the one that is there.
  const showsAll = action === 'DELETE' || input['entityStatus'] === 'ACTIVE' || input['spreadBudgetEvenly'] === true
  const names = [
    ...(action === 'DELETE' ? ['name'] : Object.keys(input)),
    ...(showsAll ? shownFields(type) : ALWAYS_SHOWN),
  ]
  return [...new Set(names)].filter((name) => isColumn(type, name))
}

const ALWAYS_SHOWN = ['entityStatus', 'currency']

/** The status, the currency and the amounts of an entity. */
export function shownFields(type: GraphQLObjectType): string[] {
  return [...ALWAYS_SHOWN, ...Object.keys(type.getFields()).filter(isMoney)].filter((name) => isColumn(type, name))
}

function isColumn(type: GraphQLObjectType, name: string): boolean {
  const field = type.getFields()[name]
  return field !== undefined && field.args.length === 0 && isLeafType(getNamedType(field.type))
}
