import { readdirSync, readFileSync } from 'node:fs'
import { getOperationAST, Kind, parse } from 'graphql'
import { coerceVariables } from '../src/execute/variables.ts'
import { schema } from '../src/graph.ts'
import { planOf } from '../src/schema/plan/plan.ts'
import { median, table } from './table.ts'

// Measures how long the plan of each operation of the examples takes, and exits with 1 if the one with the most steps
// takes too long.

/** The maximum time of a plan. */
const MAX_MS = 5
const SAMPLES = 200

const FOLDER = 'examples/queries'

interface Measured {
  name: string
  steps: number
  /** The first plan in this process, which is compiled on the way. */
  firstMs: number
  medianMs: number
}

const measured = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.graphql'))
  .flatMap((file) => {
    const text = readFileSync(`${FOLDER}/${file}`, 'utf8')
    const variables = JSON.parse(
      readFileSync(`${FOLDER}/${file.replace('.graphql', '.variables.json')}`, 'utf8'),
    ) as Record<string, unknown>
    return parse(text).definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? [measure(text, definition.name!.value, variables)] : [],
    )
  })
const largest = measured.reduce((most, each) => (each.steps > most.steps ? each : most))

const rows = measured.map(({ name, steps, firstMs, medianMs }) => [
  name,
  String(steps),
  firstMs.toFixed(2),
  medianMs.toFixed(2),
])
const isFast = largest.medianMs < MAX_MS
process.stdout.write(
  `${table(['operation', 'steps', 'first, ms', 'median, ms'], rows)}\n\nThe plan of ${largest.name} takes ${largest.medianMs.toFixed(2)} ms: ${isFast ? 'less' : 'not less'} than ${MAX_MS} ms.\n`,
)
process.exitCode = isFast ? 0 : 1

/** Plans an operation of a document. Each plan is of a document parsed anew, because some of it is stored by document. */
function measure(text: string, name: string, variables: Record<string, unknown>): Measured {
  const samples = Array.from({ length: SAMPLES }, () => {
    const document = parse(text)
    const operation = getOperationAST(document, name)!
    const coerced = coerceVariables(schema, operation, variables).coerced!
    const began = performance.now()
    const { steps } = planOf(schema, { document, operation, variables: coerced })
    return { ms: performance.now() - began, steps: steps.length }
  })
  const { ms: firstMs, steps } = samples[0]!
  return { name, steps, firstMs, medianMs: median(samples.map(({ ms }) => ms)) }
}
