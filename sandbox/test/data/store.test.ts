import { describe, expect, test } from 'vitest'
import { newestFirst } from '../../data/order.ts'
import { Store, type Row, type TableDefinition } from '../../data/store.ts'

interface Thing extends Row {
  size: number | bigint | null
}

const things: TableDefinition<Thing> = { name: 'things', order: newestFirst(), idLength: 3 }

const thing = (id: string, day: number, size: Thing['size'] = null): Thing => ({
  id,
  created_at: `2026-06-0${day}T00:00:00Z`,
  updated_at: '2026-06-09T00:00:00Z',
  deleted: false,
  size,
})

function filled(): Store {
  const store = new Store()
  for (const row of [thing('b', 1, 5), thing('a', 1, 10n), thing('c', 3)]) store.table(things).insert('one', row)
  return store
}

const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id).join('')
describe('a table', () => {
  test('returns rows in its default order, rows of the same time by ID', () => {
    expect(ids(filled().table(things).rows('one'))).toBe('cab')
  })

  test('separates the rows of owners', () => {
    const table = filled().table(things)
    table.insert('two', thing('a', 2))
    expect([ids(table.rows('one')), ids(table.rows('two')), ids(table.rows('three'))]).toEqual(['cab', 'a', ''])
    expect(table.find('two', 'b')).toBeUndefined()
  })

  test('finds, changes, replaces and removes rows, and lists them accordingly', () => {
    const table = filled().table(things)
    expect(table.update('one', 'c', { created_at: '2026-06-01T00:00:00Z' }).size).toBeNull()
    expect(ids(table.rows('one'))).toBe('abc')
    table.insert('one', thing('b', 4))
    expect(ids(table.rows('one'))).toBe('bac')
    expect([table.remove('one', 'a'), table.remove('one', 'a')]).toEqual([true, false])
    expect(ids(table.rows('one'))).toBe('bc')
    expect(() => table.update('one', 'a', {})).toThrow('things has no a')
  })

  test('never issues an ID twice', () => {
    const table = new Store().table(things)
    const issued = Array.from({ length: 20_000 }, () => table.newId())
    expect(new Set(issued).size).toBe(20_000)
    expect(issued.filter((id) => !/^[1-9a-z][0-9a-z]{2}$/.test(id))).toEqual([])
  })
})

describe('a transaction', () => {
  test('rolls all changes back if it fails, and keeps them otherwise', () => {
    const store = filled()
    const table = store.table(things)
    const work = (fails: boolean) => () => {
      table.update('one', 'a', { size: 99 })
      table.update('one', 'a', { size: 100 })
      table.remove('one', 'b')
      table.insert('one', thing('d', 4))
      store.table({ ...things, name: 'others' }).insert('two', thing('e', 5))
      if (fails) throw new Error('failed')
      return 'done'
    }
    expect(() => store.atomically(work(true))).toThrow('failed')
    expect([ids(table.rows('one')), table.find('one', 'a')?.size]).toEqual(['cab', 10n])
    expect(store.table({ ...things, name: 'others' }).rows('two')).toEqual([])
    expect(store.atomically(work(false))).toBe('done')
    expect([ids(table.rows('one')), table.find('one', 'a')?.size]).toEqual(['dca', 100])
  })
})

describe('a restored store', () => {
  test('equals the other store, and changes do not affect each other', () => {
    const original = filled()
    const [one, two] = [new Store(), new Store()]
    one.restore(original)
    two.restore(original)
    one.table(things).remove('one', 'a')
    one.table(things).insert('two', thing('x', 1))
    two.table(things).update('one', 'b', { size: 7 })
    expect([original, one, two].map((store) => ids(store.table(things).rows('one')))).toEqual(['cab', 'cb', 'cab'])
    expect(original.table(things).rows('two')).toEqual([])
    expect(original.table(things).find('one', 'b')?.size).toBe(5)
    one.restore(original)
    expect(ids(one.table(things).rows('one'))).toBe('cab')
    expect(one.table(things).newId()).toBe(original.table(things).newId())
  })
})

describe('a store with a source', () => {
  function open() {
    const asked: (string | undefined)[] = []
    const original = filled()
    original.table(things).insert('two', thing('x', 2))
    original.table(things).newId()
    const step = (owner?: string) => {
      asked.push(owner)
      return false
    }
    const store = new Store({ store: original, step })
    return { asked, original, store }
  }

  test('asks for the rows of an owner once, when they are first needed', () => {
    const { asked, store } = open()
    const table = store.table(things)
    expect(asked).toEqual([])
    expect(ids(table.rows('one'))).toBe('cab')
    expect(table.find('one', 'b')?.size).toBe(5)
    expect(asked).toEqual(['one'])
  })

  test('keeps its changes to itself, also those of failed atomic work and those made before the first read', () => {
    const { original, store } = open()
    const table = store.table(things)
    expect(table.remove('one', 'a')).toBe(true)
    expect(() =>
      store.atomically(() => {
        table.insert('two', thing('y', 1))
        throw new Error('failed')
      }),
    ).toThrow('failed')
    expect([ids(table.rows('one')), ids(table.rows('two'))]).toEqual(['cb', 'x'])
    expect(ids(original.table(things).rows('one'))).toBe('cab')
  })

  test('needs all rows before it issues an id, which continues after the IDs of the source', () => {
    const { asked, original, store } = open()
    const id = store.table(things).newId()
    expect(asked).toEqual([undefined])
    expect(id).toBe(original.table(things).newId())
  })
})
