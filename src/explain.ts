import { readFileSync } from 'node:fs'
import {
  GraphQLError,
  Kind,
  parse,
  Source,
  visit,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { Allowance } from './rest/budget.ts'
import { highestPlan } from './schema/plan/highest-plan.ts'
import { callsText, planReport, type PlanReport, type StepReport } from './schema/plan/plan-report.ts'
import { validateDocument } from './schema/renamed.ts'

/** The input of `adgraph explain`. */
interface ExplainOptions {
  files: readonly string[]
  /** The values of variables. Those without one count at their maximum. */
  variables: Readonly<Record<string, unknown>>
  /** The rows that a list without `first` has at most, by the path of its field or the end of the path. */
  assumed: ReadonlyMap<string, number>
}

/** The plan of one operation of a file. */
export interface Explained {
  file: string
  /** The name of the operation. Null if it has none. */
  operation: string | null
  plan: PlanReport
}

/** Plans every operation of these files, without a network. Throws GraphQLErrors for documents that are not valid. */
export function explain(
  schema: GraphQLSchema,
  { files, variables, assumed }: ExplainOptions,
  allowed: Allowance,
): Explained[] {
  const documents = files.map((file) => ({ file, document: parse(new Source(readFileSync(file, 'utf8'), file)) }))
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const { document } of documents)
    for (const fragment of fragmentsIn(document)) fragments.set(fragment.name.value, fragment)
  const assume = (field: string) => [...assumed].find(([path]) => field === path || field.endsWith(`.${path}`))?.[1]
  return documents.flatMap(({ file, document }) =>
    document.definitions
      .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
      .map((operation) => {
        const own = withFragments(operation, fragments)
        const [invalid] = validateDocument(schema, own)
        if (invalid) throw invalid
        const { plan, errors } = highestPlan(schema, { document: own, operation, variables, assume })
        if (errors) throw errors[0]!
        const report = planReport(plan, allowed, { rateLimit: () => undefined })
        return { file, operation: operation.name?.value ?? null, plan: report }
      }),
  )
}

/**
 * Returns the message for an operation that may need more calls than `maxCalls`, with the list that causes most of
 * them. Undefined if the operation cannot need more.
 */
export function tooManyCalls({ file, operation, plan }: Explained, maxCalls: number): string | undefined {
  const { calls, steps } = plan
  if (calls.max <= maxCalls) return undefined
  const costly = steps.reduce((most, step) => (step.calls.max > most.calls.max ? step : most))
  const list = listAbove(costly, steps)
  const most = `${costly.calls.max === Infinity ? 'Most' : costly.calls.max} of them are for ${costly.field}`
  const responsible = list
    ? `${most}, because of the rows of ${list.field}. Request fewer of them with \`first\`, or state how many there are with ` +
      `--assume ${list.field}=N`
    : most
  return `${titleOf(file, operation)} may need ${callsText(calls.max)}; ${maxCalls} are allowed. ${responsible}`
}

/**
 * The nearest step above a step that is a list: one with more rows than parents. The parents of the step are its rows,
 * or belong to them.
 */
function listAbove({ after }: StepReport, steps: readonly StepReport[]): StepReport | undefined {
  const above = steps.find(({ id }) => id === after.at(-1))
  return above && above.rows.max <= above.parents.max ? listAbove(above, steps) : above
}

/** Formats the plan of an operation as a text table. */
export function tableOf({ file, operation, plan }: Explained): string {
  const { calls, rows, allowed, steps } = plan
  const header = ['#', 'field', 'endpoint', 'parents', 'keys/call', 'calls', 'rows', 'after']
  const lines = steps.map((step) => [
    String(step.id),
    step.field,
    step.endpoint ?? '',
    atMost(step.parents.max),
    String(step.keysPerCall),
    between(step.calls),
    atMost(step.rows.max),
    step.after.join(', '),
  ])
  const widths = header.map((name, column) => Math.max(name.length, ...lines.map((cells) => cells[column]!.length)))
  const aligned = [header, ...lines].map((cells) =>
    cells
      .map((cell, column) => (column < 3 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  '),
  )
  return [
    titleOf(file, operation),
    `  ${between(calls)} calls, ${atMost(rows.max)} rows; ${allowed.calls} calls and ${allowed.rows} rows are allowed`,
    ...(steps.length > 0 ? aligned.map((line) => `  ${line.trimEnd()}`) : []),
  ].join('\n')
}

function titleOf(file: string, operation: string | null): string {
  return operation === null ? file : `${file}: ${operation}`
}

function between({ min, max }: StepReport['calls']): string {
  return min === max ? String(min) : `${min} to ${numberOf(max)}`
}

function atMost(max: number): string {
  return max === 0 ? '0' : `≤ ${numberOf(max)}`
}

/** A maximum that only the service knows is infinite. */
function numberOf(max: number): string {
  return max === Infinity ? '∞' : String(max)
}

function fragmentsIn({ definitions }: DocumentNode): FragmentDefinitionNode[] {
  return definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
}

/** The document of one operation with the fragments that it uses, which can be in any of the files. */
function withFragments(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): DocumentNode {
  const used = new Map<string, FragmentDefinitionNode>()
  collect(operation)
  return { kind: Kind.DOCUMENT, definitions: [operation, ...used.values()] }

  function collect(node: OperationDefinitionNode | FragmentDefinitionNode): void {
    visit(node, {
      FragmentSpread({ name: { value: name } }) {
        const fragment = fragments.get(name)
        if (!fragment || used.has(name)) return
        used.set(name, fragment)
        collect(fragment)
      },
    })
  }
}

/** The message of an error with its location in the file. */
export function messageOf(error: unknown): string | undefined {
  if (error instanceof GraphQLError) {
    const [place] = error.locations ?? []
    return `${error.source?.name ?? error.nodes?.[0]?.loc?.source.name ?? ''}${place ? `:${place.line}:${place.column}` : ''} ${error.message}`.trim()
  }
  return error instanceof Error && 'code' in error ? error.message : undefined
}
