import { expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { curatedCategories } from '../../account/curated-category.ts'
import { lineItems } from '../../campaign/line-item.ts'
import { DEMO_ACCOUNT_ID, NO_ACCOUNT } from '../../index.ts'

const path = `accounts/${DEMO_ACCOUNT_ID}/line_item_curated_categories`

const { sandbox, client } = await openSandbox()
const categories = sandbox.store
  .table(curatedCategories)
  .rows(NO_ACCOUNT)
  .map((row) => row.id)

test('only preroll line items have curated categories in the seed', async () => {
  const ties = await client.walk(path)
  expect(ties.length).toBeGreaterThan(5)
  for (const tie of ties) {
    const item = sandbox.store.table(lineItems).find(DEMO_ACCOUNT_ID, String(tie['line_item_id']))
    expect(item?.objective).toBe('PREROLL_VIEWS')
    expect(categories).toContain(tie['curated_category_id'])
  }
  expect((await client.walk(path, { with_deleted: true })).length).toBeGreaterThan(ties.length)
})
