import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { SETTING_NAMES, readConfig } from '../src/config.ts'

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

    expect(scripts['start']).toBe(`exec ${file} start`)
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
    expect(DOCKERFILE.indexOf('RUN npm ci')).toBeGreaterThan(DOCKERFILE.indexOf('COPY src/workbench/package.json'))
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

    expect(parts.map((part) => /^kind: (\w+)$/m.exec(part)![1])).toEqual(['Deployment', 'Service', 'NetworkPolicy'])
    expect(KUBERNETES).toContain(`port: ${url.port}`)
  })

  it('has liveness and readiness checks, and time to finish its requests', () => {
    const seconds = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])
    const longestMs = readConfig({}).OPERATION_TIMEOUT_MS

    expect(KUBERNETES).toMatch(/livenessProbe:\s+httpGet: \{ path: \/healthz, port: http \}/)
    expect(KUBERNETES).toMatch(/readinessProbe:\s+httpGet: \{ path: \/readyz, port: http \}/)
    expect(seconds(COMPOSE, /stop_grace_period: (\d+)s/) * 1000).toBeGreaterThan(longestMs)
    const [delayMs, probeS] = [/STOP_DELAY_MS: '(\d+)'/, /readinessProbe:[^]*?periodSeconds: (\d+)/].map((pattern) =>
      seconds(KUBERNETES, pattern),
    )
    expect(delayMs).toBeGreaterThan(probeS! * 1000)
    expect(seconds(KUBERNETES, /terminationGracePeriodSeconds: (\d+)/) * 1000 - delayMs!).toBeGreaterThan(longestMs)
  })
})

/** Executes the built command until it serves the sandbox. `cmdline` is that of the process, which `env` has become. */
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

/** A resource of Kubernetes. */
interface Resource {
  apiVersion: string
  kind: string
  spec?: object
}

/** Checks a resource against the published schema of its kind. Throws if it does not fit. */
async function validate(resource: Resource): Promise<void> {
  const { apiVersion, kind } = resource
  const models = (await import(`kubernetes-models/${apiVersion}/${kind}`)) as Record<
    string,
    new (resource: Resource) => { validate(): void }
  >
  new models[kind]!(resource).validate()
}

describe('the resources of Kubernetes', () => {
  const resources = parseAllDocuments(KUBERNETES).map((document) => document.toJS() as Resource)

  it('fit the schemas of Kubernetes', async () => {
    expect(resources.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['ConfigMap', 'Deployment', 'Service', 'HorizontalPodAutoscaler', 'PodDisruptionBudget']),
    )
    for (const resource of resources) await validate(resource)
  })

  it('would not fit with a value of another type', async () => {
    const deployment = resources.find(({ kind }) => kind === 'Deployment')!
    const faulty = { ...deployment, spec: { ...deployment.spec, replicas: 'two' } }

    await expect(validate(faulty)).rejects.toThrow('replicas must be integer')
  })
})
