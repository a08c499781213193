import { createHash } from 'node:crypto'
import { endpoint, envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { invalidParameter, missingParameter, Refusal } from '../http/error.ts'
import { rowNamed, type WriteContext } from '../endpoint/write.ts'
import { lineItems } from './line-item.ts'
import { operators, type Operator } from './targeting-criterion.ts'

/** The audience estimate endpoint (Ads Management Interface, section 4.6): a POST with JSON that changes nothing. */
export const audienceEstimateEndpoints: Endpoint[] = [
  endpoint({
    method: 'POST',
    path: 'accounts/:account_id/audience_estimate',
    quota: 'account',
    json: true,
    parameters: {},
    handle(call) {
      const { targeting_criteria: criteria, operator_type: defaultOperator = 'EQ' } = call.request.json as Record<
        string,
        unknown
      >
      if (!Array.isArray(criteria) || criteria.length === 0)
        throw new Refusal(400, [missingParameter('targeting_criteria')])
      if (defaultOperator !== 'EQ' && defaultOperator !== 'NE')
        throw invalidParameter('operator_type', 'Expected EQ or NE')
      const read = criteria.map((criterion) => readCriterion(criterion, defaultOperator, call))
      if (read.every(({ operator }) => operator === 'NE'))
        throw invalidParameter('targeting_criteria', 'Expected at least one primary criterion')
      const echo = { ...call.echo, targeting_criteria: null }
      return envelope({ echo }, { data: { audience_size: sizeOf(read) } })
    },
  }),
]

interface Criterion {
  type: string
  value: string
  operator: Operator
}

function readCriterion(
  criterion: unknown,
  defaultOperator: Operator,
  context: Pick<WriteContext, 'store' | 'owner'>,
): Criterion {
  const {
    line_item_id,
    targeting_type,
    targeting_value,
    operator_type = defaultOperator,
  } = Object(criterion) as Record<string, unknown>
  if (typeof targeting_type !== 'string') throw invalidParameter('targeting_type', 'Expected a targeting type')
  if (typeof targeting_value !== 'string') throw invalidParameter('targeting_value', 'Expected String')
  const operator = operators.find((one) => one === operator_type)
  if (operator === undefined) throw invalidParameter('operator_type', `Expected one of ${operators.join(', ')}`)
  if (line_item_id !== undefined) {
    if (typeof line_item_id !== 'string') throw invalidParameter('line_item_id', 'Expected String')
    rowNamed(context, lineItems, 'line_item_id', line_item_id)
  }
  return { type: targeting_type, value: targeting_value, operator }
}

const EVERYBODY = 320_000_000

/** The number of matching users, if each criterion matches a share of them. Equal criteria give equal numbers. */
function sizeOf(criteria: readonly Criterion[]): { min: number; max: number } {
  const kinds = new Map<string, number>()
  for (const criterion of criteria) {
    const part = createHash('sha256').update(JSON.stringify(criterion)).digest().readUInt16BE() / 0xffff
    const kind = `${criterion.type} ${criterion.operator}`
    const share = criterion.operator === 'NE' ? 0.9 + part * 0.1 : 0.05 + part * 0.2
    kinds.set(kind, criterion.operator === 'EQ' ? Math.min(1, (kinds.get(kind) ?? 0) + share) : share)
  }
  const size = [...kinds.values()].reduce((users, share) => users * share, EVERYBODY)
  return { min: Math.round(size * 0.9), max: Math.round(size * 1.1) }
}
