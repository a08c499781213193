import { describe, expect, it } from 'vitest'
import { identityOf } from '../../../src/rest/identity.ts'
import { decodeCursor, encodeCursor, listName, type CursorContent } from '../../../src/schema/list/cursor.ts'

const LIST = 'ONdI6E2b'

const CONTENT: CursorContent = {
  position: { pageCursor: 'c-7', index: 3, row: 'r3', after: ['r4', 'r5'], before: ['r2', 'r1'] },
  totalCount: 12,
}

/** A cursor with these parts, as only a faulty or hostile client sends it. */
const forged = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
const PARTS = [LIST, 12, 'c-7', 3, 'r3', ['r4', 'r5'], ['r2', 'r1']]
/** These parts with another one at this index. */
const partsWith = (index: number, part: unknown) => PARTS.with(index, part as string)

describe('a cursor', () => {
  it('holds a position in a list, and the count of the list', () => {
    expect(decodeCursor(LIST, encodeCursor(LIST, CONTENT))).toEqual(CONTENT)
    expect(decodeCursor(LIST, forged(PARTS))).toEqual(CONTENT)
  })

  it('holds the start of the first page of a list that was not counted', () => {
    const start = {
      position: { pageCursor: null, index: -1, row: undefined, after: [], before: [] },
      totalCount: undefined,
    }
    expect(decodeCursor(LIST, encodeCursor(LIST, start))).toEqual(start)
  })

  it('holds a count of zero', () => {
    expect(decodeCursor(LIST, encodeCursor(LIST, { ...CONTENT, totalCount: 0 })).totalCount).toBe(0)
  })

  it('has only characters that need no encoding in a URL', () => {
    const rows = Array.from({ length: 100 }, (_, code) => String.fromCharCode(code * 37))
    const cursors = rows.map((row) => encodeCursor(LIST, { ...CONTENT, position: { ...CONTENT.position, row } }))
    expect(cursors.filter((cursor) => !/^[\w-]+$/.test(cursor))).toEqual([])
    expect(cursors.map((cursor) => decodeCursor(LIST, cursor).position.row)).toEqual(rows)
  })

  it.each([
    ['', 'x'.repeat(4_096)],
    ['with other characters', '漢'.repeat(1_365)],
    ['with characters that JSON escapes', '\u0001'.repeat(682)],
  ])('may have the longest cursor of the service %s, and the longest keys', (_, pageCursor) => {
    const near = [1, 60, 61, 600].map((length) => identityOf({ key: 'k' }, { k: '\u0001'.repeat(length) } as object))
    for (const row of near) {
      const position = { pageCursor, index: 1_000_000, row, after: [row, row], before: [row, row] }
      const content = { position, totalCount: Number.MAX_SAFE_INTEGER }
      expect(decodeCursor(LIST, encodeCursor(LIST, content))).toEqual(content)
    }
  })

  it('of another list is refused as such', () => {
    const other = listName('accounts/:account_id/campaigns', { account_id: 'a2' }, {})
    expect(() => decodeCursor(other, encodeCursor(LIST, CONTENT))).toThrow(
      expect.objectContaining({
        message: '`after` is a cursor of another list, or of this list with other arguments',
        extensions: { code: 'BAD_USER_INPUT', field: 'after', rule: undefined },
      }),
    )
  })

  it.each([
    ['an empty text', ''],
    ['a text that is not base64', '!'],
    ['a text that is too long', forged(partsWith(4, 'r'.repeat(8_192)))],
    ['a text that is not JSON', Buffer.from('{').toString('base64url')],
    ['a cursor with a character that is not of base64url', `${forged(PARTS)}*`],
    ['a cursor after a space', ` ${forged(PARTS)}`],
    ['a cursor with more characters than it needs', `${forged(PARTS)}A`],
    ['an object', forged({})],
    ['null', forged(null)],
    ['too few parts', forged(PARTS.slice(0, -1))],
    ['too many parts', forged([...PARTS, null])],
    ['a list that is not a text', forged(partsWith(0, 7))],
    ['half a character in the cursor of the service', forged(partsWith(2, '\ud800'))],
    ['a negative count', forged(partsWith(1, -1))],
    ['a count that is not whole', forged(partsWith(1, 1.5))],
    ['an empty page cursor', forged(partsWith(2, ''))],
    ['a page cursor that is not a text', forged(partsWith(2, 7))],
    ['an index below -1', forged(partsWith(3, -2))],
    ['an index above 1,000,000', forged(partsWith(3, 1_000_001))],
    ['a row that is not a text', forged(partsWith(4, 7))],
    ['three rows after it', forged(partsWith(5, ['a', 'b', 'c']))],
    ['a row after it that is not a text', forged(partsWith(5, [7]))],
    ['three rows before it', forged(partsWith(6, ['a', 'b', 'c']))],
  ])('is refused if it is %s', (_, cursor) => {
    expect(() => decodeCursor(LIST, cursor)).toThrow(
      expect.objectContaining({
        message: '`after` is not a valid cursor',
        extensions: { code: 'BAD_USER_INPUT', field: 'after', rule: undefined },
      }),
    )
  })

  it.each([
    [3, 1_000_000],
    [3, -1],
    [2, 'x'],
    [1, 0],
  ])('may have at part %i the limit %j', (index, part) => {
    expect(decodeCursor(LIST, forged(partsWith(index, part)))).toBeDefined()
  })
})

describe('the name of a list', () => {
  const nameOf = (params: object, path: object = { account_id: 'a1' }) =>
    listName('accounts/:account_id/campaigns', path, params)

  it('is short, and the same in every process', () => {
    expect(nameOf({ with_deleted: true, q: 'a' })).toBe(LIST)
  })

  it('does not depend on the order of parameters, or on those that are undefined', () => {
    const name = nameOf({ sort_by: 'name', draft_only: true })
    expect(nameOf({ draft_only: true, sort_by: 'name' })).toBe(name)
    expect(nameOf({ draft_only: true, sort_by: 'name', q: undefined })).toBe(name)
  })

  it('depends on the endpoint, the path, and the name and value of each parameter', () => {
    const names = [
      nameOf({}),
      nameOf({}, { account_id: 'a2' }),
      listName('accounts/:account_id/line_items', { account_id: 'a1' }, {}),
      nameOf({ q: 'a' }),
      nameOf({ q: 'b' }),
      nameOf({ q: null }),
      nameOf({ r: 'a' }),
      nameOf({ q: 'a', r: 'b' }),
      nameOf({ q: 'b', r: 'a' }),
      nameOf({ ids: ['1', '2'] }),
      nameOf({ ids: ['2', '1'] }),
      nameOf({ ids: ['1,2'] }),
    ]
    expect(new Set(names).size).toBe(names.length)
  })
})
