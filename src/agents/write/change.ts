import { shortText } from '../graph/cut.ts'
import { listOf, objectOf, type Json, type JsonObject } from '../value/json.ts'
import type { Operation, Run, RunError } from '../graph/run.ts'
import { startsToServe } from './effect.ts'
import { comparedFields, currentKey, shownFields, type CurrentValues, type Target } from './target.ts'

/** A value that a write changes, beside the one that is there now. */
export interface Change {
  /** The response key of the mutation, and the path of the value in its arguments. */
  field: string
  path: string
  /** The global ID of what changes. */
  id: string
  name: string
  current: Json
  new: Json
}

/** Reads the values that the targets change, and those of what something that serves is put into. */
export async function readCurrent(
  run: Run,
  targets: readonly Target[],
  operation: Operation,
): Promise<{ current: CurrentValues; errors: readonly RunError[] }> {
  const wanted = new Map<string, { ids: Set<string>; fields: Set<string> }>()
  const want = (id: string, type: string, fields: readonly string[]) => {
    if (fields.length === 0) return
    const known = wanted.get(type) ?? { ids: new Set(), fields: new Set() }
    known.ids.add(id)
    for (const field of fields) known.fields.add(field)
    wanted.set(type, known)
  }
  const current = new Map<string, JsonObject>()
  const errors: RunError[] = []
  for (const target of targets) {
    const { id, type, settings, parent } = target
    const fields = comparedFields(target)
    if (settings === undefined) {
      if (id !== undefined && type) want(id, type.name, fields)
    } else if (fields.length > 0) {
      const document = `${LOOK_UP_SETTINGS}: ${settings} { ${fields.join(' ')} } } }`
      const { data, errors: failed } = await run({ ...operation, document, variables: { id: id ?? null } })
      errors.push(...failed)
      const row = objectOf(objectOf(data?.['account'])?.['settings'])
      if (row) current.set(currentKey(target), row)
    }
    if (parent && startsToServe(target)) want(parent.id, parent.type.name, shownFields(parent.type))
  }
  for (const [type, { ids, fields }] of wanted)
    for (let left = [...ids]; left.length > 0; left = left.slice(MAX_NODES)) {
      const asked = left.slice(0, MAX_NODES)
      const document = `${LOOK_UP} { ... on ${type} { ${[...fields].join(' ')} } } }`
      const { data, errors: failed } = await run({ ...operation, document, variables: { ids: asked } })
      errors.push(...failed)
      const rows = listOf(data?.['nodes'])
      for (const [index, id] of asked.entries()) {
        const row = objectOf(rows[index])
        if (row) current.set(id, row)
      }
    }
  return { current, errors }
}

const LOOK_UP = 'query ($ids: [ID!]!) { nodes(ids: $ids)'

const LOOK_UP_SETTINGS = 'query ($id: ID!) { account(id: $id) { settings'

/** The maximum number of IDs in one look-up. */
const MAX_NODES = 1_000

/** The values that change, and those of what is deleted. */
export function changesOf(targets: readonly Target[], current: CurrentValues): Change[] {
  return targets.flatMap((target) => {
    const { id, input, action, path, field } = target
    const row = current.get(currentKey(target))
    if (id === undefined || !row) return []
    return comparedFields(target)
      .filter((name) => action === 'DELETE' || name in input)
      .map((name) => ({
        field,
        path: `${path}.${name}`,
        id,
        name,
        current: typeof row[name] === 'string' ? shortText(row[name]) : (row[name] ?? null),
        new: action === 'DELETE' ? null : (input[name] ?? null),
      }))
  })
}
