import { describe, expect, it } from 'vitest'
import { negotiate } from '../../../src/server/http/request.ts'

const JSON_TYPE = 'application/json'
const RESPONSE = 'application/graphql-response+json'

describe('negotiation', () => {
  it.each([
    [undefined, JSON_TYPE],
    ['', JSON_TYPE],
    ['*/*', JSON_TYPE],
    ['application/*', JSON_TYPE],
    ['application/graphql-response+json, application/json;q=0.9', RESPONSE],
    ['application/json;q=0.9, application/graphql-response+json', RESPONSE],
    ['application/graphql-response+json;q=0.5, application/json', JSON_TYPE],
    ['application/json, application/graphql-response+json', JSON_TYPE],
    ['Application/GraphQL-Response+JSON', RESPONSE],
    ['application/json; charset="UTF-8"; Q=0.3', JSON_TYPE],
    ['application/json;charset=utf8', JSON_TYPE],
    ['application/json;q=0, */*;q=0.1', RESPONSE],
    ['application/json; profile="a, b"; q=0.1, application/graphql-response+json;v=2', RESPONSE],
    ['multipart/mixed;deferSpec=20220824, application/graphql-response+json, application/json', RESPONSE],
    ['text/plain;q=0.9, application/json;q=0.1', JSON_TYPE],
  ])('of %j gives %s', (accept, type) => {
    expect(negotiate(accept)).toEqual({ type, page: false })
  })

  it.each([
    'text/plain',
    'application/json;q=0',
    '*/*;q=0',
    'application/json;charset=utf-16',
    'json',
    ';q=1',
    ',',
    'text/html;q=0',
    'text/*',
    'multipart/mixed',
    'text/event-stream',
    'application/*;q=0, */*',
  ])('of %j gives nothing', (accept) => {
    expect(negotiate(accept)).toBeUndefined()
  })

  it('of the page alone gives no type of data', () => {
    expect(negotiate('text/html')).toEqual({ type: undefined, page: true })
  })

  it.each([
    ['text/html', true],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
    ['text/html;q=0.5, application/json', false],
    ['*/*', false],
  ])('of %j prefers the page: %s', (accept, page) => {
    expect(negotiate(accept)?.page).toBe(page)
  })
})
