import { describe, expect, it } from 'vitest'
import { viewed } from '../../src/async/viewed-bytes.ts'
import { callerGone, failed, faulty, isRevocation, rateLimited, refusedByBreaker } from '../../src/rest/call-error.ts'
import { batchCampaigns, getCampaign, updateCampaign } from '../../src/rest/campaign/campaign.ts'
import { aboutParam, get, post, type Endpoint } from '../../src/rest/endpoint.ts'
import { UpstreamError } from '../../src/rest/errors.ts'
import type { WireAnswer } from '../../src/rest/wire/transport.ts'
import { refused } from '../support/read-answer.ts'

const read = get<{ id: string }>()('accounts/:account_id/things/:id')
const write = post<{ id: string }>()('accounts/:account_id/things')
const of = (endpoint: object, path: Record<string, string> = {}) => ({
  endpoint: endpoint as Endpoint,
  path,
  params: {},
})
const UNKNOWN = '; whether POST accounts/:account_id/things happened is not known'

const answer = (status: number, body: unknown, headers: WireAnswer['headers'] = {}): WireAnswer => ({
  status,
  headers,
  body: viewed(Buffer.from(JSON.stringify(body))),
})

describe('the error of an answer that does not have the documented form', () => {
  it('of a read says so, and that the read is unavailable', () => {
    const error = faulty(of(read), answer(200, {}, { 'x-transaction-id': 'x1' }), { data: [{ id: '1' }] })

    expect(error).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'The answer of the service does not have the documented form',
      status: 200,
      transactionId: 'x1',
      outcomeUnknown: false,
    })
    expect(error.rows).toBeUndefined()
  })

  it('of a write says that its outcome is not known, and has the rows with an ID', () => {
    const error = faulty(of(batchCampaigns), answer(201, {}), { data: [{ id: '1' }, { name: 'n' }] })

    expect(error).toMatchObject({
      message:
        'The service accepted POST batch/accounts/:account_id/campaigns, ' +
        'but its answer does not have the documented form',
      status: 201,
      outcomeUnknown: true,
      rows: [{ id: '1' }, undefined],
    })
  })

  it('of a write has no rows if the answer has no envelope', () => {
    expect(faulty(of(write), answer(200, ''), undefined)).toMatchObject({ outcomeUnknown: true, rows: undefined })
  })
})

describe('the error of an answer about something else', () => {
  const other = (endpoint: object, path?: Record<string, string>) =>
    faulty(of(endpoint, path), answer(200, {}), { data: { id: '2' } }, 'other')

  it('of a read names the ID that was asked for', () => {
    expect(other(read, { id: '1' })).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'The service answered with another ID than 1',
      outcomeUnknown: false,
      isOfOther: true,
    })
  })

  it('of a write says that its outcome is not known, and has no rows', () => {
    expect(other(updateCampaign, { account_id: 'a1', campaign_id: '1' })).toMatchObject({
      message:
        'The service answered with another ID than 1; ' +
        'whether PUT accounts/:account_id/campaigns/:campaign_id happened is not known',
      outcomeUnknown: true,
      rows: undefined,
    })
  })
})

