import { Kind, parse, type OperationTypeNode } from 'graphql'
import { settings } from '../settings.ts'
import { timesIn } from './example-time.ts'
import { withValidateOnly } from './mutation.ts'

/** A document for everyday work, with variables that fit the sandbox. Its operations are run one after the other. */
export interface Example {
  /** The name of its file, without the ending. Links of the documentation have it. */
  file: string
  name: string
  description: string
  variables: Record<string, unknown>
  steps: Step[]
  /** What the answer of a step has for the variables of later steps. */
  fills: Fill[]
  /** The variables that follow the time at which it is opened. */
  timesAt: (now: Date) => Record<string, string>
}

interface Step {
  name: string
  kind: OperationTypeNode
  document: string
  /** The names of its variables. */
  variables: string[]
}

/** A comment such as `# $campaignId: createCampaign.campaign.id`. In the variable's path, `*` is each item of a list. */
interface Fill {
  target: string[]
  source: string[]
}

const FILL = /^# \$([\w.*]+): (\S+)$/gm

const DOCUMENTS = texts(
  import.meta.glob<string>('../../examples/queries/*.graphql', { query: '?raw', import: 'default', eager: true }),
)
const VARIABLES = texts(
  import.meta.glob<string>('../../examples/queries/*.variables.json', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)

/** What most users need first. Others follow by their names. */
const FIRST = ['not-serving', 'pause-by-prefix', 'change-budgets', 'launch-campaign', 'new-bids', 'audience', 'report']

/** The examples of the repository at build time, in the order of need. */
export const EXAMPLES: Example[] = [...new Set([...FIRST, ...DOCUMENTS.keys()])].map((file) =>
  exampleOf(file, DOCUMENTS.get(file)!),
)

function exampleOf(file: string, document: string): Example {
  return {
    file,
    name: nameOf(file),
    description: [...document.split('\n\n', 1)[0]!.matchAll(/^# ?(.*)$/gm)].map(([, line]) => line).join(' '),
    variables: JSON.parse(VARIABLES.get(file) ?? '{}') as Record<string, unknown>,
    steps: stepsOf(document),
    fills: [...document.matchAll(FILL)].map(([, target, source]) => ({
      target: target!.split('.'),
      source: source!.split('.'),
    })),
    timesAt: (now) => timesIn(document, now),
  }
}

/** The text of a step in the editor. Its mutations only validate; its first line tells the step, also after a reload. */
export function textOf({ name, steps }: Example, index: number): string {
  const place = steps.length > 1 ? `, step ${index + 1} of ${steps.length}` : ''
  return `# Example: ${name}${place}\n${withValidateOnly(steps[index]!.document)}\n`
}

/** The variables of a step, as JSON. */
export function variablesOf({ steps }: Example, index: number, variables: Record<string, unknown>): string {
  const own = steps[index]!.variables.filter((name) => name in variables)
  return JSON.stringify(Object.fromEntries(own.map((name) => [name, variables[name]])), null, 2)
}

/**
 * The first step of an example and its variables, with times of today, and with idempotency keys of its own: the keys of the
 * file may have been used. The variables are kept until the browser tab is closed, because each step uses some of them.
 */
export function openExample(example: Example): { query: string; variables: string } {
  const { variables, timesAt } = example
  const fresh = Object.entries({ ...variables, ...timesAt(new Date(settings.sandboxNow ?? Date.now())) }).map(
    ([name, value]) => [name, name.endsWith('Key') ? crypto.randomUUID() : value],
  )
  const opened = Object.fromEntries(fresh) as Record<string, unknown>
  keepVariables(example, opened)
  return { query: textOf(example, 0), variables: variablesOf(example, 0, opened) }
}

/** Keeps the variables of an example for its next steps. */
export function keepVariables({ name }: Example, variables: Record<string, unknown>): void {
  sessionStorage.setItem(`adgraph:example:${name}`, JSON.stringify(variables))
}

/** The variables that were kept for an example, otherwise its own. */
export function keptVariables({ name, variables }: Example): Record<string, unknown> {
  const kept = sessionStorage.getItem(`adgraph:example:${name}`)
  return kept === null ? variables : (JSON.parse(kept) as Record<string, unknown>)
}

/** The step of an example that a text in the editor is. */
export function stepIn(text: string): { example: Example; index: number } | undefined {
  const [, name, step = '1'] = /^# Example: (.+?)(?:, step (\d+) of \d+)?$/m.exec(text) ?? []
  const example = EXAMPLES.find((each) => each.name === name)
  const index = Number(step) - 1
  return example?.steps[index] && { example, index }
}

/** The variables of an example with what an answer has for them, and the names of those that were filled in. */
export function filledIn(
  { fills }: Example,
  variables: Record<string, unknown>,
  data: unknown,
): { variables: Record<string, unknown>; names: string[] } {
  const filled = structuredClone(variables)
  const names = new Set<string>()
  for (const { target, source } of fills) {
    const [name = '', , ...within] = target
    const values = valuesAt(data, source)
    const items = filled[name]
    const value = values.find((each) => each !== null)
    if (value === undefined) continue
    names.add(name)
    if (Array.isArray(items))
      filled[name] = values.map((each, at) => withValue(structuredClone(items[at] ?? items[0]), within, each))
    else filled[name] = value
  }
  // An item of a list for which the answer lacks something is left out.
  for (const { target } of fills) {
    const [name = '', , ...within] = target
    const items = filled[name]
    if (names.has(name) && Array.isArray(items))
      filled[name] = items.filter((item) => valuesAt(item, within)[0] !== null)
  }
  return { variables: filled, names: [...names] }
}

/** The values at a path. Lists are walked; `nodes[type=FULL]` has the first item with this value. */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path))
  const [key, ...rest] = path
  if (key === undefined) return [value ?? null]
  const [, name = '', column, wanted] = /^(\w+)(?:\[(\w+)=(\w+)\])?$/.exec(key) ?? []
  const found = (value as Record<string, unknown> | null | undefined)?.[name]
  if (column === undefined || !Array.isArray(found)) return found === undefined ? [] : valuesAt(found, rest)
  const item = found.find((each: Record<string, unknown>) => String(each[column]) === wanted) as unknown
  return item === undefined ? [] : valuesAt(item, rest)
}

function withValue(item: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: unknown) {
  item[key] = rest.length === 0 ? value : withValue(item[key] as Record<string, unknown>, rest, value)
  return item
}

function stepsOf(document: string): Step[] {
  const { definitions } = parse(document)
  const fragments = definitions
    .filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
    .map(({ loc }) => document.slice(loc!.start, loc!.end))
  return definitions
    .filter((each) => each.kind === Kind.OPERATION_DEFINITION)
    .map(({ name, operation, loc, variableDefinitions = [] }) => ({
      name: name?.value ?? operation,
      kind: operation,
      document: [document.slice(loc!.start, loc!.end), ...fragments].join('\n\n'),
      variables: variableDefinitions.map(({ variable }) => variable.name.value),
    }))
}

/** The texts of files, by file name without folder and extension. */
function texts(files: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(files).map(([path, text]) => [path.split('/').at(-1)!.split('.')[0]!, text]))
}

/** `launch-campaign` becomes `Launch campaign`. */
function nameOf(file: string): string {
  return file.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())
}
