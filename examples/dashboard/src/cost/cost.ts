import { ApolloLink } from '@apollo/client'
import { tap } from 'rxjs'

/** A REST call, as the trace of an operation lists it. */
export interface Call {
  method: string
  path: string
  status?: number
  durationMs: number
  rows: number
}

/** What one operation cost. */
export interface OperationCost {
  id: number
  name: string
  cached: number
  calls: readonly Call[]
}

let costs: readonly OperationCost[] = []
let lastId = 0
const listeners = new Set<() => void>()

function publish(next: readonly OperationCost[]): void {
  costs = next
  for (const listener of listeners) listener()
}

/** The operations since the screen was opened: a store for useSyncExternalStore. */
export const costStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => costs,
  /** Begins the account of a new screen. */
  reset: () => publish([]),
}

/** Asks for the trace of each operation, and keeps what it says about the REST calls. */
export const costLink = new ApolloLink((operation, forward) => {
  operation.setContext(({ headers }) => ({ headers: { ...headers, 'x-upstream-trace': '1' } }))
  return forward(operation).pipe(
    tap(({ extensions }) => {
      const upstream = extensions?.['upstream'] as { cached: number; calls: Call[] } | undefined
      if (!upstream) return
      lastId += 1
      const { operationName = 'operation', variables } = operation
      const name = variables['validateOnly'] === true ? `${operationName}, only validated` : operationName
      publish([...costs, { id: lastId, name, cached: upstream.cached, calls: upstream.calls }])
    }),
  )
})
