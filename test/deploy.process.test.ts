import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { tsImport } from 'tsx/esm/api'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { SETTING_NAMES, readConfig, serverSettings } from '../src/config.ts'
import { runCommand } from './support/command.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const DOCKERFILE = read('Dockerfile')
const COMPOSE = read('compose.yaml')
const KUBERNETES = read('deploy/kubernetes.yaml')

describe('the command `adgraph`', () => {
  const { bin, scripts } = JSON.parse(read('package.json')) as Record<'bin' | 'scripts', Record<string, string>>
  const file = bin['adgraph']!.replace('./', '')

  it('is the file that `npm start` and the image execute, with the V8 options of its first line', async () => {
    const { cmdline, stop } = await runFile(file)
    const options = read('src/cli.ts')
      .split('\n', 1)[0]!
      .match(/ --\S+/g)!
      .map((option) => option.trim())

    expect(scripts['start']).toBe(`node release/check-build.js && exec ${file} start`)
    expect(DOCKERFILE).toContain(`CMD ["${file}", "start"]`)
    expect(options).toContain('--v8-pool-size=1')
    expect(cmdline.slice(1)).toEqual([...options, file, 'sandbox'])
    await stop()
  })
})

describe('the container', () => {
  it('is built in a stage of its own, and runs as nobody in particular', () => {
    expect(DOCKERFILE.match(/^FROM /gm)).toHaveLength(2)
    expect(DOCKERFILE.slice(DOCKERFILE.lastIndexOf('FROM '))).toMatch(/^USER node$/m)
  })

  it('installs before it copies the sources, so that an edit does not install again', () => {
    expect(DOCKERFILE.indexOf('RUN npm ci')).toBeLessThan(DOCKERFILE.indexOf('COPY src src'))
    expect(DOCKERFILE.indexOf('RUN npm ci')).toBeGreaterThan(DOCKERFILE.indexOf('COPY workbench/package.json'))
  })

  it('includes in its build all files that are copied, and no others', () => {
    const copied = DOCKERFILE.match(/^COPY (?!--from)(.+) \S+$/gm)!.flatMap((line) => line.split(' ').slice(1, -1))
    const inNoOther = copied.filter((file) => !copied.some((folder) => file.startsWith(`${folder}/`)))
    const taken = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, file]) => file!)

    expect(taken.sort((a, b) => a.localeCompare(b))).toEqual(inNoOther.sort((a, b) => a.localeCompare(b)))
  })

  it('uses only settings that exist', () => {
    const named = [
      ...DOCKERFILE.matchAll(/ ([A-Z_]+)=/g),
      ...KUBERNETES.matchAll(/^ {2}([A-Z_]+): /gm),
      ...COMPOSE.matchAll(/([A-Z_]{4,}):/g),
    ].map(([, name]) => name!)

    expect(named.filter((name) => name !== 'NODE_ENV')).toEqual([
      'HOST',
      'PORT',
      'ADS_BASE_URL',
      'PUBLIC_URL',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'METRICS_PORT',
      'STOP_DELAY_MS',
      'REDIS_URL',
      'BULK_DIR',
      'BULK_CONCURRENCY',
      'SANDBOX_PORT',
      'BULK_DIR',
    ])
    expect(named.filter((name) => name !== 'NODE_ENV' && !SETTING_NAMES.includes(name))).toEqual([])
  })

  it('has a read-only disk and no privileges, in compose and in Kubernetes', () => {
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true']) expect(COMPOSE).toContain(line)
    for (const line of [
      'readOnlyRootFilesystem: true',
      'runAsNonRoot: true',
      'allowPrivilegeEscalation: false',
      'capabilities: { drop: [ALL] }',
    ])
      expect(KUBERNETES.split(line).length - 1).toBe(KUBERNETES.split('image: ').length - 1)
  })

  it('shares its state in a Redis that is defined, and that no other service can reach', () => {
    const url = new URL(/REDIS_URL: (\S+)/.exec(KUBERNETES)![1]!)
    const parts = KUBERNETES.split('\n---\n').filter((part) => part.includes(`name: ${url.hostname}\n`))

    expect(parts.map((part) => /^kind: (\w+)$/m.exec(part)![1])).toEqual([
      'Deployment',
      'PersistentVolumeClaim',
      'Service',
      'NetworkPolicy',
    ])
    expect(KUBERNETES).toContain(`port: ${url.port}`)
  })

  it('keeps idempotency keys in this Redis: it writes to a volume and evicts nothing', () => {
    const [redis] = parseAllDocuments(KUBERNETES)
      .map((document) => document.toJS() as { kind: string; metadata: { name: string }; spec: Workload })
      .filter(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'adgraph-redis')
      .map(({ spec }) => spec.template.spec)
    const { args = [], volumeMounts } = redis!.containers[0]!
    const settingOf = (name: string) => args[args.indexOf(`--${name}`) + 1]

    expect([settingOf('appendonly'), settingOf('maxmemory-policy')]).toEqual(['yes', 'noeviction'])
    expect(volumeMounts).toEqual([{ name: 'data', mountPath: '/data' }])
    expect(redis!.volumes).toEqual([{ name: 'data', persistentVolumeClaim: { claimName: 'adgraph-redis' } }])
  })

  it('runs long work in workers that share a volume with the servers, and that start as the image says', () => {
    const [server, worker] = parseAllDocuments(KUBERNETES)
      .map((document) => document.toJS() as { kind: string; metadata: { name: string }; spec: Workload })
      .filter(({ metadata: { name } }) => ['adgraph', 'adgraph-worker'].includes(name))
      .flatMap(({ kind, spec }) => (kind === 'Deployment' ? spec.template.spec : []))
    const [, dir] = /^ {2}BULK_DIR: (.+)$/m.exec(KUBERNETES)!
    const claim = { name: 'bulk', persistentVolumeClaim: { claimName: 'adgraph-bulk' } }

    for (const { volumes, containers } of [server!, worker!]) {
      expect(volumes).toEqual([claim])
      expect(containers[0]!.volumeMounts).toEqual([{ name: 'bulk', mountPath: dir }])
    }
    expect(KUBERNETES).toMatch(
      /kind: PersistentVolumeClaim\nmetadata:\n {2}name: adgraph-bulk\nspec:\n {2}accessModes: \[ReadWriteMany\]/,
    )
    expect(KUBERNETES).toContain("BULK_CONCURRENCY: '0'")
    expect(worker!.containers[0]!.env).toEqual([{ name: 'BULK_CONCURRENCY', value: '1' }])
    expect(DOCKERFILE).toContain(`"${worker!.containers[0]!.args![0]}", "start"]`)
    expect(worker!.containers[0]!.args).toEqual(['dist/cli.js', 'worker'])
  })

  it('has liveness and readiness checks, and time to finish its requests', () => {
    const seconds = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])
    const longestMs = readConfig({}).OPERATION_TIMEOUT_MS
    const publicDelayMs = serverSettings(readConfig({ HOST: '0.0.0.0' })).stopDelayMs

    expect(KUBERNETES).toMatch(/livenessProbe:\s+httpGet: \{ path: \/healthz, port: http \}/)
    expect(KUBERNETES).toMatch(/readinessProbe:\s+httpGet: \{ path: \/readyz, port: http \}/)
    expect(seconds(COMPOSE, /stop_grace_period: (\d+)s/) * 1000 - publicDelayMs).toBeGreaterThan(longestMs)
    const [delayMs, probeS] = [/STOP_DELAY_MS: '(\d+)'/, /readinessProbe:[^]*?periodSeconds: (\d+)/].map((pattern) =>
      seconds(KUBERNETES, pattern),
    )
    expect(delayMs).toBeGreaterThan(probeS! * 1000)
    expect(seconds(KUBERNETES, /terminationGracePeriodSeconds: (\d+)/) * 1000 - delayMs!).toBeGreaterThan(longestMs)
  })
})

