import { expect, it } from 'vitest'
import { tailoredAudiencePermissions } from '../../../sandbox/audience/tailored-audience-permission.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { callCounts, useSandboxGraph } from '../../support/graph.ts'

const graph = useSandboxGraph()

const ofAccount = (selection: string) => `account(id: "${DEMO_ACCOUNT_ID}") { ${selection} }`

/** The first object with a global ID in an answer. */
function firstId(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  if ('id' in data) return data.id as string
  return Object.values(data).map(firstId).find(Boolean)
}

const ID = String.raw`[\w-]+`

it.each([
  [
    'DoNotReachList',
    `:${DEMO_ACCOUNT_ID}:${ID}`,
    ofAccount('doNotReachList { id }'),
    'accounts/:account_id/do_not_reach_lists',
  ],
  [
    'AccountApp',
    `:${DEMO_ACCOUNT_ID}:${ID}`,
    ofAccount('apps(first: 1) { nodes { id } }'),
    'accounts/:account_id/account_apps',
  ],
  [
    'CustomAudiencePermission',
    `:${DEMO_ACCOUNT_ID}:${ID}:${ID}`,
    ofAccount('customAudiences(first: 200) { nodes { permissions(first: 1) { nodes { id } } } }'),
    'accounts/:account_id/custom_audiences/:custom_audience_id/permissions',
  ],
  [
    'TailoredAudiencePermission',
    `:${DEMO_ACCOUNT_ID}:${ID}:${ID}`,
    () => {
      const [row] = graph.sandbox.store.table(tailoredAudiencePermissions).rows(DEMO_ACCOUNT_ID)
      return ofAccount(
        `tailoredAudiencePermissions(tailoredAudienceId: "${row!.tailored_audience_id}") { nodes { id } }`,
      )
    },
    'accounts/:account_id/tailored_audiences/:tailored_audience_id/permissions',
  ],
  ['IabCategory', `:${ID}`, 'iabCategories(first: 1) { nodes { id } }', undefined],
  ['ContentCategory', `:${ID}`, 'contentCategories(first: 1) { nodes { id } }', undefined],
  ['AdvertiserBusinessCategory', `:${ID}`, 'advertiserBusinessCategories(first: 1) { nodes { id } }', undefined],
  ['WebhookConfig', `:${ID}`, 'webhookConfigs { nodes { id } }', 'webhooks'],
])('%s is a node, found in its list or in the kept one', async (type, pattern, list, path) => {
  const { data } = await graph.query(`{ ${typeof list === 'function' ? list() : list} }`)
  const id = firstId(data)!
  const found = await graph.query(`query ($id: ID!) { node(id: $id) { __typename id } }`, { id })
  const none = await graph.query(`query ($id: ID!) { node(id: $id) { id } }`, { id: `${id}none` })

  expect(id).toMatch(new RegExp(`^${type}${pattern}$`))
  expect([found.data, found.errors]).toEqual([{ node: { __typename: type, id } }, undefined])
  expect(callCounts(found.calls)).toEqual(path ? { [`GET ${path}`]: 1 } : {})
  expect([none.data, none.errors]).toEqual([{ node: null }, undefined])
})

it('a type without a key is no entity of a gateway', async () => {
  const { data, errors, calls } = await graph.query(
    `query ($of: [_Any!]!) { _entities(representations: $of) { __typename } }`,
    { of: [{ __typename: 'IabCategory', id: 'IabCategory:IAB1' }] },
  )

  expect(data).toEqual({ _entities: [null] })
  expect(errors).toMatchObject([{ path: ['_entities', 0], extensions: { code: 'BAD_USER_INPUT' } }])
  expect(calls).toEqual([])
})
