import {
  getOperationAST,
  GraphQLError,
  Lexer,
  parse,
  Source,
  specifiedRules,
  TokenKind,
  type DocumentNode,
  type GraphQLSchema,
  type ParseOptions,
  type Token,
  OverlappingFieldsCanBeMergedRule,
  type validate,
  type ValidationRule,
  type ExecutionResult,
} from 'graphql'
import { type Plugin, isAsyncIterable } from 'graphql-yoga'
import { when, type MaybePromise } from '../../async/promise.ts'
import { nextTurn } from '../../async/turn.ts'
import { coerceVariables } from '../../execute/variables.ts'
import type { Allowance } from '../../rest/budget.ts'
import { maskError, withCutMessage } from '../../schema/errors.ts'
import { personalAt, withoutPersonalData } from '../../schema/personal-data.ts'
import { expectationOf, planReport } from '../../schema/plan/expectation.ts'
import { needOf, type Need } from '../../schema/plan/highest-plan.ts'
import { validateDocument } from '../../schema/validate-document.ts'
import type { RequestContext } from '../admission/admission.ts'
import { asRefusal } from '../http/refusal.ts'
import { planAskedBy } from '../observe/headers.ts'
import type { OperationContext } from '../observe/operation.ts'
import { fieldMergeOf } from './field-merge.ts'
import {
  argumentError,
  longLiteralError,
  MEASURES,
  measuresOf,
  type OperationSize,
  INTROSPECTION_FIELDS,
} from './measures.ts'

/** The maximum size of a document, and the maximum numbers of calls and rows of an operation. */
export type Limits = typeof DOCUMENT_LIMITS & Allowance

/** The maximum size of a document. `tokens` are lexical tokens. */
export const DOCUMENT_LIMITS = { depth: 20, fields: 2000, aliases: 200, directives: 50, tokens: 5000 }

/**
 * Refuses documents that are too large, and operations that certainly need more calls than allowed, with
 * QUERY_TOO_COMPLEX, before anything is sent. Other calls and rows are counted while the operation runs (BUDGET_SPENT).
 * A request for the plan alone is answered with the plan, and not executed.
 */
export function limitsPlugin(limits: Limits, { introspection }: Disclosure): Plugin<OperationContext & RequestContext> {
  return {
    onParse({ setParseFn }) {
      setParseFn((source: Source | string, options?: ParseOptions) => parseWithin(limits, source, options))
    },
    onExecute({ args, setResultAndStopExecution }) {
      const { schema, document, operationName, variableValues } = args
      const beganMs = performance.now()
      const pause = (): MaybePromise<void> => (performance.now() - beganMs > MAX_CHECK_MS ? nextTurn() : undefined)
      const operation = getOperationAST(document, operationName)
      if (!operation) return
      const uses = measuresOf(schema, document).usesOf(operation)
      const tooMuch = argumentError(uses, operation, variableValues ?? {})
      if (tooMuch) return setResultAndStopExecution({ errors: [tooMuch] })
      return when(pause(), () => {
        const { coerced, errors } = coerceVariables(schema, operation, variableValues ?? {}, {
          hideSuggestions: !introspection,
          secretIn: personalAt,
        })
        if (errors) return setResultAndStopExecution({ errors: errors.map(maskError) })
        const context = args.contextValue
        return when(pause(), () => {
          context.variables = coerced
          const need = needOf(schema, { document, operation, variables: coerced, writes: context.writes })
          context.need = need
          context.usage.calls = usageOf(context, need)
          const asked = planAskedBy(context.req)
          const isDescribed = asked || context.askedBy || context.maxExpectedCalls !== undefined
          return when(isDescribed ? describe(context, need, asked) : undefined, () => {
            const reported = asked && { extensions: { plan: context.planReport } }
            if (asked === 'instead') return setResultAndStopExecution({ data: null, ...reported })
            if (need.exceedsCalls(limits.calls)) {
              const error = tooComplex('calls', need.plan().calls.min, limits.calls)
              return setResultAndStopExecution({ errors: [error], ...reported })
            }
            return pause()
          })
        })
      })
    },
  }
}

/** The error of a document that is too large. */
function sizeError(schema: GraphQLSchema, document: DocumentNode, allowed: OperationSize): GraphQLError | undefined {
  const measures = measuresOf(schema, document)
  const { size } = measures
  const measure = MEASURES.find((measure) => size[measure] > allowed[measure])
  if (measure) return tooComplex(measure, size[measure], allowed[measure])
  const { isUniform, pairs } = fieldMergeOf(schema, document)
  if (!isUniform && pairs > MAX_FIELD_PAIRS) return tooComplex('fieldPairs', pairs, MAX_FIELD_PAIRS)
  return longLiteralError(measures)
}

interface GivenDocument {
  query: string
  operationName: string | null
  variables: Readonly<Record<string, unknown>>
}

