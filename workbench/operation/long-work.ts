import { useCallback, useEffect, useState } from 'react'
import type { Answer } from './contract.ts'
import { useHeaders } from './draft.ts'
import { noAnswer } from './failure.ts'
import { ENDPOINT } from './fetcher.ts'
import { send } from './token.ts'

/** Long work of the caller, as `BulkOperation` of the graph has it. */
export interface LongWork {
  id: string
  operationName: string | null
  query: string
  status: 'CREATED' | 'RUNNING' | 'WAITING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | 'EXPIRED'
  createdAt: string
  progress: {
    rows: number
    calls: number
    waitingUntil: string | null
    lists: { path: string; rows: number; pages: number; done: boolean }[]
  }
  errors: { message: string; path: string[] }[]
  files: WorkFile[]
}

interface WorkFile {
  name: string
  url: string
  bytes: string
  rows: number
}

const FIELDS = `{
  id operationName query status createdAt
  progress { rows calls waitingUntil lists { path rows pages done } }
  errors { message path }
  files { name url bytes rows }
}`

/** How often the progress is requested while something is not finished. */
const POLL_MS = 1_000

/** Whether it will go on by itself. */
export function isUnfinished({ status }: LongWork): boolean {
  return status === 'CREATED' || status === 'RUNNING' || status === 'WAITING'
}

/** The long work of the caller, newest first, which the server keeps; and the actions on it. */
export function useLongWork() {
  const headersOf = useHeaders()
  const [works, setWorks] = useState<LongWork[]>()
  // Polling must not take away the problem of an action.
  const [problem, setProblem] = useState<string>()
  const [loadProblem, setLoadProblem] = useState<string>()
  const ask = useCallback(
    async (query: string, variables: object): Promise<Answer> => {
      try {
        const response = await send(ENDPOINT, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json', ...headersOf() },
          body: JSON.stringify({ query, variables }),
        })
        return (await response.json()) as Answer
      } catch (error) {
        return { errors: [{ message: noAnswer(error) }] }
      }
    },
    [headersOf],
  )
  const load = useCallback(async () => {
    const { data, errors } = await ask(`{ bulkOperations(first: 20) { nodes ${FIELDS} } }`, {})
    const found = data?.['bulkOperations'] as { nodes: LongWork[] } | null | undefined
    setLoadProblem(errors?.[0]?.message)
    if (found) setWorks(found.nodes)
  }, [ask])
  const act = useCallback(
    async (mutation: string, input: object) => {
      const { errors } = await ask(mutation, { input })
      setProblem(errors?.[0]?.message)
      if (!errors) await load()
    },
    [ask, load],
  )
  const isWaiting = works === undefined || works.some(isUnfinished)
  useEffect(() => {
    void load()
    if (!isWaiting) return undefined
    const timer = setInterval(() => void load(), POLL_MS)
    return () => clearInterval(timer)
  }, [load, isWaiting])
  return {
    works,
    problem: problem ?? loadProblem,
    start: (input: object) =>
      act('mutation Start($input: StartBulkQueryInput!) { startBulkQuery(input: $input) { id } }', input),
    cancel: ({ id }: LongWork) =>
      act('mutation Cancel($input: CancelBulkOperationInput!) { cancelBulkOperation(input: $input) { id } }', {
        bulkOperationId: id,
      }),
    /** Downloads a file with the credentials of the caller, which a link would lack. */
    download: async ({ url, name }: WorkFile) => {
      try {
        const response = await send(url, { headers: headersOf() })
        if (!response.ok) throw new Error(`status ${response.status}`)
        const link = document.createElement('a')
        link.href = URL.createObjectURL(await response.blob())
        link.download = name
        link.click()
        URL.revokeObjectURL(link.href)
        setProblem(undefined)
      } catch (error) {
        setProblem(`${name} was not downloaded: ${(error as Error).message}`)
      }
    },
  }
}
