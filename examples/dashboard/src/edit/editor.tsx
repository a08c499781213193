import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type FormEvent } from 'react'
import { editableMoney, parseMoney } from '../money.ts'
import { countOf } from '../words.ts'
import type { Change, Changes, Outcome } from './change.ts'
import { readable } from './refusal.ts'

/** How long the form waits for the next letter before it asks whether the input is valid. */
const DEBOUNCE_MS = 300

export type Field =
  | { name: 'name'; label: string; text: string }
  | {
      name: 'dailyBudgetAmountLocalMicro' | 'totalBudgetAmountLocalMicro' | 'bidAmountLocalMicro'
      label: string
      micros: string | null
    }

interface EditorProps {
  /** The edited entity, for the name of the form. */
  title: string
  fields: readonly Field[]
  currency: string | null
  change: Change
  onClose: () => void
}

type Texts = Record<string, string>

/** The changes that the texts make to the fields, and the texts that are not even an amount. */
function changesOf(fields: readonly Field[], initial: Texts, texts: Texts): { changes: Changes; problems: Texts } {
  const changes: Changes = {}
  const problems: Texts = {}
  for (const field of fields) {
    const text = texts[field.name] ?? ''
    if (text === initial[field.name]) continue
    if (field.name === 'name') changes.name = text
    else if (text.trim() === '') changes[field.name] = null
    else {
      const amount = parseMoney(text)
      if ('problem' in amount) problems[field.name] = amount.problem
      else changes[field.name] = amount.micros
    }
  }
  return { changes, problems }
}

/** A form that validates while one types, without changing anything, and shows each refusal at its field. */
export function Editor({ title, fields, currency, change, onClose }: EditorProps) {
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  const checking = useRef<AbortController>(null)
  const [initial] = useState<Texts>(() =>
    Object.fromEntries(
      fields.map((field) => [
        field.name,
        field.name === 'name' ? field.text : field.micros === null ? '' : editableMoney(field.micros, currency),
      ]),
    ),
  )
  const [texts, setTexts] = useState(initial)
  const [outcome, setOutcome] = useState<Outcome>()
  const [isSaving, setSaving] = useState(false)
  const { changes, problems } = useMemo(() => changesOf(fields, initial, texts), [fields, initial, texts])
  const wanted = JSON.stringify(changes)
  const isChanged = wanted !== '{}'

  useEffect(() => first.current?.select(), [])

  const validate = useEffectEvent(async (signal: AbortSignal) => {
    const checked = await change(changes, { validateOnly: true, signal })
    if (!signal.aborted) setOutcome(checked)
  })
  useEffect(() => {
    setOutcome(undefined)
    if (wanted === '{}') return undefined
    const controller = new AbortController()
    checking.current = controller
    const timer = setTimeout(() => void validate(controller.signal), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [wanted])

  async function save(event: FormEvent) {
    event.preventDefault()
    if (!isChanged || Object.keys(problems).length > 0) return
    checking.current?.abort()
    setSaving(true)
    const saved = await change(changes)
    setSaving(false)
    if (saved.userErrors.length === 0) onClose()
    else setOutcome(saved)
  }

  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]))
  const refusals = outcome?.userErrors ?? []
  const others = refusals.filter(({ field: [, name = ''] }) => !(name in labels))
  const isRefused = refusals.length > 0 || Object.keys(problems).length > 0
  const state = isSaving
    ? 'Saving…'
    : !isChanged && !isRefused
      ? 'Nothing is saved until you save it.'
      : isRefused
        ? 'Not valid yet.'
        : outcome === undefined
          ? 'Checking…'
          : `Valid: checked against ${countOf(outcome.validation?.checked.length ?? 0, 'rule')}.`

  return (
    <form
      className="editor"
      aria-label={`Edit ${title}`}
      noValidate
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      {fields.map(({ name, label }, index) => {
        const own = refusals.filter(({ field }) => field[1] === name)
        const messages = problems[name]
          ? [problems[name]]
          : own.map(({ message }) => readable(message, labels, currency, name !== 'name'))
        return (
          <div key={name} className={name === 'name' ? 'field wide' : 'field'}>
            <label htmlFor={`${id}${name}`}>
              {label}
              {name !== 'name' && currency && <span className="unit"> in {currency}</span>}
            </label>
            <input
              ref={index === 0 ? first : undefined}
              id={`${id}${name}`}
              value={texts[name]}
              inputMode={name === 'name' ? 'text' : 'decimal'}
              autoComplete="off"
              spellCheck={name === 'name'}
              placeholder={name === 'name' ? undefined : 'None'}
              aria-invalid={messages.length > 0}
              aria-describedby={messages.length > 0 ? `${id}${name}problem` : undefined}
              onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
            />
            {messages.length > 0 && (
              <p className="problem" id={`${id}${name}problem`}>
                {messages.join('. ')}
              </p>
            )}
          </div>
        )
      })}
      <div className="actions">
        <p role="status">
          {others.length > 0
            ? others.map(({ message }) => readable(message, labels, currency, false)).join('. ')
            : state}
        </p>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="primary" disabled={!isChanged || isRefused || isSaving}>
          Save
        </button>
      </div>
    </form>
  )
}
