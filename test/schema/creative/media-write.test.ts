import { describe, expect, it } from 'vitest'
import { useWriteGraph } from '../../support/write.ts'

const ROW = { media_key: '13_9007199254740993', name: null, media_type: 'VIDEO', deleted: false }

const graph = useWriteGraph(ROW)

const ADD = `mutation ($input: AddMediaToLibraryInput!, $validateOnly: Boolean = false) {
  outcome: addMediaToLibrary(input: $input, validateOnly: $validateOnly) {
    media { id name } userErrors { code field rule } validation { checked unchecked }
  }
}`
const UPDATE = `mutation ($input: UpdateMediaInput!, $validateOnly: Boolean = false) {
  outcome: updateMedia(input: $input, validateOnly: $validateOnly) {
    media { id } userErrors { code field rule } validation { checked unchecked }
  }
}`

const MEDIA = { accountId: 'a1', mediaKey: '13_9007199254740993' }
const NAMED = { mediaKey: 'Media:a1:13_9007199254740993' }

const TOO_LONG: [string, object, object][] = [
  ['a name of 101', { name: 'x'.repeat(101) }, { field: ['input', 'name'], rule: 'R-CARD-18' }],
  ['a file name of 256', { fileName: 'x'.repeat(256) }, { field: ['input', 'fileName'], rule: 'R-CARD-18' }],
  ['a title of 71', { title: 'x'.repeat(71) }, { field: ['input', 'title'], rule: 'R-CARD-18' }],
  ['a description of 201', { description: 'x'.repeat(201) }, { field: ['input', 'description'], rule: 'R-CARD-18' }],
  [
    'a poster that is no medium',
    { posterMediaKey: 'PublishedPost:a1:1' },
    { field: ['input', 'posterMediaKey'], rule: null },
  ],
  ['an empty poster', { posterMediaKey: '' }, { field: ['input', 'posterMediaKey'], rule: null }],
]

describe('addMediaToLibrary', () => {
  it.each(TOO_LONG)('refuses %s, and sends nothing', async (_, input, problem) => {
    const { data } = await graph.write(ADD, { ...MEDIA, ...input })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({ outcome: { media: null, userErrors: [problem] } })
  })
})

describe('addMediaToLibrary with validateOnly', () => {
  it('refuses a poster that is no image (R-CARD-18)', async () => {
    graph.answer(({ path }) => ({ body: { data: { media_key: path.split('/').at(-1), media_type: 'VIDEO' } } }))
    const { data } = await graph.write(ADD, { ...MEDIA, posterMediaKey: '7_1' }, { validateOnly: true })

    expect(data).toMatchObject({ outcome: { userErrors: [{ field: ['input', 'posterMediaKey'], rule: 'R-CARD-18' }] } })
  })

  it('reads the media item and its poster, within its plan', async () => {
    graph.answer(({ path }) => ({
      body: { data: path.endsWith('/3_1') ? { media_key: '3_1', media_type: 'IMAGE' } : ROW },
    }))
    const { data } = await graph.write(ADD, { ...MEDIA, posterMediaKey: '3_1' }, { validateOnly: true })

    expect(
      graph
        .sent()
        .map(([call]) => call)
        .toSorted(),
    ).toEqual(['GET accounts/a1/media_library/13_9007199254740993', 'GET accounts/a1/media_library/3_1'])
    expect(data).toMatchObject({ outcome: { userErrors: [], validation: { unchecked: ['R-AUTH-5', 'R-CARD-20'] } } })
  })
})

describe('updateMedia', () => {
  it('distinguishes absent and null', async () => {
    await graph.write(UPDATE, { ...NAMED, name: 'Film', title: null, posterMediaKey: null })
    await graph.write(UPDATE, { ...MEDIA, posterMediaKey: '3_1' })

    expect(graph.sent()).toEqual([
      ['PUT accounts/a1/media_library/13_9007199254740993', { name: 'Film', title: '', poster_media_key: '' }],
      ['PUT accounts/a1/media_library/13_9007199254740993', { poster_media_key: '3_1' }],
    ])
  })

  it.each(TOO_LONG)('refuses %s, and sends nothing', async (_, input, problem) => {
    const { data } = await graph.write(UPDATE, { ...NAMED, ...input })

    expect(graph.sent()).toEqual([])
    expect(data).toMatchObject({ outcome: { media: null, userErrors: [problem] } })
  })

  it.each<[string, object[]]>([
    ['VIDEO', []],
    ['IMAGE', [{ field: ['input', 'title'], rule: 'R-CARD-18' }]],
  ])('checks with validateOnly whether it is a video: %s', async (media_type, userErrors) => {
    graph.answer(() => ({ body: { data: { ...ROW, media_type } } }))
    const { data } = await graph.write(UPDATE, { ...NAMED, name: 'Film', title: 'Film' }, { validateOnly: true })

    expect(graph.sent()).toEqual([['GET accounts/a1/media_library/13_9007199254740993', null]])
    expect(data).toMatchObject({ outcome: { media: null, userErrors, validation: { unchecked: ['R-AUTH-5'] } } })
  })

  it('reads nothing with validateOnly if no field is only for videos', async () => {
    await graph.write(UPDATE, { ...NAMED, name: 'Film', title: null }, { validateOnly: true })

    expect(graph.written()).toEqual([])
  })
})
