import { spawnSync } from 'node:child_process'
import { environmentOf, NODE_VERSIONS, nodeOf } from './node.ts'

// Runs the tests with other releases of Node.js: `npm run test:node -- 24 test/rest`, or with all of them and all tests.

const [first = '', ...rest] = process.argv.slice(2)
const isOne = first in NODE_VERSIONS
const majors = isOne ? [first] : Object.keys(NODE_VERSIONS)
const filters = isOne || first === '' ? rest : [first, ...rest]

for (const major of majors) {
  const node = nodeOf(major)
  process.stdout.write(`── the tests with Node.js ${NODE_VERSIONS[major]}\n`)
  const { status } = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run', ...filters], {
    stdio: 'inherit',
    env: environmentOf(node),
  })
  if (status !== 0) process.exitCode = 1
}
