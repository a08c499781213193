import { describe, expect, it } from 'vitest'
import { schema } from '../../../src/graph.ts'
import { createDocumentCheck, DOCUMENT_LIMITS } from '../../../src/server/document/limits.ts'

const LIMITS = { ...DOCUMENT_LIMITS, calls: 2_000, rows: 75_000 }

/** Whether the first of so many documents is still kept when all have been checked. */
function keeps(documents: number, text: (nth: number) => string): boolean {
  const check = createDocumentCheck(schema, LIMITS, true)
  const first = check(text(0))
  expect(first.errors).toEqual([])
  expect(check(text(0))).toBe(first)
  for (let nth = 1; nth < documents; nth += 1) check(text(nth))
  return check(text(0)) === first
}

const short = (nth: number) => `{ a${nth}: accounts { nodes { id } } }`

describe('the documents that are kept', () => {
  it('counts what a short document takes, which is hundreds of times its text', () => {
    expect(keeps(1_500, short)).toBe(true)
    expect(keeps(1_700, short)).toBe(false)
  })

  it('counts comments', () => {
    const commented = (nth: number) => `${short(nth)}${'#\n'.repeat(9_000)}`
    expect(keeps(7, commented)).toBe(true)
    expect(keeps(8, commented)).toBe(false)
  })

  it('counts the fields of a fragment wherever it is spread, in each operation', () => {
    const spread = (name: string) => `query ${name} { ${'...A '.repeat(50)} }`
    const document = (nth: number) =>
      `${spread(`Q${nth}`)} ${spread('B')} fragment A on Query { ${'__typename '.repeat(10)} }`
    expect(keeps(20, document)).toBe(true)
    expect(keeps(23, document)).toBe(false)
  })

  it('does not keep a document that is refused, whose errors take more', () => {
    const check = createDocumentCheck(schema, LIMITS, true)
    for (const refused of ['{ accounts { nodes { idd } } }', '{ accounts {'])
      expect(check(refused)).not.toBe(check(refused))
  })
})
