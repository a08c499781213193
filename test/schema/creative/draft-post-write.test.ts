import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import type {
  CreateDraftPostMutation,
  DeleteDraftPostMutation,
  TypedDocumentString,
  UpdateDraftPostMutation,
} from '../../support/graphql/graphql.ts'
import { graphql } from '../../support/graphql/index.ts'
import { openSandboxWrites, useWriteGraph } from '../../support/write.ts'

const ROW = { id: '9007199254740993', name: null, text: 'Soon', nullcast: true, card_uri: null, media_keys: [] }

const graph = useWriteGraph(ROW)

const CREATE = graphql(`mutation CreateDraftPost($input: CreateDraftPostInput!, $validateOnly: Boolean = false) {
  outcome: createDraftPost(input: $input, validateOnly: $validateOnly) { 
    draftPost { id text } userErrors { code field rule } validation { checked unchecked }
  }
}`)
const UPDATE = graphql(`mutation UpdateDraftPost($input: UpdateDraftPostInput!, $validateOnly: Boolean = false) {
  outcome: updateDraftPost(input: $input, validateOnly: $validateOnly) { 
    draftPost { id text } userErrors { code field rule } validation { checked unchecked }
  }
}`)
const DELETE = graphql(`mutation DeleteDraftPost($input: DeleteDraftPostInput!) {
  outcome: deleteDraftPost(input: $input) { draftPost { id status text } userErrors { field } }
}`)
const PREVIEW =
  graphql(`mutation SendDraftPostPreview($input: SendDraftPostPreviewInput!, $validateOnly: Boolean = false) {
  outcome: sendDraftPostPreview(input: $input, validateOnly: $validateOnly) { isSent userErrors { field } }
}`)

const UNCLEAR_PREVIEW = `mutation ($input: SendDraftPostPreviewInput!, $idempotencyKey: String) {
  outcome: sendDraftPostPreview(input: $input, idempotencyKey: $idempotencyKey) { isSent receipt { outcome } }
}`

const READ = graphql(`query WrittenDraftPost($id: ID!) {
  draftPost(id: $id) { text name nullcast cardUri mediaKeys }
}`)
const PARTS = graphql(`query PartsOfDraftPost($account: ID!) { account(id: $account) {
  promotableUsers(first: 1) { nodes { userId } }
  mediaItems(first: 1, mediaType: IMAGE) { nodes { mediaKey } }
  cards(first: 1) { nodes { cardUri } }
} }`)

const DRAFT = { accountId: 'a1', asUserId: '9007199254740995', text: 'Soon' }
const NAMED = { draftPostId: 'DraftPost:a1:9007199254740993' }

