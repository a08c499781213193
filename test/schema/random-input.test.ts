import {
  getNamedType,
  isCompositeType,
  isInputObjectType,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../src/sandbox/index.ts'
import { Store } from '../../src/sandbox/store.ts'
import { schema } from '../../src/schema/index.ts'
import { openSandboxGraph, type Graph } from '../support/graph.ts'
import { graphql } from '../support/graphql/index.ts'
import { shapesIn, valuesIn } from '../support/input-values.ts'
import { seededRandom } from '../support/random-document.ts'
import { inputDrawer, type InputOptions, type RandomInput } from '../support/random-input.ts'

/** Most inputs of one mutation; those of few fields get fewer. */
const RUNS = 30
const RUNS_PER_FIELD = 8
/** Accepted writes after which the sandbox is as it was in the beginning. */
const WRITES_PER_STORE = 10

/**
 * What the local rules let pass and the service refuses, because it rests on what only the service knows: the code and
 * the field of the refusal, and the rule, which the payload then tells as unchecked. No rule: nothing in the reference
 * tells more than that the service decides.
 */
const LEFT_TO_THE_SERVICE: [code: string, field: RegExp, ...rules: string[]][] = [
  // Whether there is a row of this id.
  ['NOT_FOUND', /(Id|Key)$/],
  ['INVALID_PARAMETER', /(Id|Ids|cardUri)$/],
  ['INVALID', /^asUserId$/],
  // Which values a targeting type has, which its catalog lists.
  ['INVALID_PARAMETER', /^targetingValue$/],
  ['INVALID_PARAMETER', /([kK]eys?|components|slides)$/, 'R-CARD-2', 'R-CARD-20'],
  // How long the name of an account is, and whether it can be without one.
  ['INVALID_PARAMETER', /^name$/],
  // What the type of the funding instrument asks for.
  ['MISSING_PARAMETER', /^dailyBudgetAmountLocalMicro$/, 'R-CAMP-3'],
  ['MISSING_PARAMETER', /^endTime$/, 'R-FI-2'],
  ['INVALID', /^(creditLimit|fundedAmount)LocalMicro$/, 'R-FI-2'],
  // What the campaign, or the line item, is besides.
  ['INVALID', /^dailyBudgetAmountLocalMicro$/, 'R-CAMP-3'],
  ['INVALID', /^standardDelivery$/, 'R-CAMP-5'],
  ['MISSING_PARAMETER', /^bidAmountLocalMicro$/, 'R-LI-5'],
  ['INVALID', /^(objective|productType)$/, 'R-LI-2'],
  ['INVALID', /^placements$/, 'R-ACC-10'],
  ['INVALID', /^bidStrategy$/, 'R-LI-6'],
  ['MISSING_PARAMETER', /^(goal|primaryWebEventTag)$/, 'R-LI-7'],
  ['INVALID', /^frequencyCap$/, 'R-LI-11'],
  ['INVALID', /^goal$/, 'R-LI-12'],
  ['INVALID', /^payBy$/, 'R-LI-16'],
  ['MISSING_PARAMETER', /^landingUrl$/, 'R-PROMO-11'],
  ['INCOMPATIBLE_LINE_ITEM', /^lineItemId$/, 'R-PROMO-2'],
  ['INVALID', /^scheduledPromotedPostId$/, 'R-PROMO-10'],
  ['INVALID', /^targetingType$/, 'R-TGT-5'],
  ['INVALID', /^targetingValue$/, 'R-TGT-6', 'R-TGT-7', 'R-TGT-8'],
  // What else the account has.
  ['NAME_NOT_UNIQUE', /^name$/, 'R-AUD-1'],
  ['INVALID', /^segments$/, 'R-AUD-5'],
  ['INVALID', /^accountId$/, 'R-AUD-20'],
  // What the library knows of a medium, and what the card or post is besides.
  ['INVALID_CARD_COMPONENTS_COMBINATION', /^(components|slides)$/, 'R-CARD-4'],
  ['INVALID', /^mediaKey$/, 'R-CARD-11'],
  ['MISSING_PARAMETER', /CtaPost$/, 'R-CARD-13'],
  ['MISSING_PARAMETER', /^(title|secondCta)$/, 'R-CARD-12'],
  ['INVALID', /^(title|description|posterMediaKey)$/, 'R-CARD-18'],
  ['INVALID', /^mediaKeys$/, 'R-CARD-21'],
  ['MISSING_PARAMETER', /^text$/, 'R-CARD-21'],
  ['INVALID', /^nullcast$/, 'R-CARD-22'],
]

/** What can be answered with an error instead of a payload: whose account, whose row, whose token it is, or what is no value. */
const ERRORS: Record<string, number | undefined> = {
  BAD_USER_INPUT: undefined,
  FORBIDDEN: 403,
  UNAUTHENTICATED: 401,
}

/** The mutations of which no random input can be accepted, and why. */
const NEVER_ACCEPTED: Record<string, string> = {
  oauthAccessToken: 'its verifier is given to a person who agrees in a browser',
}

interface Told {
  outcome: {
    userErrors: { code: string; field: string[] }[]
    checked: string[]
    unchecked: string[]
    [entity: string]: unknown
  }
}

const ALWAYS = ['userErrors', 'checked', 'unchecked', 'chunks']

/** Every mutation of the schema, with its input and a document that asks for all of its payload. */
const mutations = Object.values(schema.getMutationType()!.getFields()).map(({ name, args, type }) => {
  const input = getNamedType(args.find((arg) => arg.name === 'input')?.type) as GraphQLInputObjectType | undefined
  const own = Object.values((getNamedType(type) as GraphQLObjectType).getFields()).filter(
    (field) => !ALWAYS.includes(field.name),
  )
  const selected = own.map((field) =>
    isCompositeType(getNamedType(field.type)) ? `${field.name} { __typename }` : field.name,
  )
  const [declared, given] = input ? [`$input: ${input.name}!, `, 'input: $input, '] : ['', '']
  const document = `mutation (${declared}$validateOnly: Boolean!) {
    outcome: ${name}(${given}validateOnly: $validateOnly) {
      ${selected.join(' ')} userErrors { code message field rule } checked unchecked
    }
  }`
  return { name, input, document, fields: own.map((field) => field.name) }
})

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

const OPERATOR = { authorization: 'Bearer the-operator' }
const SEED = 20_260_601

let graph: Graph & { sandbox: Sandbox }
let values: Omit<InputOptions, 'random'>
const before = new Store()
let appToken = ''
beforeAll(async () => {
  graph = await openSandboxGraph({
    // Its data are of today, so that some of what is scheduled is not due yet.
    sandbox: { now: () => new Date(), limits: { bearerTokens: 1_000_000 } },
    graph: { operatorTokens: ['the-operator'] },
  })
  const { store } = graph.sandbox
  const tokens = { ofUser: userToken, ofApp: () => ({ accessToken: appToken }) }
  values = { valuesOf: valuesIn(store), shapes: shapesIn(store, tokens) }
  before.restore(store)
})
afterAll(() => graph.close())

function userToken() {
  const { accessToken, accessTokenSecret } = graph.sandbox.addUser()
  return { accessToken, accessTokenSecret }
}

async function ask(document: string, input: RandomInput | undefined, validateOnly: boolean) {
  const { data, errors = [], calls } = await graph.query<Told | null>(document, { input, validateOnly }, OPERATOR)
  const writes = calls.filter(({ method, path }) => method !== 'GET' && path !== 'oauth2/token')
  return { outcome: data?.outcome, errors, writes: writes.length }
}

type Heard = Awaited<ReturnType<typeof ask>>

/** What is wrong with how the graph has answered, and before that, where it was asked, with `validateOnly`. */
function* faultsOf({ input, fields }: (typeof mutations)[number], heard: Heard, validated?: Heard): Generator<string> {
  const { outcome, errors, writes } = heard
  if (validated && validated.writes > 0) yield 'validateOnly has sent something'
  for (const { extensions } of errors) {
    const { status } = (extensions['upstream'] ?? {}) as { status?: number }
    if (!(extensions.code in ERRORS) || ERRORS[extensions.code] !== status) yield 'there was another error than may be'
    if (status === undefined && writes > 0) yield 'what was refused here was sent'
  }
  if (!outcome) return
  if (outcome.checked.some((rule) => outcome.unchecked.includes(rule))) yield 'a rule is both checked and unchecked'
  const agreed = validated?.outcome?.userErrors.length === 0 ? validated.outcome : undefined
  for (const { code, field } of outcome.userErrors) {
    if (!hasField(input, field)) yield `${field.join('.')} is no field of the input`
    if (code === 'BAD_USER_INPUT' && writes > 0) yield 'what was refused here was sent'
    if (code === 'BAD_USER_INPUT') continue
    const name = field.findLast((part) => !/^\d+$/.test(part)) ?? ''
    const left = LEFT_TO_THE_SERVICE.find((one) => one[0] === code && one[1].test(name))
    if (!left) yield `the rules here take what the service refuses: ${code} ${name}`
    const [, , ...rules] = left ?? []
    for (const { unchecked } of rules.length === 0 ? [] : [outcome, agreed ?? outcome])
      if (!rules.some((rule) => unchecked.includes(rule)))
        yield `the payload does not tell ${rules.join()} as unchecked`
  }
  if (outcome.userErrors.length > 0) return
  if (validated?.outcome && !agreed) yield 'validateOnly refused what the service takes'
  for (const name of fields) if ((outcome[name] ?? null) === null) yield `${name} is null though nothing was refused`
}

describe('random inputs', () => {
  it.each(mutations)('of $name that the rules here take are taken by the service too', async (mutation) => {
    const { name, input: type, document } = mutation
    const runs = type ? Math.min(RUNS, RUNS_PER_FIELD * Object.keys(type.getFields()).length) : 2
    const random = seededRandom(SEED)
    const draw = inputDrawer({ random, ...values })
    const kinds = [draw.good, draw.spoilt, draw.spoilt, draw.wild]
    graph.sandbox.store.restore(before)
    let accepted = 0
    for (let run = 0; run < runs; run += 1) {
      if (name === 'oauth2InvalidateToken') appToken = await newAppToken()
      const input = type && kinds[Math.floor(random() * kinds.length)]!(type)
      // Without a token it would end the one that all else is signed with.
      if (name === 'oauthInvalidateToken' && !input?.['accessToken'] && !input?.['accessTokenSecret']) continue
      const validated = await ask(document, input, true)
      const heard = await ask(document, input, false)

      expect({ input, heard, validated, faults: [...faultsOf(mutation, heard, validated)] }).toHaveProperty(
        'faults',
        [],
      )
      if (heard.outcome?.userErrors.length !== 0) continue
      accepted += 1
      if (accepted % WRITES_PER_STORE === 0) graph.sandbox.store.restore(before)
    }
    expect([name, accepted > 0]).toEqual([name, !(name in NEVER_ACCEPTED)])
  })
})

async function newAppToken(): Promise<string> {
  const { data } = await graph.query(
    graphql(`mutation NewBearerToken { oauth2Token { bearerToken { accessToken } } }`),
    {},
    OPERATOR,
  )
  return data!.oauth2Token!.bearerToken!.accessToken
}
