import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Handler } from '../http/exchange.ts'
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

/** Creates the handler that answers with the page that contains GraphiQL. */
export function createPage(settings: PageSettings, sendText: SendText) {
  return answerHtml('index.html', sendText, (template) =>
    template.replace(SETTINGS_PLACEHOLDER, () => scriptText(settings)),
  )
}

/** Creates the handler that answers with the list of rules, which the descriptions of the schema lead to. */
export function createRules(sendText: SendText) {
  return answerHtml('rules.html', sendText, (html) => html)
}

/** Answers with a page of the build. It is short, and read from disk for each request. */
function answerHtml(name: string, sendText: SendText, fill: (template: string) => string): Handler {
  return async (request, response) => {
    const template = await readFile(join(BUILD_FOLDER, name), 'utf8').catch(() => undefined)
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
