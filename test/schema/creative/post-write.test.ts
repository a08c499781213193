import { describe, expect, it } from 'vitest'
import { useWriteGraph } from '../../support/write.ts'

const ROW = { id_str: '9007199254740993', full_text: 'Now', name: null, nullcast: true }

const graph = useWriteGraph(ROW)

const CREATE = `mutation ($input: CreatePostInput!, $validateOnly: Boolean = false) {
  outcome: createPost(input: $input, validateOnly: $validateOnly) {
    post { id text } userErrors { code field rule } validation { checked unchecked }
  }
}`
const RENAME = `mutation ($input: RenamePostInput!) {
  outcome: renamePost(input: $input) { post { id name } userErrors { code field rule } }
}`

const POST = { accountId: 'a1', asUserId: '9007199254740995', text: 'Now' }
const NAMED = { postId: 'PublishedPost:a1:9007199254740993' }

describe('createPost', () => {
  it('asks for the author by ID alone if no more of it is selected', async () => {
    const create = (selection: string) =>
      graph.write(`mutation ($input: CreatePostInput!) { createPost(input: $input) { post { ${selection} } } }`, POST)
    await create('userId')
    await create('userId raw')

    const params = { as_user_id: '9007199254740995', text: 'Now' }
    expect(graph.written().map(([, sent]) => sent)).toEqual([{ ...params, trim_user: 'true' }, params])
  })

  it('keeps every digit of an ID that is a JSON number', async () => {
    graph.answer(() => ({ status: 201, body: '{"data":{"id":9007199254740993,"text":"Now"}}' }))
    const { data } = await graph.write(CREATE, POST)

    expect(data).toMatchObject({ outcome: { post: { id: 'PublishedPost:a1:9007199254740993' } } })
  })

  it.each<[object, object]>([
    [{ text: undefined }, { field: ['input', 'text'], rule: 'R-CARD-21' }],
    [{ mediaKeys: ['3_1', '3_2', '3_3', '3_4', '3_5'] }, { field: ['input', 'mediaKeys'], rule: 'R-CARD-21' }],
    [{ cardUri: 'https://c1' }, { field: ['input', 'cardUri'], rule: 'R-CARD-1' }],
    [{ name: 'x'.repeat(81) }, { field: ['input', 'name'], rule: 'R-CARD-27' }],
    [{ videoTitle: 'x'.repeat(71) }, { field: ['input', 'videoTitle'], rule: 'R-CARD-27' }],
    [{ videoDescription: 'x'.repeat(201) }, { field: ['input', 'videoDescription'], rule: 'R-CARD-27' }],
    [{ asUserId: 'me' }, { field: ['input', 'asUserId'], rule: 'R-CONV-22' }],
  ])('refuses %j, and sends nothing', async (input, problem) => {
    const { data } = await graph.write(CREATE, { ...POST, ...input })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({ outcome: { post: null, userErrors: [problem] } })
  })

  it('sends what the button of a video links to as it is, such as a deep link', async () => {
    await graph.write(CREATE, { ...POST, videoCta: 'WATCH_NOW', videoCtaValue: 'shop://open/1' })

    expect(graph.sent()).toMatchObject([['POST accounts/a1/post', { video_cta_value: 'shop://open/1' }]])
  })

  it('accepts texts of the maximum length', async () => {
    const input = { name: 'x'.repeat(80), videoTitle: 'x'.repeat(70), videoDescription: 'x'.repeat(200) }
    const { data } = await graph.write(CREATE, { ...POST, ...input })

    expect(graph.sent()).toHaveLength(1)
    expect(data).toMatchObject({ outcome: { userErrors: [] } })
  })

  it('is FORBIDDEN for a user on whose behalf the caller cannot post', async () => {
    const errors = [{ code: 'INSUFFICIENT_USER_AUTHORIZED_PERMISSION', message: 'No' }]
    graph.answer(() => ({ status: 403, body: { errors } }))

    expect((await graph.write(CREATE, POST)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  })
})

describe('renamePost', () => {
  it('sends the name, and an empty one for null', async () => {
    graph.answer(() => ({ body: { data: { ...ROW, name: 'Launch' } } }))
    const { data } = await graph.write(RENAME, { ...NAMED, name: 'Launch' })
    await graph.write(RENAME, { ...NAMED, name: null })

    expect(graph.sent()).toEqual([
      ['PUT accounts/a1/posts/9007199254740993/name', { name: 'Launch' }],
      ['PUT accounts/a1/posts/9007199254740993/name', { name: '' }],
    ])
    expect(data).toEqual({
      outcome: { post: { id: 'PublishedPost:a1:9007199254740993', name: 'Launch' }, userErrors: [] },
    })
  })

  it.each<[object, object]>([
    [{}, { field: ['input', 'name'], rule: null }],
    [{ name: 'x'.repeat(81) }, { field: ['input', 'name'], rule: 'R-CARD-27' }],
    [
      { name: 'x', postId: 'DraftPost:a1:1' },
      { field: ['input', 'postId'], rule: null },
    ],
  ])('refuses %j, and sends nothing', async (input, problem) => {
    const { data } = await graph.write(RENAME, { ...NAMED, ...input })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({ outcome: { post: null, userErrors: [problem] } })
  })
})
