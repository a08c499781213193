import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const PAGE = readFileSync('docs/errors.md', 'utf8')

/** Codes in the sources that no caller gets: one that only the log has, and codes of errors of sockets. */
const NOT_SHOWN = ['CLIENT_CLOSED_REQUEST', 'CONNECT', 'EACCES', 'ETIMEDOUT']

/** Where a code is given to an error. */
const GIVEN = /(?:\bcode: |(?:refusal|refused|ExportFailure)\(\s*)'([A-Z_]+)'/g

it('lists every code that a caller can get', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const codes = new Set(
    files.flatMap((file) => [...readFileSync(`src/${file}`, 'utf8').matchAll(GIVEN)].map(([, code = '']) => code)),
  )

  expect(codes.size).toBeGreaterThan(20)
  expect([...codes].filter((code) => !NOT_SHOWN.includes(code) && !PAGE.includes(code))).toEqual([])
})
