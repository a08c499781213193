import { createHash } from 'node:crypto'
import { audienceEstimate } from '../../reference/campaign/audience-estimate.ts'
import { endpointsOf } from '../endpoint/crud.ts'
import { envelope, type Endpoint } from '../endpoint/endpoint.ts'
import { readJsonParameters, text } from '../endpoint/parameter.ts'
import { rowNamed, type WriteContext } from '../endpoint/write.ts'
import { invalidParameter, missingParameter, Refusal, refuseAll } from '../http/error.ts'
import { lineItems } from './line-item.ts'
import { criterionParameters, ownFaultsOf, type Criterion } from './targeting-criterion.ts'

/** The audience estimate endpoint (Ads Management Interface, section 4.6): a POST with JSON that changes nothing. */
export const audienceEstimateEndpoints: Endpoint[] = [
  endpointsOf(audienceEstimate).at('POST', {
    quota: 'account',
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
      if (read.every(({ operator_type }) => operator_type === 'NE'))
        throw invalidParameter('targeting_criteria', 'Expected at least one primary criterion')
      const echo = { ...call.echo, targeting_criteria: null }
      return envelope({ echo }, { data: { audience_size: sizeOf(read) } })
    },
  }),
]

/** Reads a criterion of an estimate: what a new one has, without a line item if it has none. */
function readCriterion(criterion: unknown, defaultOperator: 'EQ' | 'NE', context: WriteContext): Criterion {
  const operator_type = { ...criterionParameters['operator_type']!, required: false, absent: defaultOperator }
  const parameters = { ...criterionParameters, line_item_id: text(), operator_type }
  const { values, errors } = readJsonParameters(parameters, Object(criterion))
  refuseAll(errors)
  const { line_item_id, ...read } = values as unknown as Criterion & { line_item_id: string | undefined }
  if (line_item_id !== undefined) rowNamed(context, lineItems, 'line_item_id', line_item_id)
  refuseAll(ownFaultsOf(read, context))
  return read
}

const EVERYBODY = 320_000_000

/** The number of matching users, if each criterion matches a share of them. Equal criteria give equal numbers. */
function sizeOf(criteria: readonly Criterion[]): { min: number; max: number } {
  const kinds = new Map<string, number>()
  for (const criterion of criteria) {
    const { targeting_type: type, targeting_value: value, operator_type: operator } = criterion
    const identity = JSON.stringify({ type, value, operator })
    const part = createHash('sha256').update(identity).digest().readUInt16BE() / 0xffff
    const kind = `${type} ${operator}`
    const share = operator === 'NE' ? 0.9 + part * 0.1 : 0.05 + part * 0.2
    kinds.set(kind, operator === 'EQ' ? Math.min(1, (kinds.get(kind) ?? 0) + share) : share)
  }
  const size = [...kinds.values()].reduce((users, share) => users * share, EVERYBODY)
  return { min: Math.round(size * 0.9), max: Math.round(size * 1.1) }
}