/**
 * Checks a document that an operation has as an argument like one of a request: its size, its validity, whether it may use introspection,
 * and the lists in its variables. Throws the first error.
 */
export function checkGivenDocument(
  schema: GraphQLSchema,
  { query, operationName, variables }: GivenDocument,
  { introspection }: Disclosure,
): void {
  const document = parseWithin(DOCUMENT_LIMITS, query)
  const tooLarge = sizeError(schema, document, { ...DOCUMENT_LIMITS, ...MAX_SIZE })
  if (tooLarge) throw tooLarge
  const rules = introspection ? specifiedRules : [...specifiedRules, noIntrospection]
  const [invalid] = validateDocument(schema, document, { rules, hideSuggestions: !introspection })
  if (invalid) throw invalid
  const operation = getOperationAST(document, operationName)
  const tooMuch = operation && argumentError(measuresOf(schema, document).usesOf(operation), operation, variables)
  if (tooMuch) throw tooMuch
}

/** What admission counts of an operation. It is computed only while others wait. */
function usageOf({ budget, statistics, reader }: OperationContext, need: Need): () => number {
  let planned: number | undefined
  return () => {
    if (planned === undefined) {
      const plan = need.plan()
      planned = Math.max(plan.calls.min, expectationOf(plan, statistics.knownHere(reader)).calls ?? 0)
    }
    return Math.max(planned, budget.used.calls)
  }
}

/** Adds the expected calls of an operation that reports its plan or its calls, or declares how many it expects. */
async function describe(
  context: OperationContext & RequestContext,
  need: Need,
  asked: ReturnType<typeof planAskedBy>,
): Promise<void> {
  const plan = need.plan()
  const accounts = plan.fields.flatMap(({ account }) => account ?? [])
  context.expectation = expectationOf(plan, await context.statistics.known(context.reader, accounts))
  if (asked) context.planReport = planReport(plan, context.budget.allowed, context.rest, context.expectation)
}

/** Checking, coercing and planning an upload take a turn each. Operations that take less than this never wait for another turn. */
const MAX_CHECK_MS = 5

/** The maximum size of an operation, besides the limits that are settings. */
const MAX_SIZE = {
  responsePaths: 250_000,
  // Tools use no aliases. They read the fields of all types, but not the fields of the types of these fields.
  introspectionAliases: 10,
  introspectionLists: 1,
}

/**
 * The maximum number of pairs of fields with the same response key in the same place, if such fields differ. graphql-js
 * compares each pair, which takes a few microseconds.
 */
export const MAX_FIELD_PAIRS = 2_000

/** The maximum number of characters in a document. Otherwise a single token could be as long as the request. */
const MAX_DOCUMENT_CHARACTERS = 500_000

/**
 * The maximum number of lines of a document, which are searched for the place of each error. A formatted document has fewer lines than
 * tokens, besides its comments.
 */
const MAX_DOCUMENT_LINES = 10_000

/** The maximum number of characters of a name. Response keys and paths repeat names. */
const MAX_NAME_CHARACTERS = 256

/** Parses a document. Throws QUERY_TOO_COMPLEX for one that has more tokens than allowed, even if it also has a syntax error. */
function parseWithin({ tokens, depth }: typeof DOCUMENT_LIMITS, source: Source | string, options?: ParseOptions) {
  const text = typeof source === 'string' ? source : source.body
  const { length } = text
  if (length > MAX_DOCUMENT_CHARACTERS) throw tooComplex('characters', length, MAX_DOCUMENT_CHARACTERS)
  if (length > MAX_DOCUMENT_LINES && text.split(LINE_END, MAX_DOCUMENT_LINES + 1).length > MAX_DOCUMENT_LINES)
    throw tooComplex('lines', undefined, MAX_DOCUMENT_LINES)
  const longName = longNameIn(source, tokens)
  if (longName) throw tooComplex('name', longName, MAX_NAME_CHARACTERS)
  try {
    return parse(source, { ...options, maxTokens: tokens })
  } catch (error) {
    // Thousands of nested brackets that are not fields exceed the stack of the parser.
    if (error instanceof RangeError) throw tooComplex('depth', undefined, depth)
    // The tokens before the first lexical error, which the parser has reported.
    const hasMore = firstTokens(source, tokens + 1).length > tokens
    throw hasMore ? tooComplex('tokens', undefined, tokens) : error
  }
}

const LINE_END = /\r\n|[\n\r]/

/** The length of the first name that is too long among the first tokens of a document. Undefined if there is none. */
function longNameIn(source: Source | string, maxTokens: number): number | undefined {
  // Most documents have no long word, so they need not be read a second time.
  if (!LONG_WORD.test(typeof source === 'string' ? source : source.body)) return undefined
  const long = firstTokens(source, maxTokens).find(
    ({ kind, start, end }) => kind === TokenKind.NAME && end - start > MAX_NAME_CHARACTERS,
  )
  return long && long.end - long.start
}

