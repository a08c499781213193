import { pickBy } from '../../../json/object.ts'
import { budgetColumn } from '../../../schema/write/known.ts'
import { snakeCase } from '../../../schema/wire-name.ts'
import { shortText, type Operation, type Run } from '../graph/run.ts'
import { refusalFor } from '../tool/answer.ts'
import { jsonOf, listOf, objectOf, type JsonObject } from '../value/json.ts'
import { startsToServe } from './effect.ts'
import { comparedFields, currentKey, shownFields, type CurrentValues, type Target } from './target.ts'

/**
 * Reads the values that the targets change, and those of what something that serves is put into. Throws a Refusal if they cannot be
 * read.
 */
export async function readCurrent(run: Run, targets: readonly Target[], operation: Operation): Promise<CurrentValues> {
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
    const { data, errors } = await run({ ...operation, document, variables })
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

/** The values of a row without the amounts that are null because the row does not tell them. */
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
