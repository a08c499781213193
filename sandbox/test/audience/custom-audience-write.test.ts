import { describe, expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'
import { customAudiences } from '../../audience/custom-audience.ts'
import { DEMO_ACCOUNT_ID } from '../../index.ts'

const { client, demoRows } = await openSandbox()

const rows = () => demoRows(customAudiences)
const mobile = () => rows().filter((row) => row.audience_type === 'MOBILE_AUDIENCE')
const crm = () => rows().find((row) => row.audience_type === 'CRM' && !row.deleted)!
const operation = (operation_type: string, params: object) => ({ operation_type, params })
const leaf = (custom_audience_id: string) => ({ custom_audience_id, negate: false, child_segments: [] })
const flexible = (name: string, child_segments: object[]) =>
  operation('Create', {
    audience_type: 'FLEXIBLE',
    name,
    segments: { boolean_operator: 'OR', negate: false, child_segments },
  })

test('a custom audience has a unique name, which is free again after its deletion', async () => {
  const path = `accounts/${DEMO_ACCOUNT_ID}/custom_audiences`
  const { id, name } = crm()
  const taken = [await client.post(path, { name }), await client.put(`${path}/${mobile()[0]!.id}`, { name })]
  expect(taken.map(({ status, body }) => [status, body.errors?.[0]])).toMatchObject(
    taken.map(() => [400, { code: 'NAME_NOT_UNIQUE', parameter: 'name' }]),
  )
  expect((await client.put(`${path}/${id}`, { name })).status).toBe(200)
  await client.delete(`${path}/${id}`)
  expect((await client.post(path, { name })).status).toBe(201)
})

describe('a batch of custom audiences', () => {
  test('creates flexible audiences with defaults for omitted fields', async () => {
    const [one, two] = mobile()
    const { status, body } = await client.batch(`accounts/${DEMO_ACCOUNT_ID}/custom_audiences`, [
      flexible('Joined', [leaf(one!.id.toUpperCase()), { ...leaf(two!.id), lookback_window: 7, negate: true }]),
      operation('Update', { custom_audience_id: one!.id, name: 'Renamed' }),
      operation('Delete', { custom_audience_id: crm().id }),
      operation('Create', { audience_type: 'MOBILE_AUDIENCE', name: 'Of an app' }),
    ])
    expect(status).toBe(200)
    const filled = { frequency: 1, frequency_comparator: 'NUM_GTE' }
    expect(body.data).toMatchObject([
      {
        audience_type: 'FLEXIBLE',
        targetable: false,
        targetable_types: ['FLEXIBLE', 'EXCLUDED_FLEXIBLE'],
        metadata: [
          {
            name: 'Joined',
            segments: {
              boolean_operator: 'OR',
              ...filled,
              negate: false,
              child_segments: [
                { custom_audience_id: one!.id, lookback_window: 30, ...filled, negate: false, child_segments: [] },
                { custom_audience_id: two!.id, lookback_window: 7, ...filled, negate: true, child_segments: [] },
              ],
            },
          },
        ],
      },
      { id: one!.id, name: 'Renamed' },
      { deleted: true },
      { audience_type: 'MOBILE_AUDIENCE', name: 'Of an app' },
    ])
  })

  test('reads an omitted `negate` as false', async () => {
    const { id } = mobile()[0]!
    const { body } = await client.batch(`accounts/${DEMO_ACCOUNT_ID}/custom_audiences`, [
      operation('Create', {
        audience_type: 'FLEXIBLE',
        name: 'Plain',
        segments: { boolean_operator: 'AND', child_segments: [{ custom_audience_id: id, child_segments: [] }] },
      }),
    ])
    expect(body.data).toMatchObject([
      { metadata: [{ segments: { negate: false, child_segments: [{ custom_audience_id: id, negate: false }] } }] },
    ])
  })

  test.each([
    ['has more than ten leaves', () => Array.from({ length: 11 }, () => leaf(mobile()[0]!.id))],
    ['has a leaf of another type', () => [leaf(crm().id)]],
    ['has a leaf that is not there', () => [leaf('none')]],
    ['has a branch without an operator', () => [{ child_segments: [leaf(mobile()[0]!.id)] }]],
    ['has a leaf without an audience', () => [{ child_segments: [] }]],
    [
      'has a branch with a window that is none',
      () => [{ boolean_operator: 'AND', lookback_window: 31, child_segments: [leaf(mobile()[0]!.id)] }],
    ],
    [
      'has a branch with an audience',
      () => [{ ...leaf(mobile()[0]!.id), boolean_operator: 'AND', child_segments: [leaf(mobile()[1]!.id)] }],
    ],
    ['has a window that is none', () => [{ ...leaf(mobile()[0]!.id), lookback_window: 8 }]],
    ['has a comparator that is none', () => [{ ...leaf(mobile()[0]!.id), frequency_comparator: 'NUM_NE' }]],
    ['has a member that is none', () => [{ ...leaf(mobile()[0]!.id), window: 7 }]],
  ])('changes nothing when a tree %s (R-AUD-6, R-AUD-7, R-AUD-9)', async (_, children) => {
    const before = rows().length
    const { status, body } = await client.batch(`accounts/${DEMO_ACCOUNT_ID}/custom_audiences`, [
      flexible('Right', [leaf(mobile()[0]!.id)]),
      flexible('Wrong', children()),
    ])
    expect(status).toBe(400)
    expect(body.operation_errors).toMatchObject([[], [{}]])
    expect(rows()).toHaveLength(before)
  })

  test('does not change a flexible audience', async () => {
    const [one] = mobile()
    const { body } = await client.batch(`accounts/${DEMO_ACCOUNT_ID}/custom_audiences`, [
      operation('Update', { custom_audience_id: one!.id, segments: leaf(one!.id) }),
    ])
    expect(body.operation_errors).toMatchObject([[{ parameter: 'segments' }]])
  })
})
