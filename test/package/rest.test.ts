import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ConfigError, createClient, listCampaigns, type ClientOptions } from '../../src/package/rest.ts'
import * as rest from '../../src/package/rest.ts'
import { startUpstream } from '../support/upstream.ts'

const OPTIONS = { adsBaseUrl: 'https://ads.example', consumer: { key: 'key', secret: 'secret' } }

describe('a client of the REST interface', () => {
  it.each<[Partial<ClientOptions>, string]>([
    [{ adsBaseUrl: 'http://ads.example' }, 'adsBaseUrl must be https'],
    [{ adsBaseUrl: 'http://127.0.0.1.example' }, 'adsBaseUrl must be https'],
    [{ authBaseUrl: 'http://auth.example' }, 'authBaseUrl must be https'],
    [{ adsBaseUrl: 'ftp://ads.example' }, 'adsBaseUrl must be a URL'],
    [{ adsBaseUrl: 'https://ads.example/12' }, 'adsBaseUrl must be without the version'],
    [{ adsBaseUrl: 'https://ads.example/12/' }, 'adsBaseUrl must be without the version'],
    [{ adsBaseUrl: '' }, 'adsBaseUrl is required'],
    [{ consumer: { key: 'key', secret: '' } }, 'consumer.secret is required'],
  ])('refuses the options that a graph refuses: %j', (options, message) => {
    const create = () => createClient({ ...OPTIONS, ...options })
    expect(create).toThrow(ConfigError)
    expect(create).toThrow(message)
  })

  it('takes an http: URL of this machine, with a slash at its end', async () => {
    const upstream = await startUpstream(() => ({ body: { data: [] } }))
    const client = createClient({ ...OPTIONS, adsBaseUrl: `${upstream.url}/` })
    const user = { token: 'token', tokenSecret: 'token secret' }
    await client.session({ user }).page(listCampaigns, { account_id: 'a1' }, {})
    await client.close()
    await upstream.close()

    expect(upstream.requests.map(({ path }) => path)).toEqual(['/12/accounts/a1/campaigns'])
  })
})

describe('the exports of adgraph/rest', () => {
  it('are every endpoint, and these', () => {
    const chapters = ['account', 'audience', 'campaign', 'creative', 'oauth'].map((chapter) => `src/rest/${chapter}`)
    const texts = chapters.flatMap((chapter) =>
      readdirSync(chapter).map((file) => readFileSync(`${chapter}/${file}`, 'utf8')),
    )
    const endpoints = texts.flatMap((text) =>
      [...text.matchAll(/^export (?:const|(?:async )?function) (\w+)/gm)].map(([, name]) => name!),
    )

    expect(Object.keys(rest).toSorted()).toEqual(
      [...endpoints, 'ConfigError', 'MAX_IDS', 'UpstreamError', 'createClient', 'idOf'].toSorted(),
    )
  })
})