describe('compose', () => {
  const { adgraph } = (
    parse(COMPOSE) as { services: { adgraph: { ports: string[]; environment: Record<string, string | number> } } }
  ).services

  it('lets a browser of the host sign in at the embedded sandbox', async () => {
    const settings = Object.fromEntries(Object.entries(adgraph.environment).map(([name, value]) => [name, `${value}`]))
    const command = runCommand(['start'], { HOST: '0.0.0.0', PORT: '0', ...settings, SANDBOX_PORT: '0' })
    const [, port] = await command.printed(/http:\/\/0\.0\.0\.0:(\d+)\/graphql/)
    const begun = await fetch(`http://127.0.0.1:${port}/auth/login`, { redirect: 'manual' })
    const page = new URL(begun.headers.get('location')!)
    // A container has its own loopback interface: what the host publishes arrives at another address.
    const published = new URL(page)
    published.hostname = '127.0.0.2'
    const answer = await fetch(published)
    await command.stop()

    expect([page.hostname, page.pathname, answer.status]).toEqual(['127.0.0.1', '/oauth/authorize', 200])
    expect(adgraph.ports).toContain(`127.0.0.1:${settings['SANDBOX_PORT']}:${settings['SANDBOX_PORT']}`)
  })
})

/** Executes the built command until it serves the sandbox. `cmdline` belongs to the process that `env` has become. */
async function runFile(file: string): Promise<{ cmdline: string[]; stop: () => Promise<unknown> }> {
  const child = spawn(file, ['sandbox'], { env: { PATH: process.env['PATH'], SANDBOX_PORT: '0' } })
  await once(child.stdout, 'data')
  const cmdline = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(child.pid)], { encoding: 'utf8' })
  return {
    cmdline: cmdline.trim().split(' '),
    stop() {
      child.kill()
      return once(child, 'exit')
    },
  }
}

