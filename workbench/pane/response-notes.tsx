import { useGraphiQLActions } from '@graphiql/react'
import type { Answer } from '../operation/contract.ts'
import { failuresOf, notFoundIn, type Failure } from '../operation/failure.ts'
import { useMarkedFields } from '../operation/marks.ts'
import { mutationsIn, type RunRequest } from '../operation/run.ts'
import { count } from './format.ts'
import { Payloads } from './validation.tsx'

/** The most groups of errors that are listed. The response has them all. */
const MAX_FAILURES = 8

/** The notes above the response: its errors, grouped, and what its mutations did or found. */
export function ResponseNotes({ answer, request }: { answer: Answer; request: RunRequest | undefined }) {
  const failures = failuresOf(answer)
  const notFound = notFoundIn(answer)
  const actions = useGraphiQLActions()
  useMarkedFields(
    failures.map(({ field }) => field),
    'failed-field',
  )
  return (
    <>
      {failures.length > 0 && (
        <div className="notice notice-danger" role="alert">
          <ul className="failures">
            {failures.slice(0, MAX_FAILURES).map((failure) => (
              <li key={JSON.stringify(failure)}>
                <strong>{titleOf(failure)}</strong>
                {!saysOnlyStatus(failure) && <span>{failure.message}</span>}
              </li>
            ))}
            {failures.length > MAX_FAILURES && (
              <li>and {count(failures.length - MAX_FAILURES)} others in the response</li>
            )}
          </ul>
          <button type="button" onClick={() => actions.run()}>
            Run again
          </button>
        </div>
      )}
      {notFound.length > 0 && (
        <p className="notice notice-plain" role="status">
          <span>
            <code>{notFound.join(', ')}</code> {notFound.length === 1 ? 'is' : 'are'} null: nothing has this ID, or the
            user may not see it.
          </span>
        </p>
      )}
      {request && <Payloads answer={answer} request={request} />}
    </>
  )
}

/** Says that a run was stopped, and what it may have written. */
export function StopNote({ request }: { request: RunRequest }) {
  const writes = mutationsIn(request).filter(({ onlyValidates }) => !onlyValidates)
  const names = writes.map(({ name }) => name).join(', ')
  return (
    <p className="notice notice-danger" role="status">
      <strong>Stopped.</strong> The response was discarded.
      {names !== '' && ` ${names} may still have written: check before you run it again.`}
    </p>
  )
}

/** Whether the message says nothing beyond the title. */
function saysOnlyStatus({ message, status }: Failure): boolean {
  return message === `The service answered with status ${status}`
}

/** Such as `30 × targetingCriteria: status 500, attempt 4 of 4`. */
function titleOf({ field, count: times, status, code, attempts }: Failure): string {
  const name = field === '' ? 'The operation' : (field.split('.').at(-1) ?? field)
  const cause = [
    status === undefined ? code : `status ${status}`,
    // The last attempt is the one that the error is about.
    attempts > 1 && `attempt ${attempts} of ${attempts}`,
  ]
  return `${times > 1 ? `${count(times)} × ` : ''}${name}: ${cause.filter(Boolean).join(', ') || 'failed'}`
}
