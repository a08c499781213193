import {
  coerceInputValue,
  getNamedType,
  isCompositeType,
  isInputObjectType,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
} from 'graphql'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { Store } from '../../sandbox/data/store.ts'
import { schema } from '../../src/graph.ts'
import { useSandboxGraph } from '../support/graph.ts'
import { graphql } from '../support/graphql/index.ts'
import { shapesIn, valuesIn } from '../support/input-values.ts'
import { LEFT_TO_THE_SERVICE } from '../support/left-to-the-service.ts'
import { seededRandom } from '../support/random-document.ts'
import { inputDrawer, type InputOptions, type RandomInput } from '../support/random-input.ts'
import { writesIn } from '../support/schema.ts'

/** Inputs of each mutation. */
const RUNS = inject('inputs')
/** Most time for all inputs of one mutation. */
const TIMEOUT_MS = 60_000 + RUNS * 1_000
/** Inputs that one document sends, one after the other. Before each document, the sandbox is as it was in the beginning. */
const RUNS_PER_DOCUMENT = 10

/**
 * The errors that there can be instead of a payload, each with its status, and with the rules that must be listed as
 * unchecked if `validateOnly` lets the input pass: whose settings, and whose token it is.
 */
const ERRORS: Record<string, { status: number | undefined; rules: string[] }> = {
  BAD_USER_INPUT: { status: undefined, rules: [] },
  FORBIDDEN: { status: 403, rules: ['R-ACC-12'] },
  UNAUTHENTICATED: { status: 401, rules: ['R-AUTH-11', 'R-AUTH-13', 'R-AUTH-19'] },
}

/** The mutations that accept no random input, and why. */
const NEVER_ACCEPTED: Record<string, string> = {
  createAccessToken: 'its verifier is given to a person who agrees in a browser',
}

/** The payload of a mutation, with what all payloads have. */
interface Reported {
  userErrors: { code: string; field: string[]; rule: string | null }[]
  validation: { checked: string[]; unchecked: string[] } | null
  [entity: string]: unknown
}

const ALWAYS = ['userErrors', 'validation', 'receipt', 'chunks']

/** Every mutation of the schema, with the type of its input, and the selection of its payload. */
const mutations = writesIn(schema).map(({ name, args, type, description }) => {
  const input = getNamedType(args.find((arg) => arg.name === 'input')?.type) as GraphQLInputObjectType | undefined
  const own = Object.values((getNamedType(type) as GraphQLObjectType).getFields()).filter(
    (field) => !ALWAYS.includes(field.name),
  )
  const selected = own.map((field) =>
    isCompositeType(getNamedType(field.type)) ? `${field.name} { __typename }` : field.name,
  )
  return {
    name,
    input,
    rules: rulesIn({ description }),
    selected: selected.join(' '),
    fields: own.map((field) => field.name),
  }
})

type Mutation = (typeof mutations)[number]

/** A document that sends inputs in order, each with `validateOnly` and then for real. */
function documentOf({ name, input, selected }: Mutation, runs: number): string {
  const indexes = Array.from({ length: runs }, (_, index) => index)
  const variables = indexes.map((index) => `$input${index}: ${input?.name}!`)
  const given = (index: number) => (input ? `input: $input${index}, ` : '')
  const fields = indexes.flatMap((index) =>
    [true, false].map(
      (validateOnly) => `${aliasOf(index, validateOnly)}: ${name}(${given(index)}validateOnly: ${validateOnly}) {
        ${selected} userErrors { code message field rule } validation { checked unchecked }
      }`,
    ),
  )
  return `mutation ${input ? `(${variables.join()})` : ''} { ${fields.join('\n')} }`
}

function aliasOf(index: number, validateOnly: boolean): string {
  return `${validateOnly ? 'validated' : 'sent'}${index}`
}

/** Whether an input has a field at this path of the arguments. */
function hasField(type: GraphQLNamedType | undefined, [argument, ...path]: readonly string[]): boolean {
  let inner = type
  for (const name of path.filter((part) => !/^\d+$/.test(part))) {
    const field = isInputObjectType(inner) ? inner.getFields()[name] : undefined
    if (!field) return false
    inner = getNamedType(field.type)
  }
  return argument === 'input' && path.length > 0
}

