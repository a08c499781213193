import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Sandbox } from '../../../sandbox/index.ts'
import { schema } from '../../../src/graph.ts'
import { BrowserClient } from '../../support/browser-client.ts'
import { accountMaker, CREATIONS, type Creation } from '../../support/creation.ts'
import { startFaultProxy, type FaultProxy, type WriteFault } from '../../support/fault-proxy.ts'
import { openGraph, type Graph } from '../../support/graph.ts'
import { startSandbox } from '../../support/sandbox.ts'
import { writesIn } from '../../support/schema.ts'

/** A way in which a create fails. */
interface Failure {
  name: string
  /** The faults of the writes of the first key, one after the other. */
  faults: WriteFault[]
  /** The faults of the second key. Without them, there is one key. */
  others?: WriteFault[]
  /** Who has made an equal row just before: a use of this graph without a key, or another program. */
  equal?: 'use' | 'program'
  /** Whether it needs a graph that has more time. */
  isSlow?: boolean
}

const lost = (answer: WriteFault['answer']): WriteFault => ({ happens: true, answer })
const never = (answer: WriteFault['answer']): WriteFault => ({ happens: false, answer })

const FAILURES: readonly Failure[] = [
  { name: 'the request is not read', faults: [never('unread')] },
  { name: 'the answer does not come', faults: [lost('none')] },
  { name: 'the answer breaks off', faults: [lost('cut')] },
  ...([500, 502, 503, 504] as const).flatMap((status) => [
    { name: `${status} before the write`, faults: [never(status)] },
    { name: `${status} after the write`, faults: [lost(status)] },
  ]),
  { name: 'the service hangs before the write, past the deadline', faults: [never('hang')], isSlow: true },
  { name: 'the service hangs after the write, past the deadline', faults: [lost('hang')], isSlow: true },
  { name: 'the row shows up 3 s later', faults: [{ ...lost(503), hiddenMs: 3_000 }], isSlow: true },
  { name: 'another use has made an equal row, and the write is lost', faults: [lost(503)], equal: 'use' },
  { name: 'another use has made an equal row, and the write does not happen', faults: [never(503)], equal: 'use' },
  { name: 'another program has made an equal row, and the write is lost', faults: [lost(503)], equal: 'program' },
  {
    name: 'another program has made an equal row, and the write does not happen',
    faults: [never(503)],
    equal: 'program',
  },
  {
    name: 'of two equal creates one is lost before and one after the write',
    faults: [never(503)],
    others: [lost(503)],
  },
]

/** The sequences of `npm test` and `npm run test:long` have each creation, and each failure. */
const SEQUENCES = Math.max(inject('repeats'), CREATIONS.length)
/** Sequences begin one after the other, so that a slow machine does not miss their deadlines. */
const STEP_MS = 100
const AT_ONCE = 60
const USES = 3
const DECIDED = ['DONE', 'REPLAYED', 'RECOVERED']

let sandbox: Sandbox
let proxy: FaultProxy
let quick: Graph
let slow: Graph
let program: Graph
let maker: ReturnType<typeof accountMaker>
beforeAll(async () => {
  sandbox = await startSandbox({ now: undefined, limits: { bearerTokens: 1_000_000, writes: 10_000_000 } })
  maker = accountMaker(sandbox.store)
  const accountIds = Array.from({ length: SEQUENCES }, (_, seed) => [`with${seed}`, `without${seed}`]).flat()
  const credentials = sandbox.addUser({ accountIds })
  proxy = await startFaultProxy(sandbox.url)
  const open = (times: object) =>
    openGraph(proxy.url, {
      credentials,
      environment: 'sandbox',
      operatorTokens: ['operator'],
      checksPlan: false,
      ...times,
    })
  quick = await open({ operationTimeoutMs: 3_000 })
  slow = await open({ operationTimeoutMs: 5_000 })
  // What it makes beforehand is not to fail on a slow machine.
  program = await open({ operationTimeoutMs: 30_000 })
  // The bearer token of the application is requested once.
  for (const graph of [quick, slow, program])
    await graph.query(
      'mutation { createBearerToken { userErrors { message } } }',
      {},
      { authorization: 'Bearer operator' },
    )
})
afterAll(async () => {
  for (const each of [quick, slow, program, proxy, sandbox]) await each.close()
})

interface Receipt {
  outcome: string
  ids: string[]
  candidates: string[]
}

/** A use of a mutation: its receipt, and what failed. */
interface Use {
  receipt: Receipt | null | undefined
  userErrors: object[] | undefined
  errors: { message: string; extensions: Record<string, unknown> }[] | undefined
}

