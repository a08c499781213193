import { CloseIcon, useGraphiQLActions } from '@graphiql/react'
import type { ReactNode } from 'react'

/** Whether there is room for a pane beside the editors. */
export function hasRoom(): boolean {
  return matchMedia('(min-width: 900px)').matches
}

/** The frame of a pane: its title, a summary, and its content. */
export function Pane({ title, summary, children }: { title: string; summary?: ReactNode; children: ReactNode }) {
  return (
    <section className="pane" aria-label={title}>
      <header className="pane-header">
        <h2>{title}</h2>
        <ClosePane />
      </header>
      {summary !== undefined && <div className="pane-summary">{summary}</div>}
      {children}
    </section>
  )
}

/** The button that closes the open pane. */
export function ClosePane() {
  const actions = useGraphiQLActions()
  return (
    <button type="button" className="pane-close" aria-label="Close pane" onClick={() => actions.setVisiblePlugin(null)}>
      <CloseIcon aria-hidden="true" />
    </button>
  )
}

/** A figure with its unit below, and a note in small type. */
export function Figure({
  value,
  unit,
  note,
  kind,
}: {
  value: string
  unit: string
  note?: string | undefined
  kind?: 'danger' | 'warning' | 'good' | undefined
}) {
  return (
    <div className={kind === undefined ? 'figure' : `figure figure-${kind}`}>
      <strong>{value}</strong>
      <span>{unit}</span>
      {note !== undefined && <small>{note}</small>}
    </div>
  )
}
