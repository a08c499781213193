import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'

const run = promisify(execFile)
const BIN = resolve('node_modules/.bin')

mkdirSync('node_modules/.cache', { recursive: true })
/** A frontend in which the package is installed. */
const folder = mkdtempSync(resolve('node_modules/.cache/frontend-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A component that reads a field of a fragment of its own, in a file that may have JSX. */
const COMPONENT = `import { graphql } from './graphql'
import type { ScreenQuery } from './graphql/graphql'

export const screen = graphql(\`
  query Screen($account: ID!) {
    account(id: $account) {
      ...AccountName
      campaigns(first: 1) {
        nodes {
          dailyBudgetAmountLocalMicro
        }
      }
    }
  }
  fragment AccountName on Account {
    name
  }
\`)

export const nameOf = ({ account }: ScreenQuery): string | null | undefined => account?.name
export const budgetOf = ({ account }: ScreenQuery): string | null | undefined =>
  account?.campaigns?.nodes[0]?.dailyBudgetAmountLocalMicro
`

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2023',
    jsx: 'preserve',
    types: [],
  },
  include: ['src'],
}

it('generates types with the configuration of docs/frontend.md that a component in TSX can use', async () => {
  const [, config = ''] = /```ts\n(import type { CodegenConfig }[^]*?)```/.exec(
    readFileSync('docs/frontend.md', 'utf8'),
  )!
  mkdirSync(join(folder, 'src'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(process.cwd(), join(folder, 'node_modules/adgraph'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'codegen.ts'), config)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  writeFileSync(join(folder, 'src/screen.tsx'), COMPONENT)

  await run(join(BIN, 'graphql-codegen'), ['--config', 'codegen.ts'], { cwd: folder })
  await expect(run(join(BIN, 'tsc'), [], { cwd: folder })).resolves.toMatchObject({ stdout: '' })
  expect(readFileSync(join(folder, 'src/graphql/graphql.ts'), 'utf8')).toContain('dailyBudgetAmountLocalMicro')
})