/** Sends a mutation, with a key or without one. */
async function use(
  graph: Graph,
  { mutation, split }: Creation,
  input: object | undefined,
  key: string | null,
  requestId: string,
): Promise<Use> {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`
  const [variables, args] = input ? [`$input: ${type}!, `, 'input: $input, '] : ['', '']
  const document = `mutation (${variables}$key: String) {
    outcome: ${mutation}(${args}${split ? 'split: true, ' : ''}idempotencyKey: $key) {
      userErrors { message } receipt { outcome ids candidates }
    }
  }`
  const headers = { authorization: 'Bearer operator', 'x-request-id': requestId }
  const { data, errors } = await graph.query<{ outcome: { receipt: Receipt; userErrors: object[] } | null } | null>(
    document,
    { input, key },
    headers,
  )
  return { receipt: data?.outcome?.receipt, userErrors: data?.outcome?.userErrors, errors }
}

/** The input of an access token: a request token that a user has authorized. */
async function authorize(): Promise<object> {
  const document = `mutation { outcome: createRequestToken(input: { callback: "oob" }) {
    requestToken { token tokenSecret authorizeUrl }
  } }`
  type Result = { outcome: { requestToken: { token: string; tokenSecret: string; authorizeUrl: string } } }
  const { data } = await program.query<Result>(document, {}, { authorization: 'Bearer operator' })
  const { token, tokenSecret, authorizeUrl } = data.outcome.requestToken
  const form = `oauth_token=${token}&user_id=1000000002`
  const { text } = await new BrowserClient().post(`${new URL(authorizeUrl).origin}/oauth/authorize`, form)
  return { requestToken: token, requestTokenSecret: tokenSecret, verifier: /id="pin">(\d+)/.exec(text)![1]! }
}

/** Whether nothing is left to ask. A split batch can be done in part. */
const isDecided = ({ receipt, errors }: Use) => !errors && DECIDED.includes(receipt?.outcome ?? '')

/** Repeats a mutation with its key until it is decided, up to five times. Returns the last use. */
async function repeat(graph: Graph, creation: Creation, input: object | undefined, prefix: string): Promise<Use> {
  for (let nth = 1; ; nth += 1) {
    const last = await use(graph, creation, input, prefix, `${prefix}.${nth}`)
    if (isDecided(last) || nth === USES) return last
  }
}

/** What became of the uses of one key. */
interface Told extends Use {
  /** How many writes were sent. */
  sent: number
  /** The IDs of the rows that the service has made for it, and how many writes it has carried out. */
  made: string[]
  carriedOut: number
}

function told(prefix: string, last: Use): Told {
  const { sent, made } = proxy.arrived(prefix)
  return { ...last, sent, made: [...new Set(made.flat())], carriedOut: made.length }
}

interface Sequence {
  seed: number
  creation: Creation
  failure: Failure
  /** The rows that were there before. */
  foreign: string[]
  /** The uses of one key or two. */
  keys: Told[]
  /** The use without a key. */
  without: Told
}

/** Each creation has each failure after as many rounds as there are failures. */
async function play(seed: number): Promise<Sequence> {
  const creation = CREATIONS[seed % CREATIONS.length]!
  const failure = FAILURES[(seed + Math.floor(seed / CREATIONS.length)) % FAILURES.length]!
  const graph = failure.isSlow ? slow : quick
  const [account, other] = [`with${seed}`, `without${seed}`]
  const inputs = await Promise.all(
    [account, other].map(async (each) => {
      maker.make(each)
      return creation.input?.(each, maker.parents, authorize)
    }),
  )
  const foreign: string[] = []
  if (failure.equal)
    for (const [index, each] of [account, other].entries()) {
      const graphOfOther = failure.equal === 'use' ? graph : program
      const { receipt } = await use(graphOfOther, creation, inputs[index], null, `${each}.equal.1`)
      foreign.push(...(receipt?.ids ?? []).map(restId))
    }
  const play = async (name: string, input: object | undefined, faults: readonly WriteFault[]) => {
    proxy.fail(name, faults)
    return told(name, await repeat(graph, creation, input, name))
  }
  const second = async () => {
    // The first is open while the second is sent.
    await expect.poll(() => proxy.arrived(`${account}.one`).sent, { interval: 5 }).toBeGreaterThan(0)
    return play(`${account}.two`, inputs[0], failure.others!)
  }
  const once = async () => {
    const prefix = `${other}.none`
    proxy.fail(prefix, failure.faults)
    return told(prefix, await use(graph, creation, inputs[1], null, `${prefix}.1`))
  }
  const [without, ...keys] = await Promise.all([
    once(),
    play(`${account}.one`, inputs[0], failure.faults),
    ...(failure.others && creation.kind !== 'cached' ? [second()] : []),
  ])
  return { seed, creation, failure, foreign, keys, without }
}

const restId = (id: string) => id.split(':').at(-1)!

describe('with a key that is used again and again, and without one', () => {
  it('every mutation that takes a key has a case', () => {
    const keyed = writesIn(schema).filter(({ args }) => args.some(({ name }) => name === 'idempotencyKey'))
    const split = keyed.filter(({ args }) => args.some(({ name }) => name === 'split'))
    const names = (creations: readonly Creation[]) => new Set(creations.map(({ mutation }) => mutation))

    expect(names(CREATIONS)).toEqual(new Set(keyed.map(({ name }) => name)))
    expect(names(CREATIONS.filter((each) => each.split))).toEqual(new Set(split.map(({ name }) => name)))
  })

  it(
    'each row exists once and its ID is returned, or the receipt says why not',
    { timeout: 60_000 + 300 * SEQUENCES },
    async () => {
      const sequences: Sequence[] = []
      const running = new Set<Promise<unknown>>()
      for (let seed = 0; seed < SEQUENCES; seed += 1) {
        const sequence = play(seed).then((each) => sequences.push(each))
        running.add(sequence.finally(() => running.delete(sequence)))
        await sleep(STEP_MS)
        if (running.size >= AT_ONCE) await Promise.race(running)
      }
      await Promise.all(running)

      const wrong = sequences.map((sequence) => ({ ...sequence, problems: problemsOf(sequence) }))
      expect(wrong.filter(({ problems }) => problems.length > 0)).toEqual([])
      const uses = sequences.flatMap(({ keys, without }) => [...keys, without])
      expect([...new Set(uses.map(({ receipt }) => receipt?.outcome))]).toEqual(
        expect.arrayContaining(['DONE', 'RECOVERED', 'UNKNOWN']),
      )
      const names = (failures: readonly Failure[]) => new Set(failures.map(({ name }) => name))
      expect(names(sequences.map(({ failure }) => failure))).toEqual(names(FAILURES))
    },
  )
})

/** The faults of the answers in a sequence. */
function problemsOf({ creation, failure, foreign, keys, without }: Sequence): string[] {
  const { kind = 'many', rows, split } = creation
  const problems: string[] = []
  const toldOnce = new Set<string>()
  for (const one of [...keys, without]) {
    const { receipt, errors, made, sent, carriedOut } = one
    const hasKey = one !== without
    const check = (holds: boolean, problem: string) => {
      if (!holds) problems.push(`${hasKey ? 'with a key' : 'without a key'}: ${problem}`)
    }
    if (kind === 'cached') {
      check(receipt?.outcome === 'DONE' && sent === 0, 'a token that is cached is requested')
      continue
    }
    const ids = (receipt?.ids ?? []).map(restId)
    const candidates = (receipt?.candidates ?? []).map(restId)
    // Another write of this service can have made an equal row that nothing tells apart.
    const mayBeOthers = failure.equal === 'program' || failure.others !== undefined || kind !== 'many'
    check(sent <= (split ? 2 : 1) && carriedOut <= sent, 'it was sent again')
    check(
      ids.every((id) => made.includes(id) || (hasKey && mayBeOthers)),
      'an ID does not belong to its row',
    )
    check(
      ids.every((id) => !toldOnce.has(id)),
      'both keys got an ID',
    )
    ids.forEach((id) => toldOnce.add(id))
    // On a slow machine, the time can be up before the only call is sent, or the second of a split batch, which is known.
    const isPart = (split || sent === 0) && errors !== undefined && receipt?.outcome !== 'UNKNOWN'
    if (isDecided(one)) {
      check(kind !== 'hidden', 'it is said to be done, and nothing shows that')
      check(mayBeOthers || (isEqual(ids, made) && ids.length === rows), 'the IDs do not belong to its rows')
    } else if (!isPart) {
      check(receipt?.outcome === 'UNKNOWN', 'it is not said to be unknown')
      check(errors?.[0]?.extensions['outcome'] === 'UNKNOWN', 'the error does not say so')
      const told = new Set([...ids, ...candidates, ...keys.flatMap((each) => (each.receipt?.ids ?? []).map(restId))])
      const isShown = hasKey && kind !== 'hidden' && made.length <= 10
      check(!isShown || made.every((id) => told.has(id)), 'its rows are not candidates')
    }
    // A row that certainly belongs to the write is found.
    const [fault] = failure.faults
    const isAlone = failure.others === undefined && failure.equal !== 'program'
    const canBeFound = hasKey && isAlone && (kind === 'many' || !failure.equal)
    if (canBeFound && fault?.happens && kind !== 'hidden') check(isDecided(one) || isPart, 'it is not found')
    if (!hasKey || foreign.length > 0 || fault?.happens || failure.others) continue
    check(!isDecided(one), 'it is said to be done, and it never happened')
  }
  return problems
}

const isEqual = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))
