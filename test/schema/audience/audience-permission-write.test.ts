import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID, EURO_ACCOUNT_ID, YEN_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { TAILORED_AUDIENCE_ID } from '../../../sandbox/seed/audience.ts'
import { graphql } from '../../support/graphql/index.ts'
import { openSandboxWrites, useWriteGraph } from '../../support/write.ts'

const graph = useWriteGraph({ id: 'p1', granted_account_id: 'a2', permission_level: 'READ_ONLY', deleted: false })

const KINDS = [
  { kind: 'Custom', path: 'custom_audiences' },
  { kind: 'Tailored', path: 'tailored_audiences' },
] as const

const DOCUMENTS = {
  Custom: {
    grant: graphql(`mutation GrantCustomPermission(
      $input: GrantCustomAudiencePermissionInput!, $validateOnly: Boolean = false
    ) {
      outcome: grantCustomAudiencePermission(input: $input, validateOnly: $validateOnly) {
        permission: customAudiencePermission { id restId grantedAccountId permissionLevel deleted }
        userErrors { code message field rule } validation { unchecked }
      }
    }`),
    revoke: graphql(`mutation RevokeCustomPermission(
      $input: RevokeCustomAudiencePermissionInput!, $validateOnly: Boolean = false
    ) {
      outcome: revokeCustomAudiencePermission(input: $input, validateOnly: $validateOnly) {
        deletedId
        permission: customAudiencePermission { id restId grantedAccountId permissionLevel deleted }
        userErrors { code message field rule } validation { unchecked }
      }
    }`),
  },
  Tailored: {
    grant: graphql(`mutation GrantTailoredPermission(
      $input: GrantTailoredAudiencePermissionInput!, $validateOnly: Boolean = false
    ) {
      outcome: grantTailoredAudiencePermission(input: $input, validateOnly: $validateOnly) {
        permission: tailoredAudiencePermission { id restId grantedAccountId permissionLevel deleted }
        userErrors { code message field rule } validation { unchecked }
      }
    }`),
    revoke: graphql(`mutation RevokeTailoredPermission(
      $input: RevokeTailoredAudiencePermissionInput!, $validateOnly: Boolean = false
    ) {
      outcome: revokeTailoredAudiencePermission(input: $input, validateOnly: $validateOnly) {
        deletedId
        permission: tailoredAudiencePermission { id restId grantedAccountId permissionLevel deleted }
        userErrors { code message field rule } validation { unchecked }
      }
    }`),
  },
}
const mutation = (verb: 'grant' | 'revoke', kind: 'Custom' | 'Tailored') => DOCUMENTS[kind][verb]

const LISTS = graphql(`query AudiencePermissions($account: ID!, $id: ID!, $tailored: ID!) { account(id: $account) {
  customAudiences(first: 1) { nodes { id } }
  shared: customAudiences(permissionScope: SHARED) { nodes { id } }
  tailoredAudiencePermissions(tailoredAudienceId: $tailored) { nodes { restId grantedAccountId permissionLevel } }
}
customAudience(id: $id, accountId: $account) { permissions { nodes { restId grantedAccountId permissionLevel } } }
}`)

describe.each(KINDS)('permissions for $path', ({ kind, path }) => {
  const audience = { accountId: 'a1', [`${kind.toLowerCase()}AudienceId`]: 'u1' }
  const level = { grantedAccountId: 'Account:a2', permissionLevel: 'READ_ONLY' }

  it('are revoked, and returned as the service sends them (R-AUD-18)', async () => {
    graph.answer(() => ({ body: { data: { id: 'p1', deleted: true } } }))
    const { data } = await graph.write(mutation('revoke', kind), { ...audience, permissionId: 'p1' })

    const below = kind === 'Tailored' ? '/5/accounts' : 'accounts'
    expect(graph.sent()).toEqual([[`DELETE ${below}/a1/${path}/u1/permissions/p1`, null]])
    expect(data).toMatchObject({
      outcome: {
        deletedId: `${kind}AudiencePermission:a1:u1:p1`,
        permission: { id: `${kind}AudiencePermission:a1:u1:p1`, restId: 'p1', deleted: true, permissionLevel: null },
      },
    })
  })

  it('are not revoked by the global ID of a permission for another audience, and nothing is sent', async () => {
    const permissionId = `${kind}AudiencePermission:a1:u2:p1`
    const message = `\`permissionId\`: "${permissionId}" does not belong to the audience u1`
    const { data } = await graph.write(mutation('revoke', kind), { ...audience, permissionId })
    const input = { ...audience, [`${kind.toLowerCase()}AudienceId`]: '../u1', permissionId }
    const both = await graph.write(mutation('revoke', kind), input)

    expect(data!.outcome!.userErrors).toEqual([
      { code: 'BAD_USER_INPUT', message, field: ['input', 'permissionId'], rule: null },
    ])
    expect(both.data!.outcome!.userErrors).toMatchObject([{ field: ['input', `${kind.toLowerCase()}AudienceId`] }])
    expect(graph.sent()).toEqual([])
  })

  it('are not granted to the account that owns the audience, and nothing is sent', async () => {
    const { data } = await graph.write(mutation('grant', kind), { ...audience, ...level, grantedAccountId: 'a1' })

    expect(data!.outcome!.userErrors).toMatchObject([{ field: ['input', 'grantedAccountId'], rule: null }])
    expect(graph.sent()).toEqual([])
  })

  it('are refused with IDs of another type or unknown levels, and nothing is sent', async () => {
    const wrong = await graph.write(mutation('grant', kind), {
      ...audience,
      ...level,
      grantedAccountId: 'Campaign:a1:c1',
    })
    const other = await graph.write(mutation('grant', kind), { ...audience, ...level, permissionLevel: 'OWNER' })
    const revoke = await graph.write(mutation('revoke', kind), { ...audience, permissionId: '../p1' })

    expect(wrong.data!.outcome!.userErrors).toMatchObject([{ field: ['input', 'grantedAccountId'] }])
    expect(revoke.data!.outcome!.userErrors).toMatchObject([{ field: ['input', 'permissionId'] }])
    expect(other.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    expect(graph.sent()).toEqual([])
  })

  it('are FORBIDDEN for accounts other than the owner (R-AUD-16), and a user error of an audience that does not exist or once revoked', async () => {
    graph.answer(() => ({ status: 403, body: { errors: [{ code: 'X', message: 'No' }] } }))
    const { errors } = await graph.write(mutation('grant', kind), { ...audience, ...level })
    graph.answer(() => ({ status: 404, body: '' }))
    const unknown = await graph.write(mutation('grant', kind), { ...audience, ...level })
    const gone = await graph.write(mutation('revoke', kind), { ...audience, permissionId: 'p1' })

    expect(unknown.data).toMatchObject({
      outcome: { userErrors: [{ field: ['input', `${kind.toLowerCase()}AudienceId`] }] },
    })
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    expect(gone.data).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'permissionId'] }] } })
  })
})

