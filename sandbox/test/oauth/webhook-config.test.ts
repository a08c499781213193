import { expect, test } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.ts'

const { sandbox, client } = await openSandbox()

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`

async function token(): Promise<string> {
  const { consumerKey, consumerSecret } = sandbox.credentials
  const headers = {
    authorization: basic(`${consumerKey}:${consumerSecret}`),
    'content-type': 'application/x-www-form-urlencoded',
  }
  const { text } = await client.raw('POST', '/oauth2/token', headers, 'grant_type=client_credentials')
  return (JSON.parse(text) as { access_token: string }).access_token
}

const webhooks = async (authorization: string, query = '') =>
  client.raw('GET', `/2/webhooks${query}`, { authorization })

test('webhook configurations require the valid bearer token (R-AUTH-21)', async () => {
  for (const authorization of ['Bearer AAAAnobody', 'Bearer ', basic('a:b')])
    expect((await webhooks(authorization)).status).toBe(401)
})

test('webhook configurations have their own envelope, with the requested fields', async () => {
  const bearer = `Bearer ${await token()}`
  const { body } = await webhooks(bearer)
  expect(Object.keys(body)).toEqual(['data', 'meta'])
  expect(body).toMatchObject({ meta: { result_count: body.data.length } })
  expect(body.data.map((row) => Object.keys(row))).toEqual(body.data.map(() => ['created_at', 'id', 'url', 'valid']))
  const some = await webhooks(bearer, '?webhook_config.fields=url')
  expect(some.body.data.map((row) => Object.keys(row))).toEqual(body.data.map(() => ['id', 'url']))
})
