import {
  getArgumentValues,
  getNamedType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  type FieldNode,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import { parseGlobalId } from '../../../schema/node/global-id.ts'
import { declaredOf, isSingle, moneyOf, operationTypeOf, type Declared } from '../../../schema/write/declared.ts'
import { jsonOf, objectOf, objectsIn, type Json, type JsonObject } from '../value/json.ts'

/** What something new serves in. */
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
  /** Whether it can serve, if it is new. */
  serves: boolean
  /** What it is made for, or put into, if it can serve. Undefined if that is not known. */
  parent: Parent | undefined
  /** The columns of the type, and of the parent, that are amounts of money. */
  money: readonly string[]
  parentMoney: readonly string[]
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
  const does = field && declaredOf(field)
  if (!field || !does || !isInputObjectType(inputType) || !isObjectType(payload)) return []
  const input = objectOf(jsonOf(getArgumentValues(field, node, variables))['input']) ?? {}
  const settings = settingsOf(schema, payload, input)
  if (isSingle(does)) return [targetOf(does, 'input', input, inputType)]
  const operationType = operationTypeOf(field)
  return objectsIn(input['operations']).flatMap((operation, index) =>
    Object.entries(does).flatMap(([kind, declared]) => {
      const memberType = getNamedType(operationType?.getFields()[kind]?.type)
      const own = objectOf(operation[kind])
      if (!own || !isInputObjectType(memberType)) return []
      return targetOf(declared, `input.operations.${index}.${kind}`, own, memberType)
    }),
  )

  function targetOf(declared: Declared, path: string, own: JsonObject, ownType: GraphQLInputObjectType): Target {
    const account = own['accountId'] ?? input['accountId']
    const { action, id = '', serves } = declared
    const [type, parentType] = [schema.getType(declared.type), schema.getType(serves?.in ?? '')]
    const parentId = serves && globalIdOf(serves.in, own[serves.id], account)
    return {
      path,
      action,
      type: isObjectType(type) ? type : undefined,
      id: globalIdOf(settings ? 'Account' : declared.type, own[id], account),
      settings: settings?.selection,
      serves: serves !== undefined,
      parent: parentId !== undefined && isObjectType(parentType) ? { type: parentType, id: parentId } : undefined,
      money: moneyOf(schema, declared.type),
      parentMoney: serves ? moneyOf(schema, serves.in) : [],
      input: own,
      inputType: ownType,
    }
  }
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

function globalIdOf(type: string, id: Json | undefined, account: Json | undefined): string | undefined {
  if (typeof id !== 'string') return undefined
  if (id.includes(':')) return parseGlobalId(id) ? id : undefined
  if (typeof account !== 'string') return undefined
  const text = type === 'Account' ? `Account:${id}` : `${type}:${account.slice(account.lastIndexOf(':') + 1)}:${id}`
  return parseGlobalId(text) ? text : undefined
}

/** The fields of an entity that a person compares with an input, or sees before a deletion. */
export function comparedFields({ type, input, action, money }: Target): string[] {
  if (!type) return []
  // What is activated spends its budgets, and a budget that is spread replaces the one that is there.
  const showsAll = action === 'DELETE' || input['entityStatus'] === 'ACTIVE' || input['spreadBudgetEvenly'] === true
  const names = [
    ...(action === 'DELETE' ? ['name'] : Object.keys(input)),
    ...(showsAll ? shownFields(type, money) : ALWAYS_SHOWN),
  ]
  return [...new Set(names)].filter((name) => isColumn(type, name))
}

const ALWAYS_SHOWN = ['entityStatus', 'currency']

/** The status, the currency and the amounts of an entity. */
export function shownFields(type: GraphQLObjectType, money: readonly string[]): string[] {
  return [...ALWAYS_SHOWN, ...money].filter((name) => isColumn(type, name))
}

function isColumn(type: GraphQLObjectType, name: string): boolean {
  const field = type.getFields()[name]
  return field !== undefined && field.args.length === 0 && isLeafType(getNamedType(field.type))
}
