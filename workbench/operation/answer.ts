import { useGraphiQL } from '@graphiql/react'
import { useMemo } from 'react'
import type { Answer } from './contract.ts'

/** The response in the open tab. Undefined if there is none. */
export function useAnswer(): Answer | undefined {
  const response = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.response)
  return useMemo(() => answerIn(response), [response])
}

function answerIn(response: string | null | undefined): Answer | undefined {
  if (!response) return undefined
  try {
    return JSON.parse(response) as Answer
  } catch {
    return undefined
  }
}