describe('createDraftPost', () => {
  it('does not send omitted fields', async () => {
    const { data } = await graph.write(CREATE, DRAFT)

    expect(graph.sent()).toEqual([['POST accounts/a1/draft_posts', { as_user_id: '9007199254740995', text: 'Soon' }]])
    expect(data).toMatchObject({ outcome: { validation: null } })
  })

  it.each<[string, object, object[]]>([
    ['neither text nor media', { text: undefined }, [{ field: ['input', 'text'], rule: 'R-CARD-21' }]],
    ['an empty text and no media', { text: '', mediaKeys: [] }, [{ field: ['input', 'text'], rule: 'R-CARD-21' }]],
    [
      'five media',
      { mediaKeys: ['3_1', '3_2', '3_3', '3_4', '3_5'] },
      [{ field: ['input', 'mediaKeys'], rule: 'R-CARD-21' }],
    ],
    ['a name of 81 characters', { name: 'x'.repeat(81) }, [{ field: ['input', 'name'], rule: 'R-CARD-27' }]],
    ['a card by its id alone', { cardUri: 'c1' }, [{ field: ['input', 'cardUri'], rule: 'R-CARD-1' }]],
    ['a user who is no number', { asUserId: 'me' }, [{ field: ['input', 'asUserId'], rule: 'R-CONV-22' }]],
    [
      'a medium of another account',
      { mediaKeys: ['3_1', 'Media:a2:3_2'] },
      [{ field: ['input', 'mediaKeys', '1'], rule: null }],
    ],
  ])('refuses %s, and sends nothing', async (_, input, userErrors) => {
    const { data } = await graph.write(CREATE, { ...DRAFT, ...input })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({ outcome: { draftPost: null, userErrors } })
  })

  it.each<[string, object]>([
    ['media without a text', { text: undefined, mediaKeys: ['3_1'] }],
    ['four media', { mediaKeys: ['3_1', '3_2', '3_3', '3_4'] }],
    ['a name of 80 characters', { name: '🔥'.repeat(80) }],
  ])('accepts %s', async (_, input) => {
    const { data } = await graph.write(CREATE, { ...DRAFT, ...input })

    expect(graph.sent()).toHaveLength(1)
    expect(data).toMatchObject({ outcome: { userErrors: [] } })
  })

  it.each<[string, string[], object[]]>([
    ['one video', ['VIDEO'], []],
    ['images', ['IMAGE', 'IMAGE'], []],
    ['an image and a video', ['IMAGE', 'VIDEO'], [{ field: ['input', 'mediaKeys'], rule: 'R-CARD-21' }]],
    ['two animated images', ['GIF', 'GIF'], [{ field: ['input', 'mediaKeys'], rule: 'R-CARD-21' }]],
  ])('checks with validateOnly whether its media can be combined: %s', async (_, types, userErrors) => {
    const mediaKeys = types.map((_, index) => `3_${index}`)
    graph.answer(({ path }) => {
      const media = { media_key: path.split('/').at(-1), media_type: types[Number(path.slice(-1))] }
      return { body: { data: path.includes('/media_library/') ? media : [] } }
    })
    const { data } = await graph.write(CREATE, { ...DRAFT, mediaKeys }, { validateOnly: true })

    expect(new Set(graph.sent().map(([call]) => call))).toEqual(
      new Set([...mediaKeys.map((key) => `GET accounts/a1/media_library/${key}`), 'GET accounts/a1/promotable_users']),
    )
    expect(data).toMatchObject({
      outcome: { draftPost: null, userErrors, validation: { unchecked: ['R-AUTH-5', 'R-PERM-3'] } },
    })
  })

  const [author, other] = [DRAFT.asUserId, '8']
  it.each<[input: object, access: object, full: string, rule: string | null]>([
    [{}, { user_id: other, permissions: ['AD_MANAGER', 'POST_COMPOSER'] }, author, null],
    [{}, { user_id: other, permissions: ['AD_MANAGER'] }, other, null],
    [{}, { user_id: other, permissions: ['AD_MANAGER'] }, author, 'R-PERM-3'],
    [{ nullcast: false }, { user_id: author, permissions: ['CREATIVE_MANAGER'] }, author, null],
    [{ nullcast: false }, { user_id: other, permissions: ['AD_MANAGER', 'POST_COMPOSER'] }, other, 'R-CARD-22'],
  ])(
    'checks with validateOnly who can create it: %j by %j, with %s as FULL user',
    async (input, access, full, rule) => {
      const users = [
        { id: '1', user_id: full, promotable_user_type: 'FULL' },
        { id: '2', user_id: author, promotable_user_type: 'REPOSTS_ONLY' },
      ]
      graph.answer(({ path }) => ({ body: { data: path.endsWith('promotable_users') ? users : access } }))
      const { data } = await graph.write(CREATE, { ...DRAFT, ...input }, { validateOnly: true })

      expect(data!.outcome!.userErrors.map((problem) => problem.rule)).toEqual(rule === null ? [] : [rule])
      expect(data!.outcome!.validation!.unchecked).toEqual(['R-AUTH-5'])
      expect(graph.sent().every(([call]) => call.startsWith('GET '))).toBe(true)
    },
  )

  it.each<[what: string, caller: string, users: object[], refused: string[], unchecked: string[]]>([
    ['a post for the FULL user', other, [{ user_id: author, type: 'FULL' }], ['R-PERM-3'], []],
    ['a post of the FULL user', author, [{ user_id: author, type: 'FULL' }], [], []],
    ['an own post of a REPOSTS_ONLY user', author, [{ user_id: author, type: 'REPOSTS_ONLY' }], [], ['R-PERM-3']],
    ['an own post of a user who is not promotable', author, [{ user_id: other, type: 'FULL' }], [], ['R-PERM-3']],
  ])('checks by the documented type of promotable users: %s', async (_, caller, users, refused, unchecked) => {
    const access = { user_id: caller, permissions: ['AD_MANAGER'] }
    const rows = users.map((user, index) => ({ id: `${index}`, ...user }))
    graph.answer(({ path }) => ({ body: { data: path.endsWith('promotable_users') ? rows : access } }))
    const { data } = await graph.write(CREATE, DRAFT, { validateOnly: true })

    expect(data!.outcome!.userErrors.map(({ rule }) => rule)).toEqual(refused)
    expect(data!.outcome!.validation!.unchecked).toEqual(['R-AUTH-5', ...unchecked])
  })

  it.each([
    ['any is the author', [{ id: '1' }]],
    [
      'the caller is the FULL one',
      [
        { id: '1', user_id: other },
        { id: '2', user_id: author },
      ],
    ],
  ])('leaves the author to the service if the promotable users lack columns, so that perhaps %s', async (_, users) => {
    const access = { user_id: other, permissions: ['AD_MANAGER'] }
    graph.answer(({ path }) => ({ body: { data: path.endsWith('promotable_users') ? users : access } }))
    const { data } = await graph.write(CREATE, DRAFT, { validateOnly: true })

    expect(data!.outcome).toMatchObject({ userErrors: [], validation: { unchecked: ['R-AUTH-5', 'R-PERM-3'] } })
  })

  it('reports with validateOnly a media item that is not in the library', async () => {
    graph.answer(({ path }) => (path.endsWith('/3_1') ? { status: 404, body: '' } : { body: { data: [] } }))
    const { data } = await graph.write(CREATE, { ...DRAFT, mediaKeys: ['3_1'] }, { validateOnly: true })

    expect(data).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'mediaKeys'], rule: 'R-CARD-2' }] } })
  })
})

