import type { ReactNode } from 'react'

/** The icon of the Examples pane: a book. */
export function ExamplesIcon() {
  return (
    <Icon>
      <path d="M10 5.2C8.2 3.9 5.8 3.4 2.5 3.5v11.8c3.3-.1 5.7.4 7.5 1.7 1.8-1.3 4.2-1.8 7.5-1.7V3.5c-3.3-.1-5.7.4-7.5 1.7Z" />
      <path d="M10 5.2V17" />
    </Icon>
  )
}

/** The icon of the Faults pane: a bolt. */
export function FaultsIcon() {
  return (
    <Icon>
      <path d="M11.5 2 4 11.5h5L8 18l8-10h-5.5Z" />
    </Icon>
  )
}

/** The icon of the pane of long work: a tray that something falls into. */
export function LongWorkIcon() {
  return (
    <Icon>
      <path d="M10 2.5v9.5M6 8.5l4 4 4-4M2.5 13v4.5h15V13" />
    </Icon>
  )
}

/** The icon of a link. */
export function LinkIcon() {
  return (
    <Icon className="graphiql-toolbar-icon">
      <path d="M8.5 11.5a3.2 3.2 0 0 0 4.6 0l3-3a3.2 3.2 0 0 0-4.6-4.6l-1 1" />
      <path d="M11.5 8.5a3.2 3.2 0 0 0-4.6 0l-3 3a3.2 3.2 0 0 0 4.6 4.6l1-1" />
    </Icon>
  )
}

/** The icon of code. */
export function CodeIcon() {
  return (
    <Icon className="graphiql-toolbar-icon">
      <path d="m6.5 5.5-4.5 4.5 4.5 4.5M13.5 5.5 18 10l-4.5 4.5M11.5 3.5l-3 13" />
    </Icon>
  )
}

function Icon({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <svg
      className={className}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}
