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
  /** The response key of the mutation field. */
  field: string
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
export function currentKey({ id = '', settings }: Target): string {
  return settings === undefined ? id : `${id} ${settings}`
}

/** What each mutation field of a valid document makes, changes or deletes. */
export function targetsOf(
  schema: GraphQLSchema,
  fields: readonly FieldNode[],
  variables: Readonly<Record<string, unknown>>,
): Target[] {
  return fields.flatMap((node) => {
    const field = schema.getMutationType()?.getFields()[node.name.value]
    const inputType = getNamedType(field?.args.find(({ name }) => name === 'input')?.type)
    if (!field || !isInputObjectType(inputType)) return []
    const payload = getNamedType(field.type)
    const row = isObjectType(payload) ? rowOf(payload) : undefined
    const isDeletion = interfacesOf(payload).includes('DeletePayload')
    const input = objectOf(jsonOf(getArgumentValues(field, node, variables))['input']) ?? {}
    const settings = isObjectType(payload) && !row ? settingsOf(schema, payload, input) : undefined
    const base = {
      field: (node.alias ?? node.name).value,
      type: row?.type ?? settings?.type,
      settings: settings?.selection,
    }
    const operationType = getNamedType(inputType.getFields()['operations']?.type)
    if (!isInputObjectType(operationType))
      return targetOf(schema, { ...base, path: 'input', input, inputType }, row, input['accountId'], isDeletion)
    return objectsIn(input['operations']).flatMap((operation, index) =>
      Object.entries(operation).flatMap(([action, value]) => {
        const memberType = getNamedType(operationType.getFields()[action]?.type)
        if (!isInputObjectType(memberType)) return []
        const path = `input.operations.${index}.${action}`
        const target = { ...base, path, input: objectOf(value) ?? {}, inputType: memberType }
        return targetOf(schema, target, row, input['accountId'], action === 'delete')
      }),
    )
  })
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

function targetOf(
  schema: GraphQLSchema,
  base: Omit<Target, 'action' | 'id' | 'parent'>,
  row: RowField | undefined,
  account: Json | undefined,
  isDeletion: boolean,
): Target {
  const { input, inputType } = base
  const own = input['accountId'] ?? account
  const idField = row && idFieldOf(row, inputType)
  const rowId = row && idField !== undefined ? globalIdOf(row.type.name, input[idField], own) : undefined
  const id = base.settings === undefined ? rowId : globalIdOf('Account', own, own)
  const action = isDeletion ? 'DELETE' : row && idField === undefined ? 'CREATE' : 'UPDATE'
  return { ...base, action, id, parent: action === 'CREATE' ? parentOf(schema, input, own) : undefined }
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
