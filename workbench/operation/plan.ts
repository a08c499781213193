import { pick, tryParseJSONC, useGraphiQL } from '@graphiql/react'
import { parse } from 'graphql'
import { useEffect, useMemo, useState } from 'react'
import type { Answer, Plan } from './contract.ts'
import { useDraft } from './draft.ts'
import { ENDPOINT } from './fetcher.ts'
import { send, useToken } from './token.ts'

/** The pause in typing after which the plan is requested. */
const PAUSE_MS = 250

/** The plan of the operation in the editor. */
export interface LivePlan {
  /** The plan of the last operation that had one. */
  plan: Plan | undefined
  /** The reason why the operation would be refused, or has no plan. */
  problem: string | undefined
  /** Whether the operation has changed since that plan. */
  isStale: boolean
  /** Whether the operation can be parsed. */
  isComplete: boolean
}

/** Requests the plan of the operation in the editor as it changes. These dry runs send nothing to the service. */
export function useLivePlan(): LivePlan {
  const { query, variables } = useDraft()
  const { operationName, headerEditor, isFetching } = useGraphiQL(pick('operationName', 'headerEditor', 'isFetching'))
  const headers = headerEditor?.getValue() ?? ''
  const { token } = useToken()
  const key = JSON.stringify([query, variables, operationName, headers, token])
  const isComplete = useMemo(() => isDocument(query), [query])
  const [answered, setAnswered] = useState<Answered>()

  useEffect(() => {
    // A run uses up rate limits, so the plan is requested again when it ends.
    if (!isComplete || isFetching) return undefined
    const abort = new AbortController()
    const timer = setTimeout(() => {
      void dryRun({ query, variables, operationName, headers }, abort.signal)
        .catch((error: Error) => ({ plan: undefined, problem: error.message }))
        .then(({ plan, problem }) => {
          // The previous plan stays visible during typing.
          if (!abort.signal.aborted)
            setAnswered((before) => ({ key, plan: plan ?? before?.plan, hasPlan: plan !== undefined, problem }))
        })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [key, isComplete, isFetching])

  if (query.trim() === '' || !answered) return { plan: undefined, problem: undefined, isStale: false, isComplete }
  const isAnswered = answered.key === key
  return {
    plan: answered.plan,
    problem: isAnswered ? answered.problem : undefined,
    isStale: !isAnswered || !answered.hasPlan,
    isComplete,
  }
}

/** The last response to a dry run. */
interface Answered {
  /** The operation that was planned. */
  key: string
  /** Its plan, or the previous one if it has none. */
  plan: Plan | undefined
  hasPlan: boolean
  problem: string | undefined
}

/** Whether a text can be parsed. During typing it often cannot; the editor marks the error. */
function isDocument(query: string): boolean {
  try {
    parse(query)
    return true
  } catch {
    return false
  }
}

interface Operation {
  query: string
  variables: string
  operationName: string | undefined
  headers: string
}

/** Requests the plan of an operation. Nothing is sent to the service. */
async function dryRun({ query, variables, operationName, headers }: Operation, signal?: AbortSignal) {
  const response = await send(ENDPOINT, {
    method: 'POST',
    signal: signal ?? null,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...tryParseJSONC(headers),
      'x-upstream-plan': 'dry-run',
    },
    body: JSON.stringify({ query, variables: tryParseJSONC(variables), operationName }),
  })
  const { errors, extensions } = (await response.json()) as Answer
  return { plan: extensions?.plan, problem: errors?.map(({ message }) => message).join('\n') }
}
