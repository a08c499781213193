import {
  getOperationAST,
  GraphQLError,
  Kind,
  Lexer,
  parse,
  Source,
  specifiedRules,
  TokenKind,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type Token,
  OverlappingFieldsCanBeMergedRule,
  type ValidationRule,
  type ExecutionResult,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { when, type MaybePromise } from '../../async/promise.ts'
import { nextTurn } from '../../async/turn.ts'
import { coerceVariables } from '../../execute/variables.ts'
import type { Allowance } from '../../rest/budget.ts'
import { maskError, withCutMessage } from '../../schema/errors.ts'
import { personalIn, withoutPersonalData } from '../../schema/personal-data.ts'
import { expectationOf, planReport } from '../../schema/plan/expectation.ts'
import { needOf, type Need } from '../../schema/plan/highest-plan.ts'
import { validateDocument } from '../../schema/validate-document.ts'
import type { RequestContext } from '../admission/admission.ts'
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

/** A document, unless it cannot be parsed, and why it is refused. */
interface CheckedDocument {
  document?: DocumentNode
  errors: readonly GraphQLError[]
}

/** The memory for checked documents, in bytes. */
const MAX_KEPT_BYTES = 32 * 2 ** 20

/**
 * What a document takes that is kept, in bytes: its syntax tree, and what is kept with it, such as its measures and its plans. A token
 * is a part of the text, and can be a comment. A field of a fragment takes as much wherever the fragment is spread.
 */
const KEPT_BYTES = { document: 10_000, token: 500, field: 1_500, character: 2 }

/**
 * Creates the function that parses and checks a document. Documents that are too large are refused with QUERY_TOO_COMPLEX. The rules
 * are the same for all requests, so each document that is not refused is checked once while it is kept.
 */
export function createDocumentCheck(schema: GraphQLSchema, limits: Limits, introspection: boolean) {
  const checked = new LRUCache<string, CheckedDocument>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ document }, text) =>
      KEPT_BYTES.document + KEPT_BYTES.character * text.length + (document ? bytesOf(schema, document) : 0),
  })
  return (text: string): CheckedDocument => {
    let known = checked.get(text)
    if (!known) {
      known = checkedDocument(schema, text, introspection, limits)
      const code = known.document ? 'GRAPHQL_VALIDATION_FAILED' : 'GRAPHQL_PARSE_FAILED'
      for (const { extensions } of known.errors) extensions['code'] ??= code
      if (known.errors.length === 0) checked.set(text, known)
    }
    return known
  }
}

function bytesOf(schema: GraphQLSchema, document: DocumentNode): number {
  const measures = measuresOf(schema, document)
  let tokens = 0
  for (let token = document.loc?.startToken ?? null; token; token = token.next) tokens += 1
  // Each operation has a plan of its own.
  const fields = document.definitions.reduce(
    (sum, definition) =>
      sum + (definition.kind === Kind.OPERATION_DEFINITION ? measures.usesOf(definition).size.fields : 0),
    0,
  )
  return KEPT_BYTES.token * tokens + KEPT_BYTES.field * fields
}

/** Parses a document, and checks its size, its validity, and whether it may use introspection. */
export function checkedDocument(
  schema: GraphQLSchema,
  text: string,
  introspection: boolean,
  limits = DOCUMENT_LIMITS,
): CheckedDocument {
  try {
    const document = parseWithin(limits, text)
    const tooLarge = sizeError(schema, document, { ...limits, ...MAX_SIZE })
    if (tooLarge) return { document, errors: [tooLarge] }
    const { isUniform } = fieldMergeOf(schema, document)
    const rules = [...(isUniform ? RULES_WITHOUT_MERGE : specifiedRules), knownOperationTypes]
    if (!introspection) rules.push(noIntrospection)
    return { document, errors: validateDocument(schema, document, { rules, hideSuggestions: !introspection }) }
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] }
    throw error
  }
}

/** The rules for a document in which no fields with the same response key differ: one rule compares each pair of such fields. */
const RULES_WITHOUT_MERGE = specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule)

/** An operation of a request, with its document. */
export interface RequestedOperation {
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: Readonly<Record<string, unknown>>
}

/**
 * Creates the function that coerces the variables of an operation and plans it, before anything is sent. It returns the result of an
 * operation that is not executed: one that certainly needs more calls than allowed, which is refused with QUERY_TOO_COMPLEX, or one of
 * which only the plan is asked for. Other calls and rows are counted while the operation runs (BUDGET_SPENT).
 */
