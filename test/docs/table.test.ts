import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DOCUMENTED } from '../../reference/index.ts'
import { schema } from '../../src/graph.ts'
import { MAX_SMALL_ROWS, MIN_RUNNING } from '../../src/server/admission/admission.ts'
import { DOCUMENT_LIMITS } from '../../src/server/document/limits.ts'
import { writesIn } from '../support/schema.ts'

describe('the documentation', () => {
  it.each(['README.md', 'CHANGELOG.md'])('has the number of documented endpoints in %s', (file) => {
    const numbers = [...readFileSync(file, 'utf8').matchAll(/\ball (\d+) endpoints/gi)].map(([, number]) =>
      Number(number),
    )

    expect(numbers.filter((number) => number !== DOCUMENTED.length)).toEqual([])
  })

  it('has the limits of documents and of large queries', () => {
    const cells = readFileSync('docs/limits.md', 'utf8').matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\|/gm)
    const limits = new Map(Array.from(cells, ([, limit, value]) => [limit, value]))
    const text = (...numbers: number[]) => numbers.map((number) => number.toLocaleString('en-US')).join(', ')
    const { depth, fields, aliases, directives, tokens } = DOCUMENT_LIMITS

    expect(limits.get('depth, fields, aliases, directives (fragments expanded)')).toBe(
      text(depth, fields, aliases, directives),
    )
    expect(limits.get('characters, lines, tokens')).toMatch(new RegExp(`, ${text(tokens)}$`))
    expect(limits.get(`queries of more than ${text(MAX_SMALL_ROWS)} rows, while the process is busy`)).toBe(
      text(MIN_RUNNING),
    )
  })

  it('says of each mutation with an idempotency key how its row is found', () => {
    const text = readFileSync('docs/repeating-writes.md', 'utf8')
    const cells = [...text.slice(text.indexOf('| mutation ')).matchAll(/^\|([^|]+)/gm)]
    const listed = cells.flatMap(([cell]) => Array.from(cell.matchAll(/`(\w+)`/g), ([, name]) => name!))
    const writes = writesIn(schema)
    const taking = writes.filter(({ args }) => args.some(({ name }) => name === 'idempotencyKey'))

    expect(taking.map(({ name }) => name).filter((name) => !listed.includes(name))).toEqual([])
    expect(listed.filter((name) => !writes.some((write) => write.name === name))).toEqual([])
    expect(new Set(listed).size).toBe(listed.length)
  })
})
