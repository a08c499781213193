import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** The page of the results. Each command writes a section of its own and leaves the others as they are. */
const RESULTS = new URL('RESULTS.md', import.meta.url)

const INTRODUCTION = `# Results

Each section is written by the command that it names. [README.md](README.md) explains how to read them.
`

/** The order of the sections. */
const SECTIONS = ['peers', 'workers', 'memory', 'bulk', 'stats', 'node'] as const

/**
 * `peers` compares the servers; `workers` one and several processes; `memory` measures a server after small and large loads;
 * `bulk` measures exports; `stats` measures a screen with stats;
 * `node` compares the best servers on another Node.js.
 */
export type SectionName = (typeof SECTIONS)[number]

/** Writes a section of `RESULTS.md`, in place of the one from the last time. `text` starts with a heading of level 2. */
export function writeSection(name: SectionName, text: string): void {
  const page = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : ''
  writeFileSync(RESULTS, withSection(page, name, text))
}

/** A page with a section replaced or added. A page without any section is replaced. */
export function withSection(page: string, name: SectionName, text: string): string {
  const written = SECTIONS.map((each) => {
    if (each === name) return marked(each, text)
    const found = new RegExp(`<!-- section ${each} -->\\n([^]*?)\\n<!-- end of ${each} -->`).exec(page)
    return found ? marked(each, found[1]!) : undefined
  })
  return `${[INTRODUCTION.trim(), ...written.filter((section) => section !== undefined)].join('\n\n')}\n`
}

/** Where and when a section was measured. */
export function measuredAt(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}`
}

function marked(name: SectionName, text: string): string {
  return `<!-- section ${name} -->\n${text.trim()}\n<!-- end of ${name} -->`
}
