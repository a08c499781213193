import { ApolloLink } from '@apollo/client'
import { tap } from 'rxjs'
import { createStore } from '../store.ts'

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

/** The operations since the screen was opened. */
export const costs = createStore<readonly OperationCost[]>([])
let lastId = 0

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
      costs.set([...costs.read(), { id: lastId, name, cached: upstream.cached, calls: upstream.calls }])
    }),
  )
})
