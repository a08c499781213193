import { useGraphiQL } from '@graphiql/react'
import { useMemo } from 'react'
import type { Answer } from './contract.ts'
import { useRunRequest } from './run.ts'

/** The response in the open tab, with the extensions of its run. Undefined if there is none. */
export function useAnswer(): Answer | undefined {
  const response = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.response)
  const extensions = useRunRequest()?.exchange?.extensions
  return useMemo(() => answerIn(response, extensions), [response, extensions])
}

function answerIn(response: string | null | undefined, extensions: Answer['extensions']): Answer | undefined {
  if (!response) return undefined
  try {
    const answer = JSON.parse(response) as Answer
    return extensions ? { ...answer, extensions } : answer
  } catch {
    return undefined
  }
}
