import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lineItems, type LineItemRow } from '../../../src/sandbox/campaign/line-item.ts'
import { targetingCriteria } from '../../../src/sandbox/campaign/targeting-criterion.ts'
import { DEMO_ACCOUNT_ID } from '../../../src/sandbox/index.ts'
import { openSandboxWrites, type SandboxWrites } from '../../support/write.ts'

interface Told {
  outcome: { entity: { restId: string } | null; userErrors: { field: string[]; rule: string | null }[] }
}

let graph: SandboxWrites
beforeAll(async () => {
  graph = await openSandboxWrites()
})
afterAll(() => graph.close())

const rows = () =>
  graph.sandbox.store
    .table(lineItems)
    .rows(DEMO_ACCOUNT_ID)
    .filter((row) => !row.deleted)

/** What the service refused of an input that was taken here, by field. */
function refusedByService({ outcome: { userErrors } }: Told): string[] {
  return userErrors.filter(({ rule }) => rule === null).map(({ field }) => field.join('.'))
}

const RUNS = { numRuns: 120, seed: 20_260_601 }

/** Mostly left out, so that some inputs break no rule. */
const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
const orNull = <T>(value: fc.Arbitrary<T>) => maybe(fc.option(value))
const text = fc.constantFrom('', 'x', 'ü, 🎒 & 100 %', 'x'.repeat(255), 'x'.repeat(256))

const GOALS = ['LINK_CLICKS', 'SITE_VISITS', 'APP_PURCHASES', 'WEBSITE_CONVERSIONS', 'MAX_REACH']

/** What a line item may be given whenever it is written. */
const writable = {
  name: maybe(text),
  goal: maybe(fc.constantFrom(...GOALS)),
  bidStrategy: maybe(fc.constantFrom('AUTO', 'MAX', 'TARGET')),
  bidAmountLocalMicro: maybe(fc.constantFrom('0', '-1', '1', '9007199254740993')),
  audienceExpansion: orNull(fc.constantFrom('BROAD', 'DEFINED', 'EXPANDED')),
  frequencyCap: orNull(fc.integer({ min: 0, max: 9 })),
  durationInDays: orNull(fc.constantFrom(1, 7, 8, 30)),
  advertiserDomain: orNull(fc.constantFrom('shop.example', 'https://shop.example')),
  categories: orNull(fc.constantFrom([], ['a'], ['a', 'b'], ['a', 'b', 'c'])),
  androidAppStoreIdentifier: orNull(fc.constant('com.example.shop')),
  iosAppStoreIdentifier: orNull(fc.constant('585027354')),
  dailyBudgetAmountLocalMicro: orNull(fc.constantFrom('1', '9007199254740993')),
  totalBudgetAmountLocalMicro: orNull(fc.constantFrom('1', '9007199254740993')),
}

