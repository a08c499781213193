import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { timesIn } from '../operation/example-time.ts'

const FOLDER = 'examples/queries'
const textOf = (file: string) => readFileSync(`${FOLDER}/${file}`, 'utf8')
const NOW = new Date('2031-03-15T10:59:59Z')

it('asks for the history of the last 30 days, in whole hours', () => {
  expect(timesIn(textOf('campaign-history.graphql'), NOW)).toEqual({
    startTime: '2031-02-13T10:00:00Z',
    endTime: '2031-03-15T10:00:00Z',
  })
})

it('leaves the variables of other examples as they are', () => {
  const others = readdirSync(FOLDER).filter((file) => file.endsWith('.graphql') && !file.startsWith('campaign-history'))
  expect(others.length).toBeGreaterThan(5)
  expect(others.filter((file) => Object.keys(timesIn(textOf(file), NOW)).length > 0)).toEqual([])
})
