import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBufferPool } from '../../../src/async/buffer-pool.ts'
import { isDigit } from '../../../src/json/bytes.ts'
import { parse } from '../../../src/json/json.ts'
import { valueIn } from '../../../src/json/object.ts'
import { havePassed, runsOf, tokensOf } from '../../../src/rest/json/lazy-row.ts'
import type { Row } from '../../../src/rest/types.ts'
import { readLazyList } from '../../support/read-answer.ts'

/** What the columns of all rows tell, read one by one. */
function columnsOf(text: string, names: readonly string[]): unknown {
  return readLazyList(Buffer.from(text))?.rows.map((row) =>
    Object.fromEntries(names.map((name) => [name, (row as Record<string, unknown>)[name]])),
  )
}

const whole = (text: string) => (parse(text) as { data: Record<string, unknown>[] }).data

const COLUMNS = ['id', 'name', 'raw_value', 'é', '🎒', 'a"b']
const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
/** The text of a value: a long is written as digits, as no JavaScript number could. */
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).map((json) => JSON.stringify(json)),
  fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
  long.map(String),
  fc.constantFrom('-0', '0.5', '1e3', '-1.5E-7', '[ ]', '{ }', '[9007199254740993]'),
)
const member = fc.tuple(fc.constantFrom(...COLUMNS), value)
const space = fc.constantFrom('', ' ', '\n\t ', '\r\n')
const row = fc
  .tuple(fc.array(member, { maxLength: 6 }), space)
  .map(
    ([members, gap]) =>
      `{${gap}${members.map(([name, text]) => `${JSON.stringify(name)}${gap}:${gap}${text}`).join(`${gap},${gap}`)}${gap}}`,
  )
/** A row made from the row before it, with which it is compared when it is read. */
const CHANGES: Record<string, (before: string) => string> = {
  same: (before) => before,
  'another member at the end': (before) => before.replace(/(?<=[^{\s])\s*\}$/, ',"id":7}'),
  'another member at the start': (before) => before.replace(/^\{(?=\s*")/, '{"id":7,'),
  'another value': (before) => before.replace(/:\s*("a*"|\d+|null)(?=\s*[,}])/, ':"aa"'),
  'another value of its length': (before) => before.replace(/(?<=:\s*"[^"\\]*)[^"\\](?=[^"\\]*"\s*[,}])/u, 'a'),
  'another number of its length': (before) => before.replace(/(?<=:\s*\d*)\d(?=\d*\s*[,}])/, '8'),
  'a longer value': (before) => before.replace(/(?<=:\s*"[^"\\]*)"(?=\s*[,}])/, 'aa"'),
  'without its first member': (before) => before.replace(/^\{\s*"[^"\\]*"\s*:\s*("[^"\\]*"|\d+|null)\s*,/, '{'),
  'without its last member': (before) => before.replace(/,\s*"[^"\\]*"\s*:\s*("[^"\\]*"|\d+|null)\s*\}$/, '}'),
}
const rows = fc.array(fc.tuple(row, fc.constantFrom('new', ...Object.keys(CHANGES))), { maxLength: 6 }).map((drawn) =>
  drawn.reduce<string[]>((before, [text, kind]) => {
    const last = before.at(-1)
    return [...before, last === undefined ? text : (CHANGES[kind]?.(last) ?? text)]
  }, []),
)
const list = fc
  .tuple(rows, space, fc.constantFrom('null', '"c1"', '""'))
  .map(
    ([rows, gap, cursor]) =>
      `{"request":{"data":[]},${gap}"next_cursor":${cursor},"data":${gap}[${gap}${rows.join(`${gap},${gap}`)}${gap}]${gap},"total_count":7}`,
  )
  // A change can hit what looks like a member, but is in a text.
  .filter((text) => valueIn(text) !== undefined)

