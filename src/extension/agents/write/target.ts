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
import { pickBy } from '../../../json/object.ts'
import { parseGlobalId } from '../../../schema/node/global-id.ts'
import { snakeCase } from '../../../schema/wire-name.ts'
import { declaredOf, isSingle, moneyOf, operationTypeOf, type Declared } from '../../../schema/write/declared.ts'
import { budgetColumn } from '../../../schema/write/known.ts'
import { refusalFor } from '../answer.ts'
import { shortText, type AgentOperation, type Run } from '../run.ts'
import { jsonOf, objectOf, objectsIn, listOf, type Json, type JsonObject } from '../value.ts'

/** What something new serves in. */
interface Parent {
  type: GraphQLObjectType
  id: string
}

/** One thing that a mutation makes, changes or deletes. */
export interface WriteTarget {
  /** The path of the input in the arguments, such as `input.operations.3.update`. */
  path: string
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  /** The type of the entity. Undefined if the mutation returns none. */
  type: GraphQLObjectType | undefined
  /** The global ID of the entity, or of the account whose settings change. Undefined if it is to be made, or has no ID. */
  id: string | undefined
  /** The field of the account with the settings that change, such as `taxSettings`. Undefined for an entity. */
  settings: string | undefined
  serves: boolean
  /** What it is made for, or put into, if it can serve. Undefined if that is not known. */
  parent: Parent | undefined
  /** The columns of the type, and of the parent, that are amounts of money. */
  money: readonly string[]
  parentMoney: readonly string[]
  /** The other input fields that affect the spend. */
  deciding: readonly string[]
  input: JsonObject
  inputType: GraphQLInputObjectType
}

/** The values that are there now, by the global ID of their entity; values of settings by `currentKey`. */
export type CurrentValues = ReadonlyMap<string, JsonObject>

/** The key of the current values of a target: an account can have several settings. */
export function currentKey({ id = '', settings = '' }: WriteTarget): string {
  return id + settings
}

