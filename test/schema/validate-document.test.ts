import { describe, expect, it } from 'vitest'
import { useGraphOver } from '../support/graph.ts'
import { listsOf } from '../support/upstream.ts'

const { graph } = useGraphOver(listsOf({}))

describe('the errors of a document', () => {
  it.each([
    ['are at most 100, as in graphql-js', 10, 100],
    ['are fewer in a long document, because all of it is searched for the line of each', 250, 59],
    ['are ten in the longest', 2_400, 10],
  ])('%s', async (_, length, count) => {
    const fields = Array.from({ length: 200 }, (_, nth) => `unknown${nth}`.padEnd(Math.min(length, 250), 'x'))
    const spaces = ' '.repeat(Math.max(0, length - 250))
    const { errors } = await graph.query(`{ ${fields.join(` ${spaces}`)} }`)

    expect(errors).toHaveLength(count + 1)
    expect(errors?.at(-1)?.message).toBe('Too many validation errors, error limit reached. Validation aborted.')
    expect(errors?.slice(0, -1).map(({ message }) => message)).toEqual(
      fields.slice(0, count).map((name) => `Cannot query field "${name}" on type "Query".`),
    )
  })
})