describe("rows read from an answer's bytes", () => {
  it('equal the rows of a completely parsed response, by column and as a whole', () => {
    fc.assert(
      fc.property(list, (text) => {
        const read = readLazyList(Buffer.from(text))
        const { data, ...others } = parse(text) as { data: Record<string, unknown>[]; request?: unknown }
        delete others.request

        expect(JSON.stringify(read?.rows)).toEqual(JSON.stringify(data))
        expect(read?.others).toEqual(others)
        expect(columnsOf(text, COLUMNS)).toEqual(
          data.map((each) => Object.fromEntries(COLUMNS.map((name) => [name, each[name]]))),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('are never read from text that JSON.parse refuses', () => {
    const change = fc.tuple(
      fc.nat(),
      fc.constantFrom('', '"', ',', ':', '{', '}', '[', ']', '\\', '0', '-', '\u0001', 'null', 'x'),
    )
    fc.assert(
      fc.property(list, change, fc.nat({ max: 3 }), (text, [at, inserted], removed) => {
        const place = at % text.length
        const changed = Buffer.from(text.slice(0, place) + inserted + text.slice(place + removed))
        const read = readLazyList(changed)

        expect(read && JSON.stringify(read.rows)).toEqual(read && JSON.stringify(whole(changed.toString())))
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['a missing comma before the members of the row before', '{ "name":1}', '{"id":2 "name":1}'],
    ['a comma before the first member', '{"id":1,"name":1}', '{,"name":1}'],
    ['a comma after the last member', '{"id":1,"name":1}', '{"id":1,}'],
    ['an unfinished value', '{"id":1,"name":1}', '{"id":"1,"name":1}'],
    ['a value that goes on', '{"id":1,"name":1}', '{"id":11 1,"name":1}'],
    ['a missing value', '{"id":1,"name":1}', '{"id":,"name":1}'],
    ['a zero before a number', '{"id":1,"name":1}', '{"id":01,"name":1}'],
    ['a zero for the first digit of a number', '{"id":11,"name":1}', '{"id":01,"name":1}'],
    ['a zero for the first digit of a fraction', '{"id":11.5,"name":1}', '{"id":01.5,"name":1}'],
    ['a letter for a digit', '{"id":1111,"name":1}', '{"id":11a1,"name":1}'],
    ['a quotation mark for a letter', '{"id":"aaaaaaaa","name":1}', '{"id":"aaa"aaaa","name":1}'],
    ['a letter for a quotation mark', '{"id":"aaaaaaaa","name":1}', '{"id":"aaaaaaaaa,"name":1}'],
    ['a control character for a letter', '{"id":"aaaaaaaa","name":1}', '{"id":"aaaa\u0001aaa","name":1}'],
    ['a backslash for a letter', '{"id":"aaaaaaaa","name":1}', '{"id":"aaaaaaa\\","name":1}'],
    ['a letter that cannot be escaped', '{"id":"aaaaaa\\n","name":1}', '{"id":"aaaaaa\\a","name":1}'],
    ['a letter for its closing brace', '{"id":"aaaaaaaa","name":1}', '{"id":"aaaaaaaa","name":1a'],
  ])('are never read from a row with %s', (_what, before, broken) => {
    expect(readLazyList(Buffer.from(`{"data":[${before},${before}]}`))).toBeDefined()
    for (const rows of [
      [before, broken],
      [before, broken, before],
    ])
      expect(readLazyList(Buffer.from(`{"data":[${rows.join()}]}`))).toBeUndefined()
  })

  it.each([
    ['space before a value', '{"id":1,"name":1}', '{"id": 1,"name":\n2}'],
    ['space before a comma', '{"id":1,"name":1}', '{"id":1 ,"name":1 }'],
    ['space before a name', '{"id":1,"name":1}', '{ "id":1, "name":1}'],
    ['no members', '{"id":1,"name":1}', '{}'],
    ['other members first', '{"id":1,"name":1}', '{"raw_value":2,"id":1,"name":1}'],
    ['its members in another order', '{"id":1,"name":1}', '{"name":1,"id":1}'],
    ['longer values', '{"id":1,"name":1}', '{"id":"11","name":[1]}'],
    ['other values of the same lengths', '{"id":1111,"name":"aaaaaaaaa"}', '{"id":1201,"name":"aaÄbbb…"}'],
    ['other kinds of the same lengths', '{"id":1111,"name":"aa","é":true}', '{"id":"aa","name":null,"é":1000}'],
    ['an escape sequence', '{"id":1,"name":"aaaaaaaaa"}', '{"id":1,"name":"aaaa\\n\\u0041"}'],
    ['a letter for a backslash', '{"id":1,"name":"aaaaaa\\"a"}', '{"id":1,"name":"aaaaaaaaa"}'],
  ])('are read from a row with %s', (_what, before, other) => {
    for (const rows of [
      [before, other, before],
      [other, before, other, other],
    ])
      expect(JSON.stringify(readLazyList(Buffer.from(`{"data":[${rows.join()}]}`))?.rows)).toBe(
        JSON.stringify(rows.map((row) => JSON.parse(row) as unknown)),
      )
  })

  it('keep 64-bit integers exact, alone and within values', () => {
    const text =
      '{"data":[{"id":9007199254740993,"name":[9007199254740993,-9223372036854775808],"raw_value":900719925474099}]}'

    expect(columnsOf(text, ['id', 'name', 'raw_value'])).toEqual([
      { id: '9007199254740993', name: ['9007199254740993', '-9223372036854775808'], raw_value: 900719925474099 },
    ])
  })

  it('are as they were sent if a column is nested as deeply as it may be', () => {
    for (const levels of [99, 100, 101]) {
      const text = `{"data":[{"name":${'['.repeat(levels)}${']'.repeat(levels)}},{"id":1}]}`
      const rows = readLazyList(Buffer.from(text))?.rows
      expect(rows && JSON.stringify(rows)).toEqual(levels > 100 ? undefined : JSON.stringify(whole(text)))
    }
  })

  it('have at most 500 members', () => {
    const row = (members: number, name: string) => `{${Array.from({ length: members }, () => `"${name}":1`).join()}}`
    const read = (members: number) =>
      readLazyList(Buffer.from(`{"data":[${row(members, 'id')},${row(members, 'name')}]}`))?.rows
    expect(JSON.stringify(read(500))).toBe('[{"id":1},{"name":1}]')
    expect(read(501)).toBeUndefined()
  })

  it.each([
    ['another one first', (members: string) => `"name":1,${members}`],
    ['another one last', (members: string) => `${members},"name":1`],
    ['another one first and last', (members: string) => `"name":1,${members},"name":1`],
    ['the same ones again', (members: string) => `${members},${members}`],
  ])('have at most 500 members, also if they are those of the row before with %s', (_what, longer) => {
    const read = (members: number) => {
      const before = Array.from({ length: members }, () => '"id":1').join()
      const text = `{"data":[{${before}},{${longer(before)}}]}`
      return { rows: readLazyList(Buffer.from(text))?.rows, parsed: whole(text) }
    }
    const { rows, parsed } = read(200)
    expect(JSON.stringify(rows)).toBe(JSON.stringify(parsed))
    expect(read(500).rows).toBeUndefined()
  })

  it('have the same object under a column each time', () => {
    const [only] = readLazyList(Buffer.from('{"data":[{"name":{"a":1}}]}'))!.rows as Record<string, unknown>[]

    expect(only!['name']).toBe(only!['name'])
  })

  it('do not know the columns of other rows', () => {
    expect(columnsOf('{"data":[{"id":"1","name":"a"},{"name":"b"},{"id":"3"},{}]}', ['id', 'name'])).toEqual([
      { id: '1', name: 'a' },
      { name: 'b' },
      { id: '3' },
      {},
    ])
  })

  it.each([
    ['an object', '{"data":{"id":"1"}}'],
    ['null', '{"data":null}'],
    ['no rows but ids', '{"data":["1","2"]}'],
    ['an error', '{"errors":[]}'],
    ['a column that every object has', '{"data":[{"constructor":1}]}'],
    ['values within values beyond measure', `{"data":[{"id":${'['.repeat(5000)}${']'.repeat(5000)}}]}`],
    ['no UTF-8', Buffer.from('{"data":[{"id":"\xff"}]}', 'latin1')],
  ])('are left to the whole answer where its data is %s', (_what, text) => {
    expect(readLazyList(Buffer.from(text as string))).toBeUndefined()
  })
})

describe('rows that share the result of a test', () => {
  const isInteger = ({ bytes }: { bytes: Buffer }, at: number) => {
    let end = at
    while (isDigit(bytes[end])) end += 1
    return end > at && (bytes[end] === 0x2c || bytes[end] === 0x7d)
  }

  it.each([
    ['125', '1.5'],
    ['125', '2.5'],
    ['1.5', '125'],
    ['1005', '1e05'],
    ['125', '"1"'],
    ['1234', 'true'],
  ])('have values of one kind: %s is not tested for %s', (first, second) => {
    for (const before of ['"name":"a"', '"name":"a\\n"', '"name":[1]'])
      for (const after of ['', ',"é":1', ' '])
        for (const another of [before, before.replace('a', 'aaa'), before.replace('a', 'b')]) {
          const text = `{"data":[{${before},"id":${first}${after}},{${another},"id":${second}${after}}]}`
          const read = () => readLazyList(Buffer.from(text))!.rows
          const all = [first, second].every((value) => /^\d+$/.test(value))

          expect(havePassed(read(), ['id'], isInteger)).toBe(all)
          expect(tokensOf(read(), ['id'], { accepts: isInteger, byLayout: true }) !== undefined).toBe(all)
        }
  })

  it('are tested once if only the digits of their numbers differ', () => {
    const rows = ['125', '987', '100'].map((id) => `{"id":${id},"name":"a","raw_value":1.5}`)
    const read = readLazyList(Buffer.from(`{"data":[${rows.join()},{"id":100,"name":"b","raw_value":2.7}]}`))!.rows
    let tests = 0
    const count = () => (tests += 1) > 0

    expect(havePassed(read, ['id'], count) && havePassed(read, ['raw_value'], count)).toBe(true)
    expect(tests).toBe(2)
  })
})

describe('the runs of rows with the same value', () => {
  const values = fc.array(
    fc.constantFrom('"a"', '"ab"', '"\\u0061"', '1', '12', '"1"', '9007199254740993', 'null', undefined),
  )

  it('equal the parsed values, whatever form the values have', () => {
    fc.assert(
      fc.property(values, values, (first, second) => {
        const pages = [first, second].map((texts) =>
          texts.map((text) => (text === undefined ? '{}' : `{"name":${text}}`)).join(),
        )
        const rows = pages.flatMap((page) => readLazyList(Buffer.from(`{"data":[${page}]}`))!.rows)
        const parsed = pages.flatMap((page) => whole(`{"data":[${page}]}`)) as Row[]
        const runs = runsOf(rows, 'name')

        expect(runs.flatMap(({ value, from, to }) => rows.slice(from, to).map(() => value))).toEqual(
          parsed.map((row) => (row as Record<string, unknown>)['name']),
        )
        expect(runs).toEqual(runsOf(parsed, 'name'))
      }),
    )
  })

  it('have the index of their value among the IDs that were asked for, in whatever order they come', () => {
    const ids = ['ab', 'a', '12', 'é', 'a"b', 'a\\u0062']
    const sent = fc.array(
      fc.constantFrom(
        '"a"',
        '"AB"',
        '"ab"',
        '"abc"',
        '"\\u0061"',
        '12',
        '"12"',
        '"é"',
        '"Ã©"',
        '"a\\"b"',
        '"a\\u0062"',
        'null',
      ),
    )
    fc.assert(
      fc.property(sent, (values) => {
        const text = `{"data":[${values.map((value) => `{"name":${value}}`).join()}]}`
        const runs = runsOf(readLazyList(Buffer.from(text))!.rows, 'name', ids)

        expect(runs.flatMap(({ nth, from, to }) => values.slice(from, to).map(() => nth))).toEqual(
          values.map((value) => ids.indexOf(String(JSON.parse(value)).toLowerCase())),
        )
      }),
    )
  })
})

describe('a row whose buffer was returned to the pool', () => {
  it('cannot be read, and never shows the current content of the memory', () => {
    const pool = createBufferPool({ maxBytes: 1_024, idleMs: 2 ** 31 - 1 })
    const owned = pool.take(64)
    owned.bytes.fill(' ').write('{"data":[{"id":"c1","name":"n","size":1,"open":null}]}')
    const row = readLazyList(owned)!.rows[0] as Record<string, unknown>
    expect(row['name']).toBe('n')
    pool.give(owned)
    pool.take(64).bytes.fill('"')

    for (const name of ['id', 'name', 'size', 'open']) expect(() => row[name]).toThrow('The operation has ended')
    expect(() => JSON.stringify(row)).toThrow('The operation has ended')
  })
})