/** What a mutation field of a valid document makes, changes or deletes. */
export function targetsOf(
  schema: GraphQLSchema,
  node: FieldNode,
  variables: Readonly<Record<string, unknown>>,
): WriteTarget[] {
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

  function targetOf(declared: Declared, path: string, own: JsonObject, ownType: GraphQLInputObjectType): WriteTarget {
    const account = own['accountId'] ?? input['accountId']
    const { action, id = '', serves = false, settings: decides = {} } = declared
    const parent = serves ? declared.parent : undefined
    const [type, parentType] = [schema.getType(declared.type), schema.getType(parent?.type ?? '')]
    const parentId = parent && globalIdOf(parent.type, own[parent.id], account)
    return {
      path,
      action,
      type: isObjectType(type) ? type : undefined,
      id: globalIdOf(settings ? 'Account' : declared.type, own[id], account),
      settings: settings?.selection,
      serves,
      parent: parentId !== undefined && isObjectType(parentType) ? { type: parentType, id: parentId } : undefined,
      money: moneyOf(schema, declared.type),
      parentMoney: parent ? moneyOf(schema, parent.type) : [],
      deciding: Object.keys(decides),
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

/** Whether a write makes something that serves as soon as what it is put into does. */
export function startsToServe({ action, serves, input, inputType }: WriteTarget): boolean {
  if (action !== 'CREATE' || !serves) return false
  // The service creates campaigns and line items as ACTIVE unless `entityStatus` says otherwise.
  return !inputType.getFields()['entityStatus'] || (input['entityStatus'] ?? 'ACTIVE') === 'ACTIVE'
}

/** The fields of an entity that a person compares with an input, or sees before a deletion. */
function comparedFields({ type, input, action, money }: WriteTarget): string[] {
  if (!type) return []
  // An activated entity spends its budgets, and a budget that is spread replaces the current one.
  const showsAll = action === 'DELETE' || input['entityStatus'] === 'ACTIVE' || input['spreadBudgetEvenly'] === true
  const names = [
    ...(action === 'DELETE' ? [] : Object.keys(input)),
    ...(showsAll ? shownFields(type, money) : ALWAYS_SHOWN),
  ]
  return [...new Set(names)].filter((name) => isColumn(type, name))
}

const ALWAYS_SHOWN = ['name', 'entityStatus', 'currency']

/** The name, the status, the currency and the amounts of an entity. */
function shownFields(type: GraphQLObjectType, money: readonly string[]): string[] {
  return [...ALWAYS_SHOWN, ...money].filter((name) => isColumn(type, name))
}

function isColumn(type: GraphQLObjectType, name: string): boolean {
  const field = type.getFields()[name]
  return field !== undefined && field.args.length === 0 && isLeafType(getNamedType(field.type))
}

/**
 * Reads the values that the targets change, and of entities that something is added to. Throws a Refusal if they cannot be
 * read.
 */
export async function readCurrent(
  run: Run,
  targets: readonly WriteTarget[],
  operation: AgentOperation,
): Promise<CurrentValues> {
  const current = new Map<string, JsonObject>()
  const wanted = new Map<string, Wanted>()
  for (const target of targets) {
    const { id, type, settings, parent, money, parentMoney } = target
    const fields = comparedFields(target)
    if (parent && startsToServe(target))
      want(parent.id, parent.type.name, { fields: shownFields(parent.type, parentMoney), money: parentMoney })
    if (id === undefined || !type || fields.length === 0) continue
    if (settings === undefined) want(id, type.name, { fields, money })
    else {
      const document = `${LOOK_UP_SETTINGS}: ${settings} { ${fields.join(' ')} } } }`
      const data = await read(document, { id }, money)
      keep(currentKey(target), objectOf(data?.['account'])?.['settings'], money)
    }
  }
  for (const [type, { ids, fields, money }] of wanted)
    for (let left = [...ids]; left.length > 0; left = left.slice(MAX_NODES)) {
      const asked = left.slice(0, MAX_NODES)
      const document = `${LOOK_UP} { ... on ${type} { ${[...fields].join(' ')} raw } } }`
      const rows = listOf((await read(document, { ids: asked }, money))?.['nodes'])
      for (const [index, id] of asked.entries()) keep(id, rows[index], money)
    }
  return current

  function want(
    id: string,
    type: string,
    { fields, money }: Pick<Wanted, 'money'> & { fields: readonly string[] },
  ): void {
    const known = wanted.get(type) ?? { ids: new Set(), fields: new Set(), money }
    known.ids.add(id)
    for (const field of fields) known.fields.add(field)
    wanted.set(type, known)
  }

  function keep(key: string, row: JsonObject[string] | undefined, money: readonly string[]): void {
    const values = objectOf(row)
    if (values) current.set(key, known(values, money))
  }

  async function read(document: string, variables: JsonObject, money: readonly string[]): Promise<JsonObject | null> {
    const { data, errors } = await run({ ...operation, document, variables }, { isPreparation: true })
    // An amount that does not fit is not known.
    const failed = errors.filter(({ path = [] }) => !money.includes(String(path.at(-1))))
    if (failed.length > 0) throw refusalFor('Nothing was sent. The current values could not be read.', failed)
    return data
  }
}

/** The rows of a type that are read: their IDs, the fields, and which of these are amounts of money. */
interface Wanted {
  ids: Set<string>
  fields: Set<string>
  money: readonly string[]
}

/** The values of a row without the amounts that are null because the row does not have them. */
function known({ raw, ...values }: JsonObject, money: readonly string[]): JsonObject {
  const row = objectOf(raw) ?? {}
  const isKnown = (name: string) =>
    !money.includes(name) || values[name] !== null || budgetColumn(row[snakeCase(name)], row) === null
  return pickBy(values, (_value, name) => isKnown(name))
}

const LOOK_UP = 'query ($ids: [ID!]!) { nodes(ids: $ids)'

const LOOK_UP_SETTINGS = 'query ($id: ID!) { account(id: $id) { settings'

/** The maximum number of IDs in one look-up. */
const MAX_NODES = 1_000

/** The values that a write changes, each with the current one, and the values of entities that it deletes. */
export function changesOf(target: WriteTarget, current: CurrentValues): JsonObject[] {
  const { id, input, action, path } = target
  const row = current.get(currentKey(target))
  if (id === undefined || !row) return []
  const isDeletion = action === 'DELETE'
  return comparedFields(target)
    .filter((name) => isDeletion || name in input)
    .map((name) => ({
      path: `${path}.${name}`,
      id,
      name,
      ...jsonOf({ current: row[name] ?? null }, shortText),
      new: isDeletion ? null : (input[name] ?? null),
    }))
}
