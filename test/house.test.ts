import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { registers } from '../release/registers.ts'
import { GROUPS } from './mutation/groups.ts'

/** The rooms of extensions. */
const ROOMS = ['agents', 'bulk', 'doctor', 'record'].map((name) => `extension/${name}`)

/** What each of them may import besides its own: the interface, what it extends, and what commands share. */
const ROOM = [
  'extension/extension.ts',
  'command',
  'server',
  'state',
  'schema',
  'execute',
  'loaders',
  'rest',
  'async',
  'json',
  'config.ts',
  'context.ts',
]

/** What a floor of the house may import: floors and files of ours, and packages it must leave to others. */
const FLOORS: Record<string, { ours: string[]; not?: RegExp }> = {
  async: { ours: ['async'], not: /^(graphql|@pothos|dataloader|undici)/ },
  json: { ours: ['json'], not: /^(graphql|@pothos|dataloader|undici)/ },
  rest: { ours: ['rest', 'async', 'json'], not: /^(graphql|@pothos|dataloader)/ },
  loaders: { ours: ['loaders', 'rest', 'async', 'json'], not: /^(graphql|@pothos|undici)/ },
  execute: { ours: ['execute', 'rest', 'async', 'json'], not: /^(undici|dataloader|@pothos|graphql-yoga)/ },
  schema: {
    ours: ['schema', 'execute', 'rest', 'loaders', 'state', 'async', 'json', 'context.ts'],
    not: /^(undici|dataloader|node:https?$)/,
  },
  state: { ours: ['state', 'rest', 'async', 'json'], not: /^(graphql|@pothos|dataloader|undici)/ },
  server: { ours: ['server', 'state', 'schema', 'execute', 'loaders', 'rest', 'async', 'json', 'context.ts'] },
  // Rooms, which know what they extend; nothing that they extend knows them.
  'extension/agents': { ours: ['extension/agents', ...ROOM], not: /^(@pothos|undici|dataloader|graphql-yoga)/ },
  'extension/bulk': { ours: ['extension/bulk', 'graph.ts', ...ROOM], not: /^(undici|dataloader|@pothos)/ },
  'extension/doctor': { ours: ['extension/doctor', ...ROOM], not: /^(graphql|@pothos|undici|dataloader|ioredis)/ },
  'extension/record': { ours: ['extension/record', ...ROOM], not: /^(graphql|@pothos|undici|dataloader)/ },
  'extension/extension.ts': { ours: ['server', 'config.ts'] },
  'extension/index.ts': { ours: [...ROOMS, 'extension/extension.ts'] },
  'graph.ts': { ours: ['schema', 'extension/bulk'] },
  // The documents, transcribed: an independent witness, which `src` must not read.
  reference: { ours: ['reference'], not: /^(node:|graphql|@)/ },
  sandbox: { ours: ['sandbox', 'reference'], not: /^(graphql|@pothos|undici|dataloader|oauth-1.0a)/ },
  workbench: {
    ours: ['workbench', 'server', 'rest', 'extension/agents'],
    not: /^(@pothos|undici|dataloader|node:http)/,
  },
  package: {
    ours: [
      'package',
      'extension/bulk',
      'graph.ts',
      'server',
      'state',
      'schema',
      'rest',
      'async',
      'sandbox',
      'config.ts',
      'context.ts',
    ],
    not: /^(@pothos|undici|dataloader|node:https?$)/,
  },
  command: {
    ours: [
      'command',
      'extension/extension.ts',
      'extension/index.ts',
      'extension/record',
      'graph.ts',
      'server',
      'state',
      'schema',
      'rest',
      'json',
      'sandbox',
      'config.ts',
    ],
    not: /^(graphql|@pothos|undici|dataloader)/,
  },
  'context.ts': { ours: ['loaders', 'rest', 'state'] },
  'config.ts': { ours: ['async', 'server'] },
}

/** The graph, and the two workspaces that it is built with. Paths are relative to `src`, as in `dist`. */
const sources = ['src', 'reference', 'sandbox', 'workbench'].flatMap((root) =>
  (readdirSync(root, { recursive: true }) as string[])
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('test/'))
    .map((file) => ({
      file: root === 'src' ? file : join(root, file),
      text: readFileSync(join(root, file), 'utf8'),
    })),
)

/** The folders of layers. In `schema`, the costs of writes and `write` still import each other. */
const LAYERS = Object.keys(FLOORS).filter((floor) => !floor.endsWith('.ts') && floor !== 'schema')

const CHAPTERS = ['account', 'audience', 'campaign', 'creative', 'oauth']

/** The folder of a layer: the first folder, or the room of an extension. */
const floorOf = (file: string) => /^extension\/[^/]+|^[^/]+/.exec(file)![0]

