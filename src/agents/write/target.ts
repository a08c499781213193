import {
  getNamedType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  Kind,
  type FieldNode,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type ValueNode,
} from 'graphql'
import { parseGlobalId } from '../../schema/node/global-id.ts'
import type { Json, JsonObject } from '../graph/run.ts'

/** One thing that a mutation makes, changes or deletes. */
export interface Target {
  /** The response key of the mutation field. */
  field: string
  /** The path of the input in the arguments, such as `input.operations.3.update`. */
  path: string
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  /** The type of the entity. Undefined if the mutation returns none. */
  type: GraphQLObjectType | undefined
  /** The global ID of the entity. Undefined if it is to be made, or is not an entity with an ID. */
  id: string | undefined
  /** The global ID of the line item that something is put into. */
  lineItemId: string | undefined
  input: JsonObject
  inputType: GraphQLInputObjectType
}

/** What each mutation field of a document makes, changes or deletes. */
export function targetsOf(schema: GraphQLSchema, fields: readonly FieldNode[], variables: JsonObject): Target[] {
  return fields.flatMap((node) => {
    const field = schema.getMutationType()?.getFields()[node.name.value]
    const inputType = getNamedType(field?.args.find(({ name }) => name === 'input')?.type)
    const argument = node.arguments?.find(({ name }) => name.value === 'input')
    if (!field || !argument || !isInputObjectType(inputType)) return []
    const payload = getNamedType(field.type)
    const row = isObjectType(payload) ? rowOf(payload) : undefined
    const isDeletion = isObjectType(payload) && payload.getInterfaces().some(({ name }) => name === 'DeletePayload')
    const input = objectOf(valueOf(argument.value, variables))
    const base = { field: (node.alias ?? node.name).value, type: row?.type }
    const account = input['accountId']
    const { operations } = inputType.getFields()
    const operationType = getNamedType(operations?.type)
    if (isInputObjectType(operationType))
      return listOf(input['operations']).flatMap((operation, index) =>
        Object.entries(objectOf(operation)).flatMap(([action, value]) => {
          const memberType = getNamedType(operationType.getFields()[action]?.type)
          if (!isInputObjectType(memberType)) return []
          const path = `input.operations.${index}.${action}`
          return targetOf(
            { ...base, path, input: objectOf(value), inputType: memberType },
            row,
            account,
            action === 'delete',
          )
        }),
      )
    return targetOf({ ...base, path: 'input', input, inputType }, row, account, isDeletion)
  })
}

interface RowField {
  name: string
  type: GraphQLObjectType
}

/** The field of a payload with the row of the entity. */
function rowOf(payload: GraphQLObjectType): RowField | undefined {
  for (const { name, type } of Object.values(payload.getFields())) {
    const named = getNamedType(type)
    if (isObjectType(named) && named.getInterfaces().some((each) => each.name === 'Node')) return { name, type: named }
  }
  return undefined
}

function targetOf(
  base: Pick<Target, 'field' | 'type' | 'path' | 'input' | 'inputType'>,
  row: RowField | undefined,
  account: Json | undefined,
  isDeletion: boolean,
): Target {
  const { input, inputType } = base
  const own = input['accountId'] ?? account
  const idField = row && idFieldOf(row, inputType)
  const id = row && idField !== undefined ? globalIdOf(row.type.name, input[idField], own) : undefined
  const lineItemId = row?.type.name === 'LineItem' ? undefined : globalIdOf('LineItem', input['lineItemId'], own)
  const action = isDeletion ? 'DELETE' : idField === undefined ? 'CREATE' : 'UPDATE'
  return { ...base, action, id, lineItemId }
}

/** The field of an input with the ID of the entity itself. Undefined if the input makes one. */
function idFieldOf({ name, type }: RowField, inputType: GraphQLInputObjectType): string | undefined {
  const fields = inputType.getFields()
  const names = [name, type.name, ...type.getInterfaces().map((each) => each.name)]
  return names
    .flatMap((each) => [`${lowerFirst(each)}Id`, `${lowerFirst(each)}Key`])
    .find((each) => fields[each] && String(fields[each].type).endsWith('!'))
}

function globalIdOf(type: string, id: Json | undefined, account: Json | undefined): string | undefined {
  if (typeof id !== 'string') return undefined
  if (id.includes(':')) return parseGlobalId(id) ? id : undefined
  if (typeof account !== 'string') return undefined
  const text = type === 'Account' ? `Account:${id}` : `${type}:${account.slice(account.lastIndexOf(':') + 1)}:${id}`
  return parseGlobalId(text) ? text : undefined
}

/** The fields of an entity that a person compares with an input, or sees before a deletion. */
export function comparedFields({ type, input, action }: Target): string[] {
  if (!type) return []
  const fields = type.getFields()
  const names = action === 'DELETE' ? SHOWN_OF_DELETED : [...Object.keys(input), ...ALWAYS_SHOWN]
  return [...new Set(names)].filter((name) => {
    const field = fields[name]
    return field && field.args.length === 0 && isLeafType(getNamedType(field.type))
  })
}

const SHOWN_OF_DELETED = [
  'name',
  'entityStatus',
  'dailyBudgetAmountLocalMicro',
  'totalBudgetAmountLocalMicro',
  'currency',
]
const ALWAYS_SHOWN = ['entityStatus', 'currency']

/** The value of an argument as JSON, with the values of its variables. Integers beyond 2^53 stay exact, as texts. */
function valueOf(node: ValueNode, variables: JsonObject): Json {
  switch (node.kind) {
    case Kind.VARIABLE:
      return variables[node.name.value] ?? null
    case Kind.INT:
      return Number.isSafeInteger(Number(node.value)) ? Number(node.value) : node.value
    case Kind.FLOAT:
      return Number(node.value)
    case Kind.NULL:
      return null
    case Kind.LIST:
      return node.values.map((item) => valueOf(item, variables))
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields
          .filter(({ value }) => value.kind !== Kind.VARIABLE || value.name.value in variables)
          .map(({ name, value }) => [name.value, valueOf(value, variables)]),
      )
    default:
      return node.value
  }
}

/** The items of a list. GraphQL takes a single value for a list of one. */
function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
}

function objectOf(value: Json | undefined): JsonObject {
  return value && typeof value === 'object' && !Array.isArray(value) ? value : {}
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}
