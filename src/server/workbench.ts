import { readFile, open, type FileHandle } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { Callers } from './auth/callers.ts'
import { BUILD } from './build.ts'
import { isJson } from './guard/guard.ts'
import { answerRefusal, methodNotAllowed, refusal, JSON_TYPE, unauthorized } from './http/refusal.ts'
import { type Handler, type OutgoingResponse, acceptedEncodings } from './http/request.ts'
import type { PageSettings } from './page-settings.ts'
import { sendText } from './response.ts'

/** The placeholder for the settings in the built page. */
const SETTINGS_PLACEHOLDER = '__SETTINGS__'

const NOT_BUILT = `The page is not built. Run \`npm run build\`, then reload.

The GraphQL endpoint at this URL works without it: send operations by POST.
`

/** Scripts come from files of this server only. Styles may be inline, because Monaco's scripts set them. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Creates the handler that answers with the page that contains GraphiQL. */
export function createPage(settings: PageSettings) {
  return answerHtml('index.html', (template) => template.replace(SETTINGS_PLACEHOLDER, () => scriptText(settings)))
}

/** Creates the handler that answers with the list of rules, which the descriptions of the schema lead to. */
export function createRules() {
  return answerHtml('rules.html', (html) => html)
}

/** Answers with a page of the build. It is short, and read from disk for each request. */
function answerHtml(name: string, fill: (template: string) => string): Handler {
  return async (request, response) => {
    const template = await readFile(join(PAGE_FOLDER, name), 'utf8').catch(() => undefined)
    if (template === undefined) {
      response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' }).end(NOT_BUILT)
      return
    }
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      // The browser stores the page's files, which have other names when they change.
      'cache-control': 'no-store',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'referrer-policy': 'no-referrer',
    }
    response.setHeader('vary', 'accept')
    await sendText(request, response, headers, fill(template))
  }
}

/** The settings as JSON that cannot end the script element which contains it. */
function scriptText(settings: PageSettings): string {
  return JSON.stringify(settings).replaceAll('<', String.raw`\u003c`)
}

/** The folder of the built page. */
const PAGE_FOLDER = fileURLToPath(new URL('workbench', BUILD))

/** The path under which the files of the page are served. */
export const FILES_PATH = '/workbench/'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.graphql': 'text/plain; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.ttf': 'font/ttf',
}

/** The files that have the schema, and the index of its words. */
const OF_SCHEMA: ReadonlySet<string> = new Set(['.graphql', '.json'])

/** The encodings in which the build stores each file, the smallest first, with the suffixes of the file names. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

const IDENTITY = 'identity'

export const RULES_PATH = '/rules'

/** The names that the build gives, such as `index-B1x_0-aZ.js`. */
const FILE_NAME = /^\w[\w.-]*-[\w-]{8}\.\w+$/

const NO_FILE = refusal('NOT_FOUND', 404, 'The page has no such file. Reload it: it may have been rebuilt')

/** Creates the handler of the page's files, which are read from disk. The schema is served if introspection is allowed. */
export function createFiles(introspection: boolean): Handler {
  return async (request, response) => {
    const name = request.url!.split('?')[0]!.slice(FILES_PATH.length)
    const extension = extname(name)
    const type = TYPES[extension]
    const isServed = type !== undefined && FILE_NAME.test(name) && (introspection || !OF_SCHEMA.has(extension))
    const found = isServed && (await openEncoded(name, request.headers['accept-encoding'] ?? ''))
    if (!found) return answerRefusal(response, NO_FILE)

    const { size } = await found.file.stat()
    // A pipeline to a client that has already disconnected would not close the file.
    if (response.destroyed) return found.file.close()
    response.writeHead(200, {
      'content-type': type,
      'content-length': size,
      ...(found.encoding !== IDENTITY && { 'content-encoding': found.encoding }),
      // The name contains a hash of the content.
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    // If the client disconnects in the meantime, there is nothing to answer.
    await pipeline(found.file.createReadStream(), response).catch(() => response.destroy())
  }
}

/** Opens the smallest form of a file that the client accepts. Undefined if there is no such file. */
async function openEncoded(
  name: string,
  accepted: string,
): Promise<{ file: FileHandle; encoding: string } | undefined> {
  const encodings = acceptedEncodings(
    accepted,
    ENCODINGS.map(({ name }) => name),
  )
  const forms = ENCODINGS.filter((encoding) => encodings.includes(encoding.name))
  for (const { name: encoding, suffix } of [...forms, { name: IDENTITY, suffix: '' }]) {
    // The name comes from the request, so for a name that cannot be opened, for any reason, there is no file.
    const file = await open(join(PAGE_FOLDER, name + suffix)).catch(() => undefined)
    if (file) return { file, encoding }
  }
  return undefined
}

/** The path of the faults of the embedded sandbox, here as there. */
export const FAULTS_PATH = '/sandbox/faults'

const METHODS = ['GET', 'POST', 'DELETE']

/** The most bytes of a request with fault rules. */
const MAX_BYTES = 65_536

const NOT_ALLOWED = methodNotAllowed(
  METHODS.join(', '),
  'Faults are listed by GET, added by POST and removed by DELETE',
)
const NOT_JSON = refusal('UNSUPPORTED_MEDIA_TYPE', 415, 'Send fault rules as application/json')
const TOO_LONG = refusal('REQUEST_ENTITY_TOO_LARGE', 413, `Fault rules are at most ${MAX_BYTES} bytes long`)
const UNREACHABLE = refusal('UPSTREAM_UNAVAILABLE', 502, 'The embedded sandbox does not answer')

/**
 * Creates the handler that passes fault rules on to the embedded sandbox, which pages of this server cannot reach. If callers must
 * present a token, it is for them only.
 */
export function createFaults(sandboxUrl: string, callers: Callers): Handler<ServerResponse & OutgoingResponse> {
  return async (request, response) => {
    const { method = 'GET', headers } = request
    if (!METHODS.includes(method)) return answerRefusal(response, NOT_ALLOWED)
    const { refused, unknown } = await callers.callerOf(request, response)
    if (refused && unknown && callers.onlyKnown) return answerRefusal(response, unauthorized(refused))
    // Pages of other origins may send a text without asking first, but no JSON.
    if (method === 'POST' && !isJson(headers['content-type'])) return answerRefusal(response, NOT_JSON)
    try {
      const body = method === 'POST' ? await bodyOf(request) : null
      if (body === undefined) return answerRefusal(response, TOO_LONG)
      const answer = await fetch(new URL(FAULTS_PATH, sandboxUrl), {
        method,
        body,
        ...(body !== null && { headers: { 'content-type': JSON_TYPE } }),
      })
      const text = await answer.text()
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? JSON_TYPE }).end(text)
    } catch {
      answerRefusal(response, UNREACHABLE)
    }
  }
}

/** The body of a request. Undefined if it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk)
    if (text.length > MAX_BYTES) return undefined
  }
  return text
}
