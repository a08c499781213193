import { Tooltip, useGraphiQL } from '@graphiql/react'
import { useCallback, useEffect, useState, type FormEvent, type MouseEvent } from 'react'
import { useDraft } from './operation/draft.ts'
import { noAnswer } from './operation/failure.ts'
import { keepDraft } from './operation/link.ts'
import { setToken, useToken } from './operation/token.ts'
import { settings } from './settings.ts'

/** The user on whose behalf operations run, as `/auth/session` returns it. */
interface Caller {
  user: { id: string; screenName: string } | null
  /** Whether operations run without signing in, on behalf of the default user. */
  mayCall: boolean
}

const SERVICES = {
  'embedded sandbox': {
    label: 'Sandbox',
    kind: 'sandbox',
    description: 'Calls go to the sandbox inside this server. Nothing here is real.',
  },
  sandbox: {
    label: 'Service sandbox',
    kind: 'sandbox',
    description: 'Calls go to the sandbox of the service. No money is spent.',
  },
  production: {
    label: 'Real service',
    kind: 'real',
    description: 'Calls go to the real service. Mutations change real campaigns and spend real money.',
  },
}

/** Shows the service and the user that operations run on behalf of, with sign-in and sign-out. */
export function Session() {
  const service = SERVICES[settings.service]
  const { sandboxNow } = settings
  const description = sandboxNow ? `${service.description} Its clock started at ${sandboxNow}.` : service.description
  return (
    <div className="session">
      <Tooltip label={description}>
        <span className={`session-service session-service-${service.kind}`} role="note" tabIndex={0}>
          {service.label}
          {sandboxNow && ` of ${sandboxNow.slice(0, 10)}`}
          <span className="visually-hidden">. {description}</span>
        </span>
      </Tooltip>
      {settings.needsToken && <Token />}
      {settings.signIn && <User />}
    </div>
  )
}

/** The field for a token of the server's clients. */
function Token() {
  const { token, isRefused } = useToken()
  const [text, setText] = useState('')
  if (token !== undefined && !isRefused)
    return (
      <>
        <span className="session-user session-words" role="status">
          With a token
        </span>
        <button type="button" className="session-button" onClick={() => setToken(undefined)}>
          Forget token
        </button>
      </>
    )

  function use(event: FormEvent) {
    event.preventDefault()
    setToken(text.trim())
    setText('')
  }

  return (
    <form className="session-token" onSubmit={use}>
      <input
        type="password"
        required
        autoComplete="off"
        aria-label="Token"
        aria-invalid={isRefused}
        placeholder="Token"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit" className="session-button">
        Use
      </button>
    </form>
  )
}

function User() {
  const [caller, reload] = useCaller()
  const draft = useDraft()
  const [problem, setProblem] = useState<string>()
  if (!caller) return null

  async function signOut() {
    try {
      const response = await fetch('/auth/logout', { method: 'POST' })
      setProblem(response.ok ? undefined : `The server answered with status ${response.status}`)
      reload()
    } catch (error) {
      setProblem(noAnswer(error))
    }
  }

  if (caller.user)
    return (
      <>
        <span className="session-user" role="status">
          <span className="session-words">Signed in as </span>
          <strong>{caller.user.screenName}</strong>
        </span>
        {problem !== undefined && (
          <span className="session-user danger" role="alert" title={problem}>
            Not signed out. {problem}
          </span>
        )}
        <button type="button" className="session-button" onClick={() => void signOut()}>
          Sign out
        </button>
      </>
    )
  return (
    <>
      <span className="session-user session-words" role="status">
        {caller.mayCall ? 'Not signed in: default user' : 'Not signed in'}
      </span>
      <a
        className="session-button"
        href={`/auth/login?returnTo=${encodeURIComponent(location.pathname)}`}
        onClick={(event: MouseEvent) => !event.defaultPrevented && keepDraft(draft)}
      >
        Sign in
      </a>
    </>
  )
}

/** The caller. It is requested again after a response with UNAUTHENTICATED, and when the user returns to the page. */
function useCaller(): [Caller | undefined, () => void] {
  const [caller, setCaller] = useState<Caller>()
  const reload = useCallback(() => {
    void fetch('/auth/session')
      .then((response) => response.json())
      // Without an answer, the last one is shown until the user returns to the page.
      .then(setCaller, () => undefined)
  }, [])
  const wasRefused = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.response?.includes(REFUSED))
  useEffect(reload, [reload, wasRefused])
  useEffect(() => {
    addEventListener('focus', reload)
    return () => removeEventListener('focus', reload)
  }, [reload])
  return [caller, reload]
}

const REFUSED = '"UNAUTHENTICATED"'
