import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'

/** The GraphiQL page and its response headers. */
interface Page {
  html: Buffer
  headers: Record<string, string>
}

export interface PageOptions {
  /** The query that the page shows first. */
  firstQuery: string
  /** Whether users can sign in. If so, a line above GraphiQL shows the user and links to sign in and out. */
  signIn: boolean
}

/** What answers requests with GraphiQL's page, which needs no network. Its 9 MB are loaded when it is first asked for. */
export function createPage(options: PageOptions): (response: ServerResponse) => Promise<void> {
  let loading: Promise<Page> | undefined
  return async (response) => {
    const { html, headers } = await (loading ??= loadPage(options))
    response.writeHead(200, headers).end(html)
  }
}

async function loadPage({ firstQuery, signIn }: PageOptions): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const page = renderGraphiQL({ title: 'Adgraph', defaultQuery: firstQuery })
  const end = signIn ? page.lastIndexOf('</body>') : page.length
  const text = page.slice(0, end) + (signIn ? SESSION_LINE : '') + page.slice(end)
  const html = Buffer.from(text)
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(html.length),
      'content-security-policy': contentSecurityPolicy(text),
    },
  }
}

/** Allows a page its own inline scripts, by their hashes, and nothing from anywhere else. */
function contentSecurityPolicy(page: string): string {
  const hashes = inlineScripts(page).map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return [
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    // Monaco's workers are made of texts in the page, and its styles are set by its scripts.
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    'font-src data:',
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function inlineScripts(page: string): string[] {
  const scripts: string[] = []
  for (let at = page.indexOf(OPEN); at >= 0;) {
    const end = page.indexOf(CLOSE, at)
    scripts.push(page.slice(at + OPEN.length, end))
    at = page.indexOf(OPEN, end)
  }
  return scripts
}

const OPEN = '<script>'
const CLOSE = '</script>'

const SESSION_LINE = `
<style>
  #session { display: flex; gap: 0.75rem; align-items: center; box-sizing: border-box; height: 2.25rem; padding: 0 1rem;
    font: 14px/1 system-ui, sans-serif; color: #3b4b68; background: #eef1f6; border-bottom: 1px solid #d5dbe6 }
  #session form { margin: 0 }
  #session a, #session button { font: inherit; color: #b3006b; background: none; border: 0; padding: 0; cursor: pointer;
    text-decoration: underline }
  body { display: flex; flex-direction: column; height: 100vh; margin: 0 }
  #root { flex: 1; min-height: 0; height: auto !important }
</style>
<div id="session" role="status"></div>
<script>
  (async () => {
    const line = document.getElementById('session')
    document.body.prepend(line)
    const here = encodeURIComponent(location.pathname + location.search)
    const answer = await fetch('/auth/session')
    const { user, mayCall } = await answer.json()
    const words = document.createElement('span')
    words.textContent = user
      ? 'Signed in as ' + user.screenName
      : mayCall ? 'Not signed in: operations run on behalf of the default user' : 'Not signed in'
    line.append(words)
    if (user) {
      const form = document.createElement('form')
      form.method = 'post'
      form.action = '/auth/logout?returnTo=' + here
      const button = document.createElement('button')
      button.textContent = 'Sign out'
      form.append(button)
      line.append(form)
    } else {
      const link = document.createElement('a')
      link.href = '/auth/login?returnTo=' + here
      link.textContent = 'Sign in'
      line.append(link)
    }
  })()
</script>
`
