import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { openSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'
import { useWriteGraph } from '../../support/write.ts'

const ROW = { id: 'f1', currency: 'USD', type: 'CREDIT_LINE', deleted: false }

const graph = useWriteGraph(ROW, { environment: 'sandbox' })

const CREATE =
  graphql(`mutation CreateFundingInstrument($input: CreateFundingInstrumentInput!, $validateOnly: Boolean = false) {
  outcome: createFundingInstrument(input: $input, validateOnly: $validateOnly) {
    fundingInstrument { id type currency } userErrors { code field rule } validation { checked unchecked }
  }
}`)
const READ = graphql(`query WrittenFundingInstrument($id: ID!) {
  fundingInstrument(id: $id) { type currency startTime creditLimitLocalMicro }
}`)
const DELETE = `mutation ($input: DeleteFundingInstrumentInput!, $validateOnly: Boolean = false) {
  outcome: deleteFundingInstrument(input: $input, validateOnly: $validateOnly) {
    fundingInstrument { id deleted ableToFund } userErrors { code field rule }
  }
}`

const INSTRUMENT = {
  accountId: 'a1',
  currency: 'USD',
  startTime: '2026-01-01T00:00:00Z',
  type: 'CREDIT_LINE',
} as const

describe('createFundingInstrument', () => {
  it('sends only the required fields if the others are omitted', async () => {
    await graph.write(CREATE, INSTRUMENT)

    const params = { currency: 'USD', start_time: '2026-01-01T00:00:00Z', type: 'CREDIT_LINE' }
    expect(graph.sent()).toEqual([['POST accounts/a1/funding_instruments', params]])
  })

  it.each(['usd', 'US', 'USDT', 'ZZZ', ''])(
    'refuses the currency "%s" (R-FI-1), and sends nothing',
    async (currency) => {
      const { data } = await graph.write(CREATE, { ...INSTRUMENT, currency })

      expect(graph.sent()).toEqual([])
      expect(data).toMatchObject({
        outcome: {
          fundingInstrument: null,
          userErrors: [{ code: 'BAD_USER_INPUT', field: ['input', 'currency'], rule: 'R-FI-1' }],
        },
      })
    },
  )

  it.each(['currency', 'startTime', 'type'])('needs `%s` (R-FI-1), and sends nothing', async (field) => {
    const { errors } = await graph.write(CREATE, { ...INSTRUMENT, [field]: undefined })

    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    expect(graph.sent()).toEqual([])
  })

  it('refuses an unknown type (R-FI-1), and sends nothing', async () => {
    const { errors } = await graph.write(CREATE, { ...INSTRUMENT, type: 'CASH' })

    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    expect(graph.sent()).toEqual([])
  })

  it('reports a refusal of the service as user errors at the field it identifies, even if that was omitted (R-FI-2)', async () => {
    const errors = [{ code: 'MISSING_PARAMETER', message: 'No', parameter: 'end_time' }]
    graph.answer(() => ({ status: 400, body: { errors } }))
    const left = await graph.write(CREATE, INSTRUMENT)
    const given = await graph.write(CREATE, { ...INSTRUMENT, endTime: null })

    const userErrors = [{ code: 'MISSING_PARAMETER', field: ['input', 'endTime'] }]
    expect([left.data, given.data]).toMatchObject([{ outcome: { userErrors } }, { outcome: { userErrors } }])
  })
})

it('later reads return what was written to funding instruments', async () => {
  const sandbox = await openSandboxGraph()
  const input = { ...INSTRUMENT, accountId: DEMO_ACCOUNT_ID, creditLimitLocalMicro: '5500000' }
  const created = await sandbox.query(CREATE, { input })
  const { id } = created.data!.outcome!.fundingInstrument!
  const read = async () => (await sandbox.query(READ, { id })).data!.fundingInstrument
  const { type, currency, startTime } = INSTRUMENT
  expect(await read()).toEqual({ type, currency, startTime, creditLimitLocalMicro: '5500000' })

  const { data } = await sandbox.query(CREATE, { input: { ...input, type: 'CREDIT_CARD' } })
  expect(data).toMatchObject({
    outcome: { fundingInstrument: null, userErrors: [{ field: ['input', 'creditLimitLocalMicro'] }] },
  })

  await sandbox.query(DELETE, { input: { fundingInstrumentId: id } })
  expect(await read()).toBeNull()
  const again = await sandbox.query(DELETE, { input: { fundingInstrumentId: id } })
  expect(again.data).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'fundingInstrumentId'] }] } })
  await sandbox.close()
})