/** Every module that a file imports: a package's name, or the path of a file in `sources`. */
function importsOf({ file, text }: { file: string; text: string }): string[] {
  return [...text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'|import\('([^']+)'\)/gm)]
    .map(([, from, bare, dynamic]) => (from ?? bare ?? dynamic)!)
    .map((name) => {
      if (name.startsWith('#')) return `${name.slice(1)}.ts`
      return name.startsWith('.') ? join(dirname(file), name).replace(/^src\//, '') : name
    })
}

/** The folder of a layer that a file is in. Entities refer to each other in any direction, so their chapters are one folder. */
function roomOf(file: string): string {
  const [folder = '', ...rest] = file.slice(floorOf(file).length + 1).split('/')
  if (rest.length > 0 && CHAPTERS.includes(folder)) return 'the entities'
  return rest.length > 0 ? folder : `${folder} itself`
}

/** The folders, and the single files beside them, that those of a layer import. */
function roomImports(floor: string): Map<string, Set<string>> {
  const rooms = new Map<string, Set<string>>()
  for (const source of sources.filter(({ file }) => floorOf(file) === floor)) {
    const room = roomOf(source.file)
    const imported = importsOf(source).filter((name) => isOurs(name) && floorOf(name) === floor)
    const others = imported.map(roomOf).filter((name) => name !== room)
    rooms.set(room, new Set([...(rooms.get(room) ?? []), ...others]))
  }
  return rooms
}

/** Everything that can be reached from a folder, in one step or more. */
function reachable(rooms: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> {
  const reached = new Set<string>()
  const next = [...(rooms.get(from) ?? [])]
  for (let room = next.pop(); room !== undefined; room = next.pop()) {
    if (reached.has(room)) continue
    reached.add(room)
    next.push(...(rooms.get(room) ?? []))
  }
  return reached
}

/** The files of `rest` of which other layers import values; its types are free. */
const VALUES_OF_REST: Record<string, string[]> = {
  execute: ['rest/json/lazy-row.ts'],
  state: ['rest/policy/permit.ts', 'rest/policy/rate-limit.ts', 'rest/store.ts'],
}

/** A source without the imports of types. */
const withoutTypes = ({ file, text }: { file: string; text: string }) => ({
  file,
  text: text.replace(/^(?:import|export) type [^]*?from '[^']+'/gm, ''),
})

/** The numbers of casts and of non-null assertions in `src`, without comments and texts. They must not grow. */
const MAX_CASTS = 160
const MAX_ASSERTIONS = 136

const isOurs = (name: string) => /\.tsx?$/.test(name)

describe('the house', () => {
  it.each(Object.entries(FLOORS))('%s imports only its own layer and those below', (floor, { ours }) => {
    const strays = sources
      .filter(({ file }) => floorOf(file) === floor)
      .flatMap((source) =>
        importsOf(source)
          .filter((name) => isOurs(name) && !ours.includes(floorOf(name)))
          .map((name) => `${source.file} → ${name}`),
      )
    expect(strays).toEqual([])
  })

  it.each(Object.entries(FLOORS))('%s does not import packages that belong to other layers', (floor, { not }) => {
    const strays = sources
      .filter(({ file }) => floorOf(file) === floor)
      .flatMap((source) =>
        importsOf(source)
          .filter((name) => not?.test(name))
          .map((name) => `${source.file} → ${name}`),
      )
    expect(strays).toEqual([])
  })

  it('has no files that import each other, directly or through others', () => {
    const imports = new Map(sources.map((source) => [source.file, importsOf(source).filter(isOurs)]))
    expect(imports.size).toBeGreaterThan(100)
    for (let before = Infinity; imports.size < before;) {
      before = imports.size
      const imported = new Set([...imports.values()].flat())
      for (const [file, names] of imports)
        if (!imported.has(file) || !names.some((name) => imports.has(name))) imports.delete(file)
    }
    expect([...imports.keys()]).toEqual([])
  })

  it.each(LAYERS)('has no folders in %s that import each other, directly or through others', (layer) => {
    const rooms = roomImports(layer)
    const inCircle = [...rooms.keys()].filter((room) => reachable(rooms, room).has(room))

    expect(rooms.size).toBeGreaterThan(1)
    expect(inCircle).toEqual([])
  })

  it.each(Object.entries(VALUES_OF_REST))('%s imports values only from these files of rest', (floor, files) => {
    const values = sources
      .filter(({ file }) => floorOf(file) === floor)
      .flatMap((source) => importsOf(withoutTypes(source)))
      .filter((name) => isOurs(name) && floorOf(name) === 'rest')
    expect([...new Set(values)].toSorted()).toEqual(files)
  })

  it('needs no package and nothing of Node.js to declare an endpoint, because the page bundles all of them', () => {
    const imports = new Map(sources.map((source) => [source.file, importsOf(withoutTypes(source))]))
    const declaring = sources.filter(({ file }) => floorOf(file) === 'rest' && roomOf(file) === 'the entities')
    const needed = new Set(declaring.map(({ file }) => file))
    for (const file of needed) for (const name of imports.get(file) ?? []) needed.add(name)
    expect([...needed].filter((name) => !isOurs(name))).toEqual([])
  })

  it('has no more casts and non-null assertions than before', () => {
    const code = sources
      .filter(({ file }) => !['sandbox', 'workbench'].includes(floorOf(file)))
      .map(({ text }) => text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '').replace(/'(?:[^'\\\n]|\\.)*'/g, "''"))
      .map((text) => text.replace(/^(import|export) [^]*?from ''/gm, ''))
    const count = (form: RegExp) => code.reduce((sum, text) => sum + (text.match(form)?.length ?? 0), 0)

    expect(count(/[\w)\]}'`"] as (?!const\b)(?=[\w({[])/g)).toBeLessThanOrEqual(MAX_CASTS)
    expect(count(/[\w)\]]!(?![=\w])/g)).toBeLessThanOrEqual(MAX_ASSERTIONS)
  })

  it.each(CHAPTERS)('has a test with the name of each entity of %s', (chapter) => {
    const entities = readdirSync(`src/rest/${chapter}`).map((file) => file.replace(/\.ts$/, ''))
    // Conversation cards of both kinds have one test.
    const tests = entities.map((entity) => entity.replace(/^(image|video)-(?=conversation-card$)/, ''))
    const missing = tests.filter((entity) => !existsSync(`test/schema/${chapter}/${entity}.test.ts`))
    expect(missing).toEqual([])
  })

  it('runs the tests that start processes, Redis or a browser apart from the others', () => {
    const tests = ['test', 'sandbox/test', 'workbench/test'].flatMap((folder) =>
      (readdirSync(folder, { recursive: true }) as string[])
        .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
        .map((file) => join(folder, file)),
    )
    const starts = /from '.*(support\/(browser|bulk-worker|command|instance|redis|workers)|use-browser)\.ts'/
    const others = tests.filter((file) => !file.endsWith('.process.test.ts'))

    expect(others.length).toBeLessThan(tests.length)
    expect(others.filter((file) => starts.test(readFileSync(file, 'utf8')))).toEqual([])
  })

  it('starts the sandbox only in the command and in its own entry of the package', () => {
    const strays = sources
      .filter(
        ({ file }) =>
          floorOf(file) !== 'sandbox' &&
          !['main.ts', 'command/sandbox.ts', 'command/start.ts', 'package/sandbox.ts'].includes(file),
      )
      .filter((source) => importsOf(source).some((name) => isOurs(name) && floorOf(name) === 'sandbox'))
    expect(strays.map(({ file }) => file)).toEqual([])
  })

  it.each(Object.entries(registers()))(
    'lists the files of all chapters in %s (otherwise: npm run codegen)',
    (file, text) => {
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )

  it('reads the environment only in config', () => {
    const readers = sources.filter(({ text }) => /process\.env|node:process/.test(text)).map(({ file }) => file)
    expect(readers).toEqual(['config.ts'])
  })

  it('sends requests only in the client', () => {
    // The page runs in a browser.
    const ours = sources.filter(({ file }) => !['rest', 'workbench'].includes(floorOf(file)))
    // The method `fetch` of a handler answers a request.
    const strays = ours.filter(({ text }) => /(?<!handler\.)\bfetch\(/.test(text))
    // It sets faults of the embedded sandbox, which are no calls to a service.
    expect(strays.map(({ file }) => file)).toEqual(['server/workbench.ts'])
  })

  it('loads no export and nothing of agents at start', () => {
    const files = new Map(sources.map((source) => [source.file, source]))
    const loaded = new Set<string>()
    const next = ['command/serve.ts', 'command/start.ts', 'command/worker.ts']
    for (let file = next.pop(); file !== undefined; file = next.pop()) {
      const source = files.get(file)
      if (!source || loaded.has(file)) continue
      loaded.add(file)
      const imported = withoutTypes({ file, text: source.text.replaceAll(/\bimport\(/g, 'dynamic(') })
      next.push(...importsOf(imported))
    }
    const entries = ROOMS.map((room) => `${room}/index.ts`)
    const light = ['extension/agents/agent.ts', 'extension/bulk/schema.ts']

    expect([...loaded].filter((file) => ROOMS.includes(floorOf(file))).toSorted()).toEqual(
      [...entries, ...light].toSorted(),
    )
  })

  it('has no try/catch in resolvers', () => {
    const entityFiles = sources.filter(({ file }) => /^schema\/(account|audience|campaign|creative|oauth)\//.test(file))
    const catching = entityFiles.filter(({ text }) => /\bcatch\b\s*[({]/.test(text)).map(({ file }) => file)

    expect(entityFiles.length).toBeGreaterThan(10)
    expect(catching).toEqual([])
  })

  it.each(Object.entries(GROUPS))('has the files of the mutation group %s', (_, { sources, tests }) => {
    expect([...sources, ...tests].filter((file) => !existsSync(file))).toEqual([])
  })

  it('ships no package under a license that restricts its use', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { dev?: boolean; link?: boolean; license?: string }>
    }
    const shipped = Object.entries(packages).filter(([path, { dev, link }]) => path !== '' && !dev && !link)
    const restricted = shipped.filter(([, { license = '' }]) => !PERMISSIVE.has(license)).map(([path]) => path)

    expect(shipped.length).toBeGreaterThan(50)
    expect(restricted).toEqual([])
    expect(shipped.map(([path]) => path).filter((path) => path.includes('node_modules/@apollo/'))).toEqual([])
  })
})

const PERMISSIVE = new Set(['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', '0BSD'])
