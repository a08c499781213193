import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { RULES } from '../../reference/index.ts'

/** The source files of Adgraph. */
const sources = (readdirSync('src', { recursive: true }) as string[])
  .filter((file) => file.endsWith('.ts'))
  .toSorted()
  .map((file) => ({ file, text: readFileSync(`src/${file}`, 'utf8') }))

/** The chapters of the page, by the prefix of the IDs of their rules. */
const CHAPTERS: Record<string, string> = {
  AUTH: 'Tokens and sign-in',
  CONV: 'Conventions of the ads interface',
  ACC: 'Accounts and reference data',
  FI: 'Funding instruments',
  CAMP: 'Campaigns',
  LI: 'Line items',
  PROMO: 'Promoted entities, media creatives and tracking tags',
  TGT: 'Targeting',
  AUD: 'Audiences',
  PERM: 'Permissions',
  CARD: 'Cards, media and posts',
  STAT: 'Stats',
}

/** The kinds of rules, by what keeps them. A rule that is checked before anything is sent is `V` too. */
const KINDS: Record<string, string> = {
  V: 'types of the schema',
  W: 'form of the requests',
  E: 'error mapping',
  Q: 'rate limits and caching',
  M: 'the service',
  D: 'description',
  S: 'secrecy',
}

const INTRODUCTION = `# Rules

These are the rules of the three interfaces. Errors and descriptions quote them by ID: \`rule\` of a user error,
\`extensions.rule\` of a GraphQL error, and \`validation\` of a payload.

"Reference" names the document and its section: 1 is authorization, 2 is ads management, 3 is creatives. The rules of stats are not
in these documents.

This file is generated from \`reference\`: \`npx vitest run test/docs -u\` renews it.
`

const numberOf = (rule: string) => Number(/\d+$/.exec(rule)![0])

function render(): string {
  const chapters = Object.entries(CHAPTERS).map(([prefix, title]) => {
    const rows = Object.entries(RULES)
      .filter(([rule]) => rule.startsWith(`R-${prefix}-`))
      .toSorted(([one], [other]) => numberOf(one) - numberOf(other))
      .map(([rule, { text, source }]) => `| <a id="${rule.toLowerCase()}"></a>${rule} | ${text} | ${source} |`)
    return `\n## ${title}\n\n| Rule | What it says | Reference |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return INTRODUCTION + chapters.join('')
}

describe('docs/rules.md', () => {
  it('lists every rule with its sentence', async () => {
    await expect(render()).toMatchFileSnapshot('../../docs/rules.md')
  })

  it('has a chapter for every rule', () => {
    const prefixes = Object.keys(RULES).map((rule) => rule.replace(/^R-(.*)-\d+$/, '$1'))

    expect(prefixes.filter((prefix) => !Object.hasOwn(CHAPTERS, prefix))).toEqual([])
  })

  it('knows the kinds of every rule', () => {
    const unknown = Object.values(RULES).filter(({ kinds }) => kinds.split(' ').some((kind) => !(kind in KINDS)))

    expect(unknown).toEqual([])
  })

  it('lists every rule that the sources, the schema and the documentation quote', () => {
    const texts = [
      ...sources.map(({ text }) => text),
      readFileSync('schema.graphql', 'utf8'),
      ...readdirSync('docs')
        .filter((page) => page.endsWith('.md'))
        .map((page) => readFileSync(`docs/${page}`, 'utf8')),
    ]
    const quoted = new Set(texts.flatMap((text) => [...text.matchAll(/\bR-[A-Z]+-\d+\b/g)].map(([rule]) => rule)))

    expect([...quoted].filter((rule) => !Object.hasOwn(RULES, rule))).toEqual([])
  })
})
