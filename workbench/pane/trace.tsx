import { useState, type CSSProperties } from 'react'
import { useAnswer } from '../operation/answer.ts'
import type { Call, FieldCount, Plan, Upstream } from '../operation/contract.ts'
import { curlOf } from '../operation/curl.ts'
import { isFailed } from '../operation/failure.ts'
import { useMarkedFields } from '../operation/marks.ts'
import { about, callBounds, count, counted, duration, shortPath } from './format.ts'
import { isFar, outcomeOf, runOf, type Run } from './outcome.ts'
import { Figure, ResultView } from './pane.tsx'

/** Shows the calls of the last run as a waterfall. */
export function Trace() {
  const answer = useAnswer()
  const run = answer && runOf(answer)
  const plan = answer?.extensions?.plan
  return (
    <ResultView title="Trace" summary={run && <Summary upstream={run.upstream} plan={plan} />}>
      {run ? (
        // Another run has other calls, so nothing of it is selected yet.
        <Waterfall key={keyOf(run.upstream)} upstream={run.upstream} unexpected={unexpectedIn(run, plan)} />
      ) : (
        <p className="pane-hint">Run an operation. Each call that it makes is a bar here.</p>
      )}
    </ResultView>
  )
}

function Summary({ upstream, plan }: { upstream: Upstream; plan: Plan | undefined }) {
  const { requests, cached, stale, joined = 0, calls } = upstream
  const bounds = plan && callBounds(plan)
  const expected = plan && about(plan.calls, 'call')
  const failed = calls.filter(isFailed).length
  return (
    <>
      <Figure
        value={count(requests)}
        unit={requests === 1 ? 'call' : 'calls'}
        // A run learns for the next one, so the plan of a first run expects nothing.
        note={expected ? `${expected} expected` : bounds && `not known before; ${bounds}`}
        tooltip={expected && bounds}
        kind={plan && isFar(plan.calls.expected, requests) ? 'warning' : undefined}
      />
      <Figure value={duration(endOf(calls))} unit="until the last answer" />
      {joined > 0 && <Figure value={count(joined)} unit="joined" kind="good" />}
      {cached > 0 && (
        <Figure value={count(cached)} unit={stale > 0 ? `cached, ${stale} stale` : 'cached'} kind="good" />
      )}
      {failed > 0 && <Figure value={count(failed)} unit="failed" kind="danger" />}
    </>
  )
}

/** What was expected of the steps that were more than three times off, by the index of their first call. */
function unexpectedIn(run: Run, plan: Plan | undefined): ReadonlyMap<number, string> {
  const off = plan?.steps.filter((step) => outcomeOf(step, plan, run).isFar) ?? []
  return new Map(
    off.map(({ field, endpoint, calls, rows }) => [
      run.upstream.calls.findIndex(({ path, fields }) => fields?.[0] === field && [null, path].includes(endpoint)),
      `${[about(calls, 'call'), about(rows, 'row')].filter(Boolean).join(', ')} expected`,
    ]),
  )
}

interface WaterfallProps {
  upstream: Upstream
  unexpected: ReadonlyMap<number, string>
}

