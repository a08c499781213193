import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import markdown from 'markdown-it'
import { defineConfig, type Plugin } from 'vite'

/** Higher qualities take several times as long and save only a few percent. */
const BROTLI_QUALITY = 9

/** Stores each file of the build also as brotli and as gzip, so that the server compresses nothing. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    async writeBundle({ dir }) {
      const names = (await readdir(dir!)).filter((name) => !name.endsWith('.html'))
      await Promise.all(
        names.map(async (name) => {
          const content = await readFile(join(dir!, name))
          const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
          await writeFile(join(dir!, `${name}.br`), await promisify(brotliCompress)(content, { params }))
          await writeFile(join(dir!, `${name}.gz`), await promisify(gzip)(content))
        }),
      )
    },
  }
}

/** Puts the list of rules into its page. */
function rules(): Plugin {
  return {
    name: 'rules',
    async transformIndexHtml(html) {
      const text = await readFile(new URL('../docs/rules.md', import.meta.url), 'utf8')
      return html.replace('<!-- rules -->', () => markdown({ html: true }).render(text))
    },
  }
}

const RULES_MODULE = 'virtual:rules'

/** A module that has the sentence of each rule, by its ID. */
function ruleTexts(): Plugin {
  return {
    name: 'rule-texts',
    resolveId: (id) => (id === RULES_MODULE ? id : null),
    async load(id) {
      if (id !== RULES_MODULE) return null
      const text = await readFile(new URL('../docs/rules.md', import.meta.url), 'utf8')
      const rows = [...text.matchAll(/^\| <a id="[^"]+"><\/a>(R-[A-Z]+-\d+) \| (.+?) +\|/gm)]
      return `export default ${JSON.stringify(Object.fromEntries(rows.map(([, rule, sentence]) => [rule, sentence])))}`
    },
  }
}

/** The folders of the graph's sources, which are the chapters of the service's documentation. */
const CHAPTERS = ['account', 'campaign', 'creative', 'audience', 'oauth']

const CHAPTERS_MODULE = 'virtual:chapters'

/** A module that has the chapter of each type of the graph whose source is in the folder of a chapter. */
function chapters(): Plugin {
  return {
    name: 'chapters',
    resolveId: (id) => (id === CHAPTERS_MODULE ? id : null),
    async load(id) {
      if (id !== CHAPTERS_MODULE) return null
      const sdl = await readFile(new URL('../schema.graphql', import.meta.url), 'utf8')
      const sources = await Promise.all(CHAPTERS.map(sourceOf))
      const names = [...sdl.matchAll(/^(?:type|union|enum|input) (\w+)|^interface (\w+)/gm)].map(([, a, b]) => a ?? b!)
      return `export default ${JSON.stringify(Object.fromEntries(names.map((name) => [name, chapterOf(name, sources)])))}`
    },
  }
}

interface Source {
  chapter: string
  files: string[]
  text: string
}

async function sourceOf(chapter: string): Promise<Source> {
  const folder = fileURLToPath(new URL(`../src/schema/${chapter}`, import.meta.url))
  const files = await readdir(folder)
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return { chapter, files, text: texts.join('\n') }
}

/** The chapter whose sources declare a type, or the entity or mutation that it belongs to. */
function chapterOf(name: string, sources: readonly Source[]): string | undefined {
  const entity = name.replace(/(?<=.)(Connection|Edge|Payload|Input|SortField)$/, '')
  const file = `${entity.replace(/\B[A-Z]/g, '-$&').toLowerCase()}.ts`
  const named = sources.find(({ files }) => files.includes(file))
  if (named) return named.chapter
  const field = entity.charAt(0).toLowerCase() + entity.slice(1)
  for (const pattern of [`'${name}'`, `'${entity}'`, `\\b${field}\\b`]) {
    const found = sources.filter(({ text }) => new RegExp(pattern).test(text))
    // What several chapters name is shared.
    if (found.length > 0) return found.length === 1 ? found[0]!.chapter : undefined
  }
  return undefined
}

export default defineConfig({
  base: '/workbench/',
  build: {
    outDir: '../dist/workbench',
    emptyOutDir: true,
    assetsDir: '.',
    assetsInlineLimit: 0,
    target: 'es2023',
    license: { fileName: 'licenses.md' },
    // Monaco is one large module by nature.
    chunkSizeWarningLimit: 8_000,
    rolldownOptions: {
      input: ['workbench/index.html', 'workbench/rules.html'],
      onLog(level, log, handler) {
        // Directives such as `use client` are for server-side rendering, which is not used.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handler(level, log)
      },
    },
  },
  logLevel: 'warn',
  plugins: [rules(), ruleTexts(), chapters(), precompress()],
})
