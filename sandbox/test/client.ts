import { request, type IncomingHttpHeaders } from 'node:http'
import type { Credentials, Sandbox } from '../index.ts'
import { authorization, encodePairs, type Pair, type Tampering } from './sign.ts'

/** One item of an error list, of the ads interface or of the gateway. */
export interface ErrorItem {
  code: string | number
  message: string
  parameter?: string
  attribute?: string
}

/** A row of any entity. */
export type Data = Record<string, unknown> & { id: string }

/** The JSON of an answer; which members are there depends on the call. */
export interface Body<D = Data[]> {
  data: D
  next_cursor?: string | null
  total_count?: number
  errors?: ErrorItem[]
  operation_errors?: (ErrorItem[] | null)[]
  request?: { params: Record<string, unknown> }
}

/** An answer, with its body as text and, where it is JSON, as data. */
export interface Answer<D = Data[]> {
  status: number
  headers: IncomingHttpHeaders
  text: string
  body: Body<D>
}

/** Parameters of a call; a list of pairs where a name comes twice or the order counts. */
export type Params = Record<string, string | number | boolean> | readonly Pair[]

/** What a call has besides method and path. */
export interface CallOptions {
  query?: Params
  form?: Params
  json?: unknown
  credentials?: Credentials
  tampering?: Tampering
  headers?: Record<string, string>
}

/** Sends signed calls to a sandbox, as its default user if no other is given. */
export class Client {
  private readonly sandbox: Sandbox

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox
  }

  /** A signed GET below `/12/`. */
  get<D = Data[]>(path: string, query: Params = {}, options: CallOptions = {}): Promise<Answer<D>> {
    return this.send<D>('GET', `/12/${path}`, { query, ...options })
  }

  /** A signed POST below `/12/`, parameters in a form. */
  post<D = Data>(path: string, form: Params = {}, options: CallOptions = {}): Promise<Answer<D>> {
    return this.send<D>('POST', `/12/${path}`, { form, ...options })
  }

  /** A signed PUT below `/12/`, parameters in a form. */
  put<D = Data>(path: string, form: Params = {}, options: CallOptions = {}): Promise<Answer<D>> {
    return this.send<D>('PUT', `/12/${path}`, { form, ...options })
  }

  /** A signed DELETE below `/12/`. */
  delete<D = Data>(path: string, query: Params = {}, options: CallOptions = {}): Promise<Answer<D>> {
    return this.send<D>('DELETE', `/12/${path}`, { query, ...options })
  }

  /** A signed batch below `/12/batch/`. */
  batch<D = Data[]>(path: string, operations: unknown): Promise<Answer<D>> {
    return this.send<D>('POST', `/12/batch/${path}`, { json: operations })
  }

  /** A signed call of any method and path. */
  send<D = Data[]>(method: string, path: string, options: CallOptions = {}): Promise<Answer<D>> {
    const query = pairsOf(options.query)
    const form = pairsOf(options.form)
    const credentials = options.credentials ?? this.sandbox.credentials
    const signature = authorization(
      method,
      this.sandbox.url + path,
      [...query, ...form],
      credentials,
      options.tampering,
    )
    const url = query.length === 0 ? path : `${path}?${encodePairs(query)}`
    const content = contentOf(form, options.json)
    return this.raw<D>(
      method,
      url,
      { authorization: signature, ...content?.headers, ...options.headers },
      content?.body,
    )
  }

  /** A call exactly as given, without a signature unless the headers have one. */
  raw<D = Data[]>(
    method: string,
    url: string,
    headers: Record<string, string> = {},
    content?: string | Buffer,
  ): Promise<Answer<D>> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(this.sandbox.url)
      const outgoing = request({ hostname, port, method, path: url, headers }, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, body: parse(text) as Body<D> })
        })
      })
      outgoing.on('error', reject)
      outgoing.end(content)
    })
  }

  /** Every row of a list, page after page. */
  async walk(path: string, query: Record<string, string | number | boolean> = {}): Promise<Data[]> {
    const rows: Data[] = []
    let cursor: string | null | undefined
    do {
      const { status, body } = await this.get(path, cursor ? { ...query, cursor } : query)
      if (status !== 200) throw new Error(JSON.stringify(body))
      rows.push(...body.data)
      cursor = body.next_cursor
    } while (cursor)
    return rows
  }
}

function pairsOf(params: Params = {}): readonly Pair[] {
  return Array.isArray(params)
    ? (params as readonly Pair[])
    : Object.entries(params).map(([name, value]) => [name, String(value)])
}

function contentOf(
  form: readonly Pair[],
  json: unknown,
): { headers: Record<string, string>; body: string } | undefined {
  if (json !== undefined) return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }
  if (form.length === 0) return undefined
  return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: encodePairs(form) }
}

/** The data of a JSON text; of any other text an object without members. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
