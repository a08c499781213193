import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SETTING_NAMES } from '../../src/config.ts'

const PAGE = readFileSync('docs/operations.md', 'utf8')
const METRICS = (readdirSync('src', { recursive: true }) as string[])
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join('src', file), 'utf8'))
  .join('')

it('names metrics and settings that exist', () => {
  const metrics = [...PAGE.matchAll(/`(adgraph_\w+?)(?:_count)?[`{]/g)].map(([, name]) => name!)
  const settings = [...PAGE.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name]) => name!)

  expect(metrics.length).toBeGreaterThan(5)
  expect(metrics.filter((name) => !METRICS.includes(`'${name}'`))).toEqual([])
  expect(settings.filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
})
