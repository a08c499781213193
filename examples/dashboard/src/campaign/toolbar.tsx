import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { Place } from '../location.ts'
import { SORTS } from './sort.ts'

const DEBOUNCE_MS = 250

/** The service refuses longer texts. */
const MAX_SEARCH_CHARACTERS = 255

interface ToolbarProps {
  place: Place
  onPlace: (changed: Place) => void
  isAnyOpen: boolean
  onToggleAll: () => void
}

/** The search by the start of a name, the sort order, and the button that opens or closes all rows. */
export function Toolbar({ place, onPlace, isAnyOpen, onToggleAll }: ToolbarProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(place.search ?? '')

  const onPause = useEffectEvent((search: string) => {
    if (search !== (place.search ?? '')) onPlace({ search })
  })
  useEffect(() => {
    const timer = setTimeout(() => onPause(text.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])

  useEffect(() => {
    function onSlash(event: KeyboardEvent) {
      if (event.key !== '/' || (event.target as HTMLElement).matches('input, select, textarea')) return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', onSlash)
    return () => window.removeEventListener('keydown', onSlash)
  }, [])

  return (
    <div className="toolbar" role="search">
      <div className="search">
        <label htmlFor={`${id}search`}>Name starts with</label>
        <input
          ref={input}
          id={`${id}search`}
          type="search"
          value={text}
          maxLength={MAX_SEARCH_CHARACTERS}
          placeholder="Wave 5"
          aria-describedby={`${id}hint`}
          onChange={(event) => setText(event.target.value)}
        />
        <kbd aria-hidden="true">/</kbd>
        <span id={`${id}hint`} className="hidden">
          Finds campaigns whose name starts with this text, not those that only contain it. Press / to search.
        </span>
      </div>
      <label className="sort">
        Sort by
        <select value={place.sort ?? ''} onChange={(event) => onPlace({ sort: event.target.value })}>
          <option value="">Order of the service</option>
          {Object.entries(SORTS).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <button type="button" onClick={onToggleAll}>
        {isAnyOpen ? 'Close all' : 'Open all'}
      </button>
    </div>
  )
}
