import { buildSchema, parse } from 'graphql'
import { expect, it } from 'vitest'
import { execute } from '../../src/execute/executor.ts'
import { collectGarbage } from '../support/garbage.ts'

it('keeps no values of an execution with errors, although its document is kept', async () => {
  const schema = buildSchema('type Query { rows: [Row] } type Row { size: Int, raw: Raw } scalar Raw')
  const document = parse('{ rows { size raw } }')
  const run = async () => {
    const size = () => {
      throw new Error('No size')
    }
    const rows = [1, 2].map((nth) => ({ size, raw: { nth } }))
    const { errors } = (await execute({ schema, document, rootValue: { rows } })) as { errors: object[] }
    expect(errors).toHaveLength(2)
    return new WeakRef(rows[0]!.raw)
  }
  const raw = await run()

  // The stack of the engine may still hold a reference.
  const kept = async () => {
    await collectGarbage()
    return raw.deref()
  }
  await expect.poll(kept).toBeUndefined()
  expect(document.definitions).toHaveLength(1)
})
