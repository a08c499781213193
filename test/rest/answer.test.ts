import { describe, expect, it } from 'vitest'
import { getAccount } from '../../src/rest/account/account.ts'
import { listFeatures } from '../../src/rest/account/feature.ts'
import { getUserSettings } from '../../src/rest/account/user-settings.ts'
import { listStats } from '../../src/rest/analytics/stats.ts'
import { documentedRows, faultOf } from '../../src/rest/answer.ts'
import type { Wanted } from '../../src/rest/call.ts'
import {
  batchCampaigns,
  createCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
} from '../../src/rest/campaign/campaign.ts'
import { listLineItems } from '../../src/rest/campaign/line-item.ts'
import { getMedia } from '../../src/rest/creative/media.ts'
import { listPostPreviews } from '../../src/rest/creative/post-preview.ts'
import { listPosts, renamePost } from '../../src/rest/creative/post.ts'
import { get, list, post, type Endpoint } from '../../src/rest/endpoint.ts'
import { createAccessToken, invalidateAccessToken } from '../../src/rest/oauth/access-token.ts'
import { createBearerToken, invalidateBearerToken } from '../../src/rest/oauth/bearer-token.ts'
import type { Row } from '../../src/rest/types.ts'
import { parseList } from '../support/read-answer.ts'

const bytes = (text: string) => Buffer.from(text)

describe('the documented form', () => {
  const listKeywords = list<Row & { keyword?: string }>()('keywords', { key: 'keyword' })
  const getSettings = get<object>()('settings', { answer: 'object' })
  const mayLack = get<object>()('things', { answer: { data: 'rows', beside: { meta: 'object', errors: 'objects' } } })
  const token = post<object>()('oauth/token', { answer: { fields: ['token'] } })

  const fits = (endpoint: Endpoint, envelope: object, operations?: number) =>
    faultOf(
      { endpoint, path: {}, params: operations === undefined ? {} : Array.from({ length: operations }) },
      envelope,
    ) !== 'form'
  /** A list as it comes in, whose rows are still bytes. */
  const unparsed = (data: unknown) => parseList(bytes(JSON.stringify({ data })), 'a1')!

  it.each([
    ['one row', getCampaign, { data: { id: 'c1' } }],
    ['a list of one row for one row', getCampaign, { data: [{ id: 'c1' }] }],
    ['a list', listCampaigns, { data: [{ id: 'c1' }, { id: 'c2' }] }],
    ['one row for a list', listCampaigns, { data: { id: 'c1' } }],
    ['an empty list', listCampaigns, { data: [] }],
    ['a cursor', listCampaigns, { data: [], next_cursor: 'x' }],
    ['a cursor of 4,096 bytes', listCampaigns, { data: [], next_cursor: 'x'.repeat(4_096) }],
    ['a cursor of 4,096 bytes of UTF-8', listCampaigns, { data: [], next_cursor: '\u{1f600}'.repeat(1_024) }],
    ['a cursor of 4,096 bytes of JSON', listCampaigns, { data: [], next_cursor: '"'.repeat(2_048) }],
    ['null as the cursor', listCampaigns, { data: [], next_cursor: null }],
    ['a number as the ID', getCampaign, { data: { id: 0 } }],
    ['the ID of a post', getCampaign, { data: { id_str: '7' } }],
    ['the key of media', getCampaign, { data: { id: null, media_key: '3_1' } }],
    ['rows that need no ID', listKeywords, { data: [{}] }],
    ['any object', getSettings, { data: {} }],
    ['texts', listFeatures, { data: ['A', 'B'] }],
    ['no data where the endpoint allows that', mayLack, { meta: {} }],
    ['an empty list where the endpoint allows no data', mayLack, { data: [], meta: {} }],
    ['members beside the data', mayLack, { data: [], meta: {}, errors: [{}] }],
    ['null as a member beside the data', mayLack, { data: [], meta: null, errors: null }],
    ['fields instead of an envelope', token, { token: 't', next_cursor: 7 }],
  ])('allows %s', (_, endpoint, envelope) => {
    expect(fits(endpoint as Endpoint, envelope)).toBe(true)
  })

  it.each([
    ['no data', getCampaign, {}],
    ['null as data', listCampaigns, { data: null }],
    ['an empty list for one row', getCampaign, { data: [] }],
    ['two rows for one', getCampaign, { data: [{ id: 'c1' }, { id: 'c2' }] }],
    ['a cursor of 4,097 bytes', listCampaigns, { data: [], next_cursor: 'x'.repeat(4_097) }],
    ['a cursor of 4,097 bytes of UTF-8', listCampaigns, { data: [], next_cursor: `x${'\u{1f600}'.repeat(1_024)}` }],
    ['a cursor of 4,098 bytes of JSON', listCampaigns, { data: [], next_cursor: '"'.repeat(2_049) }],
    ['half a character in the cursor', listCampaigns, { data: [], next_cursor: 'x\ud800' }],
    ['a number as the cursor', listCampaigns, { data: [], next_cursor: 7 }],
    ['an object as the cursor', listCampaigns, { data: [], next_cursor: {} }],
    ['a row without an ID', listCampaigns, { data: [{ id: 'c1' }, { name: 'n' }] }],
    ['null as the ID', getCampaign, { data: { id: null } }],
    ['an empty ID', getCampaign, { data: { id: '' } }],
    ['an object as the ID', getCampaign, { data: { id: {} } }],
    ['a fraction as the ID', getCampaign, { data: { id: 1.5 } }],
    ['an empty ID before another', getCampaign, { data: { id_str: '', id: 7 } }],
    ['a text as the row', getCampaign, { data: 'c1' }],
    ['a list as the row', listKeywords, { data: [[]] }],
    ['null as the row', listKeywords, { data: [null] }],
    ['a text as a row without an ID', getSettings, { data: 'x' }],
    ['a number among texts', listFeatures, { data: ['A', 7] }],
    ['an empty text', listFeatures, { data: [''] }],
    ['an object among texts', listFeatures, { data: [{ id: 'A' }] }],
    ['no data where the endpoint allows that for other answers', mayLack, { other: {} }],
    ['a list as an object beside the data', mayLack, { data: [], meta: [] }],
    ['an object as a list beside the data', mayLack, { data: [], errors: {} }],
    ['a text in a list of objects beside the data', mayLack, { data: [], errors: ['x'] }],
  ])('does not allow %s', (_, endpoint, envelope) => {
    expect(fits(endpoint as Endpoint, envelope)).toBe(false)
  })

  it.each([
    [2, [{ id: 'c1' }, { id: 'c2' }], true],
    [1, [{ id: 'c1' }, { id: 'c2' }], false],
    [3, [{ id: 'c1' }, { id: 'c2' }], false],
    [1, [], false],
    [0, [], true],
  ])('of a batch of %i has as many rows: %j', (operations, data, expected) => {
    expect(fits(batchCampaigns, { data }, operations)).toBe(expected)
  })

  it('of one entity does not count operations', () => {
    expect(fits(getCampaign, { data: { id: 'c1' } }, 2)).toBe(true)
  })

  it.each([
    ['texts', [{ id: 'c1' }, { id: 'c2' }], true],
    ['numbers', [{ id: 7 }, { id: 8 }], true],
    ['a missing one', [{ id: 'c1' }, { name: 'n' }], false],
    ['null', [{ id: 'c1' }, { id: null }], false],
    ['an empty text', [{ id: 'c1' }, { id: '' }], false],
    ['a list', [{ id: [1] }], false],
    ['a fraction', [{ id: 1.5 }], false],
    ['a fraction after an integer of its length', [{ id: 125 }, { id: 1.5 }], false],
    ['a number with an exponent', [{ id: 1e21 }], false],
  ])('is recognized in rows that are not parsed, by their IDs: %s', (_, data, expected) => {
    expect(fits(listCampaigns, unparsed(data))).toBe(expected)
    expect(fits(listKeywords, unparsed(data))).toBe(true)
  })
})