describe('updateDraftPost', () => {
  it('distinguishes absent, null and false', async () => {
    await graph.write(UPDATE, { ...NAMED, cardUri: null, mediaKeys: null, nullcast: false })
    await graph.write(UPDATE, { ...NAMED, mediaKeys: [] })
    await graph.write(UPDATE, { draftPostId: '9007199254740993', accountId: 'Account:a1', text: 'Now', name: null })

    expect(graph.sent()).toEqual([
      ['PUT accounts/a1/draft_posts/9007199254740993', { card_uri: '', media_keys: '', nullcast: 'false' }],
      ['PUT accounts/a1/draft_posts/9007199254740993', { media_keys: '' }],
      ['PUT accounts/a1/draft_posts/9007199254740993', { text: 'Now', name: '' }],
    ])
  })

  it.each<[object, object]>([
    [
      { text: null, mediaKeys: null },
      { field: ['input', 'text'], rule: 'R-CARD-21' },
    ],
    [{ name: 'x'.repeat(81) }, { field: ['input', 'name'], rule: 'R-CARD-27' }],
    [{ draftPostId: 'PublishedPost:a1:1' }, { field: ['input', 'draftPostId'], rule: null }],
    [{ draftPostId: '1' }, { field: ['input', 'accountId'], rule: 'R-CONV-7' }],
  ])('refuses %j, and sends nothing', async (input, problem) => {
    const { data } = await graph.write(UPDATE, { ...NAMED, ...input })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({ outcome: { draftPost: null, userErrors: [problem] } })
  })
})

describe('updateDraftPost of a draft with media, with validateOnly', () => {
  const validate = async (input: object, status: number, row: object = {}) => {
    graph.answer(({ path }) => {
      if (path.endsWith('/media_library/3_1'))
        return { status, body: { data: { media_key: '3_1', media_type: 'IMAGE' } } }
      const draft = { ...ROW, user_id: 7, media_keys: ['3_1'], ...row }
      return { body: { data: path.endsWith('/promotable_users') ? [] : draft } }
    })
    const { data } = await graph.write(UPDATE, { ...NAMED, ...input }, { validateOnly: true })
    expect(data!.outcome!.userErrors).toEqual([])
    return data!.outcome!.validation!.unchecked
  }
  const reads = () =>
    graph
      .sent()
      .map(([call]) => call)
      .toSorted()
  const DRAFT_READ = 'GET accounts/a1/draft_posts/9007199254740993'
  const MEDIA_READ = 'GET accounts/a1/media_library/3_1'
  const USERS_READ = 'GET accounts/a1/promotable_users'

  it('checks that the media items that it keeps are in the library', async () => {
    expect(await validate({ name: 'Idea' }, 200)).toEqual(['R-AUTH-5', 'R-PERM-3'])
    expect(reads()).toEqual([DRAFT_READ, MEDIA_READ, USERS_READ])
  })

  it('leaves it to the service if one has left the library', async () => {
    expect(await validate({ name: 'Idea' }, 404)).toEqual(['R-AUTH-5', 'R-PERM-3', 'R-CARD-2'])
    expect(reads()).toEqual([DRAFT_READ, MEDIA_READ, USERS_READ])
  })

  it('leaves it to the service if it removes them from a draft whose row lacks the text', async () => {
    expect(await validate({ mediaKeys: null }, 200, { text: undefined })).toEqual(['R-AUTH-5', 'R-CARD-21', 'R-PERM-3'])
  })

  it('refuses to remove them from a draft without a text', async () => {
    graph.answer(({ path }) => ({
      body: { data: path.endsWith('/promotable_users') ? [] : { ...ROW, user_id: 7, media_keys: ['3_1'], text: '' } },
    }))
    const { data } = await graph.write(UPDATE, { ...NAMED, mediaKeys: null }, { validateOnly: true })

    expect(data).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'text'], rule: 'R-CARD-21' }] } })
  })

  it('does not read media items that it removes', async () => {
    expect(await validate({ mediaKeys: null }, 404)).toEqual(['R-AUTH-5', 'R-PERM-3'])
    expect(reads()).toEqual([DRAFT_READ, USERS_READ])
  })
})

