import { describe, expect, it } from 'vitest'
import { isLive, stateOf } from '../src/row/delivery.tsx'

const entity = (entityStatus: string, servable: boolean | null, ...reasonsNotServable: string[]) => ({
  entityStatus,
  servable,
  reasonsNotServable,
})

describe('the state of a campaign or line item', () => {
  it.each([
    [entity('ACTIVE', true), 'serving', true],
    [entity('ACTIVE', false, 'FUNDING_PROBLEM'), 'attention', true],
    // A problem that is known by its text only is one.
    [entity('ACTIVE', false, 'UNRECOGNIZED'), 'attention', true],
    [entity('ACTIVE', false), 'attention', true],
    [entity('ACTIVE', false, 'STARTS_IN_FUTURE', 'ACCOUNT_UNDER_REVIEW'), 'waiting', true],
    [entity('ACTIVE', false, 'STARTS_IN_FUTURE', 'BUDGET_EXHAUSTED'), 'attention', true],
    [entity('PAUSED', false, 'PAUSED_BY_ADVERTISER', 'FUNDING_PROBLEM'), 'paused', false],
    // An active line item of a paused campaign.
    [entity('ACTIVE', false, 'PAUSED_BY_ADVERTISER'), 'paused', false],
    [entity('PAUSED', null), 'paused', false],
    [entity('DRAFT', false, 'INCOMPLETE'), 'draft', false],
    [entity('ACTIVE', false, 'EXPIRED', 'FUNDING_PROBLEM'), 'ended', false],
    [entity('ACTIVE', null), 'unknown', false],
  ])('of %j is %s, and worth a warning: %s', (row, state, live) => {
    expect([stateOf(row), isLive(row)]).toEqual([state, live])
  })
})
