import { pick, useGraphiQL, useGraphiQLActions } from '@graphiql/react'
import { Fragment, useEffect } from 'react'
import type { Answer } from '../operation/contract.ts'
import { useDraft, useVariables } from '../operation/draft.ts'
import { mutationsOf, validateOnlyVariables, withoutValidateOnly } from '../operation/mutation.ts'
import { hasSent, type RunRequest } from '../operation/run.ts'
import { settings } from '../settings.ts'
import { counted } from './format.ts'

/** The parts of a mutation's payload that say what `validateOnly` found. */
interface Payload {
  validation?: { checked?: string[]; unchecked?: string[] } | null
  userErrors?: { message: string; field?: string[] | null; rule?: string | null }[]
}

/** Shows what `validateOnly` found, with a button that writes it, if nothing was written and as long as nothing is changed. */
export function Validations({ answer: { data }, request }: { answer: Answer; request: RunRequest }) {
  const { tabs, activeTabIndex, operationName } = useGraphiQL(pick('tabs', 'activeTabIndex', 'operationName'))
  const { query, variables, headers } = tabs[activeTabIndex]!
  if (!hasSent(request, { query, variables, headers, operationName })) return null
  const validated = mutationsOf(request.query, request.variables, request.operationName)
  // What was written beside a validation would be written again.
  if (validated.some(({ onlyValidates }) => !onlyValidates)) return null
  const payloads = validated.flatMap(({ responseKey, name }) => {
    const payload = data?.[responseKey] as Payload | null | undefined
    return payload ? [{ responseKey, name, payload }] : []
  })
  if (payloads.length === 0) return null
  const isValid = payloads.length === validated.length && payloads.every(({ payload }) => !payload.userErrors?.length)
  return (
    <div className={`notice notice-${isValid ? 'good' : 'danger'} validation`} role="status">
      <strong>{isValid ? 'Valid. Nothing was written.' : 'Not valid. Nothing was written.'}</strong>
      {payloads.map(({ responseKey, name, payload }) => (
        <PayloadNotes key={responseKey} name={payloads.length > 1 ? name : undefined} payload={payload} />
      ))}
      {isValid && <WriteButton request={request} />}
    </div>
  )
}

function PayloadNotes({
  name,
  payload: { validation, userErrors = [] },
}: {
  name: string | undefined
  payload: Payload
}) {
  const { checked = [], unchecked = [] } = validation ?? {}
  return (
    <div>
      {name !== undefined && <code>{name}</code>}
      {userErrors.length > 0 && (
        <ul className="failures">
          {userErrors.map(({ message, field, rule }) => (
            <li key={JSON.stringify([message, field])}>
              {field && <strong>{field.join('.')}: </strong>}
              {message} {rule && <RuleLink id={rule} />}
            </li>
          ))}
        </ul>
      )}
      {checked.length > 0 && <Rules label={`${counted(checked.length, 'rule')} checked`} ids={checked} />}
      {unchecked.length > 0 && <Rules label="Only the service can check" ids={unchecked} />}
      {!validation && (
        <p>
          Select <code>validation {'{ checked unchecked }'}</code> to see the rules that were checked.
        </p>
      )}
    </div>
  )
}

function Rules({ label, ids }: { label: string; ids: string[] }) {
  return (
    <p className="rules">
      {label}:{' '}
      {ids.map((id) => (
        <Fragment key={id}>
          <RuleLink id={id} />{' '}
        </Fragment>
      ))}
    </p>
  )
}

function RuleLink({ id }: { id: string }) {
  return (
    <a href={`/rules#${id.toLowerCase()}`} target="_blank" rel="noreferrer">
      {id}
    </a>
  )
}

function WriteButton({ request }: { request: RunRequest }) {
  const actions = useGraphiQLActions()
  const { queryEditor, variableEditor, headerEditor, operationName } = useGraphiQL(
    pick('queryEditor', 'variableEditor', 'headerEditor', 'operationName'),
  )

  function write() {
    const query = queryEditor?.getValue()
    const headers = headerEditor?.getValue()
    // The editors are ahead of their tab by a moment.
    if (!hasSent(request, { query, variables: variableEditor?.getValue(), headers, operationName })) return
    const { variables } = request
    const switches = validateOnlyVariables(request.query)
    if (switches.length > 0) {
      const changed = { ...variables, ...Object.fromEntries(switches.map((name) => [name, false])) }
      variableEditor?.setValue(JSON.stringify(changed, null, 2))
    }
    queryEditor?.setValue(withoutValidateOnly(request.query))
    actions.run()
  }

  const isReal = settings.service === 'production'
  return (
    <button type="button" onClick={write}>
      {isReal ? 'Write it to the real service' : 'Write it'}
    </button>
  )
}

/** Says what Run does over the real service, on its button too. */
export function WriteWarning() {
  const { query } = useDraft()
  const variables = useVariables()
  const operationName = useGraphiQL((state) => state.operationName)
  const writes = settings.service === 'production' ? mutationsOf(query, variables, operationName) : []
  const names = writes.filter(({ onlyValidates }) => !onlyValidates).map(({ name }) => name)
  const effect = `${names.join(', ')} changes real campaigns and can spend real money`
  useEffect(() => {
    const button = document.querySelector<HTMLElement>('.graphiql-execute-button')
    if (!button || names.length === 0) return undefined
    const before = button.ariaLabel
    button.ariaLabel = `Run: ${effect}`
    button.dataset['writes'] = ''
    return () => {
      button.ariaLabel = before
      delete button.dataset['writes']
    }
  })
  return names.length === 0 ? null : (
    <p className="notice notice-danger" role="note">
      <strong>Run writes.</strong> {effect}. With <code>validateOnly: true</code> nothing is written.
    </p>
  )
}
