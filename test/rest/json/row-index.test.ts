import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { indexOf, textsOf } from '../../../src/rest/json/lazy-row.ts'
import { comparableId } from '../../../src/rest/value.ts'
import { readLazyList } from '../../support/read-answer.ts'

const NAMES = ['id_str', 'id']
const rowsOf = (rows: string) => readLazyList(Buffer.from(`{"data":[${rows}]}`))!.rows
const index = (...ids: string[]) => indexOf(rowsOf(ids.map((id) => `{"id":${id}}`).join()), NAMES)

it('finds the rows that a map by their IDs finds, if it is made', () => {
  const id = fc.constantFrom(
    '"a"',
    '"AB"',
    '"ab"',
    '"1"',
    '1',
    '12',
    '"12"',
    '"1-_z"',
    '"aé"',
    '"\\u0061"',
    '1.5',
    '1e1',
    '-1',
    'null',
    '""',
  )
  const asked = ['a', 'ab', '1', '12', '1-_z', 'aé', '1.5', '10', '-1', 'null', '', '12}', '1,"id', 'b', 'undefined']
  let made = 0
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), id), { maxLength: 5 }), (sent) => {
      const rows = rowsOf(sent.map(([name, id]) => `{"${name}":${id},"name":"x"}`).join())
      const found = indexOf(rows, NAMES)
      if (!found) return
      made += 1
      const texts = textsOf(rows, NAMES).map(comparableId)

      expect(found.size).toBe(new Set(texts).size)
      for (const id of asked) expect(found.get(id)).toBe(rows[texts.indexOf(id)])
    }),
  )
  expect(made).toBeGreaterThan(0)
})

it('is made of integers and texts that differ, also in more than their case', () => {
  expect(index('"a"', '"B"', '12', '"e"')?.size).toBe(4)
  for (const ids of [['"a"', '"a"'], ['"a"', '"A"'], ['1', '"1"'], ['"é"'], ['"\\u0061"'], ['1.5'], ['null'], ['""']])
    expect(index(...ids)).toBeUndefined()
})

it('is not made of rows that are parsed, or of two answers', () => {
  expect(indexOf([...rowsOf('{"id":"a"}'), { id: 'b' }], NAMES)).toBeUndefined()
  expect(indexOf([...rowsOf('{"id":"a"}'), ...rowsOf('{"id":"b"}')], NAMES)).toBeUndefined()
})

it('does not find a row by another text with the same hash', () => {
  const found = indexOf(rowsOf('{"id":66596037873,"name":"x"}'), NAMES)

  expect(found?.get('66596037873')).toBeDefined()
  expect(found?.get('66596037873\0')).toBeUndefined()
})
