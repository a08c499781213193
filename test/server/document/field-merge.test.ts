import { buildSchema, OverlappingFieldsCanBeMergedRule, parse, validate, visit } from 'graphql'
import { describe, expect, it } from 'vitest'
import { fieldMergeOf } from '../../../src/server/document/field-merge.ts'
import { MAX_FIELD_PAIRS } from '../../../src/server/document/limits.ts'
import { useGraphOver } from '../../support/graph.ts'
import { seededRandom } from '../../support/random-document.ts'
import { listsOf } from '../../support/upstream.ts'

const schema = buildSchema(`
  type Query { a(n: Int): A b: B either: Named }
  interface Named { name: String }
  type A implements Named { name: String size: Int a(n: Int): A named: Named }
  type B implements Named { name: String size: String! b: B named: Named }
`)

const merge = (document: string) => fieldMergeOf(schema, parse(document))

describe('the fields of a document, merged by response key', () => {
  it('are uniform if no two with the same key differ, at any depth and through fragments', () => {
    expect(merge('{ a { name } a { name ...F } b { name } } fragment F on A { name size }')).toEqual({
      isUniform: true,
      pairs: 1 + 3,
    })
    expect(merge('{ a(n: 1) { name } a(n: 2) { name } }').isUniform).toBe(false)
    expect(merge('{ a(n: 1) { name } a(n:1) { name } }').isUniform).toBe(true)
    expect(merge('{ a(n: 1, n: 2) { name } a(n: 1) { name } }').isUniform).toBe(false)
    expect(merge('{ a(n: [{ b: "1" }]) { name } a(n: [{ b: "1" }]) { name } }').isUniform).toBe(true)
    expect(merge('{ a(n: [{ b: "1" }]) { name } a(n: [{ b: "2" }]) { name } }').isUniform).toBe(false)
    expect(merge('{ a(n: [1]) { name } a(n: []) { name } }').isUniform).toBe(false)
    expect(merge('{ a @include(if: true) { name } a @skip(if: true) { name } }').isUniform).toBe(true)
    expect(merge('{ a { x: name } a { x: size } }').isUniform).toBe(false)
    expect(merge('{ either { ... on A { size } ... on B { size } } }').isUniform).toBe(false)
    expect(merge('{ either { ... on A { name } ... on B { name } } }').isUniform).toBe(true)
    expect(merge('{ a { nothing } a { nothing } }').isUniform).toBe(false)
    expect(merge('{ a { ...F } } fragment F on A { a { ...F } }').isUniform).toBe(false)
    expect(merge('{ b { name } } fragment F on A { name name: size }').isUniform).toBe(false)
  })

  it('never conflict by the rule of GraphQL if they are uniform: 500 random documents', () => {
    const random = seededRandom(20_261_122)
    const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!
    const fields = (type: 'A' | 'B' | 'Named', depth: number): string =>
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => field(type, depth)).join(' ')
    const field = (type: 'A' | 'B' | 'Named', depth: number): string => {
      if (depth > 1 || random() < 0.4) return pick(type === 'Named' ? ['name'] : ['name', 'size', 'name: size'])
      if (type === 'Named') return `... on ${pick(['A'])} { ${fields('A', depth + 1)} }`
      if (random() < 0.3) return `named { ${fields('Named', depth + 1)} ... on B { ${fields('B', depth + 1)} } }`
      return type === 'A' ? `a${pick(['', '(n: 1)'])} { ${fields('A', depth + 1)} }` : `b { ${fields('B', depth + 1)} }`
    }
    const counts = { uniform: 0, conflicting: 0 }
    for (let nth = 0; nth < 500; nth += 1) {
      const document = parse(`{ a { ${fields('A', 0)} } a { ${fields('A', 0)} } b { ${fields('B', 0)} } }`)
      const conflicts = validate(schema, document, [OverlappingFieldsCanBeMergedRule])
      const { isUniform } = fieldMergeOf(schema, document)
      expect([isUniform, isUniform ? conflicts : []]).toEqual([isUniform, []])
      counts.uniform += isUniform ? 1 : 0
      counts.conflicting += conflicts.length > 0 ? 1 : 0
    }
    expect(counts.uniform).toBeGreaterThan(20)
    expect(counts.conflicting).toBeGreaterThan(20)
  })

  it('are not compared with the arguments of the first of them again once one differs', () => {
    const document = parse(`{ a(n: 1) { name } ${'a { name } '.repeat(100)} }`)
    let reads = 0
    visit(document, {
      IntValue(node) {
        const { value } = node
        Object.defineProperty(node, 'value', { enumerable: true, get: () => ((reads += 1), value) })
      },
    })
    expect(fieldMergeOf(schema, document)).toEqual({ isUniform: false, pairs: (2 * (100 * 101)) / 2 })
    expect(reads).toBeLessThanOrEqual(1)
  })

  it('have infinitely many pairs if fragments within fragments multiply them', () => {
    const fragment = (nth: number) => `fragment F${nth} on A { x: a { ...F${nth + 1} } y: a { ...F${nth + 1} } }`
    const fragments = Array.from({ length: 40 }, (_, nth) => fragment(nth)).join(' ')
    expect(merge(`{ b { name } } ${fragments} fragment F40 on A { name }`).pairs).toBe(Infinity)
  })
})

describe('a document that repeats response keys', () => {
  const { upstream, graph } = useGraphOver(listsOf({ campaigns: [{ id: 'c1' }] }))
  const repeated = (count: number, first: (nth: number) => number) => {
    const fields = Array.from(
      { length: count },
      (_, nth) => `account(id: "a") { campaigns(first: ${first(nth)}) { nodes { id } } }`,
    )
    return `{ ${fields.join(' ')} }`
  }

  it('is answered if all are the same, regardless of their number', async () => {
    const { data, errors, calls } = await graph.query(repeated(200, () => 1))

    expect(errors).toBeUndefined()
    expect(data).toEqual({ account: { campaigns: { nodes: [{ id: 'Campaign:a:c1' }] } } })
    expect(calls).toHaveLength(1)
  })

  it('is refused by the rule of GraphQL if a few differ, and as too complex if many do', async () => {
    const sent = upstream.requests.length
    const few = await graph.query(repeated(3, (nth) => nth + 1))
    expect(few.errors?.map(({ message }) => message)).toEqual([
      expect.stringContaining('"campaigns" conflict because they have differing arguments'),
      expect.stringContaining('"campaigns" conflict because they have differing arguments'),
      expect.stringContaining('"campaigns" conflict because they have differing arguments'),
    ])
    const many = await graph.query(repeated(200, (nth) => nth + 1))
    expect(many.errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'QUERY_TOO_COMPLEX', limit: 'fieldPairs', planned: 4 * 100 * 199, allowed: MAX_FIELD_PAIRS },
    ])
    expect(upstream.requests).toHaveLength(sent)
  })

  it('is refused as soon if the arguments of one of them are as long as a document can be', async () => {
    const { errors } = await graph.query(
      `{ __typename(x: "${'\u007f'.repeat(490_000)}") ${'__typename '.repeat(300)} }`,
    )
    expect(errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'QUERY_TOO_COMPLEX', limit: 'fieldPairs', planned: (301 * 300) / 2, allowed: MAX_FIELD_PAIRS },
    ])
  })
})
