import { getNamedType, isNonNullType, type GraphQLInputObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { campaigns } from '../../../sandbox/campaign/campaign.ts'
import { type Sandbox } from '../../../sandbox/index.ts'
import { schema } from '../../../src/graph.ts'
import { CREATIONS } from '../../support/creation.ts'
import { startFaultProxy, type FaultProxy } from '../../support/fault-proxy.ts'
import { openGraph, type Graph } from '../../support/graph.ts'
import { shapesIn, valuesIn } from '../../support/input-values.ts'
import { seededRandom } from '../../support/random-document.ts'
import { inputDrawer, type InputOptions, type RandomInput } from '../../support/random-input.ts'
import { startSandbox } from '../../support/sandbox.ts'
import { writesIn } from '../../support/schema.ts'

/** Inputs of each mutation. */
const RUNS = Math.ceil(inject('inputs') / 3)
const SEED = 20_260_601

/** The mutations that make rows which can be looked for. A row that exists only once can be older than the write. */
const NAMES = new Set(CREATIONS.filter(({ kind = 'many' }) => /many|name/.test(kind)).map((one) => one.mutation))
const mutations = writesIn(schema).flatMap(({ name, args }) => {
  const input = getNamedType(args.find((arg) => arg.name === 'input')?.type) as GraphQLInputObjectType
  return NAMES.has(name) ? [{ name, input }] : []
})

let sandbox: Sandbox
let proxy: FaultProxy
let graph: Graph
let values: Omit<InputOptions, 'random'>
beforeAll(async () => {
  // Its data are of today, so that some scheduled posts are not due yet.
  sandbox = await startSandbox({ now: () => new Date(), limits: { bearerTokens: 1_000_000, writes: 10_000_000 } })
  // The first new ID makes the rows of all accounts, which takes longer than a write may.
  sandbox.store.table(campaigns).newId()
  proxy = await startFaultProxy(sandbox.url)
  graph = await openGraph(proxy.url, {
    credentials: sandbox.credentials,
    environment: 'sandbox',
    checksPlan: false,
    operationTimeoutMs: 3_000,
  })
  const noToken = () => ({})
  values = { valuesOf: valuesIn(sandbox.store), shapes: shapesIn(sandbox.store, { ofUser: noToken, ofApp: noToken }) }
})
afterAll(async () => {
  for (const each of [graph, proxy, sandbox]) await each.close()
})

/** The input with nulls in place of half the fields that it leaves out, and with milliseconds in half of its times. */
function varied(input: RandomInput, type: GraphQLInputObjectType, random: () => number): RandomInput {
  const all = { ...input }
  for (const { name, type: own } of Object.values(type.getFields())) {
    const [value, inner] = [all[name], getNamedType(own)]
    if (value === undefined && !type.isOneOf && !isNonNullType(own) && random() < 0.5) all[name] = null
    if (typeof value === 'string' && /T\d\d:\d\d:\d\dZ$/.test(value) && random() < 0.5)
      all[name] = value.replace('Z', '.500Z')
    if (Array.isArray(value) && name === 'operations')
      all[name] = value.map((item) => varied(item as RandomInput, inner as GraphQLInputObjectType, random))
    if (name === 'create' && value) all[name] = varied(value as RandomInput, inner as GraphQLInputObjectType, random)
  }
  return all
}

describe('a create of a random input whose answer is lost', () => {
  it.each(mutations)(
    'is not sent twice, and its rows are returned: $name',
    async ({ name, input: type }) => {
      const random = seededRandom(SEED)
      const draw = inputDrawer({ random, ...values })
      const document = `mutation ($input: ${type.name}!, $key: String) {
        outcome: ${name}(input: $input, idempotencyKey: $key) { userErrors { message } receipt { outcome ids } }
      }`
      const told: (Record<string, unknown> & { isWhole: boolean })[] = []
      for (let run = 0; run < RUNS; run += 1) {
        const prefix = `${name}.${run}`
        const input = varied(draw.good(type), type, random)
        proxy.fail(prefix, [{ happens: true, answer: 503 }])
        const { data, errors } = await graph.query<{
          outcome: { receipt: { outcome: string; ids: string[] } | null } | null
        } | null>(document, { input, key: prefix }, { 'x-request-id': prefix })
        const { made } = proxy.arrived(prefix)
        // What the service refused made nothing.
        if (made.length === 0) continue
        const { outcome, ids = [] } = data?.outcome?.receipt ?? {}
        const restIds = ids.map((id) => id.split(':').at(-1))
        // Updates and deletes in a batch are not looked for.
        const operations = (input as { operations?: { create?: object }[] }).operations ?? []
        const created = made[0]?.filter((_, index) => operations[index] === undefined || operations[index].create)
        const isWhole = operations.every(({ create }) => create)
        const isTold = made.length === 1 && created?.every((id) => restIds.includes(id))
        told.push({ input, errors, outcome, isWhole, isTold })
      }
      expect(told.length).toBeGreaterThan(0)
      // A post can be promoted by a copy, which looks like the copy of another write.
      const expected = (isWhole: boolean) =>
        isWhole ? { outcome: 'RECOVERED', isTold: true } : { outcome: 'UNKNOWN', isTold: true }
      const open = {
        outcome: expect.stringMatching(/RECOVERED|UNKNOWN/) as string,
        isTold: expect.any(Boolean) as boolean,
      }
      expect(told).toEqual(
        told.map((one) => ({ ...one, ...(name === 'createPromotedPosts' ? open : expected(one.isWhole)) })),
      )
    },
    RUNS * 4_000,
  )
})
