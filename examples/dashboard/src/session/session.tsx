import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors'
import { useEffect, useState, type SubmitEvent } from 'react'
import { readToken, writeToken } from './token.ts'

/** What `/auth/session` returns: the user who has signed in, if any. */
interface Session {
  user: { screenName: string } | null
}

/** Whether the server refused an operation because it does not know the caller. */
export function isRefused(error: unknown): boolean {
  if (ServerError.is(error)) return error.statusCode === 401
  return (
    CombinedGraphQLErrors.is(error) && error.errors.some(({ extensions }) => extensions?.['code'] === 'UNAUTHENTICATED')
  )
}

/** The session at the server. Null if users cannot sign in there; undefined until it is known. */
function useSession(): Session | null | undefined {
  const [session, setSession] = useState<Session | null>()
  useEffect(() => {
    fetch('/auth/session')
      .then(async (response) => setSession(response.ok ? ((await response.json()) as Session) : null))
      .catch(() => setSession(null))
  }, [])
  return session
}

/** Who is signed in, with a way to sign in and out: at the service if the server offers it, otherwise with a bearer token. */
export function SessionBar({ refused }: { refused: boolean }) {
  const session = useSession()
  const token = readToken()
  if (session === undefined) return null

  async function signOut() {
    sessionStorage.clear()
    if (session?.user) await fetch('/auth/logout', { method: 'POST' })
    location.reload()
  }

  if (session?.user || (token !== null && !refused))
    return (
      <p className="session">
        <span>
          Signed in <strong>{session?.user ? `as ${session.user.screenName}` : 'with a token'}</strong>
        </span>
        <button type="button" onClick={() => void signOut()}>
          Sign out
        </button>
      </p>
    )
  if (session === null) return refused ? <TokenForm wrong={token !== null} /> : null
  const { pathname, search } = location
  return (
    <p className="session">
      <span>{refused ? 'Sign in to see your campaigns.' : 'Default user'}</span>
      <a href={`/auth/login?${new URLSearchParams({ returnTo: pathname + search })}`}>Sign in</a>
    </p>
  )
}

/** Takes the token that a server without sign-in requires (`CLIENT_TOKENS`). */
function TokenForm({ wrong }: { wrong: boolean }) {
  const [text, setText] = useState('')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    writeToken(text.trim())
    location.reload()
  }

  return (
    <form className="session token" onSubmit={submit}>
      <label>
        {wrong ? 'The server refused the token. Enter another one:' : 'The server requires a token:'}
        <input
          type="password"
          autoComplete="off"
          required
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <button type="submit">Sign in</button>
    </form>
  )
}
