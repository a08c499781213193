import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { SendText } from '../response/compression.ts'
import { BUILD_FOLDER } from './file.ts'
import type { PageSettings } from './settings.ts'

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

/** Creates the handler that answers with the page. It is short, and read from disk for each request. */
export function createPage(settings: PageSettings, sendText: SendText) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const template = await readFile(join(BUILD_FOLDER, 'index.html'), 'utf8').catch(() => undefined)
    if (template === undefined) {
      response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' }).end(NOT_BUILT)
      return
    }
    const html = template.replace(SETTINGS_PLACEHOLDER, () => scriptText(settings))
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      // The page is a kilobyte. The browser stores its files, which have other names when they change.
      'cache-control': 'no-store',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'referrer-policy': 'no-referrer',
    }
    response.setHeader('vary', 'accept')
    await sendText(request, response, headers, html)
  }
}

/** The settings as JSON that cannot end the script element which contains it. */
function scriptText(settings: PageSettings): string {
  return JSON.stringify(settings).replaceAll('<', String.raw`\u003c`)
}
