import { expect, test } from 'vitest'
import { endpoint, type Endpoint, type Method } from '../endpoint/endpoint.ts'
import { json } from '../http/reply.ts'
import { Router } from '../router.ts'

const declare = (method: Method, path: string, version?: string): Endpoint =>
  endpoint({ method, path, version: version ?? '12', quota: 'account', parameters: {}, handle: () => json(200, {}) })

const router = new Router([
  declare('GET', 'accounts/:account_id/cards/:card_id'),
  declare('DELETE', 'accounts/:account_id/cards/:card_id'),
  declare('GET', 'accounts/:account_id/cards/all'),
  declare('GET', 'accounts/:account_id/cards/poll/:card_id'),
  declare('GET', 'accounts/:account_id/recommendations', '5'),
  declare('POST', 'oauth/request_token', ''),
])

test.each([
  ['GET', '/12/accounts/a/cards/b', 'accounts/:account_id/cards/:card_id', { account_id: 'a', card_id: 'b' }],
  ['DELETE', '/12/accounts/a/cards/b', 'accounts/:account_id/cards/:card_id', { account_id: 'a', card_id: 'b' }],
  ['GET', '/12/accounts/a/cards/all', 'accounts/:account_id/cards/all', { account_id: 'a' }],
  [
    'GET',
    '/12/accounts/a/cards/poll/all',
    'accounts/:account_id/cards/poll/:card_id',
    { account_id: 'a', card_id: 'all' },
  ],
  [
    'GET',
    '/12/accounts/a%2Fb/cards/c%20d',
    'accounts/:account_id/cards/:card_id',
    { account_id: 'a/b', card_id: 'c d' },
  ],
  ['GET', '/5/accounts/a/recommendations', 'accounts/:account_id/recommendations', { account_id: 'a' }],
  ['POST', '/oauth/request_token', 'oauth/request_token', {}],
])('%s %s leads to %s', (method, url, path, parameters) => {
  expect(router.route(method, url)).toMatchObject({ found: 'endpoint', endpoint: { method, path }, path: parameters })
})

test.each([
  ['POST', '/12/accounts/a/cards/b', ['GET', 'DELETE']],
  ['DELETE', '/12/accounts/a/cards/all', ['GET']],
  ['GET', '/oauth/request_token', ['POST']],
])('%s %s is a path with other methods', (method, url, allowed) => {
  expect(router.route(method, url)).toEqual({ found: 'other methods', allowed })
})

test.each([
  '/12/accounts/a/recommendations',
  '/5/accounts/a/cards/b',
  '/12/accounts//cards/b',
  '/12/accounts/a/cards',
  '/12/accounts/a/cards/b/c',
  '/12/accounts/a/cards/%',
  '/',
  '',
])('%s leads nowhere', (url) => {
  expect(router.route('GET', url)).toEqual({ found: 'nothing' })
})
