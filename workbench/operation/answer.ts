import { pick, useGraphiQL } from '@graphiql/react'
import { useEffect, useMemo, useState } from 'react'
import type { Answer } from './contract.ts'
import { takeExchange, type Exchange } from './fetcher.ts'

/** The response in the open tab. Undefined if there is none. */
export function useAnswer(): Answer | undefined {
  const response = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.response)
  return useMemo(() => answerIn(response), [response])
}

/** What the response in the open tab was over HTTP. Undefined if there is none, or it is not complete. */
export function useExchange(): Exchange | undefined {
  const { tabs, activeTabIndex } = useGraphiQL(pick('tabs', 'activeTabIndex'))
  const { id = '', response } = tabs[activeTabIndex] ?? {}
  const [exchanges, setExchanges] = useState<ReadonlyMap<string, { response: string; exchange: Exchange }>>(new Map())
  useEffect(() => {
    const exchange = response ? takeExchange() : undefined
    if (response && exchange) setExchanges((before) => new Map(before).set(id, { response, exchange }))
  }, [id, response])
  const last = exchanges.get(id)
  return last && last.response === response ? last.exchange : undefined
}

function answerIn(response: string | null | undefined): Answer | undefined {
  if (!response) return undefined
  try {
    return JSON.parse(response) as Answer
  } catch {
    return undefined
  }
}
