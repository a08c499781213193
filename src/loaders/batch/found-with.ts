import type { OnForget } from './variant.ts'

/**
 * The parameters with which rows of an account were found in an operation, so that look-ups that can have one of several
 * parameters try these first.
 */
export interface FoundWith {
  add(path: object, params: object): void
  /** The parameters of look-ups in this account, those first that have found rows. */
  sort<Params extends object>(path: object, params: readonly Params[]): Params[]
}

export function createFoundWith(onForget: OnForget): FoundWith {
  /** Found since the last look-up: most operations have none that could have several parameters. */
  let added: { path: object; params: object }[] = []
  let byPath = new Map<string, ReadonlyMap<string, unknown>[]>()
  onForget(() => {
    added = []
    byPath = new Map()
  })

  return {
    add: (path, params) => void added.push({ path, params }),
    sort(path, params) {
      for (const { path, params } of added) {
        const key = JSON.stringify(path)
        const found = new Map(Object.entries(params))
        const known = byPath.get(key)
        if (known) known.push(found)
        else byPath.set(key, [found])
      }
      added = []
      const known = byPath.get(JSON.stringify(path)) ?? []
      const isKnown = (wanted: object) =>
        known.some((found) => Object.entries(wanted).every(([name, value]) => found.get(name) === value))
      return [...params.filter(isKnown), ...params.filter((wanted) => !isKnown(wanted))]
    },
  }
}
