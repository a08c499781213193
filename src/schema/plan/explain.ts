import { readFileSync } from 'node:fs'
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  parse,
  separateOperations,
  Source,
} from 'graphql'
import { suggestionList } from 'graphql/jsutils/suggestionList.js'
import type { Allowance } from '../../rest/budget.ts'
import type { StatisticOf } from '../../state/statistics.ts'
import { counted, plural } from '../counted.ts'
import { MAX_FIRST } from '../list/read.ts'
import { validateDocument } from '../validate-document.ts'
import { expectationOf, planReport, type PlanReport, type StepReport } from './expectation.ts'
import { highestPlan } from './highest-plan.ts'
import type { AssumeRows } from './plan.ts'

/** The input of `adgraph explain`. */
interface ExplainOptions {
  files: readonly string[]
  /** The values of variables. Those without one count at their maximum. */
  variables: Readonly<Record<string, unknown>>
  /** The rows that the list of one parent has at most, by the path of its field or the end of the path. */
  assumed: ReadonlyMap<string, number>
  /** What was read before. Defaults to nothing. */
  statisticOf?: StatisticOf
}

/** The plan of one operation of a file. */
export interface Explained {
  file: string
  /** The name of the operation. Null if it has none. */
  operation: string | null
  plan: PlanReport
}

/** The plan of an operation, and how it changes with further assumptions. */
export interface Explainable extends Explained {
  /** The paths of its lists. */
  lists: readonly string[]
  /** The maximum number of calls if these lists have at most so many rows for each parent. */
  maxCallsWith: (lists: readonly string[], rows: number) => number
}

/**
 * Plans every operation of these files, without a network. Throws GraphQLErrors for files that cannot be read, for
 * documents that are not valid, for files without an operation, and for an assumption that fits no list.
 */
export function explain(
  schema: GraphQLSchema,
  { files, variables, assumed, statisticOf = () => undefined }: ExplainOptions,
  allowed: Allowance,
): Explainable[] {
  const documents = files.map((file) => ({ file, document: parse(new Source(textOf(file), file)) }))
  const fragments = documents.flatMap(({ document }) => fragmentsIn(document))
  const assume = (field: string) => [...assumed].find(([path]) => isAt(field, path))?.[1]
  const explained = documents.flatMap(({ file, document }) =>
    document.definitions
      .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
      .map((operation) => {
        const name = operation.name?.value ?? null
        // Fragments can be in any of the files. Those of its own file win.
        const near = fragmentsIn(document)
        const others = fragments.filter(({ name }) => !near.some((each) => each.name.value === name.value))
        const definitions = [operation, ...near, ...others]
        const own = separateOperations({ kind: Kind.DOCUMENT, definitions })[name ?? '']!
        const [invalid] = validateDocument(schema, own)
        if (invalid) throw invalid
        const planWith = (assume: AssumeRows) => highestPlan(schema, { document: own, operation, variables, assume })
        const { plan, errors } = planWith(assume)
        if (errors) throw errors[0]!
        const expectation = expectationOf(plan, statisticOf)
        return {
          file,
          operation: name,
          plan: planReport(plan, allowed, { rateLimit: () => undefined }, expectation),
          lists: plan.fields.filter(({ isList }) => isList).map(({ path }) => path),
          maxCallsWith: (lists: readonly string[], rows: number) =>
            planWith((field) => (lists.includes(field) ? rows : assume(field))).plan?.calls.max ?? Infinity,
        }
      }),
  )
  if (explained.length === 0) throw new GraphQLError(`${files.join(', ')}: there is no operation`)
  const lists = new Set(explained.flatMap((each) => each.lists))
  for (const path of assumed.keys())
    if (![...lists].some((list) => isAt(list, path))) throw unknownList(path, [...lists])
  return explained
}

function fragmentsIn({ definitions }: DocumentNode): FragmentDefinitionNode[] {
  return definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new GraphQLError(`${file} is not a file that can be read`)
  }
}

/** Whether a path, or the end of one, names a field. */
function isAt(field: string, path: string): boolean {
  return field === path || field.endsWith(`.${path}`)
}

function unknownList(path: string, lists: readonly string[]): GraphQLError {
  const ends = lists.flatMap((list) => list.split('.').map((_, index, keys) => keys.slice(index).join('.')))
  const [nearest] = suggestionList(
    path,
    ends.filter((end) => lists.some((list) => isAt(list, end))),
  )
  const advice = nearest === undefined ? `Lists are ${lists.join(', ') || 'not selected'}` : `Did you mean ${nearest}?`
  return new GraphQLError(`--assume ${path} fits no list of the operations. ${advice}`)
}

/**
 * Returns the message for an operation that may need more calls than `maxCalls`, with assumptions that keep it within them.
 * Undefined if the operation cannot need more.
 */
export function tooManyCalls(explained: Explainable, maxCalls: number): string | undefined {
  const { file, operation, plan } = explained
  const { calls, steps } = plan
  if (calls.max <= maxCalls) return undefined
  const costly = steps.reduce((most, step) => (step.calls.max > most.calls.max ? step : most))
  const costlyCalls = costly.calls.max === Infinity ? 'Most' : numberOf(costly.calls.max)
  const most = `${costlyCalls} of them ${are(costly.calls.max)} for ${costly.field}`
  return (
    `${titleOf(file, operation)} may need ${counted(calls.max, 'call')}; ${numberOf(maxCalls)} ${are(maxCalls)} allowed. ${most}. ` +
    adviceFor(explained, costly, maxCalls)
  )
}

