import { html, text, type Reply } from '../http/reply.ts'

/** A response of name=value pairs joined by `&`, as the token endpoints send it (Authorization Interface, section 2). */
export function pairs(values: Record<string, string>): Reply {
  return text(200, new URLSearchParams(values).toString())
}

/** The page at /graphql has the same colors and fonts. */
const STYLE = `
      :root {
        color-scheme: light dark;
        --text: light-dark(hsl(219 28% 32%), hsl(219 29% 78%));
        --line: light-dark(hsl(219 28% 32% / 25%), hsl(219 29% 78% / 25%));
        --hover: light-dark(hsl(219 28% 32% / 7%), hsl(219 29% 78% / 7%));
      }
      body {
        max-width: 30rem;
        margin: 12vh auto;
        padding: 0 1rem;
        background: light-dark(#fff, hsl(219 29% 18%));
        color: var(--text);
        font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', sans-serif;
      }
      h1 { margin: 0.5rem 0; font-size: 1.5rem; font-weight: 600 }
      .badge {
        padding: 2px 10px;
        border-radius: 999px;
        background: light-dark(hsl(158 60% 42% / 15%), hsl(158 100% 42% / 15%));
        color: light-dark(hsl(158 90% 24%), hsl(158 70% 62%));
        font-size: 12px;
        font-weight: 600;
      }
      button {
        display: block;
        width: 100%;
        margin: 0.6rem 0;
        padding: 0.7rem 1rem;
        border: 1px solid var(--line);
        border-radius: 8px;
        background: none;
        color: inherit;
        font: inherit;
        text-align: left;
        cursor: pointer;
      }
      button:hover { background: var(--hover) }
      button:focus-visible { outline: 2px solid light-dark(hsl(242 51% 61%), hsl(243 100% 77%)) }
      button small { display: block; font-size: 13px }
      .cancel { width: auto; border: 0; padding: 0.3rem 0.6rem; margin-left: -0.6rem }
      code { font: 1.5rem ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace }
    `

/** An HTML page for the browser. `content` is HTML. */
export function page(status: number, title: string, content: string): Reply {
  return html(
    status,
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${title} · Sandbox</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
    <style>${STYLE}</style>
  </head>
  <body>
    <span class="badge">Sandbox</span>
    <h1>${title}</h1>
    ${content}
  </body>
</html>
`,
    { 'cache-control': 'no-store' },
  )
}
