import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Store } from '../../../sandbox/data/store.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { type Client, createClient } from '../../../src/rest/client.ts'
import { post, postJson } from '../../../src/rest/endpoint.ts'
import { UpstreamError } from '../../../src/rest/errors.ts'
import { createMemoryState } from '../../../src/state/memory.ts'
import { type Batch, batchesIn, itemOf, prepare, sequenceDrawer, wireOf } from '../../support/batch-sequence.ts'
import { useSandboxGraph } from '../../support/graph.ts'
import { LEFT_TO_THE_SERVICE } from '../../support/left-to-the-service.ts'

const RUNS = inject('sequences')
const SEED = 20_261_123

interface Refusal {
  code: string
  message: string
  field: string[]
  rule: string | null
}

interface Reported {
  userErrors: Refusal[]
  validation: { checked: string[]; unchecked: string[] } | null
}

const graph = useSandboxGraph({ sandbox: { now: () => new Date(), limits: { activeCampaigns: 1_000 } } })
let client: Client
const before = new Store()
let batches: Batch[]
beforeAll(() => {
  client = createClient({
    adsBaseUrl: graph.sandbox.url,
    authBaseUrl: graph.sandbox.url,
    environment: 'sandbox',
    ...createMemoryState(),
  })
  prepare(graph.sandbox.store)
  before.restore(graph.sandbox.store)
  batches = batchesIn(before)
})
afterAll(() => client.close())

type Sequence = ReturnType<ReturnType<typeof sequenceDrawer>>

function inputOf(batch: Batch, { operations, input }: Sequence): object {
  const items =
    batch.mutation === 'createPromotedPosts'
      ? { postIds: operations.map(({ fields }) => fields['postId']) }
      : { operations: operations.map((operation) => itemOf(batch, operation)) }
  return { accountId: DEMO_ACCOUNT_ID, ...input, ...items }
}

/** What the graph answers to each of these sequences with `validateOnly`, or to one of them without. */
async function ask(
  batch: Batch,
  sequences: readonly Sequence[],
  { validateOnly, skipInvalid = false }: { validateOnly: boolean; skipInvalid?: boolean },
): Promise<Reported[]> {
  const type = `${batch.mutation[0]!.toUpperCase()}${batch.mutation.slice(1)}Input!`
  const names = sequences.map((_, index) => `input${index}`)
  const args = `validateOnly: ${validateOnly}, skipInvalid: ${skipInvalid}`
  const fields = names.map((name) => `${name}: ${batch.mutation}(input: $${name}, ${args}) { ${TOLD} }`)
  const { data, errors, calls } = await graph.query<Record<string, Reported>>(
    `mutation (${names.map((name) => `$${name}: ${type}`).join()}) { ${fields.join('\n')} }`,
    Object.fromEntries(sequences.map((sequence, index) => [names[index]!, inputOf(batch, sequence)])),
  )
  expect(errors).toBeUndefined()
  const writes = calls.filter(({ method }) => method !== 'GET')
  expect(validateOnly ? writes : []).toEqual([])
  return names.map((name) => data[name]!)
}

const TOLD = 'userErrors { code message field rule } validation { checked unchecked }'

/** Sends operations to the sandbox itself. Returns why it refuses them, or undefined. */
async function refusalOf(batch: Batch, { operations, input }: Sequence): Promise<string | undefined> {
  const session = client.session({ credentials: graph.sandbox.credentials, deadline: Date.now() + 10_000 })
  const { lineItemId, customAudienceId, doNotReachListId } = input as Record<string, string | undefined>
  const path = { account_id: DEMO_ACCOUNT_ID, id: customAudienceId ?? doNotReachListId ?? '' }
  try {
    if (batch.mutation === 'createPromotedPosts') {
      const postIds = operations.map(({ fields }) => fields['postId'])
      await session.call(post<object[], object>()(batch.path, { answer: 'rows' }), path, {
        line_item_id: lineItemId,
        post_ids: postIds,
      })
    } else {
      const body = batch.body?.(operations, input) ?? wireOf(batch, operations)
      await session.call(postJson<unknown, object>()(batch.path), path, body)
    }
    return undefined
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    // An answer of another form than one row is an answer.
    return (error.status ?? 0) < 300 ? undefined : error.message
  }
}

