import { useGraphiQL, useGraphiQLActions } from '@graphiql/react'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { variablesIn } from './draft.ts'

/** The operation that a run sent. */
export interface RunRequest {
  query: string
  variables: Record<string, unknown>
  operationName: string | undefined
  headers: Record<string, unknown>
  /** Whether it was stopped before its response was complete. */
  isStopped?: boolean
}

/** The texts of the editors, and the chosen operation. */
interface Edited {
  query: string | null | undefined
  variables: string | null | undefined
  headers: string | null | undefined
  operationName: string | null | undefined
}

let openTab = ''

/** What the last run of each tab sent, by the ID of the tab. */
let requests: ReadonlyMap<string, RunRequest> = new Map()

const listeners = new Set<() => void>()

/** Records that the operation in the open tab is sent. Returns what records that it was stopped. */
export function startRun(request: RunRequest): () => void {
  const tab = openTab
  record(tab, request)
  return () => record(tab, { ...request, isStopped: true })
}

/** What the last run in the open tab sent. Undefined if it has had none. A run is stopped when another tab is opened. */
export function useRunRequest(): RunRequest | undefined {
  const id = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.id ?? '')
  const actions = useGraphiQLActions()
  useLayoutEffect(() => {
    openTab = id
    // GraphiQL writes a response into the tab that is open when it arrives.
    return () => actions.stop()
  }, [id, actions])
  return useSyncExternalStore(subscribe, () => requests.get(id))
}

/** Whether a run sent what the editors have now. */
export function hasSent(request: RunRequest, { query, variables, headers, operationName }: Edited): boolean {
  return (
    request.query === query &&
    request.operationName === (operationName ?? undefined) &&
    isSame(request.variables, variablesIn(variables ?? '')) &&
    isSame(request.headers, variablesIn(headers ?? ''))
  )
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function record(tab: string, request: RunRequest): void {
  requests = new Map(requests).set(tab, request)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
