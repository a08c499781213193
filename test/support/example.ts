import {
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLOutputType,
} from 'graphql'
import { ROWS } from '../../reference/index.ts'
import { schema } from '../../src/graph.ts'
import { camelCase } from '../../src/schema/wire-name.ts'
import exceptions from '../schema/exceptions.json' with { type: 'json' }

/** A row, the fields that are selected of it, and what the graph answers for them. */
export interface Example {
  row: Record<string, unknown>
  selection: string
  shown: Record<string, unknown>
}

/** Values that have a form, by the names of columns. */
const BY_COLUMN: Readonly<Record<string, string>> = { media_key: '3_1' }

/** The columns that are not shown as they are sent. The tests of their entities show how. */
const COMPUTED = [
  'content_duration_seconds',
  'id_str',
  'KeywordInsights.request_params',
  'RecommendedChange.operation_type',
  'RecommendedChange.params',
  'unlocked_image_media_key',
]

const NAMES: Readonly<Record<string, { name?: string; reason: string }>> = exceptions.fieldNames

/** The types of rows that are looked into, which one type of row can have more than once. */
type Within = readonly string[]

/**
 * A row of a type with every column that the reference has and a field of the graph shows, each with a value that no other column has.
 * `shown` is these fields with what they answer.
 */
export function exampleOf(typeName: string, within: Within = []): Example {
  const type = schema.getType(typeName)
  const fields = isObjectType(type) ? type.getFields() : {}
  const { documents, service = [] } = ROWS[typeName] ?? { documents: [] }
  const row: Record<string, unknown> = {}
  const shown: Record<string, unknown> = {}
  const selections: string[] = []
  // Of two columns for one field, the second is the one that the live service sends.
  for (const [index, column] of [...documents, ...service].toReversed().entries()) {
    const keys = [`${typeName}.${column}`, column]
    const name = keys.map((key) => NAMES[key]?.name).find((name) => name !== undefined) ?? camelCase(column)
    if (keys.some((key) => COMPUTED.includes(key)) || !fields[name] || name in shown) continue
    const value = valueOf(fields[name].type, column, index + 1, [...within, typeName])
    if (!value) continue
    row[column] = value.sent
    shown[name] = value.answered
    selections.push(`${name}${value.selection ?? ''}`)
  }
  return { row, shown, selection: selections.join(' ') }
}

interface Value {
  sent: unknown
  answered: unknown
  selection?: string
}

/** A value of a field; undefined if the field shows more than a column. */
function valueOf(type: GraphQLOutputType, column: string, nth: number, within: Within): Value | undefined {
  const bare = getNullableType(type)
  if (isListType(bare)) {
    const item = valueOf(bare.ofType, column, nth, within)
    return item && { ...item, sent: [item.sent], answered: [item.answered] }
  }
  const named = getNamedType(type)
  if (isLeafType(named)) return leafOf(named, column, nth)
  if (!(named.name in ROWS) || within.includes(named.name)) return undefined
  const { row, shown, selection } = exampleOf(named.name, within)
  return { sent: row, answered: shown, selection: ` { ${selection} }` }
}

function leafOf(type: GraphQLNamedType, column: string, nth: number): Value {
  const same = (value: unknown) => ({ sent: value, answered: value })
  if (isEnumType(type)) return same(type.getValues().find(({ name }) => name !== 'UNRECOGNIZED')!.name)
  switch (type.name) {
    case 'Boolean':
      return same(nth % 2 === 0)
    case 'Int':
    case 'Float':
      return same(nth)
    case 'Long':
      return { sent: nth, answered: String(nth) }
    case 'DateTime':
      return same(`2026-05-01T08:00:${String(nth).padStart(2, '0')}Z`)
    default:
      return same(BY_COLUMN[column] ?? `${column} ü, ${nth}`)
  }
}