/** The faults of `validateOnly` about a sequence: a false acceptance, or a false refusal. */
async function* faultsOf(batch: Batch, sequence: Sequence, reported: Reported): AsyncGenerator<string> {
  const { userErrors } = reported
  const { checked, unchecked } = reported.validation!
  if (checked.some((rule) => unchecked.includes(rule))) yield 'a rule is both checked and unchecked'
  if (userErrors.length > 0) {
    if ((await refusalOf(batch, sequence)) === undefined) {
      graph.sandbox.store.restore(before)
      yield `false refusal: ${textOf(userErrors)}`
    }
    yield* faultsOfSkipping(batch, sequence)
    return
  }
  const [sent] = await ask(batch, [sequence], { validateOnly: false })
  if (sent!.userErrors.length === 0) graph.sandbox.store.restore(before)
  yield* falseAcceptances(sent!.userErrors, unchecked)
}

/** The faults of `skipInvalid`: it refuses other operations than with `validateOnly`, or the service refuses the rest. */
async function* faultsOfSkipping(batch: Batch, sequence: Sequence): AsyncGenerator<string> {
  const [validated] = await ask(batch, [sequence], { validateOnly: true, skipInvalid: true })
  const [sent] = await ask(batch, [sequence], { validateOnly: false, skipInvalid: true })
  graph.sandbox.store.restore(before)
  const ofService = sent!.userErrors.filter(({ code }) => code !== 'BAD_USER_INPUT')
  const refused = sent!.userErrors.filter((error) => !ofService.includes(error))
  const indexOf = ({ field }: Refusal) => Number(field[2])
  const left = new Set(sequence.operations.keys())
  for (const error of refused) left.delete(indexOf(error))
  // Without an operation that is left, nothing else is read.
  const predicted = validated!.userErrors.filter((error) => left.size > 0 || !Number.isNaN(indexOf(error)))
  if (textOf(predicted) !== textOf(refused))
    yield `with skipInvalid, these were predicted: ${textOf(predicted)}, and these refused: ${textOf(refused)}`
  yield* falseAcceptances(ofService, validated!.validation!.unchecked)
}

function textOf(refusals: readonly Refusal[]): string {
  return refusals.map(({ field, rule, message }) => `${field.join('.')} ${rule} ${message}`).join('; ')
}

function* falseAcceptances(refusals: readonly Refusal[], unchecked: readonly string[]): Generator<string> {
  for (const { code, message, field } of refusals) {
    const name = field.findLast((part) => !/^\d+$/.test(part)) ?? ''
    const rules = LEFT_TO_THE_SERVICE.filter((left) => left[0] === code && left[1].test(name)).map((left) => left[2])
    if (!rules.some((rule) => unchecked.includes(rule)))
      yield `false acceptance: ${field.join('.')} ${code} ${message}; unchecked: ${unchecked.join()}`
  }
}

/** Sequences that one document validates. */
const PER_DOCUMENT = 10

describe('random sequences of operations', () => {
  it.each([
    'batchCampaigns',
    'batchLineItems',
    'batchTargetingCriteria',
    'batchCustomAudiences',
    'updateCustomAudienceUsers',
    'updateDoNotReachListUsers',
    'createPromotedPosts',
  ])(
    'of %s are accepted by validateOnly if and only if the service accepts them',
    async (mutation) => {
      const batch = batches.find((batch) => batch.mutation === mutation)!
      const draw = sequenceDrawer(SEED)
      const found: object[] = []
      let accepted = 0
      for (let run = 0; run < RUNS; run += PER_DOCUMENT) {
        const sequences = Array.from({ length: PER_DOCUMENT }, () => draw(batch))
        const reported = await ask(batch, sequences, { validateOnly: true })
        for (const [index, sequence] of sequences.entries()) {
          const faults: string[] = []
          for await (const fault of faultsOf(batch, sequence, reported[index]!)) faults.push(fault)
          if (faults.length > 0) found.push({ run: run + index, faults, sequence })
          else if (reported[index]!.userErrors.length === 0) accepted += 1
        }
      }
      expect(found).toEqual([])
      expect(accepted).toBeGreaterThan(RUNS / 40)
    },
    RUNS * 1_000,
  )
})
