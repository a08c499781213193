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

it('asks for the spend of yesterday, and of the last seven days, by dates', () => {
  expect(timesIn(textOf('spend.graphql'), NOW)).toEqual({
    from: '2031-03-08',
    startTime: '2031-03-14',
    endTime: '2031-03-15',
  })
})

it('leaves the variables of other examples as they are', () => {
  const others = readdirSync(FOLDER).filter((file) => /^(?!campaign-history|spend).*\.graphql$/.test(file))
  expect(others.length).toBeGreaterThan(5)
  expect(others.filter((file) => Object.keys(timesIn(textOf(file), NOW)).length > 0)).toEqual([])
})
