import { html, text, type Reply } from '../http/reply.ts'

/** A response of name=value pairs joined by `&`, as the token endpoints send it (Authorization Interface, section 2). */
export function pairs(values: Record<string, string>): Reply {
  return text(200, new URLSearchParams(values).toString())
}

/** An HTML page for the browser. `content` is HTML. */
export function page(status: number, title: string, content: string): Reply {
  return html(
    status,
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${title} · Sandbox</title>
    <style>
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 24rem; margin: 15vh auto; padding: 0 1rem }
      button { display: block; width: 100%; margin: 0.5rem 0; padding: 0.6rem; font: inherit; cursor: pointer }
      code { font-size: 1.5rem }
    </style>
  </head>
  <body>
    <h1>${title}</h1>
    ${content}
  </body>
</html>
`,
    { 'cache-control': 'no-store' },
  )
}
