import { useGraphiQL, useGraphiQLActions } from '@graphiql/react'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import type { Answer } from './contract.ts'
import { variablesIn } from './draft.ts'
import { mutationsOf, type Mutation } from './mutation.ts'

/** The operation that a run sent. */
export interface RunRequest {
  query: string
  variables: Record<string, unknown>
  operationName: string | undefined
  headers: Record<string, unknown>
  /** Whether `validateOnly` was sent as false, whatever the text says. */
  isWrite: boolean
  /** What the answer was, once it is complete. */
  exchange?: Exchange
  /** Whether it was stopped before its response was complete. */
  isStopped?: boolean
}

/** What an answer was over HTTP, and what it has beside its data and errors, which the editor of the response does not show. */
export interface Exchange {
  status: number
  /** The time until its last byte, in milliseconds. */
  durationMs: number
  /** The size of its body, not compressed. */
  bytes: number
  extensions: Answer['extensions']
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

/** Records that the operation in the open tab is sent. Returns what records how that ended. */
export function startRun(request: RunRequest): (end: Pick<RunRequest, 'exchange' | 'isStopped'>) => void {
  const tab = openTab
  record(tab, request)
  return (end) => record(tab, { ...request, ...end })
}

/** The mutations that a run sent, in order. */
export function mutationsIn({ query, variables, operationName, isWrite }: RunRequest): Mutation[] {
  const mutations = mutationsOf(query, variables, operationName)
  return isWrite ? mutations.map((mutation) => ({ ...mutation, onlyValidates: false })) : mutations
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
