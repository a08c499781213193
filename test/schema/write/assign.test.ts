import { expect, it } from 'vitest'
import { createTargetingCriterion, listTargetingCriteria } from '../../../src/rest/campaign/targeting-criterion.ts'
import { accountId, parentId } from '../../../src/rest/types.ts'
import { assign, lookFor } from '../../../src/schema/write/repeat/creation.ts'

it('compares the operations of a call with many rows in several turns of the event loop', async () => {
  const count = 500
  const creation = {
    type: 'TargetingCriterion',
    list: listTargetingCriteria,
    params: createTargetingCriterion.params ?? {},
  }
  const look = lookFor({ rest: {} as never }, creation, {})!
  const sent = (nth: number) => ({
    line_item_id: 'l1',
    operator_type: 'EQ',
    targeting_type: 'BROAD_KEYWORD',
    targeting_value: `a keyword ${nth}`,
  })
  const sought = Array.from({ length: count }, (_, position) => ({ position, sent: sent(position) }))
  const rows = sought.map(({ position }) => ({
    ...sent(position),
    id: `c${position}`,
    created_at: '2030-01-01T00:00:00Z',
    [accountId]: 'a1',
    [parentId]: undefined,
  }))
  let turns = 0
  const onTurn = () => {
    turns += 1
    counting = setImmediate(onTurn)
  }
  let counting = setImmediate(onTurn)
  const { ids } = await assign(look, sought, rows.toReversed(), () => false)
  clearImmediate(counting)

  expect([...ids]).toEqual(sought.map(({ position }) => [position, `TargetingCriterion:a1:c${position}`]))
  expect(turns).toBeGreaterThan(3)
})