it('reads with validateOnly the owner of a custom audience (R-AUD-16)', async () => {
  const input = { customAudienceId: 'CustomAudience:a1:u1', grantedAccountId: 'a2', permissionLevel: 'READ_WRITE' }
  const look = async (owner: object) => {
    graph.answer(({ path }) => ({
      body: {
        data: [{ id: path.includes('/custom_audiences') ? 'u1' : path.split('/').at(-1), ...owner }],
        next_cursor: null,
      },
    }))
    return (await graph.write(mutation('grant', 'Custom'), input, { validateOnly: true })).data!.outcome
  }

  expect(await look({ owner_account_id: 'a1' })).toMatchObject({
    userErrors: [],
    validation: { unchecked: ['R-AUTH-5', 'R-AUD-17'] },
  })
  for (const owner of [{ owner_account_id: 'a2' }, { is_owner: false }])
    expect(await look(owner)).toMatchObject({
      userErrors: [{ field: ['input', 'customAudienceId'], rule: 'R-AUD-16' }],
    })
  expect(await look({})).toMatchObject({
    userErrors: [],
    validation: { unchecked: ['R-AUTH-5', 'R-AUD-16', 'R-AUD-17'] },
  })
  expect(graph.sent().every(([call]) => call.startsWith('GET '))).toBe(true)
})

describe('against the sandbox', () => {
  it('grants, changes and revokes, which later reads show', async () => {
    const { ask, write, close } = await openSandboxWrites()
    const read = async (id: string) => ask(LISTS, { account: DEMO_ACCOUNT_ID, id, tailored: TAILORED_AUDIENCE_ID })
    const { customAudiences, shared } = (await read('none')).account!
    const [first] = customAudiences!.nodes

    for (const { kind } of KINDS) {
      const audience =
        kind === 'Custom'
          ? { customAudienceId: first!.id }
          : { accountId: DEMO_ACCOUNT_ID, tailoredAudienceId: TAILORED_AUDIENCE_ID }
      const granted = async () => {
        const { account, customAudience } = await read(first!.id)
        const list = kind === 'Custom' ? customAudience!.permissions : account!.tailoredAudiencePermissions
        return list!.nodes.filter(({ grantedAccountId }) => grantedAccountId === YEN_ACCOUNT_ID)
      }
      const send = async (verb: 'grant' | 'revoke', input: object) =>
        (await write(mutation(verb, kind), { ...audience, ...input })).data!.outcome!
      const level = { grantedAccountId: YEN_ACCOUNT_ID, permissionLevel: 'READ_ONLY' }

      const made = await send('grant', level)
      await send('grant', { ...level, permissionLevel: 'READ_WRITE' })
      expect(await granted()).toMatchObject([{ restId: made.permission!.restId, permissionLevel: 'READ_WRITE' }])
      const nobody = await send('grant', { ...level, grantedAccountId: 'nobody' })
      expect(nobody.userErrors).toMatchObject([{ field: ['input', 'grantedAccountId'] }])
      await send('revoke', { permissionId: made.permission!.restId })
      expect(await granted()).toEqual([])
      const again = await send('revoke', { permissionId: made.permission!.restId })
      expect(again).toMatchObject({ userErrors: [{ field: ['input', 'permissionId'] }] })
    }

    const [theirs] = shared!.nodes
    const { errors } = await write(DOCUMENTS.Custom.grant, {
      customAudienceId: theirs!.id,
      grantedAccountId: EURO_ACCOUNT_ID,
      permissionLevel: 'READ_ONLY',
    })
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    await close()
  })
})
