import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, YEN_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { openSandboxGraph, useGraphOver } from '../../support/graph.ts'
import { graphql } from '../../support/graphql/index.ts'

const ACCESS = graphql(`query Access($account: ID!) { account(id: $account) { ...Access } }
fragment Access on Account { authenticatedUserAccess {
  userId permissions canEditCampaigns canViewCampaigns canEditCreatives
  canManageUsersAndSettings canComposePosts canViewOrganicAnalytics canManagePartnerAudiences
} }`)
const ACCESS_OF_TWO = graphql(`query AccessOfTwo($demo: ID!, $yen: ID!) {
  demo: account(id: $demo) { ...Access } again: account(id: $demo) { ...Access } yen: account(id: $yen) { ...Access }
}`)

describe('what the caller may do', () => {
  it('is read for the account once, for all fields that need it', async () => {
    const graph = await openSandboxGraph()
    const { data, errors, calls } = await graph.query(ACCESS_OF_TWO, { demo: DEMO_ACCOUNT_ID, yen: YEN_ACCOUNT_ID })
    await graph.close()

    expect(errors).toBeUndefined()
    const admin = {
      userId: '1000000001',
      permissions: ['ACCOUNT_ADMIN', 'POST_COMPOSER'],
      canEditCampaigns: true,
      canViewCampaigns: true,
      canEditCreatives: true,
      canManageUsersAndSettings: true,
      canComposePosts: true,
      canViewOrganicAnalytics: false,
      canManagePartnerAudiences: false,
    }
    expect(data).toMatchObject({
      demo: { authenticatedUserAccess: admin },
      again: { authenticatedUserAccess: admin },
      yen: {
        authenticatedUserAccess: {
          permissions: ['ANALYST', 'CAMPAIGN_ANALYST'],
          canEditCampaigns: false,
          canViewCampaigns: true,
          canEditCreatives: false,
          canManageUsersAndSettings: false,
          canComposePosts: false,
          canViewOrganicAnalytics: true,
        },
      },
    })
    expect(calls.map(({ path }) => path)).toEqual(
      Array.from({ length: 2 }, () => 'accounts/:account_id/authenticated_user_access'),
    )
  })
})

describe('each permission', () => {
  let permissions: unknown
  const { graph } = useGraphOver(() => ({ body: { data: { user_id: 9007199254740993n.toString(), permissions } } }))

  /** The names of the fields that are true. */
  async function allowed(): Promise<string[]> {
    const { data, errors } = await graph.query(ACCESS, { account: 'a1' })
    expect(errors).toBeUndefined()
    return Object.entries(data!.account!.authenticatedUserAccess!).flatMap(([name, value]) =>
      value === true ? name : [],
    )
  }

  it.each([
    [['ACCOUNT_ADMIN'], ['canEditCampaigns', 'canViewCampaigns', 'canEditCreatives', 'canManageUsersAndSettings']],
    [['AD_MANAGER'], ['canEditCampaigns', 'canViewCampaigns', 'canEditCreatives']],
    [['CREATIVE_MANAGER'], ['canEditCreatives']],
    [['CAMPAIGN_ANALYST'], ['canViewCampaigns']],
    [['ANALYST'], ['canViewOrganicAnalytics']],
    [['PARTNER_AUDIENCE_MANAGER'], ['canManagePartnerAudiences']],
    [
      ['CREATIVE_MANAGER', 'POST_COMPOSER'],
      ['canEditCreatives', 'canComposePosts'],
    ],
    [['CAMPAIGN_ANALYST', 'POST_COMPOSER'], ['canViewCampaigns']],
    [[], []],
  ])('%j allows %j (R-PERM-1, R-PERM-2, R-PERM-4)', async (held, names) => {
    permissions = held
    expect(await allowed()).toEqual(names)
  })

  it('that is unknown is UNRECOGNIZED, and omitted columns are null', async () => {
    permissions = ['SUPERUSER']
    const known = await graph.query(`{ account(id: "a1") { authenticatedUserAccess { permissions raw } } }`)
    expect(known.data).toMatchObject({
      account: { authenticatedUserAccess: { permissions: ['UNRECOGNIZED'], raw: { permissions: ['SUPERUSER'] } } },
    })
    permissions = undefined
    const { data } = await graph.query(
      `{ account(id: "a1") { authenticatedUserAccess { permissions canEditCampaigns canComposePosts } } }`,
    )
    expect(data).toEqual({
      account: { authenticatedUserAccess: { permissions: null, canEditCampaigns: null, canComposePosts: null } },
    })
  })

  it.each(['ACCOUNT_ADMIN', 5, {}, [{}]])('is unknown if the permissions are %j', async (unfit) => {
    permissions = unfit
    const { data, errors } = await graph.query(
      `{ account(id: "a1") { authenticatedUserAccess { canEditCampaigns canComposePosts } } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({ account: { authenticatedUserAccess: { canEditCampaigns: null, canComposePosts: null } } })
  })
})
