import { useGraphiQL, type GraphiQLPlugin } from '@graphiql/react'
import { useCallback, useEffect, useState } from 'react'
import { useAnswer } from '../operation/answer.ts'
import { useHeaders } from '../operation/draft.ts'
import { endpointKeys } from '../operation/endpoint.ts'
import { noAnswer } from '../operation/failure.ts'
import { send } from '../operation/token.ts'
import { shortPath } from './format.ts'
import { FaultsIcon } from './icons.tsx'
import { Choice, Pane, Problem } from './pane.tsx'

/** Makes calls to the embedded sandbox fail. */
export const FAULTS: GraphiQLPlugin = { title: 'Faults', icon: FaultsIcon, content: Faults }

const URL_OF_FAULTS = '/sandbox/faults'

/** A rule as the sandbox has it, as far as this pane writes and shows it. */
interface Rule {
  match?: { method?: string; path?: string }
  fault: { kind: string; [member: string]: unknown }
  times?: number
  probability?: number
}

const KINDS: Readonly<Record<string, Rule['fault']>> = {
  'status 500': { kind: 'status', status: 500 },
  'status 403': { kind: 'status', status: 403 },
  'not available (503)': { kind: 'unavailable' },
  'rate limit spent, for 5 seconds': { kind: 'rateLimited', scope: 'account', resetInMs: 5_000 },
  'two seconds late': { kind: 'latency', ms: 2_000 },
  'the connection breaks': { kind: 'broken', when: 'body' },
  'broken JSON': { kind: 'malformedJson' },
}

const OFTEN: Readonly<Record<string, Pick<Rule, 'times' | 'probability'>>> = {
  'every call': {},
  'the next call': { times: 1 },
  'the next 4 calls': { times: 4 },
  'half of the calls': { probability: 0.5 },
}

const ANY = 'any endpoint'

function Faults() {
  const [rules, problem, change] = useRules()
  const made = useAnswer()?.extensions?.upstream?.calls ?? []
  const [endpoint, setEndpoint] = useState(ANY)
  const [kind, setKind] = useState('status 500')
  const [often, setOften] = useState('every call')
  const used = [...new Set(made.map(({ method, path }) => `${method} ${path}`))]

  function add() {
    const [method = '', path = ''] = endpoint.split(' ')
    const match = endpoint === ANY ? {} : { match: { method, path } }
    void change('POST', { ...match, fault: KINDS[kind]!, ...OFTEN[often] })
  }

  return (
    <Pane title="Faults">
      <p className="pane-hint">
        Makes calls to the sandbox fail. Run an operation to see what Adgraph does: see Trace.
      </p>
      <Choice label="Endpoint" value={endpoint} onChange={setEndpoint}>
        <option>{ANY}</option>
        {used.length > 0 && <Endpoints label="In the last run" keys={used} />}
        <Endpoints label="All endpoints" keys={endpointKeys().filter((key) => !used.includes(key))} />
      </Choice>
      <Choice label="Fault" value={kind} onChange={setKind} options={Object.keys(KINDS)} />
      <Choice label="How often" value={often} onChange={setOften} options={Object.keys(OFTEN)} />
      <div className="pane-buttons">
        <button type="button" className="button" onClick={add}>
          Add fault
        </button>
        {rules.length > 0 && (
          <button type="button" className="button" onClick={() => void change('DELETE')}>
            Remove all
          </button>
        )}
      </div>
      <Problem text={problem} />
      <ul className="faults" aria-label="Active faults">
        {rules.map((rule, index) => (
          <li key={index}>
            <code>
              {rule.match?.path === undefined ? ANY : `${rule.match.method ?? ''} ${shortPath(rule.match.path)}`}
            </code>
            <span>
              {kindOf(rule)}, {oftenOf(rule)}
            </span>
          </li>
        ))}
      </ul>
      {rules.length === 0 && <p className="pane-hint">No fault is active.</p>}
    </Pane>
  )
}

/** The active rules, the reason why the last request for them failed, and a way to change them. */
function useRules() {
  const [rules, setRules] = useState<Rule[]>([])
  const [problem, setProblem] = useState<string>()
  const isFetching = useGraphiQL((state) => state.isFetching)
  const headersOf = useHeaders()
  const change = useCallback(
    async (method: 'GET' | 'POST' | 'DELETE', rule?: Rule) => {
      try {
        const response = await send(URL_OF_FAULTS, {
          method,
          headers: { ...(rule && { 'content-type': 'application/json' }), ...headersOf() },
          ...(rule && { body: JSON.stringify(rule) }),
        })
        const text = await response.text()
        setProblem(response.ok ? undefined : text)
        if (response.ok) setRules(text === '' ? [] : (JSON.parse(text) as Rule[]))
      } catch (error) {
        setProblem(noAnswer(error))
      }
    },
    [headersOf],
  )
  useEffect(() => {
    // A run uses up faults that apply a number of times.
    if (!isFetching) void change('GET')
  }, [change, isFetching])
  return [rules, problem, change] as const
}

/** A fault in words: our own, or the sandbox's for a rule that was added by other means. */
function kindOf({ fault }: Rule): string {
  const text = JSON.stringify(fault)
  return Object.keys(KINDS).find((kind) => JSON.stringify(KINDS[kind]) === text) ?? text
}

function oftenOf({ times, probability }: Rule): string {
  if (times !== undefined) return times === 0 ? 'used up' : `${times} more`
  return probability === undefined ? 'every call' : `${probability * 100} % of the calls`
}

function Endpoints({ label, keys }: { label: string; keys: string[] }) {
  return (
    <optgroup label={label}>
      {keys.map((key) => (
        <option key={key}>{key}</option>
      ))}
    </optgroup>
  )
}
