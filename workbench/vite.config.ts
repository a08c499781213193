import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

/** Puts the list of rules into its page. Links to sources lead nowhere on a server. */
function rules(): Plugin {
  return {
    name: 'rules',
    async transformIndexHtml(html) {
      const text = await readFile(new URL('../docs/rules.md', import.meta.url), 'utf8')
      const list = markdown({ html: true }).render(text.replace(/\[([^\]]+)\]\(\.\.\/[^)]+\)/g, '$1'))
      return html.replace('<!-- rules -->', () => list)
    },
  }
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
  plugins: [rules(), precompress()],
})
