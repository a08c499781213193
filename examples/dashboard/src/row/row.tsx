import { Fragment, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Change } from '../edit/change.ts'
import { Editor, type Field } from '../edit/editor.tsx'
import { announce } from '../edit/undo.tsx'
import type { CampaignFragment, LineItemFragment } from '../graphql.ts'
import { Delivery } from './delivery.tsx'
import { Money } from './money.tsx'
import { setOpen, useIsOpen } from './open.ts'

interface RowProps {
  entity: CampaignFragment | LineItemFragment
  /** What stands below the name. */
  subtitle: readonly ReactNode[]
  /** What somebody can do about it. */
  warnings: readonly string[]
  /** What it cost, if that is shown. */
  spend?: ReactNode
  /** The fields of the editor beside the name. */
  fields: readonly Field[]
  change: Change
  /** The content below the row when it is open. */
  children: ReactNode
}

/** A row of the tree: its name opens the rows below it; a switch pauses it; a button edits it. */
export function Row({ entity, subtitle, warnings, spend, fields, change, children }: RowProps) {
  const isOpen = useIsOpen(entity.id)
  const [isEditing, setEditing] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const edit = useRef<HTMLButtonElement>(null)
  const name = entity.name ?? `Unnamed, ${entity.restId}`
  const isActive = entity.entityStatus === 'ACTIVE'
  const allFields = useMemo<Field[]>(
    () => [{ name: 'name', label: 'Name', text: entity.name ?? '' }, ...fields],
    [entity.name, fields],
  )

  async function toggleStatus() {
    setRefusal(undefined)
    const { userErrors } = await change({ entityStatus: isActive ? 'PAUSED' : 'ACTIVE' })
    if (userErrors.length > 0)
      setRefusal(`${isActive ? 'Not paused' : 'Not activated'}: ${userErrors.map(({ message }) => message).join('. ')}`)
    else if (isActive)
      announce({
        text: `Paused: ${name}`,
        undo: async () => (await change({ entityStatus: 'ACTIVE' })).userErrors,
      })
  }

  return (
    <>
      <div className="row" data-id={entity.id}>
        <div className="name">
          <button
            type="button"
            className="toggle"
            aria-expanded={isOpen}
            data-toggle
            onClick={() => setOpen([entity.id], !isOpen)}
          >
            <svg viewBox="0 0 12 12" aria-hidden="true">
              <path d="M4 2l4 4-4 4" />
            </svg>
            <span className={entity.name === null ? 'unnamed' : undefined}>{name}</span>
          </button>
          <span className="subtitle">
            {subtitle.filter(Boolean).map((part, index) => (
              <Fragment key={index}>
                {index > 0 && ' · '}
                <span>{part}</span>
              </Fragment>
            ))}
          </span>
        </div>
        <Delivery entity={entity} warnings={warnings} />
        <div className="spend">{spend}</div>
        <Amount label="Daily" micros={entity.dailyBudgetAmountLocalMicro} currency={entity.currency} />
        <Amount label="Total" micros={entity.totalBudgetAmountLocalMicro} currency={entity.currency} />
        <button
          type="button"
          role="switch"
          className="switch"
          aria-checked={isActive}
          aria-label={`Active: ${name}`}
          title={isActive ? 'Pause' : 'Activate'}
          onClick={() => void toggleStatus()}
        />
        <button
          ref={edit}
          type="button"
          className="edit"
          aria-expanded={isEditing}
          aria-label={`Edit ${name}`}
          title="Edit"
          onClick={() => setEditing(!isEditing)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3 13l.7-3L11 2.7a1 1 0 011.4 0l.9.9a1 1 0 010 1.4L6 12.3z" />
          </svg>
        </button>
      </div>
      {refusal !== undefined && (
        <div className="failure" role="alert">
          <p>{refusal}</p>
          <button type="button" onClick={() => setRefusal(undefined)}>
            Dismiss
          </button>
        </div>
      )}
      {isEditing && (
        <Editor
          title={name}
          fields={allFields}
          currency={entity.currency}
          change={change}
          onClose={() => {
            setEditing(false)
            edit.current?.focus()
          }}
        />
      )}
      {isOpen && children}
    </>
  )
}

function Amount({ label, micros, currency }: { label: string; micros: string | null; currency: string | null }) {
  return (
    <p className={micros === null ? 'amount none' : 'amount'}>
      <span className="label">
        {label} <span className="hidden">budget </span>
      </span>
      {micros === null ? '–' : <Money micros={micros} currency={currency} />}
    </p>
  )
}