describe('sendDraftPostPreview', () => {
  it('sends one notification, whose response has no data', async () => {
    graph.answer(() => ({ body: { request: { params: {} }, message: 'Sent' } }))
    const { data, errors } = await graph.write(PREVIEW, NAMED)

    expect(errors).toBeUndefined()
    expect(graph.sent()).toEqual([['POST accounts/a1/draft_posts/preview/9007199254740993', null]])
    expect(data).toEqual({ outcome: { isSent: true, userErrors: [] } })
  })

  it('sends no notification with validateOnly', async () => {
    const { data } = await graph.write(PREVIEW, NAMED, { validateOnly: true })

    expect(graph.written()).toEqual([])
    expect(data).toEqual({ outcome: { isSent: false, userErrors: [] } })
  })

  it.each<[string, object]>([
    ['503', { status: 503, body: '' }],
    ['a broken connection', { raw: (response: { destroy(): void }) => response.destroy() }],
  ])('is not retried after %s, and reports an unknown outcome', async (_, answer) => {
    graph.answer(() => answer)
    const { errors } = await graph.write(PREVIEW, NAMED)

    expect(graph.sent()).toHaveLength(1)
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' } }])
  })

  it('does not say that nothing was sent if that is not known, nor at a second use of the key', async () => {
    graph.answer(() => ({ status: 503, body: '' }))
    const isSent = graph.write(UNCLEAR_PREVIEW, NAMED, { idempotencyKey: 'k' })
    expect(await isSent).toMatchObject({
      data: { outcome: { isSent: null, receipt: { outcome: 'UNKNOWN' } } },
      errors: [{ path: ['outcome', 'isSent'], extensions: { outcome: 'UNKNOWN' } }],
    })
    expect(await graph.write(UNCLEAR_PREVIEW, NAMED, { idempotencyKey: 'k' })).toMatchObject({
      data: { outcome: { isSent: null, receipt: { outcome: 'UNKNOWN' } } },
      errors: [{ path: ['outcome', 'isSent'], extensions: { outcome: 'UNKNOWN' } }],
    })
    expect(graph.sent()).toHaveLength(1)
  })
})

describe('a draft in the sandbox', () => {
  it('can be read after its creation, shows a change, and is gone after its deletion', async () => {
    const sandboxed = await openSandboxWrites()
    try {
      const account = DEMO_ACCOUNT_ID
      type Written = CreateDraftPostMutation | UpdateDraftPostMutation | DeleteDraftPostMutation
      const write = async (document: TypedDocumentString<Written, never>, input: object) => {
        const { outcome } = await sandboxed.ask(document, { input })
        expect(outcome!.userErrors).toEqual([])
        return outcome!.draftPost!.id
      }
      const read = async (id: string) => (await sandboxed.ask(READ, { id })).draftPost
      const { account: found } = await sandboxed.ask(PARTS, { account })
      const asUserId = found!.promotableUsers!.nodes[0]!.userId
      const mediaKeys = [found!.mediaItems!.nodes[0]!.mediaKey]
      const { cardUri } = found!.cards!.nodes[0]!

      const id = await write(CREATE, { accountId: account, asUserId, text: 'Soon', mediaKeys, cardUri })
      expect(await read(id)).toEqual({ text: 'Soon', name: null, nullcast: true, cardUri, mediaKeys })
      await write(UPDATE, { draftPostId: id, name: 'Idea', mediaKeys: null, cardUri: null })
      expect(await read(id)).toEqual({ text: 'Soon', name: 'Idea', nullcast: true, cardUri: null, mediaKeys: [] })
      const preview = await sandboxed.write(PREVIEW, { draftPostId: id })
      expect(preview.data).toEqual({ outcome: { isSent: true, userErrors: [] } })
      await write(DELETE, { draftPostId: id })
      expect(await read(id)).toBeNull()
      const again = await sandboxed.write(DELETE, { draftPostId: id })
      expect(again.data).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'draftPostId'] }] } })
    } finally {
      await sandboxed.close()
    }
  })
})
