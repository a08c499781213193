import { request } from 'node:http'
import type { TypedDocumentString } from './graphql/graphql.ts'
import { beyondData, overhear } from './secrecy.ts'

/** What came back for one request; redirects are not followed. */
export interface PlainAnswer {
  status: number
  headers: Headers
  text: string
}

/** An HTTP client that keeps cookies as a browser does, each for its host and path, and follows no redirect by itself. */
export class BrowserClient {
  private readonly cookies = new Map<string, { value: string; path: string; host: string }>()
  /** The Set-Cookie headers seen. */
  readonly setCookies: string[] = []

  get(url: string, headers: Record<string, string> = {}): Promise<PlainAnswer> {
    return this.send('GET', url, headers)
  }

  post(url: string, body = '', headers: Record<string, string> = {}): Promise<PlainAnswer> {
    return this.send('POST', url, { 'content-type': 'application/x-www-form-urlencoded', ...headers }, body)
  }

  /** Sends a GraphQL document. */
  async query<Data = unknown>(
    url: string,
    document: TypedDocumentString<Data, never> | string,
    headers: Record<string, string> = {},
  ) {
    const { status, text } = await this.post(url, JSON.stringify({ query: String(document) }), {
      'content-type': 'application/json',
      ...headers,
    })
    const { data, errors } = JSON.parse(text) as {
      data: Data | null
      errors?: { message: string; extensions: Record<string, unknown> }[]
    }
    return { status, data, errors, codes: errors?.map(({ extensions }) => extensions['code']) }
  }

  /** The value of a cookie that is kept. */
  cookie(name: string): string | undefined {
    return [...this.cookies].find(([key]) => key.endsWith(` ${name}`))?.[1].value
  }

  /** Puts a cookie in the place of the one that is kept, or of none. */
  plant(url: string, name: string, value: string, path = '/'): void {
    const { host } = new URL(url)
    this.cookies.set(`${host} ${name}`, { value, path, host })
  }

  private async send(method: string, url: string, headers: Record<string, string>, body?: string) {
    const { host, pathname } = new URL(url)
    const cookie = [...this.cookies]
      .filter(([, kept]) => kept.host === host && pathname.startsWith(kept.path))
      .map(([key, { value }]) => `${key.split(' ')[1]}=${value}`)
      .join('; ')
    const answer = await plain(method, url, { ...(cookie && { cookie }), ...headers }, body)
    for (const line of answer.headers.getSetCookie()) this.keep(host, line)
    return answer
  }

  private keep(host: string, line: string): void {
    this.setCookies.push(line)
    const [, name, value, rest] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? []
    const key = `${host} ${name}`
    const path = /Path=([^;]+)/.exec(rest ?? '')?.[1] ?? '/'
    if (value === '' || /Max-Age=0\b/.test(rest ?? '')) this.cookies.delete(key)
    else this.cookies.set(key, { value: value!, path, host })
  }
}

/** One request, exactly as given: nothing is added but the host and the length. */
export function plain(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<PlainAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const seen = new Headers()
        for (let i = 0; i < incoming.rawHeaders.length; i += 2)
          seen.append(incoming.rawHeaders[i]!, incoming.rawHeaders[i + 1]!)
        const text = Buffer.concat(chunks).toString('utf8')
        if (/^\{"(errors|data)"/.test(text)) overhear('an answer', beyondData(text))
        resolve({ status: incoming.statusCode ?? 0, headers: seen, text })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Takes a browser through signing in at a graph over the sandbox, as the sandbox's user of this id. */
export async function signIn(
  browser: BrowserClient,
  graphUrl: string,
  userId = '1000000002',
  login = '/auth/login',
): Promise<PlainAnswer> {
  const callback = await agree(browser, new URL(login, graphUrl).href, userId)
  return browser.get(callback)
}

/** As signIn, up to the address to which the service sends the browser back. */
export async function agree(browser: BrowserClient, loginUrl: string, userId: string): Promise<string> {
  const begun = await browser.get(loginUrl)
  const page = new URL(begun.headers.get('location')!)
  const token = page.searchParams.get('oauth_token')!
  const back = await browser.post(`${page.origin}/oauth/authorize`, `oauth_token=${token}&user_id=${userId}`)
  return back.headers.get('location')!
}
