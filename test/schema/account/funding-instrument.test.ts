import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { readRow, readTwoPages } from '../../support/entity.ts'
import { callCounts, openSandboxGraph } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const FUNDED = graphql(`query CampaignsOfFunding($account: ID!) {
  account(id: $account) { fundingInstruments { nodes { restId campaigns(first: 5) { nodes { fundingInstrumentId } } } } }
}`)

const ROW = {
  id: 'f1',
  description: 'Visa ending in 1881',
  account_id: 'a1',
  type: 'CREDIT_CARD',
  currency: 'USD',
  start_time: '2026-01-01T00:00:00Z',
  end_time: '2026-12-31T23:59:59Z',
  entity_status: 'ACTIVE',
  able_to_fund: false,
  reasons_not_able_to_fund: ['EXPIRED', 'A_NEW_REASON'],
  io_header: 'IO 7',
  credit_limit_local_micro: 1000000000000000,
  credit_remaining_local_micro: 0,
  funded_amount_local_micro: 250000000,
  created_at: '2026-05-01T08:00:00Z',
  updated_at: '2026-05-02T09:30:15Z',
  deleted: false,
}

const FIELDS =
  'id restId accountId description type currency startTime endTime entityStatus ableToFund reasonsNotAbleToFund ioHeader creditLimitLocalMicro creditRemainingLocalMicro fundedAmountLocalMicro createdAt updatedAt deleted raw'

let graph: Awaited<ReturnType<typeof openSandboxGraph>>
beforeAll(async () => {
  graph = await openSandboxGraph()
})
afterAll(() => graph.close())

describe('a funding instrument', () => {
  it('has the fields of its row in camelCase', async () => {
    const { data, errors, sent } = await readRow(
      ROW,
      `{ fundingInstrument(id: "FundingInstrument:a1:f1") { ${FIELDS} } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      fundingInstrument: {
        id: 'FundingInstrument:a1:f1',
        restId: 'f1',
        accountId: 'a1',
        description: 'Visa ending in 1881',
        type: 'CREDIT_CARD',
        currency: 'USD',
        startTime: '2026-01-01T00:00:00Z',
        endTime: '2026-12-31T23:59:59Z',
        entityStatus: 'ACTIVE',
        ableToFund: false,
        reasonsNotAbleToFund: ['EXPIRED', 'UNRECOGNIZED'],
        ioHeader: 'IO 7',
        creditLimitLocalMicro: '1000000000000000',
        creditRemainingLocalMicro: '0',
        fundedAmountLocalMicro: '250000000',
        createdAt: '2026-05-01T08:00:00Z',
        updatedAt: '2026-05-02T09:30:15Z',
        deleted: false,
        raw: ROW,
      },
    })
    expect(sent).toEqual([['/12/accounts/a1/funding_instruments/f1', {}]])
  })

  it('has null for columns that the service omits', async () => {
    const { data, errors } = await readRow(
      { id: 'f1' },
      `{ fundingInstrument(accountId: "a1", id: "f1") { ${FIELDS} } }`,
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({
      fundingInstrument: {
        id: 'FundingInstrument:a1:f1',
        restId: 'f1',
        accountId: null,
        description: null,
        type: null,
        currency: null,
        startTime: null,
        endTime: null,
        entityStatus: null,
        ableToFund: null,
        reasonsNotAbleToFund: null,
        ioHeader: null,
        creditLimitLocalMicro: null,
        creditRemainingLocalMicro: null,
        fundedAmountLocalMicro: null,
        createdAt: null,
        updatedAt: null,
        deleted: null,
        raw: { id: 'f1' },
      },
    })
  })

  it('is listed in pages, in the order of the service', async () => {
    const { pages, sent, listed } = await readTwoPages(
      graph,
      DEMO_ACCOUNT_ID,
      'fundingInstruments',
      'funding_instruments',
    )

    expect(pages).toEqual([listed.slice(0, 2), listed.slice(2)])
    expect(sent).toEqual([{ count: '2' }, { count: '2', cursor: expect.any(String) as unknown }])
  })

  it('can be listed with every filter of the interface', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{ account(id: "a1") { fundingInstruments(
        ids: ["x1", "FundingInstrument:a1:x2"]
        first: 3, withDeleted: true, sortBy: [{ field: FUNDED_AMOUNT_LOCAL_MICRO, direction: ASC }]
      ) { nodes { id } } } }`,
    )

    expect(errors).toBeUndefined()
    expect(sent).toEqual([
      [
        '/12/accounts/a1/funding_instruments',
        { funding_instrument_ids: 'x1,x2', sort_by: 'funded_amount_local_micro-asc', with_deleted: 'true', count: '3' },
      ],
    ])
  })

  it('can be read through node', async () => {
    const { data, errors, sent } = await readRow(
      ROW,
      '{ node(id: "FundingInstrument:a1:f1") { __typename id ... on FundingInstrument { restId } } }',
    )

    expect(errors).toBeUndefined()
    expect(data).toEqual({ node: { __typename: 'FundingInstrument', id: 'FundingInstrument:a1:f1', restId: 'f1' } })
    expect(sent).toHaveLength(1)
  })

  it('is read in one call for 1 and for 50 campaigns, and without a call if only its ID is selected', async () => {
    const list = (first: number, selection: string) =>
      graph.query(
        `{ account(id: "${DEMO_ACCOUNT_ID}") { campaigns(first: ${first}) { nodes { fundingInstrument { ${selection} } } } } }`,
      )
    for (const first of [1, 50]) {
      const { errors, calls } = await list(first, 'description')
      expect(errors).toBeUndefined()
      expect(callCounts(calls)).toEqual({
        'GET accounts/:account_id/campaigns': 1,
        'GET accounts/:account_id/funding_instruments': 1,
      })
    }
    const keyed = await list(50, 'id restId')
    expect(callCounts(keyed.calls)).toEqual({ 'GET accounts/:account_id/campaigns': 1 })
  })

  it('lists the campaigns of all funding instruments in one call', async () => {
    const { data, errors, calls } = await graph.query(FUNDED, { account: DEMO_ACCOUNT_ID })
    expect(errors).toBeUndefined()
    for (const { restId, campaigns } of data!.account!.fundingInstruments!.nodes)
      expect(campaigns!.nodes.every(({ fundingInstrumentId }) => fundingInstrumentId === restId)).toBe(true)
    expect(callCounts(calls)).toEqual({
      'GET accounts/:account_id/funding_instruments': 1,
      'GET accounts/:account_id/campaigns': 1,
    })
  })

  it('refuses the ID of another type, of another account, and a service ID without an account', async () => {
    const { errors, sent } = await readRow(
      ROW,
      `{
        type: fundingInstrument(id: "Nobody:a1:f1") { createdAt }
        account: fundingInstrument(id: "FundingInstrument:a2:f1", accountId: "a1") { createdAt }
        raw: fundingInstrument(id: "f1") { createdAt }
      }`,
    )

    expect(errors?.map(({ message, extensions }) => [message, extensions])).toEqual([
      [
        '`id` takes the ID of a FundingInstrument; "Nobody:a1:f1" is the ID of a Nobody',
        { code: 'BAD_USER_INPUT', field: 'id' },
      ],
      [
        '`accountId`: "FundingInstrument:a2:f1" belongs to another account',
        { code: 'BAD_USER_INPUT', field: 'accountId' },
      ],
      [
        '`accountId` is required with "f1", which is not a global ID',
        { code: 'BAD_USER_INPUT', field: 'accountId', rule: 'R-CONV-7' },
      ],
    ])
    expect(sent).toEqual([])
  })
})