/** Returns the message for an operation that is expected to need more calls, or about which too little is known. */
export function tooManyExpectedCalls({ file, operation, plan }: Explained, maxCalls: number): string | undefined {
  const { expected } = plan.calls
  if (expected !== null && expected <= maxCalls) return undefined
  const title = titleOf(file, operation)
  if (expected !== null)
    return `${title} is expected to need ${counted(expected, 'call')}; ${numberOf(maxCalls)} ${are(maxCalls)} allowed`
  const unknown = plan.steps.find(({ calls }) => calls.expected === null)
  return `${title} has no expected number of calls: the statistics do not have ${unknown?.field ?? 'its fields'}`
}

/**
 * Advises what to assume of the lists on which the costly step depends, itself first, so that the operation cannot need more
 * calls: of as few lists as possible, and as many rows as possible.
 */
function adviceFor({ lists, maxCallsWith }: Explainable, costly: StepReport, maxCalls: number): string {
  const isAbove = (list: string) => costly.field === list || costly.field.startsWith(`${list}.`)
  const above = lists.filter(isAbove).reverse()
  const fits = (chosen: readonly string[], rows: number) => maxCallsWith(chosen, rows) <= maxCalls
  const others = lists.filter((list) => !isAbove(list))
  const single = above.find((list) => fits([list], 1))
  const several = [...above, ...others]
    .map((_, index, all) => all.slice(0, index + 1))
    .find((chosen) => fits(chosen, 1))
  const chosen = single === undefined ? several : [single]
  if (!chosen)
    return `It would need ${counted(maxCallsWith(lists, 1), 'call')} with one row in each list: select fewer fields, or state the values of variables with --variables`
  let [rows, tooMany] = [1, MAX_FIRST + 1]
  while (tooMany - rows > 1) {
    const middle = Math.floor((rows + tooMany) / 2)
    if (fits(chosen, middle)) rows = middle
    else tooMany = middle
  }
  const assumptions = chosen.map((list) => `--assume ${list}=${rows}`).join(' ')
  return `If ${chosen.join(' and ')} ${chosen.length === 1 ? 'has' : 'have'} at most ${counted(rows, 'row')} for each parent, state it with ${assumptions}`
}

/** Formats the plan of an operation as a text table. */
export function tableOf({ file, operation, plan }: Explained): string {
  const { calls, rows, allowed, steps } = plan
  const isExpected = steps.some((step) => step.rows.expected !== null)
  const header = ['#', 'field', 'method', 'endpoint', 'parents', 'IDs/call', 'calls', 'rows', 'after']
  const lines = steps.map((step) => [
    String(step.id),
    step.field,
    step.method ?? '',
    step.endpoint ?? '',
    atMost(step.parents.max),
    String(step.keysPerCall),
    between(step.calls),
    atMost(step.rows.max),
    step.after.join(', '),
    ...(isExpected ? [about(step.calls), about(step.rows)] : []),
  ])
  if (isExpected) header.push('expected calls', 'expected rows')
  const widths = header.map((name, column) => Math.max(name.length, ...lines.map((cells) => cells[column]!.length)))
  const aligned = [header, ...lines].map((cells) =>
    cells
      .map((cell, column) => (column < 4 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  '),
  )
  const expected = isExpected
    ? `about ${about(calls)} ${plural('call', calls.expected ?? 0)} and ${about(rows)} ${plural('row', rows.expected ?? 0)}; `
    : ''
  return [
    titleOf(file, operation),
    `  ${expected}${between(calls)} ${plural('call', calls.min === calls.max ? calls.max : 2)}, ${atMost(rows.max)} ${plural('row', rows.max)}; ${counted(allowed.calls, 'call')} and ${counted(allowed.rows, 'row')} are allowed`,
    ...(steps.length > 0 ? aligned.map((line) => `  ${line.trimEnd()}`) : []),
  ].join('\n')
}

/** An expectation; a question mark where nothing is known. */
function about({ expected }: StepReport['rows']): string {
  return expected === null ? '?' : numberOf(expected)
}

function titleOf(file: string, operation: string | null): string {
  return operation === null ? file : `${file}: ${operation}`
}

function between({ min, max }: StepReport['calls']): string {
  return min === max ? numberOf(min) : `${numberOf(min)} to ${numberOf(max)}`
}

function atMost(max: number): string {
  return max === 0 ? '0' : `≤ ${numberOf(max)}`
}

/** A maximum that only the service knows is infinite. */
function numberOf(max: number): string {
  return max === Infinity ? '∞' : max.toLocaleString('en-US')
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are'
}

/** The message of an error with its location in the file. */
export function messageOf(error: unknown): string | undefined {
  if (error instanceof GraphQLError) {
    const [place] = error.locations ?? []
    return `${error.source?.name ?? error.nodes?.[0]?.loc?.source.name ?? ''}${place ? `:${place.line}:${place.column}` : ''} ${error.message}`.trim()
  }
  return error instanceof Error && 'code' in error ? error.message : undefined
}
