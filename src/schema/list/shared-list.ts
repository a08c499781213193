import type { Context } from '../../context.ts'
import { runsOf } from '../../rest/json/lazy-row.ts'
import type { Row } from '../../rest/types.ts'
import type { Connection } from './connection.ts'
import { type ListSelection, readTogether, type ChildSource, type PageArgs, type Siblings } from './read.ts'

/**
 * The lists of children of several parents in one account, read as one list with a cursor of its own. Long work reads
 * them so, because every page is full, however the rows are distributed over the parents.
 */
export class SharedList {
  readonly #source: ChildSource

  constructor(source: ChildSource) {
    this.#source = source
  }

  /** Reads a page of the children of up to 200 parents. Throws BAD_USER_INPUT for arguments that break a limit. */
  read(context: Context, siblings: Siblings, args: PageArgs, selected: ListSelection): Promise<Connection> {
    return readTogether(this.#source, context, siblings, args, selected)
  }

  /** The ID of each row's parent; undefined for a row that does not name it. */
  parentsOf(rows: readonly Row[]): (string | undefined)[] {
    const parents: (string | undefined)[] = []
    for (const { value, from, to } of runsOf(rows, this.#source.parentColumn)) {
      const isKnown = typeof value === 'string' || typeof value === 'number'
      for (let index = from; index < to; index += 1) parents.push(isKnown ? String(value) : undefined)
    }
    return parents
  }
}

/** How the lists of a field are read as one; undefined if they cannot be. */
export function sharedListOf(extensions: Readonly<Record<string, unknown>>): SharedList | undefined {
  const { shared } = extensions
  return shared instanceof SharedList ? shared : undefined
}