/** From the beginning of each word on: from each character of it, this would take the square of its length. */
const LONG_WORD = new RegExp(`\\b\\w{${MAX_NAME_CHARACTERS + 1}}`)

/** The first tokens of a document, up to its first lexical error. */
function firstTokens(source: Source | string, max: number): Token[] {
  const lexer = new Lexer(typeof source === 'string' ? new Source(source) : source)
  const tokens: Token[] = []
  try {
    while (tokens.length < max && lexer.advance().kind !== TokenKind.EOF) tokens.push(lexer.token)
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
  }
  return tokens
}

function tooComplex(limit: keyof typeof MESSAGES, planned: number | undefined, allowed: number): GraphQLError {
  const message = MESSAGES[limit].replace('{planned}', String(planned ?? 'too')).replace('{allowed}', String(allowed))
  return new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX', limit, planned, allowed } })
}

const MESSAGES = {
  depth: 'The document nests fields {planned} deep; {allowed} are allowed',
  fields: 'The document selects {planned} fields; {allowed} are allowed',
  aliases: 'The document has {planned} aliases; {allowed} are allowed',
  directives: 'The document has {planned} directives; {allowed} are allowed',
  responsePaths: 'The response paths of the document have {planned} characters; {allowed} are allowed',
  introspectionAliases: 'The introspection has {planned} aliases; {allowed} are allowed',
  introspectionLists: 'The introspection has {planned} levels of nested lists; {allowed} are allowed',
  name: 'The document has a name of {planned} characters; {allowed} are allowed',
  characters: 'The document has {planned} characters; {allowed} are allowed',
  lines: 'The document has more than {allowed} lines',
  tokens: 'The document has more than {allowed} tokens',
  fieldPairs:
    'The document selects fields with the same response key in {planned} pairs, and some of them differ; {allowed} pairs are allowed',
  calls: 'The operation needs at least {planned} REST calls; {allowed} are allowed. Request less in one operation',
}

/**
 * Validates each document once, after its size. The cache of Yoga joins the names of all rules for every request; here the rules
 * are the same for all requests of a server.
 */
export function validationPlugin(limits: Limits, { introspection }: Disclosure): Plugin {
  const allowed = { ...limits, ...MAX_SIZE }
  const results = new WeakMap<DocumentNode, readonly GraphQLError[]>()

  const remembered: typeof validate = (schema, document, rules) => {
    let result = results.get(document)
    if (!result) {
      const tooLarge = sizeError(schema, document, allowed)
      result = tooLarge
        ? [tooLarge]
        : validateDocument(schema, document, {
            rules: [...neededRules(schema, document, rules), knownOperationTypes],
            hideSuggestions: !introspection,
          })
      results.set(document, result)
    }
    return result
  }
  return { onValidate: ({ setValidationFn }) => setValidationFn(remembered) }
}

/** Refuses subscriptions, which the schema does not have. graphql-js has this rule from version 17 on. */
const knownOperationTypes: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return
    const message = `The ${node.operation} operation is not supported by the schema.`
    context.reportError(new GraphQLError(message, { nodes: node }))
  },
})

/**
 * The rules that a document needs. One compares each pair of fields with the same response key. If no such fields
 * differ, it is not needed.
 */
function neededRules(
  schema: GraphQLSchema,
  document: DocumentNode,
  rules: readonly ValidationRule[] = specifiedRules,
): readonly ValidationRule[] {
  const { isUniform } = fieldMergeOf(schema, document)
  return isUniform ? rules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule) : rules
}

/** What callers can find out about the schema. */
export interface Disclosure {
  /** Whether introspection is allowed, and errors about misspelled names suggest similar ones: guesses would find all names. */
  introspection: boolean
}

/**
 * Refuses introspection if it is not allowed, removes identifiers of people from messages, and cuts messages that repeat
 * long values. Refusals that Yoga made get our codes.
 */
export function disclosurePlugin(schema: GraphQLSchema, { introspection }: Disclosure): Plugin {
  return {
    onValidate({ addValidationRule }) {
      if (!introspection) addValidationRule(noIntrospection)
    },
    onResultProcess(answer) {
      const { result } = answer
      if (Array.isArray(result) || isAsyncIterable(result) || !result.errors) return
      const errors = result.errors.map((error) => asRefusal(withCutMessage(withoutPersonalData(error, schema))))
      answer.setResult({ ...result, errors } as ExecutionResult)
    },
  }
}

/** The rule of servers that do not allow introspection. */
export const noIntrospection: ValidationRule = (context) => ({
  Field(node) {
    if (!INTROSPECTION_FIELDS.has(node.name.value)) return
    context.reportError(
      new GraphQLError('Introspection is disabled', { nodes: node, extensions: { code: 'INTROSPECTION_DISABLED' } }),
    )
  },
})