/** The rules that can be checked although the input has no field whose description quotes them, and why. */
const CHECKED_WITHOUT_FIELD: Record<string, string> = {
  'R-PERM-1': 'it is about the caller',
  'R-PERM-3': 'it is about the caller',
  'R-CONV-7': 'it is about the account, which a global ID includes',
  'R-CONV-22': 'it is about all IDs of users and posts',
  'R-CAMP-3': 'it is about the level of the budget and the funding instrument too, which can require a daily budget',
  'R-CAMP-5': 'it is about the level of the budget too',
  'R-CAMP-6': 'it is about updates without a daily budget',
  'R-PROMO-11': 'it is about media creatives without a landing URL too',
}

/** The rules that the descriptions of a type and of the given fields quote, at any depth. */
function* quotedRules(type: GraphQLNamedType | undefined, value: unknown): Generator<string> {
  yield* rulesIn(type)
  if (Array.isArray(value)) for (const item of value) yield* quotedRules(type, item)
  else if (isInputObjectType(type) && typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      const field = type.getFields()[name]
      yield* rulesIn(field)
      yield* quotedRules(getNamedType(field?.type), inner)
    }
}

function rulesIn(described: { description?: string | null | undefined } | undefined): string[] {
  return described?.description?.match(/R-[A-Z]+-\d+/g) ?? []
}

/** Whether the value at this path of the arguments is an empty string. */
function isEmptyAt(input: RandomInput | undefined, [, ...path]: readonly string[]): boolean {
  return path.reduce<unknown>((value, name) => (value as RandomInput | undefined)?.[name], input) === ''
}

const OPERATOR = { authorization: 'Bearer the-operator' }
const SEED = 20_260_601

const graph = useSandboxGraph({
  // Its data are of today, so that some scheduled posts are not due yet.
  sandbox: { now: () => new Date(), limits: { bearerTokens: 1_000_000 } },
  graph: { operatorTokens: ['the-operator'], operationTimeoutMs: 60_000 },
})
let values: Omit<InputOptions, 'random'>
const before = new Store()
let appToken = ''
beforeAll(() => {
  const { store } = graph.sandbox
  const tokens = { ofUser: userToken, ofApp: () => ({ accessToken: appToken }) }
  values = { valuesOf: valuesIn(store), shapes: shapesIn(store, tokens) }
  before.restore(store)
})

function userToken() {
  const { accessToken, accessTokenSecret } = graph.sandbox.addUser()
  return { accessToken, accessTokenSecret }
}

/** Sends inputs in one document. Returns the answers for each, with `validateOnly` and then for real. */
async function ask(mutation: Mutation, inputs: (RandomInput | undefined)[]) {
  const variables = Object.fromEntries(inputs.map((input, index) => [`input${index}`, input]))
  const document = documentOf(mutation, inputs.length)
  const { data, errors = [], calls } = await graph.query<Record<string, Reported | null>>(document, variables, OPERATOR)
  const heard = (alias: string) => ({
    outcome: data[alias],
    errors: errors.filter(({ path }) => path?.[0] === alias),
    writes: calls.filter(({ method, path, fields }) => {
      return method !== 'GET' && path !== 'oauth2/token' && fields?.some((field) => field.split('.')[0] === alias)
    }).length,
  })
  return inputs.map((input, index) => ({
    input,
    validated: heard(aliasOf(index, true)),
    sent: heard(aliasOf(index, false)),
  }))
}

type Run = Awaited<ReturnType<typeof ask>>[number]

