import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'

const KUBERNETES = readFileSync('deploy/kubernetes.yaml', 'utf8')

/** A resource of Kubernetes. */
interface Resource {
  apiVersion: string
  kind: string
  spec?: object
}

/**
 * Checks a resource against the published schema of its kind. Throws if it does not fit. Returns the paths of the keys that
 * the schema does not have, which Kubernetes would ignore or refuse: the generated validator reads every key that it knows.
 */
async function validate(resource: Resource): Promise<string[]> {
  const { apiVersion, kind } = resource
  const models = (await import(`kubernetes-models/${apiVersion}/${kind}`)) as Record<
    string,
    { prototype: { validate(this: object): void } }
  >
  const unread = new Set<string>()
  models[kind]!.prototype.validate.call(watchReads(resource, '', unread))
  return [...unread].filter((path) => path !== 'apiVersion' && path !== 'kind')
}

/** The value, whose keys are in `unread` until they are read. */
function watchReads(value: object, path: string, unread: Set<string>): object {
  const pathOf = (key: string) => (path === '' ? key : `${path}.${key}`)
  for (const key of Object.keys(value)) unread.add(pathOf(key))
  const watched = new Map<string, unknown>()
  return new Proxy(value, {
    get(target, key) {
      const child: unknown = Reflect.get(target, key)
      if (typeof key === 'symbol' || !Object.hasOwn(target, key)) return child
      unread.delete(pathOf(key))
      if (typeof child !== 'object' || child === null) return child
      if (!watched.has(key)) watched.set(key, watchReads(child, pathOf(key), unread))
      return watched.get(key)
    },
  })
}

describe('the resources of Kubernetes', () => {
  const resources = parseAllDocuments(KUBERNETES).map((document) => document.toJS() as Resource)

  it('fit the schemas of Kubernetes, without a key that these do not have', async () => {
    expect(resources.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['ConfigMap', 'Deployment', 'Service', 'HorizontalPodAutoscaler', 'PodDisruptionBudget']),
    )
    for (const resource of resources) expect(await validate(resource)).toEqual([])
  })

  it('would not fit with a value of another type', async () => {
    const deployment = resources.find(({ kind }) => kind === 'Deployment')!
    const faulty = { ...deployment, spec: { ...deployment.spec, replicas: 'two' } }

    await expect(validate(faulty)).rejects.toThrow('replicas must be integer')
  })

  it.each([
    ['terminationGracePeriodSeconds:', 'terminationGracePeriod:', 'spec.template.spec.terminationGracePeriod'],
    ['failureThreshold:', 'failureTreshold:', 'spec.template.spec.containers.0.startupProbe.failureTreshold'],
    ['spec:\n  # The autoscaler', 'replica: 2\nspec:\n  # The autoscaler', 'replica'],
  ])('would not fit with the misspelled key of %j', async (key, misspelled, path) => {
    const [deployment] = parseAllDocuments(KUBERNETES.replace(key, misspelled))
      .map((document) => document.toJS() as Resource)
      .filter(({ kind }) => kind === 'Deployment')

    expect(await validate(deployment!)).toEqual([path])
  })
})
