import { useGraphiQL } from '@graphiql/react'
import { useEffect, useState } from 'react'
import { useAnswer } from '../operation/answer.ts'
import type { Answer } from '../operation/contract.ts'
import { useLivePlan } from '../operation/plan.ts'
import { useRunRequest, type Exchange } from '../operation/run.ts'
import { useToken } from '../operation/token.ts'
import { settings } from '../settings.ts'
import { Explain, useLastRun } from './explain.tsx'
import { about, count, counted, duration, size } from './format.ts'
import { Recipe } from './recipe.tsx'
import { ResponseNotes, StopNote } from './response-notes.tsx'
import { Trace } from './trace.tsx'
import { isRefused, WriteWarning } from './validation.tsx'

const VIEWS = ['Response', 'Explain', 'Trace'] as const

type View = (typeof VIEWS)[number]

/**
 * The column beside the query: the response, the plan or the trace of the operation, and above them what the answer was.
 * GraphiQL shows the response itself, which the style sheet hides while another view is open.
 */
export function Results() {
  const answer = useAnswer()
  const request = useRunRequest()
  const exchange = request?.exchange
  const live = useLivePlan()
  const { plan, run } = useLastRun(live.plan)
  const isFetching = useGraphiQL((state) => state.isFetching)
  const [chosen, setChosen] = useState<View>()
  const view = chosen ?? (answer || isFetching ? 'Response' : 'Explain')
  useEffect(() => {
    // A run leads from its plan to its response.
    if (isFetching) setChosen((before) => (before === 'Trace' ? before : undefined))
  }, [isFetching])
  const requests = answer?.extensions?.upstream?.requests
  const notes: Record<View, string | undefined> = {
    Response: undefined,
    Explain: plan && live.isComplete ? about(plan.calls, 'call') : undefined,
    Trace: requests === undefined ? undefined : counted(requests, 'call'),
  }

  return (
    <>
      <div className="results" data-view={view}>
        <div className="results-bar">
          <div role="group" aria-label="Results" className="results-views">
            {VIEWS.map((each) => (
              <button
                key={each}
                type="button"
                aria-label={each}
                aria-pressed={each === view}
                onClick={() => setChosen(each)}
              >
                {each}
                {notes[each] && <small>{notes[each]}</small>}
              </button>
            ))}
          </div>
          {answer && exchange && !isFetching && <Facts answer={answer} exchange={exchange} requests={requests} />}
        </div>
        <Recipe answer={answer} request={request} />
        <WriteWarning />
        {settings.needsToken && <TokenNote />}
        {request?.isStopped && !isFetching && <StopNote request={request} />}
        {view === 'Response' && answer && !isFetching && <ResponseNotes answer={answer} request={request} />}
      </div>
      {view === 'Explain' && <Explain live={live} plan={plan} run={run} />}
      {view === 'Trace' && <Trace />}
    </>
  )
}

/** Says where a token is entered, after a request without a valid one. */
function TokenNote() {
  const { token, isRefused } = useToken()
  return isRefused ? (
    <p className="notice notice-danger" role="alert">
      {token === undefined ? 'This server requires a token.' : 'This server does not know the token.'} Enter one of its
      CLIENT_TOKENS in the field “Token” at the top of this page. It is kept until this tab is closed.
    </p>
  ) : null
}

function Facts({
  answer,
  exchange: { status, durationMs, bytes },
  requests,
}: {
  answer: Answer
  exchange: Exchange
  requests: number | undefined
}) {
  const isGood = status < 400 && !isRefused(answer)
  const facts = [duration(durationMs), requests !== undefined && counted(requests, 'call'), size(bytes)]
  return (
    <p className="results-facts" role="status">
      <strong className={isGood ? 'good' : 'danger'}>{count(status)}</strong>
      {facts.filter(Boolean).map((fact) => ` · ${fact}`)}
    </p>
  )
}