/** The faults of the answers of the graph, with `validateOnly` and then for real. */
function* faultsOf(
  { input: type, rules: ofMutation, fields }: Mutation,
  { input, validated, sent }: Run,
): Generator<string> {
  if (validated.writes > 0) yield 'validateOnly has sent something'
  const broken = validated.outcome?.userErrors.map(({ rule }) => rule) ?? []
  const concerned = new Set([...ofMutation, ...quotedRules(type, input), ...broken])
  for (const rule of validated.outcome?.validation?.checked ?? [])
    if (!concerned.has(rule) && !(rule in CHECKED_WITHOUT_FIELD))
      yield `${rule} is listed as checked, but no field of the input is about it`
  const passed = validated.outcome?.userErrors.length === 0 ? validated.outcome : undefined
  const isLeft = (rules: string[]) => rules.some((rule) => passed?.validation?.unchecked.includes(rule))
  for (const { extensions } of sent.errors) {
    const { status } = (extensions['upstream'] ?? {}) as { status?: number }
    const error = ERRORS[extensions.code]
    if (error === undefined || error.status !== status) yield `there was another error than may be: ${extensions.code}`
    if (status === undefined && sent.writes > 0) yield 'what was refused here was sent'
    if (passed && !isLeft(error?.rules ?? [])) yield `${extensions.code} was neither predicted nor listed as unchecked`
  }
  for (const { outcome } of [validated, sent]) {
    if (outcome?.validation?.checked.some((rule) => outcome.validation?.unchecked.includes(rule)))
      yield 'a rule is both checked and unchecked'
    const userErrors = outcome?.userErrors ?? []
    for (const { field, rule } of userErrors) {
      if (!hasField(type, field)) yield `${field.join('.')} is no field of the input`
      if (outcome?.validation?.unchecked.includes(rule ?? '')) yield `${rule} was broken, and listed as unchecked`
    }
    const empty = userErrors.flatMap(({ field }) => (isEmptyAt(input, field) ? field.join('.') : []))
    if (new Set(empty).size < empty.length) yield 'an empty value is refused twice'
  }
  for (const { code, field } of sent.outcome?.userErrors ?? []) {
    if (code === 'BAD_USER_INPUT' && sent.writes > 0) yield 'what was refused here was sent'
    const name = field.findLast((part) => !/^\d+$/.test(part)) ?? ''
    const rules = LEFT_TO_THE_SERVICE.filter((left) => left[0] === code && left[1].test(name)).map(([, , rule]) => rule)
    if (passed && !isLeft(rules)) yield `${code} at ${name} was neither predicted nor listed as unchecked`
  }
  if (sent.outcome?.userErrors.length !== 0) return
  if (!passed) yield 'validateOnly refused what the service takes'
  for (const name of fields)
    if ((sent.outcome[name] ?? null) === null) yield `${name} is null though nothing was refused`
}

describe('random inputs', () => {
  it.each(mutations)(
    'of $name that validateOnly accepts are accepted by the service',
    async (mutation) => {
      const { name, input: type } = mutation
      const random = seededRandom(SEED)
      const draw = inputDrawer({ random, ...values })
      const kinds = [draw.good, draw.spoilt, draw.spoilt, draw.wild]
      const drawInputs = (type: GraphQLInputObjectType, length: number): RandomInput[] => {
        const inputs: RandomInput[] = []
        while (inputs.length < length) {
          const input = kinds[Math.floor(random() * kinds.length)]!(type)
          // Without a token it would end the one that all else is signed with.
          const endsOwn = name === 'invalidateAccessToken' && !input['accessToken'] && !input['accessTokenSecret']
          if (!endsOwn && isOfType(input, type)) inputs.push(input)
        }
        return inputs
      }
      let accepted = 0
      for (let run = 0; run < (type ? RUNS : 1);) {
        graph.sandbox.store.restore(before)
        // The app has one bearer token at a time.
        if (name === 'invalidateBearerToken') appToken = await newAppToken()
        const length = name === 'invalidateBearerToken' ? 1 : Math.min(RUNS_PER_DOCUMENT, RUNS - run)
        const inputs = type ? drawInputs(type, length) : [undefined]
        for (const heard of await ask(mutation, inputs)) {
          expect({ ...heard, faults: [...faultsOf(mutation, heard)] }).toHaveProperty('faults', [])
          if (heard.sent.outcome?.userErrors.length === 0) accepted += 1
        }
        run += inputs.length
      }
      expect([name, accepted > 0]).toEqual([name, !(name in NEVER_ACCEPTED)])
    },
    TIMEOUT_MS,
  )
})

/** Whether a value is one of the type of an input. Others never come to the rules: they fail the whole document. */
function isOfType(input: RandomInput, type: GraphQLInputObjectType): boolean {
  let isValid = true
  coerceInputValue(input, type, () => (isValid = false))
  return isValid
}

async function newAppToken(): Promise<string> {
  const { data } = await graph.query(
    graphql(`mutation NewBearerToken { createBearerToken { bearerToken { accessToken } } }`),
    {},
    OPERATOR,
  )
  return data!.createBearerToken!.bearerToken!.accessToken
}
