import { CloseIcon, useGraphiQLActions, type GraphiQLPlugin } from '@graphiql/react'
import type { ReactNode } from 'react'

/** Whether there is room for a pane beside the editors. */
export function hasRoom(): boolean {
  return matchMedia('(min-width: 1500px)').matches
}

/** Whether the editors stand below each other. */
export function isNarrow(): boolean {
  return matchMedia('(max-width: 760px)').matches
}

/** The frame of a pane: its title, a button that closes it, and its content. */
export function Pane({ title, children }: { title: string; children: ReactNode }) {
  const actions = useGraphiQLActions()
  return (
    <section className="pane" aria-label={title}>
      <header className="pane-header">
        <h2>{title}</h2>
        <button
          type="button"
          className="pane-close"
          aria-label="Close pane"
          onClick={() => actions.setVisiblePlugin(null)}
        >
          <CloseIcon aria-hidden="true" />
        </button>
      </header>
      {children}
    </section>
  )
}

/** A plugin with this title, in the frame of our panes. GraphiQL knows its own plugins by identity, so it is changed in place. */
export function framed(plugin: GraphiQLPlugin, title: string, Content = plugin.content): GraphiQLPlugin {
  return Object.assign(plugin, {
    title,
    content: () => (
      <Pane title={title}>
        <Content />
      </Pane>
    ),
  })
}

/** The frame of a view beside the query: its summary, and its content. */
export function ResultView({ title, summary, children }: { title: string; summary: ReactNode; children: ReactNode }) {
  return (
    <section className="pane results-view" aria-label={title}>
      {summary && <div className="pane-summary">{summary}</div>}
      {children}
    </section>
  )
}

/** A figure with its unit below, a note in small type, and a tooltip. */
export function Figure({
  value,
  unit,
  note,
  tooltip,
  kind,
}: {
  value: string
  unit: string
  note?: string | undefined
  tooltip?: string | undefined
  kind?: 'danger' | 'warning' | 'good' | 'unknown' | undefined
}) {
  return (
    <div className={kind === undefined ? 'figure' : `figure figure-${kind}`} title={tooltip}>
      <strong>{value}</strong>
      <span>{unit}</span>
      {note !== undefined && <small>{note}</small>}
    </div>
  )
}

/** A choice among options. */
export function Choice({
  label,
  value,
  onChange,
  options = [],
  children,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  options?: readonly string[]
  children?: ReactNode
}) {
  return (
    <label className="choice">
      {label}
      <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  )
}

/** The fault, if there is one. */
export function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className="notice notice-danger" role="alert">
      {text}
    </p>
  )
}