describe('the documented rows of an answer', () => {
  it('are at their indexes, and the others are undefined', () => {
    const data = [{ id: 'c1' }, null, { name: 'n' }, 'c4', { id: 5 }]
    expect(documentedRows(listCampaigns, { data })).toEqual([{ id: 'c1' }, undefined, undefined, undefined, { id: 5 }])
    expect(documentedRows(getCampaign, {})).toEqual([])
  })
})

describe('an answer about something else', () => {
  const IN_ACCOUNT = { account_id: 'a1' }
  const fault = (endpoint: object, path: object, data: unknown, wanted?: Wanted) =>
    faultOf({ endpoint: endpoint as Endpoint, path: { ...IN_ACCOUNT, ...path }, params: {}, wanted }, { data })
  const unparsed = (data: unknown) => parseList(bytes(JSON.stringify({ data })), 'a1')!.data

  it.each([
    ['one row', getCampaign, { campaign_id: 'c1' }, { id: 'c1' }, { id: 'c2' }],
    ['a list of one row', getCampaign, { campaign_id: 'c1' }, [{ id: 'c1' }], [{ id: 'c2' }]],
    ['a number', getCampaign, { campaign_id: '7' }, { id: 7 }, { id: 8 }],
    ['a changed row', updateCampaign, { campaign_id: 'c1' }, { id: 'c1' }, { id: 'c2' }],
    ['the ID of a post', renamePost, { post_id: '7' }, { id: 8, id_str: '7' }, { id: 7, id_str: '8' }],
    ['a media key', getMedia, { media_key: '3_1' }, { media_key: '3_1' }, { media_key: '3_2' }],
    ['an account', getAccount, {}, { id: 'a1' }, { id: 'a2' }],
    ['a column named after the ID', getUserSettings, { user_id: '7' }, { user_id: 7 }, { user_id: '8' }],
  ])('has another ID in the row: %s', (_, endpoint, path, right, wrong) => {
    expect(fault(endpoint, path, right)).toBeUndefined()
    expect(fault(endpoint, path, wrong)).toBe('other')
  })

  it('names another token than the one that was sent, or that signs the call', () => {
    const context = { credentials: { accessToken: 't1' } }
    const faultOfToken = (endpoint: object, params: object, access_token: string) =>
      faultOf({ endpoint: endpoint as Endpoint, path: {}, params, context }, { access_token } as object)

    expect(faultOfToken(invalidateAccessToken, {}, 't1')).toBeUndefined()
    expect(faultOfToken(invalidateAccessToken, {}, 't2')).toBe('other')
    expect(faultOfToken(invalidateBearerToken, { access_token: 'a+b' }, 'a%2Bb')).toBeUndefined()
    expect(faultOfToken(invalidateBearerToken, { access_token: 'a+b' }, 't1')).toBe('other')
    expect(faultOfToken(createBearerToken, { grant_type: 'client_credentials' }, 'new')).toBeUndefined()
    expect(faultOfToken(createAccessToken, { oauth_verifier: '1' }, 'new')).toBeUndefined()
  })

  it('shows another ID than was sent for a new row, but not where its column has no ID', () => {
    const params = { funding_instrument_id: 'f1' }
    const shown = (funding_instrument_id: unknown) =>
      faultOf({ endpoint: createCampaign, path: IN_ACCOUNT, params }, { data: { id: 'c1', funding_instrument_id } })

    for (const value of ['F1', undefined, null, '', [], {}, 1.5, true])
      expect([value, shown(value)]).toEqual([value, undefined])
    for (const value of ['f2', 7]) expect([value, shown(value)]).toEqual([value, 'other'])
  })

  it('is none if the row has no ID, or if none was asked for', () => {
    expect(fault(getUserSettings, { user_id: '7' }, { contact_email: 'a@b.example' })).toBeUndefined()
    expect(fault(createCampaign, {}, { id: 'c9' })).toBeUndefined()
  })

  it.each([
    ['IDs', listCampaigns, { ids: ['c1', 'C2'] }, [{ id: 'c2' }], [{ id: 'c2' }, { id: 'c3' }]],
    ['IDs of posts', listPosts, { ids: ['7'] }, [{ id: 8, id_str: '7' }], [{ id: 7, id_str: '8' }]],
    ['keys', listPostPreviews, { ids: ['7'], key: 'post_id' }, [{ post_id: 7 }], [{ post_id: 8 }]],
    ['IDs, with others', listCampaigns, { ids: ['c1'] }, [{ id: 'c1' }, { id: 'c3' }], [{ id: 'c3' }]],
    [
      'parents',
      listLineItems,
      { column: 'campaign_id', ids: ['c1'] },
      [{ id: 'l1', campaign_id: 'c1' }, { id: 'l2' }, { id: 'l3', campaign_id: null }],
      [
        { id: 'l1', campaign_id: 'c1' },
        { id: 'l2', campaign_id: 'c2' },
      ],
    ],
  ])('has other rows than those that are wanted: %s', (_, endpoint, wanted, right, wrong) => {
    for (const as of [(rows: unknown) => rows, unparsed]) {
      expect(fault(endpoint, {}, as(right), wanted)).toBeUndefined()
      expect(fault(endpoint, {}, as(wrong), wanted)).toBe('other')
      expect(fault(endpoint, {}, as(wrong))).toBeUndefined()
    }
  })

  it('has values that are no IDs where those that are wanted should be', () => {
    const values: unknown[] = [{ toString: 1 }, [{ toString: 1 }], {}, ['c1'], true, 1.5, '']
    for (const value of values)
      for (const as of [(rows: unknown) => rows, unparsed]) {
        const named = { column: 'campaign_id', ids: ['c1'] }
        const other = fault(listLineItems, {}, as([{ id: 'l1', campaign_id: value }]), named)
        const keyed = fault(listPostPreviews, {}, as([{ post_id: value }]), { key: 'post_id', ids: ['7'] })
        expect([value, other, keyed]).toEqual([value, 'other', 'other'])
      }
  })

  it('repeats values that are no IDs or times where its parameters should be', () => {
    const params = { entity: 'CAMPAIGN', entity_ids: ['c1'], start_time: '2026-06-01T00:00:00Z' }
    const faultOfRepeated = (repeated: object) =>
      faultOf({ endpoint: listStats, path: IN_ACCOUNT, params }, { data: [], request: { params: repeated } })

    expect(faultOfRepeated({ entity_ids: 'c1', start_time: params.start_time })).toBeUndefined()
    for (const value of [{ toString: 1 }, [{ toString: 1 }], true])
      expect([value, faultOfRepeated({ entity_ids: value }), faultOfRepeated({ start_time: value })]).toEqual([
        value,
        'other',
        'other',
      ])
  })
})
