import { renderGraphiQL } from '@graphql-yoga/render-graphiql'

/**
 * Makes GraphiQL's page, which needs no network; where users can sign in, with a line above it that says who is signed
 * in, and has the way in and out.
 */
export function graphiqlRenderer(signIn: boolean): typeof renderGraphiQL {
  return (options) => {
    const page = renderGraphiQL(options)
    const end = signIn ? page.lastIndexOf('</body>') : page.length
    return page.slice(0, end) + (signIn ? SESSION_LINE : '') + page.slice(end)
  }
}

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
