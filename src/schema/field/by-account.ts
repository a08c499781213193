import type { GraphQLResolveInfo } from 'graphql'
import { asError } from '../../async/promise.ts'
import type { Context } from '../../context.ts'
import { sharesArguments, type ResolveAll } from '../../execute/resolver.ts'
import type { Row } from '../../rest/types.ts'
import { accountOf } from '../node/row.ts'

/** Reads the values of rows of one account, in their order. An error among them belongs to its row. */
type ReadOfAccount<Args, T> = (
  rows: readonly [Row, ...Row[]],
  args: Args,
  context: Context,
  info: GraphQLResolveInfo,
) => Promise<(T | Error | null)[]>

/** The resolver of a field whose values are read for all parents of an account at once, with one promise. */
export function resolveByAccount<Args extends object, T>(read: ReadOfAccount<Args, T>) {
  const readAll = async (parents: readonly Row[], args: Args, context: Context, info: GraphQLResolveInfo) => {
    const accounts = new Map<string, { rows: [Row, ...Row[]]; indexes: number[] }>()
    for (const [index, row] of parents.entries()) {
      const known = accounts.get(accountOf(row))
      if (!known) accounts.set(accountOf(row), { rows: [row], indexes: [index] })
      else {
        known.rows.push(row)
        known.indexes.push(index)
      }
    }
    // An array that grows is copied again and again.
    const found = new Array<T | Error | null>(parents.length)
    const reads = Array.from(accounts.values(), async ({ rows, indexes }) => {
      const values = await read(rows, args, context, info).catch((error: unknown) => rows.map(() => asError(error)))
      for (const [nth, index] of indexes.entries()) found[index] = values[nth] ?? null
    })
    await Promise.all(reads)
    return found
  }
  const resolve = async (row: Row, args: Args, context: Context, info: GraphQLResolveInfo): Promise<T | null> => {
    const [found = null] = await readAll([row], args, context, info)
    if (found instanceof Error) throw found
    return found
  }
  return sharesArguments(resolve, readAll as ResolveAll)
}