describe('the error of a refusal', () => {
  it('has the ID of the call, under either name, and when it may be sent again', () => {
    const headers = { 'x-transaction-id': 'x1', 'x-transaction': 'x2' }

    expect(refused(read, {}, answer(429, {}, headers), 5_000)).toMatchObject({
      code: 'RATE_LIMITED',
      transactionId: 'x1',
      retryAt: new Date(5_000),
    })
    expect(refused(read, {}, answer(429, {}, { 'x-transaction': 'x2' }), undefined)).toMatchObject({
      transactionId: 'x2',
      retryAt: undefined,
    })
  })

  it.each([408, 423, 500, 503])('of a write with status %i says that its outcome is not known', (status) => {
    const body = { errors: [{ code: 'X', message: 'No' }] }

    expect(refused(write, {}, answer(status, body), undefined)).toMatchObject({
      message: `No${UNKNOWN}`,
      outcomeUnknown: true,
    })
    expect(refused(read, {}, answer(status, body), undefined)).toMatchObject({ message: 'No', outcomeUnknown: false })
  })

  it.each([400, 404, 429, 499])('of a write with status %i says that it did not happen', (status) => {
    expect(refused(write, {}, answer(status, {}), undefined)).toMatchObject({
      message: `The service answered with status ${status}`,
      outcomeUnknown: false,
    })
  })

  const about = { param: 'name', rule: 'R-1' }
  const naming = post<{ id: string }, { name?: string | null }>()('things', { refusal: aboutParam('name', 'R-1') })

  it.each([
    ['sent', { name: 'n' }, about],
    ['sent as null', { name: null }, about],
    ['undefined', { name: undefined }, undefined],
    ['not sent', {}, undefined],
  ])('is about the parameter of its endpoint if it was sent: %s', (_, params, expected) => {
    const body = { errors: [{ code: 'X', message: 'No' }] }
    expect(refused(naming, params, answer(400, body), undefined).refusal).toEqual(expected)
  })

  it('is about no parameter if its endpoint has none of that kind', () => {
    expect(refused(write, { name: 'n' }, answer(400, {}), undefined)).toMatchObject({
      code: 'UPSTREAM_ERROR',
      refusal: undefined,
    })
  })

  it('leaves out the text of the service if parameters are confidential', () => {
    const upload = post<{ id: string }>()('users', { isUpload: true })
    const body = { errors: [{ code: 'X', message: 'anna' }] }
    expect(refused(upload, {}, answer(400, body), undefined).message).not.toContain('anna')
    expect(refused(write, {}, answer(400, body), undefined).message).toBe('anna')
  })
})

describe('the error of an attempt without an answer', () => {
  it.each([
    ['overloaded', false, 'OVERLOADED', 'The server has no memory left for the answer; nothing was sent'],
    ['overloaded', true, 'OVERLOADED', 'The server has no memory left for the answer'],
    ['timeout', false, 'UPSTREAM_TIMEOUT', 'The time for this operation was up before the request could be sent'],
    ['timeout', true, 'UPSTREAM_TIMEOUT', 'The service did not answer in time'],
    ['broken', false, 'UPSTREAM_UNAVAILABLE', 'The service could not be reached'],
    ['broken', true, 'UPSTREAM_UNAVAILABLE', 'The connection to the service broke before the answer was complete'],
    ['aborted', false, 'UPSTREAM_UNAVAILABLE', 'The caller went away before the service answered'],
    ['oversized', true, 'UPSTREAM_UNAVAILABLE', 'The answer of the service is longer than Adgraph reads'],
    [
      'certificate',
      false,
      'UPSTREAM_UNAVAILABLE',
      'The TLS certificate of the service is not accepted (CERT_HAS_EXPIRED); nothing was sent',
    ],
  ] as const)('%s, sent: %s, is %s; a write may have happened if it was sent', (reason, sent, code, message) => {
    const failure = { reason, sent, code: 'CERT_HAS_EXPIRED' }
    expect(failed(read, failure)).toMatchObject({ code, message, outcomeUnknown: false, status: undefined })
    expect(failed(write, failure)).toMatchObject({
      code,
      message: message + (sent ? UNKNOWN : ''),
      outcomeUnknown: sent,
    })
  })
})

describe('the error of a call that was not sent', () => {
  it('because of the breaker names the endpoint', () => {
    expect(refusedByBreaker(getCampaign)).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message:
        'GET accounts/:account_id/campaigns/:campaign_id is not called at the moment, because nearly all of its recent calls failed; nothing was sent',
    })
  })

  it('because its caller went away says so', () => {
    expect(callerGone()).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'The caller went away before the service answered',
    })
  })

  it('because of a rate limit has the time of its reset', () => {
    expect(rateLimited(7_000)).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'The rate limit of this endpoint is spent; nothing was sent',
      retryAt: new Date(7_000),
    })
  })
})

describe('the revocation of a token', () => {
  const error = (status: number, ...codes: (string | number)[]) =>
    new UpstreamError({
      code: 'UNAUTHENTICATED',
      message: 'No',
      status,
      errors: codes.map((code) => ({ code, message: 'No' })),
    })

  it('is a 401 with the code 89 among its problems', () => {
    expect(isRevocation(error(401, 32, 89))).toBe(true)
    expect(isRevocation(error(401, '89'))).toBe(true)
  })

  it('is no other refusal', () => {
    expect([error(401), error(401, 32), error(400, 89)].map(isRevocation)).toEqual([false, false, false])
  })
})
