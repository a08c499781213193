import { readFileSync } from 'node:fs'
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/schema/index.ts'

describe('schema.graphql', () => {
  it('is up to date (otherwise: npm run codegen)', () => {
    const committed = buildSchema(readFileSync('schema.graphql', 'utf8'))

    expect(printSchema(lexicographicSortSchema(committed))).toBe(printSchema(lexicographicSortSchema(schema)))
  })
})
