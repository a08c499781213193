import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from '../../test/support/sandbox.ts'
import { wrongInRule } from '../fault/check.ts'
import { type Fault, type FaultRule, type Sandbox } from '../index.ts'
import { Client } from './client.ts'

const README = readFileSync('sandbox/README.md', 'utf8')
const [FAULTS = ''] = README.slice(README.indexOf('## Faults')).split(/\n## (?!Faults)/)

let sandbox: Sandbox
let client: Client
beforeAll(async () => {
  sandbox = await startSandbox()
  client = new Client(sandbox)
})
afterAll(() => sandbox.close())

const add = (rules: string) => client.raw('POST', '/sandbox/faults', { 'content-type': 'application/json' }, rules)

/** The rules in the shell commands and the JSON of the section. */
const rules = [
  ...[...FAULTS.matchAll(/(?:-d |SANDBOX_FAULTS=)'([^']+)'/g)].map(([, text = '']) => text),
  ...[...FAULTS.matchAll(/```json\n([^]*?)```/g)].map(([, text = '']) => text),
]

test.each(rules)('the documented rules %s are accepted', async (text) => {
  const { status, text: listed } = await add(text)
  const given = [JSON.parse(text) as FaultRule | FaultRule[]].flat()

  expect([status, JSON.parse(listed)]).toEqual([201, given])
  await client.raw('DELETE', '/sandbox/faults')
})

test('the first documented rule fails two calls of campaigns, and no other', async () => {
  expect(rules).toHaveLength(3)
  await add(rules[0]!)
  const statuses = []
  for (const path of ['accounts', ...Array<string>(3).fill('accounts/18ce54d4x5t/campaigns')])
    statuses.push((await client.get(path)).status)

  expect(statuses).toEqual([200, 503, 503, 200])
})

test('every kind of fault is documented, and no other', () => {
  const [, known = ''] = /one of (.+)$/.exec(wrongInRule({ fault: { kind: 'x' } }) ?? '') ?? []
  const onlyInProcess: Fault['kind'] = 'mutate'
  const documented = [...FAULTS.matchAll(/^\| `(?!kind)([a-zA-Z]+)` /gm)].map(([, kind]) => kind)

  expect(documented).toEqual([...known.split(', '), onlyInProcess, 'after', 'times', 'probability'])
})