/** What a Deployment runs. */
interface Workload {
  template: { spec: { volumes: object[]; containers: { args?: string[]; env?: object[]; volumeMounts: object[] }[] } }
}

describe('the workflow', () => {
  const CI = read('.github/workflows/ci.yml')

  it('fits the schema of GitHub Actions, which refuses misspelled keys', async () => {
    // The package imports JSON in a form that Node alone does not load.
    const { parseWorkflow, NoOperationTraceWriter } = (await tsImport(
      '@actions/workflow-parser',
      import.meta.url,
    )) as typeof import('@actions/workflow-parser')
    const errorsOf = (content: string) =>
      parseWorkflow({ name: 'ci.yml', content }, new NoOperationTraceWriter())
        .context.errors.getErrors()
        .map(({ message }) => message)

    expect(errorsOf(CI)).toEqual([])
    expect(errorsOf(CI.replace('timeout-minutes', 'timeout-minute'))).toEqual([
      expect.stringContaining("Unexpected value 'timeout-minute'"),
    ])
  })

  it('runs only files and scripts that exist', () => {
    const { jobs } = parse(CI) as { jobs: Record<string, { steps: { uses?: string; run?: string }[] }> }
    const commands = Object.values(jobs)
      .flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run))
      .flatMap((run) => run.split(/&&|\n/).map((command) => command.trim().replace(/^sudo /, '')))
    const { scripts } = JSON.parse(read('package.json')) as { scripts: object }
    const isFound = (command: string) => {
      const [program = '', verb = '', script = ''] = command.split(' ')
      if (program === 'npm' && verb === 'run') return Object.hasOwn(scripts, script)
      return program.includes('/') ? existsSync(program) : ['apt-get', 'curl', 'docker', 'npm'].includes(program)
    }

    expect(commands).toContain('.ci/run')
    expect(commands.filter((command) => !isFound(command))).toEqual([])
  })

  it('builds and starts the image', () => {
    const { jobs } = parse(CI) as { jobs: { image: { steps: { run?: string }[] } } }

    expect(jobs.image.steps.map(({ run }) => run)).toContain('docker compose up --build --detach --wait')
    expect(DOCKERFILE).toMatch(/^HEALTHCHECK /m)
  })

  it('runs on every release of Node that is supported', () => {
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
    const { jobs } = parse(CI) as { jobs: { checks: { strategy: { matrix: { node: number[] } } } } }

    expect(engines.node).toBe('>=20.19.0')
    expect(jobs.checks.strategy.matrix.node[0]).toBe(20)
  })
})
