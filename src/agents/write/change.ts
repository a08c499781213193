import { pickBy } from '../../json/object.ts'
import { budgetColumn } from '../../schema/write/known.ts'
import { snakeCase } from '../../schema/wire-name.ts'
import { shortText } from '../graph/cut.ts'
import type { Operation, Run } from '../graph/run.ts'
import { refusalFor } from '../tool/answer.ts'
import { jsonOf, listOf, objectOf, type JsonObject } from '../value/json.ts'
import { startsToServe } from './effect.ts'
import { comparedFields, currentKey, isMoney, shownFields, type CurrentValues, type Target } from './target.ts'

/**
 * Reads the values that the targets change, and those of what something that serves is put into. Throws a Refusal if they cannot be
 * read.
 */
export async function readCurrent(run: Run, targets: readonly Target[], operation: Operation): Promise<CurrentValues> {
  const current = new Map<string, JsonObject>()
  const wanted = new Map<string, { ids: Set<string>; fields: Set<string> }>()
  for (const target of targets) {
    const { id, type, settings, parent } = target
    const fields = comparedFields(target)
    if (parent && startsToServe(target)) want(parent.id, parent.type.name, shownFields(parent.type))
    if (id === undefined || !type || fields.length === 0) continue
    if (settings === undefined) want(id, type.name, fields)
    else {
      const document = `${LOOK_UP_SETTINGS}: ${settings} { ${fields.join(' ')} } } }`
      const data = await read(document, { id })
      keep(currentKey(target), objectOf(data?.['account'])?.['settings'])
    }
  }
  for (const [type, { ids, fields }] of wanted)
    for (let left = [...ids]; left.length > 0; left = left.slice(MAX_NODES)) {
      const asked = left.slice(0, MAX_NODES)
      const document = `${LOOK_UP} { ... on ${type} { ${[...fields].join(' ')} raw } } }`
      const rows = listOf((await read(document, { ids: asked }))?.['nodes'])
      for (const [index, id] of asked.entries()) keep(id, rows[index])
    }
  return current

  function want(id: string, type: string, fields: readonly string[]): void {
    const known = wanted.get(type) ?? { ids: new Set(), fields: new Set() }
    known.ids.add(id)
    for (const field of fields) known.fields.add(field)
    wanted.set(type, known)
  }

  function keep(key: string, row: JsonObject[string] | undefined): void {
    const values = objectOf(row)
    if (values) current.set(key, known(values))
  }

  async function read(document: string, variables: JsonObject): Promise<JsonObject | null> {
    const { data, errors } = await run({ ...operation, document, variables })
    // An amount that does not fit is not known.
    const failed = errors.filter(({ path = [] }) => !isMoney(String(path.at(-1))))
    if (failed.length > 0) throw refusalFor('Nothing was sent. The current values could not be read.', failed)
    return data
  }
}

/** The values of a row without the amounts that are null because the row does not tell them. */
function known({ raw, ...values }: JsonObject): JsonObject {
  const row = objectOf(raw) ?? {}
  const isKnown = (name: string) =>
    !isMoney(name) || values[name] !== null || budgetColumn(row[snakeCase(name)], row) === null
  return pickBy(values, (_value, name) => isKnown(name))
}

const LOOK_UP = 'query ($ids: [ID!]!) { nodes(ids: $ids)'

const LOOK_UP_SETTINGS = 'query ($id: ID!) { account(id: $id) { settings'

/** The maximum number of IDs in one look-up. */
const MAX_NODES = 1_000

/** The values that a write changes, each beside the one that is there now, and those of what it deletes. */
export function changesOf(target: Target, current: CurrentValues): JsonObject[] {
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