function Waterfall({ upstream: { calls, fields = [] }, unexpected }: WaterfallProps) {
  const [selected, setSelected] = useState<number>()
  const [path, setPath] = useState<string>()
  useMarkedFields(path === undefined ? (calls[selected ?? -1]?.fields ?? []) : [path])
  const end = endOf(calls)

  function select(index: number) {
    setPath(undefined)
    setSelected(index === selected ? undefined : index)
  }

  return (
    <>
      {calls.length === 0 && <p className="pane-hint">This operation made no call.</p>}
      <div className="waterfall">
        {levelsOf(calls).map((level, index) => (
          <section key={index} aria-label={`Level ${index + 1}`}>
            <h3>
              Level {index + 1}
              <span>{counted(level.length, 'call')}</span>
            </h3>
            <ol>
              {level.map((at) => (
                <CallRow
                  key={at}
                  index={at}
                  call={calls[at]!}
                  end={end}
                  expected={unexpected.get(at)}
                  isSelected={at === selected}
                  onSelect={() => select(at)}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {fields.length > 0 && (
        <Fields fields={fields} marked={path} onMark={(each) => setPath(each === path ? undefined : each)} />
      )}
    </>
  )
}

interface CallRowProps {
  index: number
  call: Call
  /** The end of the last call. */
  end: number
  /** What was expected, if what happened is more than three times off. */
  expected: string | undefined
  isSelected: boolean
  onSelect: () => void
}

function CallRow({ index, call, end, expected, isSelected, onSelect }: CallRowProps) {
  const { method, path, status, startMs, durationMs, waitedMs = 0, attempt, keys, rows, fields = [] } = call
  const spoken = [
    `${method} ${path}`,
    status === null ? 'no answer' : `status ${status}`,
    `${duration(durationMs)}${waitedMs > 0 ? ` after waiting ${duration(waitedMs)}` : ''}`,
    attempt > 1 && `attempt ${attempt}`,
    `${counted(keys, 'ID')}, ${counted(rows, 'row')}`,
    expected && `more than three times off: ${expected}`,
    fields.length > 0 && `asked for by ${fields.join(', ')}`,
  ]
  const share = (ms: number) => `${((100 * ms) / Math.max(end, 1)).toFixed(2)}%`
  const place = {
    '--start': share(startMs),
    '--length': share(durationMs),
    '--waited': share(Math.min(waitedMs, startMs)),
  } as CSSProperties
  return (
    <li data-call={index} className={isFailed(call) ? 'call call-failed' : 'call'}>
      <button type="button" aria-pressed={isSelected} aria-label={spoken.filter(Boolean).join('; ')} onClick={onSelect}>
        <span className="call-name">
          {method !== 'GET' && <b>{method} </b>}
          {shortPath(path)}
        </span>
        <span className="call-facts">
          {attempt > 1 && <span className="call-attempt">attempt {attempt}</span>}
          {expected && <span className="call-unexpected">{expected}</span>}
          {keys > 1 && <span>{counted(keys, 'ID')}</span>}
          <span>{counted(rows, 'row')}</span>
          <span className="call-status">{status ?? 'no answer'}</span>
          <span className="call-time">{duration(durationMs)}</span>
        </span>
        <span className="call-track" style={place}>
          {waitedMs > 0 && <span className="call-wait" />}
          <span className="call-bar" />
        </span>
      </button>
      {isSelected && <CallDetails call={call} />}
    </li>
  )
}

function CallDetails({ call }: { call: Call }) {
  const { method, path, url, status, startMs, durationMs, waitedMs = 0, attempt, keys, rows, fields = [] } = call
  return (
    <section className="call-details" aria-label="Call">
      <header>
        <code>
          {method} {path}
        </code>
        <CopyCurl call={call} />
      </header>
      <dl>
        <dt>Status</dt>
        <dd className={isFailed(call) ? 'danger' : ''}>{statusText(status)}</dd>
        <dt>Time</dt>
        <dd>
          {duration(durationMs)}, sent at {duration(startMs)}
          {waitedMs > 0 && ` after waiting ${duration(waitedMs)}`}
          {attempt > 1 && `, attempt ${attempt}`}
        </dd>
        <dt>Answered</dt>
        <dd>
          {counted(rows, 'row')} for {counted(keys, 'ID')}
        </dd>
        <dt>Asked for by</dt>
        <dd>{fields.length > 0 ? fields.map((field) => <code key={field}>{field}</code>) : 'no field'}</dd>
        {url !== undefined && (
          <>
            <dt>URL</dt>
            <dd className="call-url" tabIndex={0}>
              <code>{url}</code>
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

function CopyCurl({ call }: { call: Call }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <button
      type="button"
      className="session-button"
      onClick={() => void navigator.clipboard.writeText(curlOf(call)).then(() => setCopied(true))}
      onBlur={() => setCopied(false)}
    >
      {isCopied ? 'Copied' : 'Copy as cURL'}
    </button>
  )
}

function Fields({
  fields,
  marked,
  onMark,
}: {
  fields: FieldCount[]
  marked: string | undefined
  onMark: (path: string) => void
}) {
  return (
    <section className="fields" aria-label="Calls by field">
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Calls</th>
            <th scope="col">Joined</th>
            <th scope="col">Cached</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ path, calls, joined, cached }) => (
            <tr key={path}>
              <th scope="row">
                <button type="button" aria-pressed={path === marked} onClick={() => onMark(path)}>
                  {path}
                </button>
              </th>
              <td>{count(calls)}</td>
              <td>{count(joined)}</td>
              <td>{count(cached)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The indexes of the calls, grouped by the depth of the field that asked first: a level waits for the one above it. */
function levelsOf(calls: Call[]): number[][] {
  const levels = new Map<number, number[]>()
  for (const [index, { fields = [] }] of calls.entries()) {
    const depth = (fields[0] ?? '').split('.').length
    levels.set(depth, [...(levels.get(depth) ?? []), index])
  }
  return [...levels]
    .sort(([one], [other]) => one - other)
    .map(([, level]) => level.sort((one, other) => calls[one]!.startMs - calls[other]!.startMs))
}

/** A key that identifies a run. */
function keyOf({ calls }: Upstream): string {
  return calls.map(({ startMs, durationMs }) => `${startMs}+${durationMs}`).join(' ')
}

/** When the last call ended, in milliseconds since the operation began. */
function endOf(calls: Call[]): number {
  return Math.max(0, ...calls.map(({ startMs, durationMs }) => startMs + durationMs))
}

const STATUS_TEXTS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

function statusText(status: number | null): string {
  if (status === null) return 'No answer: the connection failed or the call took too long'
  return STATUS_TEXTS[status] ? `${status} ${STATUS_TEXTS[status]}` : String(status)
}
