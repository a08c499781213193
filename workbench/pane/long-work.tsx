import { useGraphiQL, type GraphiQLPlugin } from '@graphiql/react'
import { useState } from 'react'
import { useDraft, useVariables } from '../operation/draft.ts'
import { isUnfinished, useLongWork, type LongWork } from '../operation/long-work.ts'
import { count, counted, size } from './format.ts'
import { LongWorkIcon } from './icons.tsx'
import { Choice, Pane, Problem } from './pane.tsx'

/** Starts and watches long work: queries that are read to the end of their lists, into files. */
export const LONG_WORK: GraphiQLPlugin = { title: 'Export', icon: LongWorkIcon, content: LongWorkPane }

const FORMATS = ['NDJSON', 'CSV']

function LongWorkPane() {
  const { works = [], problem, start, cancel, download } = useLongWork()
  const { query } = useDraft()
  const variables = useVariables()
  const operationName = useGraphiQL((state) => state.operationName)
  const [format, setFormat] = useState('NDJSON')
  return (
    <Pane title="Export">
      <p className="pane-hint">
        Reads the query of the editor to the end of all its lists, into files. It goes on without this page. A{' '}
        <code>first</code> limits its list.
      </p>
      <Choice label="Format" value={format} onChange={setFormat} options={FORMATS} />
      <div className="pane-buttons">
        <button
          type="button"
          className="button"
          onClick={() => void start({ query, operationName, variables, format })}
        >
          Start this query
        </button>
      </div>
      <Problem text={problem} />
      <ul className="long-work" aria-label="Exports">
        {works.map((work) => (
          <Work
            key={work.id}
            work={work}
            onCancel={() => void cancel(work)}
            onDownload={(file) => void download(file)}
          />
        ))}
      </ul>
    </Pane>
  )
}

const WORDS: Readonly<Record<LongWork['status'], string>> = {
  CREATED: 'waits until other long work has ended',
  RUNNING: 'running',
  WAITING: 'waits',
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELED: 'canceled',
  EXPIRED: 'expired: its files are deleted',
}

interface WorkProps {
  work: LongWork
  onCancel: () => void
  onDownload: (file: LongWork['files'][number]) => void
}

function Work({ work, onCancel, onDownload }: WorkProps) {
  const { operationName, status, createdAt, progress, errors, files } = work
  const { rows, calls, waitingUntil, lists } = progress
  const until = status === 'WAITING' && waitingUntil ? ` until ${new Date(waitingUntil).toLocaleTimeString()}` : ''
  return (
    <li data-id={work.id} data-status={status}>
      <header>
        <strong>{operationName ?? 'Query'}</strong>
        <span role="status" className={status === 'FAILED' ? 'danger' : status === 'COMPLETED' ? 'good' : undefined}>
          {WORDS[status]}
          {until}
        </span>
      </header>
      <Bar work={work} />
      <small>
        {counted(rows, 'row')}, {counted(calls, 'call')}, started {new Date(createdAt).toLocaleString()}
      </small>
      <ul aria-label="Lists">
        {lists.map((list) => (
          <li key={list.path}>
            <code>{list.path}</code>
            <span>
              {counted(list.rows, 'row')}
              {list.done && ' ✓'}
            </span>
          </li>
        ))}
      </ul>
      {errors.slice(0, 3).map(({ message, path }) => (
        <p key={message + path.join('.')} className="notice notice-danger">
          {path.length > 0 && <code>{path.join('.')}: </code>}
          {message}
        </p>
      ))}
      {errors.length > 3 && <small>and {count(errors.length - 3)} others in the manifest</small>}
      <div className="pane-buttons">
        {isUnfinished(work) && (
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
        )}
        {files.map((file) => (
          <button key={file.name} type="button" className="button" onClick={() => onDownload(file)}>
            {file.name} <small>{size(Number(file.bytes))}</small>
          </button>
        ))}
      </div>
    </li>
  )
}

/** The lists that were read to their ends. How many rows the others have is not known, so the bar only moves meanwhile. */
function Bar({ work }: { work: LongWork }) {
  const { lists } = work.progress
  const done = lists.filter((list) => list.done).length
  if (isUnfinished(work)) return done === 0 ? <progress /> : <progress max={lists.length} value={done} />
  return (
    <progress max={Math.max(1, lists.length)} value={work.status === 'COMPLETED' ? Math.max(1, lists.length) : done} />
  )
}
