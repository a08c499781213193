import { useSyncExternalStore } from 'react'

const KEY = 'adgraph:token'

/** The token that the server asks its clients for, as this tab has it. */
interface TokenState {
  /** It is kept in the session of this tab only, which the browser forgets with the tab. */
  token: string | undefined
  /** Whether the server refused the last request for want of a valid token. */
  isRefused: boolean
}

let state: TokenState = { token: sessionStorage.getItem(KEY) ?? undefined, isRefused: false }

const listeners = new Set<() => void>()

/** Keeps a token, or forgets it. */
export function setToken(token: string | undefined): void {
  if (token === undefined) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, token)
  change({ token, isRefused: false })
}

export function useToken(): TokenState {
  return useSyncExternalStore(subscribe, () => state)
}

/** Sends a request to the server: with the token, unless it has an Authorization header of its own. */
export async function send(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  const { token } = state
  if (token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(input, { ...init, headers })
  change({ ...state, isRefused: response.status === 401 })
  return response
}

function change(next: TokenState): void {
  if (next.token === state.token && next.isRefused === state.isRefused) return
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