export function createOperationCheck(schema: GraphQLSchema, limits: Limits, introspection: boolean) {
  return (
    { document, operation, variables }: RequestedOperation,
    context: OperationContext,
    { req, maxExpectedCalls, usage }: RequestContext,
  ): MaybePromise<ExecutionResult | undefined> => {
    const beganMs = performance.now()
    const pause = (): MaybePromise<void> => (performance.now() - beganMs > MAX_CHECK_MS ? nextTurn() : undefined)
    const tooMuch = argumentError(measuresOf(schema, document).usesOf(operation), operation, variables)
    if (tooMuch) return { errors: [tooMuch] }
    return when(pause(), () => {
      const { coerced, errors } = coerceVariables(schema, operation, variables, {
        hideSuggestions: !introspection,
        secretIn: personalIn(schema, document),
      })
      if (errors) return { errors: errors.map(maskError) }
      return when(pause(), () => {
        context.variables = coerced
        const need = needOf(schema, { document, operation, variables: coerced, writes: context.writes })
        context.need = need
        usage.calls = usageOf(context, need)
        const asked = planAskedBy(req)
        const isDescribed = asked || context.askedBy || maxExpectedCalls !== undefined
        return when(isDescribed ? describe(context, need, asked) : undefined, () => {
          const reported = asked && { extensions: { plan: context.planReport } }
          if (asked === 'instead') return { data: null, ...reported }
          const tooMany = callsError(need, limits.calls)
          if (tooMany) return { errors: [tooMany], ...reported }
          return when(pause(), () => undefined)
        })
      })
    })
  }
}

/** The error of an operation that certainly needs more calls than allowed. */
export function callsError(need: Need, allowed: number): GraphQLError | undefined {
  return need.exceedsCalls(allowed) ? tooComplex('calls', need.plan().calls.min, allowed) : undefined
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
  introspection: boolean,
): void {
  const { document, errors } = checkedDocument(schema, query, introspection)
  if (!document || errors[0]) throw errors[0]
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
async function describe(context: OperationContext, need: Need, asked: ReturnType<typeof planAskedBy>): Promise<void> {
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
function parseWithin({ tokens, depth }: typeof DOCUMENT_LIMITS, text: string): DocumentNode {
  const { length } = text
  if (length > MAX_DOCUMENT_CHARACTERS) throw tooComplex('characters', length, MAX_DOCUMENT_CHARACTERS)
  if (length > MAX_DOCUMENT_LINES && text.split(LINE_END, MAX_DOCUMENT_LINES + 1).length > MAX_DOCUMENT_LINES)
    throw tooComplex('lines', undefined, MAX_DOCUMENT_LINES)
  const longName = longNameIn(text, tokens)
  if (longName) throw tooComplex('name', longName, MAX_NAME_CHARACTERS)
  try {
    return parse(text, { maxTokens: tokens })
  } catch (error) {
    // Thousands of nested brackets that are not fields exceed the stack of the parser.
    if (error instanceof RangeError) throw tooComplex('depth', undefined, depth)
    // The tokens before the first lexical error, which the parser has reported.
    const hasMore = firstTokens(text, tokens + 1).length > tokens
    throw hasMore ? tooComplex('tokens', undefined, tokens) : error
  }
}

const LINE_END = /\r\n|[\n\r]/

/** The length of the first name that is too long among the first tokens of a document. Undefined if there is none. */
function longNameIn(text: string, maxTokens: number): number | undefined {
  // Most documents have no long word, so they need not be read a second time.
  if (!LONG_WORD.test(text)) return undefined
  const long = firstTokens(text, maxTokens).find(
    ({ kind, start, end }) => kind === TokenKind.NAME && end - start > MAX_NAME_CHARACTERS,
  )
  return long && long.end - long.start
}

/** From the beginning of each word on: from each character of it, this would take the square of its length. */
const LONG_WORD = new RegExp(`\\b\\w{${MAX_NAME_CHARACTERS + 1}}`)

/** The first tokens of a document, up to its first lexical error. */
function firstTokens(text: string, max: number): Token[] {
  const lexer = new Lexer(new Source(text))
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

/** Refuses subscriptions, which the schema does not have. graphql-js has this rule from version 17 on. */
const knownOperationTypes: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return
    const message = `The ${node.operation} operation is not supported by the schema.`
    context.reportError(new GraphQLError(message, { nodes: node }))
  },
})

/** The error as a caller may see it: without identifiers of people, and with a message that repeats no long value. */
export function disclosed(error: GraphQLError, schema: GraphQLSchema): GraphQLError {
  return withCutMessage(withoutPersonalData(error, schema))
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