describe('random inputs', () => {
  it('that the rules of new line items take are taken by the service too', async () => {
    const input = fc.record({
      ...writable,
      like: fc.nat(),
      network: fc.boolean(),
      entityStatus: fc.constantFrom('PAUSED', 'DRAFT'),
      primaryWebEventTag: orNull(fc.constant('o1')),
      standardDelivery: orNull(fc.boolean()),
      advertiserUserId: maybe(fc.constant('1')),
    })
    const told = { taken: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(input, async ({ like, network, ...fields }) => {
        const sibling = rows()[like % rows().length]!
        const answer = await graph.ask<Told>(
          `mutation ($input: CreateLineItemInput!) {
            outcome: createLineItem(input: $input) { entity: lineItem { restId } userErrors { field rule } }
          }`,
          {
            input: {
              ...fields,
              accountId: DEMO_ACCOUNT_ID,
              campaignId: sibling.campaign_id,
              objective: sibling.objective,
              productType: sibling.product_type,
              placements: network ? ['ALL_ON_SVC', 'PUBLISHER_NETWORK'] : ['ALL_ON_SVC'],
              startTime: '2026-06-01T08:00:00Z',
              endTime: '2026-07-01T08:00:00Z',
            },
          },
        )
        expect(refusedByService(answer)).toEqual([])
        const { entity } = answer.outcome
        told[entity ? 'taken' : 'refused'] += 1
        // So that limits of numbers are never met.
        if (entity) graph.sandbox.store.table(lineItems).remove(DEMO_ACCOUNT_ID, entity.restId)
      }),
      RUNS,
    )
    expect(Math.min(told.taken, told.refused)).toBeGreaterThan(5)
  })

  it('that the rules of changes take and the line item as it is allows are taken by the service too', async () => {
    const input = fc.record({ ...writable, which: fc.nat(), entityStatus: maybe(fc.constantFrom('PAUSED', 'DRAFT')) })
    const told = { taken: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(input, async ({ which, ...fields }) => {
        const row = rows()[which % rows().length]!
        const update = (validateOnly: boolean) =>
          graph.ask<Told>(
            `mutation ($input: UpdateLineItemInput!, $validateOnly: Boolean!) {
              outcome: updateLineItem(input: $input, validateOnly: $validateOnly) {
                entity: lineItem { restId } userErrors { field rule }
              }
            }`,
            { input: { ...fields, lineItemId: row.id, accountId: DEMO_ACCOUNT_ID }, validateOnly },
          )
        const validated = await update(true)
        const answer = await update(false)
        // What is removed of it may be needed for reasons that only the service knows (R-LI-3, R-LI-4, R-ACC-14).
        const needed = ['advertiserDomain', 'categories', 'androidAppStoreIdentifier', 'iosAppStoreIdentifier']
        const left = needed.map((field) => `input.${field}`)
        const refused = refusedByService(answer).filter((field) => !left.includes(field))
        expect(validated.outcome.userErrors.length === 0 ? refused : []).toEqual([])
        told[answer.outcome.entity ? 'taken' : 'refused'] += 1
        graph.sandbox.store.table(lineItems).update(DEMO_ACCOUNT_ID, row.id, row satisfies LineItemRow)
      }),
      RUNS,
    )
    expect(Math.min(told.taken, told.refused)).toBeGreaterThan(5)
  })

  it('that the rules of criteria take, reading included, are taken by the service too', async () => {
    const types = ['AGE', 'EVENT', 'GENDER', 'LOCATION', 'TV_SHOW', 'APP_LIST', 'BROAD_KEYWORD', 'CUSTOM_AUDIENCE']
    const input = fc.record({
      which: fc.nat({ max: 5 }),
      targetingType: fc.constantFrom(...types, 'IAB_CATEGORY'),
      operatorType: fc.constantFrom('EQ', 'NE'),
      targetingValue: fc.constantFrom('', '1', 'IAB1', 'ü, 🎒'),
    })
    const told = { taken: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(input, async ({ which, ...fields }) => {
        const create = (validateOnly: boolean) =>
          graph.ask<Told>(
            `mutation ($input: CreateTargetingCriterionInput!, $validateOnly: Boolean!) {
              outcome: createTargetingCriterion(input: $input, validateOnly: $validateOnly) {
                entity: targetingCriterion { restId } userErrors { field rule }
              }
            }`,
            { input: { ...fields, lineItemId: rows()[which]!.id, accountId: DEMO_ACCOUNT_ID }, validateOnly },
          )
        const validated = await create(true)
        const answer = await create(false)
        expect(refusedByService(answer).length === 0 || validated.outcome.userErrors.length > 0).toBe(true)
        // Reading finds no more than the service does.
        expect(answer.outcome.entity === null).toBe(validated.outcome.userErrors.length > 0)
        told[answer.outcome.entity ? 'taken' : 'refused'] += 1
        const { entity } = answer.outcome
        if (entity && which % 2 === 0)
          graph.sandbox.store.table(targetingCriteria).remove(DEMO_ACCOUNT_ID, entity.restId)
      }),
      RUNS,
    )
    expect(Math.min(told.taken, told.refused)).toBeGreaterThan(5)
  })
})
