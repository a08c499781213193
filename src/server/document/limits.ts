import {
  getOperationAST,
  GraphQLError,
  Lexer,
  parse,
  Source,
  TokenKind,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ParseOptions,
} from 'graphql'
import { memoize1 } from '@graphql-tools/utils'
import type { Plugin } from 'graphql-yoga'
import { planReport } from '../../schema/cost/plan-report.ts'
import { planOf, type Plan, type PlannedOperation } from '../../schema/cost/plan.ts'
import type { Allowance } from '../../rest/budget.ts'
import { coerceVariables } from '../../execute/variables.ts'
import { maskError } from '../../schema/errors.ts'
import { personalAt } from '../../schema/personal-data.ts'
import type { OperationContext } from '../observe/operation.ts'
import { planAskedBy } from '../observe/plan.ts'
import type { RequestContext } from '../admission/admission.ts'
import type { Disclosure } from '../guard/disclosure.ts'
import { fieldMergeOf } from './field-merge.ts'
import { introspectionLimits } from './introspection.ts'
import { longLiteralError, longVariableError } from './list-limit.ts'
import { sizeOf, type DocumentSize } from './document-size.ts'

/** The maximum size of a document, and the maximum numbers of calls and rows of an operation. */
export interface Limits extends DocumentSize, Allowance {
  /** The number of lexical tokens in a document. */
  tokens: number
}

/**
 * Refuses documents that are too large, and operations that certainly need more calls than allowed, with
 * QUERY_TOO_COMPLEX, before anything is sent. Other calls and rows are counted while the operation runs (BUDGET_SPENT).
 * A request for the plan alone is answered with the plan, and not executed.
 */
export function limitsPlugin(
  limits: Limits,
  { suggestions }: Pick<Disclosure, 'suggestions'>,
): Plugin<OperationContext & RequestContext> {
  return {
    onParse({ setParseFn }) {
      setParseFn((source: Source | string, options?: ParseOptions) => parseWithin(limits, source, options))
    },
    onValidate({ params: { schema, documentAST }, addValidationRule, setResult }) {
      addValidationRule(introspectionLimits)
      const size = rememberedSize(documentAST)
      const measure = MEASURES.find((measure) => size[measure] > limits[measure])
      if (measure) return setResult([tooComplex(measure, size[measure], limits[measure])])
      const { isUniform, pairs } = fieldMergeOf(schema, documentAST)
      if (!isUniform && pairs > MAX_FIELD_PAIRS) return setResult([tooComplex('fieldPairs', pairs, MAX_FIELD_PAIRS)])
      const longLiteral = longLiteralError(schema, documentAST)
      if (longLiteral) setResult([longLiteral])
    },
    onExecute({ args, setResultAndStopExecution }) {
      const { schema, document, operationName, variableValues } = args
      const operation = getOperationAST(document, operationName)
      if (!operation) return
      const longVariable = longVariableError(schema, document, operation, variableValues ?? {})
      if (longVariable) return setResultAndStopExecution({ errors: [longVariable] })
      const { coerced, errors } = coerceVariables(schema, operation, variableValues ?? {}, {
        hideSuggestions: !suggestions,
        secretIn: personalAt,
      })
      if (errors) return setResultAndStopExecution({ errors: errors.map(maskError) })
      const context = args.contextValue
      context.variables = coerced
      context.plan = rememberedPlan(schema, { document, operation, variables: coerced })
      const asked = planAskedBy(context.req)
      if (asked) context.planReport = planReport(context.plan, limits, context.rest)
      const reported = asked && { extensions: { plan: context.planReport } }
      if (asked === 'instead') return setResultAndStopExecution({ data: null, ...reported })
      const { min } = context.plan.calls
      if (min > limits.calls)
        setResultAndStopExecution({ errors: [tooComplex('calls', min, limits.calls)], ...reported })
    },
  }
}

/** Yoga parses equal texts only once. */
const rememberedSize = memoize1(sizeOf)

/** The plan of an operation. An operation without variables has always the same plan. */
function rememberedPlan(schema: GraphQLSchema, planned: PlannedOperation): Plan {
  const { operation } = planned
  if (operation.variableDefinitions?.length) return planOf(schema, planned)
  let plan = plans.get(operation)
  if (!plan) plans.set(operation, (plan = planOf(schema, planned)))
  return plan
}

const plans = new WeakMap<OperationDefinitionNode, Plan>()

const MEASURES = ['depth', 'fields', 'aliases', 'directives'] as const

type Measure = Exclude<keyof Limits, 'rows'> | 'characters' | 'fieldPairs'

/**
 * The maximum number of pairs of fields with the same response key in the same place, if such fields differ. graphql-js
 * compares each pair, which takes a few microseconds.
 */
export const MAX_FIELD_PAIRS = 2_000

/** The maximum number of characters in a document. Otherwise a single token could be as long as the request. */
const MAX_DOCUMENT_CHARACTERS = 500_000

/** Parses a document. Throws QUERY_TOO_COMPLEX for one that has more tokens than allowed, even if it also has a syntax error. */
function parseWithin({ tokens, depth }: Limits, source: Source | string, options?: ParseOptions) {
  const { length } = typeof source === 'string' ? source : source.body
  if (length > MAX_DOCUMENT_CHARACTERS) throw tooComplex('characters', length, MAX_DOCUMENT_CHARACTERS)
  try {
    return parse(source, { ...options, maxTokens: tokens })
  } catch (error) {
    // Thousands of nested brackets that are not fields exceed the stack of the parser.
    if (error instanceof RangeError) throw tooComplex('depth', undefined, depth)
    throw hasMoreTokens(source, tokens) ? tooComplex('tokens', undefined, tokens) : error
  }
}

/** Whether a document has more than `maxTokens` tokens before its first lexical error. */
function hasMoreTokens(source: Source | string, maxTokens: number): boolean {
  const lexer = new Lexer(typeof source === 'string' ? new Source(source) : source)
  try {
    for (let count = 0; count <= maxTokens; count += 1) if (lexer.advance().kind === TokenKind.EOF) return false
    return true
  } catch {
    // The parser has reported the same lexical error.
    return false
  }
}

function tooComplex(limit: Measure, planned: number | undefined, allowed: number): GraphQLError {
  return new GraphQLError(MESSAGES[limit](planned, allowed), {
    extensions: { code: 'QUERY_TOO_COMPLEX', limit, planned, allowed, http: { spec: true, status: 400 } },
  })
}

const MESSAGES: Record<Measure, (planned: number | undefined, allowed: number) => string> = {
  depth: (planned, allowed) => `The document nests fields ${planned ?? 'too'} deep; ${allowed} are allowed`,
  fields: (planned, allowed) => `The document selects ${planned} fields; ${allowed} are allowed`,
  aliases: (planned, allowed) => `The document has ${planned} aliases; ${allowed} are allowed`,
  directives: (planned, allowed) => `The document has ${planned} directives; ${allowed} are allowed`,
  characters: (planned, allowed) => `The document has ${planned} characters; ${allowed} are allowed`,
  tokens: (_planned, allowed) => `The document has more than ${allowed} tokens`,
  fieldPairs: (planned, allowed) =>
    `The document selects fields with the same response key in ${planned} pairs, and some of them differ; ${allowed} pairs are allowed`,
  calls: (planned, allowed) =>
    `The operation needs at least ${planned} REST calls; ${allowed} are allowed. Request less in one operation`,
}
