import { pick, useGraphiQL, useGraphiQLActions } from '@graphiql/react'
import { Fragment, useEffect } from 'react'
import rules from 'virtual:rules'
import type { Answer } from '../operation/contract.ts'
import { useDraft, useVariables } from '../operation/draft.ts'
import { writeNext } from '../operation/fetcher.ts'
import { mutationsOf } from '../operation/mutation.ts'
import { hasSent, mutationsIn, type RunRequest } from '../operation/run.ts'
import { settings } from '../settings.ts'
import { counted } from './format.ts'

/** The parts of a mutation's payload that say what `validateOnly` found. */
interface Payload {
  validation?: { checked?: string[]; unchecked?: string[]; spendLimits?: SpendLimit[] | null } | null
  userErrors?: { message: string; field?: string[] | null; rule?: string | null }[]
}

/** A limit on spending, as far as the document selects it. */
interface SpendLimit {
  account?: string | null
  currency?: string | null
  leftOfHourLocalMicro?: string | null
}

/** Whether an answer has an error, or a mutation in it refused its input. */
export function isRefused(answer: Answer | undefined): boolean {
  const payloads = Object.values(answer?.data ?? {}) as (Payload | null | undefined)[]
  return answer?.errors !== undefined || payloads.some((payload) => hasUserErrors(payload))
}

const hasUserErrors = (payload: Payload | null | undefined): boolean => (payload?.userErrors?.length ?? 0) > 0

/** Shows what the mutations of a run wrote, what they refused, and what `validateOnly` found, with a button that writes it. */
export function Payloads({ answer: { data }, request }: { answer: Answer; request: RunRequest }) {
  const { tabs, activeTabIndex, operationName } = useGraphiQL(pick('tabs', 'activeTabIndex', 'operationName'))
  const { query, variables, headers } = tabs[activeTabIndex]!
  const mutations = mutationsIn(request)
  const payloads = mutations.flatMap((mutation) => {
    const payload = data?.[mutation.responseKey] as Payload | null | undefined
    return payload ? [{ ...mutation, payload }] : []
  })
  if (payloads.length === 0) return null
  const isGood = payloads.length === mutations.length && !payloads.some(({ payload }) => hasUserErrors(payload))
  const isWritable = ({ payload, skipsInvalid }: (typeof payloads)[number]) =>
    !hasUserErrors(payload) || (skipsInvalid && leftOutIn(payload) !== undefined)
  // Something that was written beside a validation would be written again.
  const mayWrite =
    payloads.length === mutations.length &&
    payloads.every(isWritable) &&
    mutations.every(({ onlyValidates }) => onlyValidates)
  return (
    <div className={`notice notice-${isGood ? 'good' : 'danger'} validation`} role="status">
      {payloads.map(({ responseKey, name, onlyValidates, skipsInvalid, payload }) => (
        <div key={responseKey}>
          {payloads.length > 1 && <code>{`${name} `}</code>}
          <strong>{titleOf(payload, { onlyValidates, skipsInvalid })}</strong>
          <PayloadNotes payload={payload} onlyValidates={onlyValidates} />
        </div>
      ))}
      {mayWrite && hasSent(request, { query, variables, headers, operationName }) && <WriteButton request={request} />}
    </div>
  )
}

/** How many items of a list were refused. Undefined if something else was. */
function leftOutIn({ userErrors = [] }: Payload): number | undefined {
  const items = userErrors.map(({ field }) => field?.[2])
  return items.every((item) => item !== undefined && /^\d+$/.test(item)) ? new Set(items).size : undefined
}

/** What a mutation did, such as `Written: Campaign:18ce5h7k2qa:6dtbr`. */
function titleOf(
  payload: Payload,
  { onlyValidates, skipsInvalid }: { onlyValidates: boolean; skipsInvalid: boolean },
): string {
  const isGood = !hasUserErrors(payload)
  const leftOut = isGood || !skipsInvalid ? undefined : leftOutIn(payload)
  if (onlyValidates && leftOut !== undefined)
    return `Valid. ${counted(leftOut, 'item')} ${leftOut === 1 ? 'is' : 'are'} refused, and left out. Nothing was written.`
  if (onlyValidates) return isGood ? 'Valid. Nothing was written.' : 'Not valid. Nothing was written.'
  const ids = idsIn(payload).join(', ')
  if (isGood) return ids === '' ? 'Written.' : `Written: ${ids}`
  return ids === '' ? 'Refused. Nothing was written.' : `Refused in part. Written: ${ids}`
}

/** The IDs in a payload: of the receipt, of deleted entities, and of rows. */
function idsIn(payload: Payload): string[] {
  const found = Object.entries(payload).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'deletedId') return [value]
    const rows = (Array.isArray(value) ? value : [value]) as ({ id?: unknown; ids?: unknown[] } | null)[]
    return rows.flatMap((row) => row?.ids ?? [row?.id])
  })
  return [...new Set(found.filter((id) => typeof id === 'string'))]
}

function PayloadNotes({
  payload: { validation, userErrors = [] },
  onlyValidates,
}: {
  payload: Payload
  onlyValidates: boolean
}) {
  const { checked = [], unchecked = [], spendLimits } = validation ?? {}
  return (
    <>
      {userErrors.length > 0 && (
        <ul className="failures">
          {userErrors.map(({ message, field, rule }) => (
            <li key={JSON.stringify([message, field])}>
              {field && <strong>{field.join('.')}: </strong>}
              {message} {rule && <RuleLink id={rule} />}
              {rule && rules[rule] && <small className="rule-text">{rules[rule]}</small>}
            </li>
          ))}
        </ul>
      )}
      {checked.length > 0 && <Rules label={`${counted(checked.length, 'rule')} checked`} ids={checked} />}
      {unchecked.length > 0 && <Rules label="Only the service can check" ids={unchecked} />}
      {spendLimits?.map(({ account, currency, leftOfHourLocalMicro: left }) => (
        <p key={JSON.stringify([account, currency])}>
          Spending{account && ` of ${account}`} is limited
          {typeof left === 'string' && `: ${Number(left) / 1_000_000} ${currency ?? ''} of the hour are left`}. See{' '}
          <code>spendLimits</code>.
        </p>
      ))}
      {onlyValidates && !validation && (
        <p>
          Select <code>validation {'{ checked unchecked }'}</code> to see the rules that were checked.
        </p>
      )}
    </>
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
    const [query, variables, headers] = [queryEditor, variableEditor, headerEditor].map((editor) => editor?.getValue())
    // The editors are ahead of their tab by a moment.
    if (!hasSent(request, { query, variables, headers, operationName })) return
    writeNext()
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
