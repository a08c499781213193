import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/graph.ts'
import { schemaSdl } from '../../src/schema/directive.ts'

describe('schema.graphql', () => {
  it('is up to date (otherwise: npm run codegen)', () => {
    expect(readFileSync('schema.graphql', 'utf8')).toBe(`${schemaSdl(schema)}\n`)
  })
})
