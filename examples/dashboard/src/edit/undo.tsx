import { useEffect } from 'react'
import { createStore } from '../store.ts'

/** How long a change can be undone. */
const UNDO_MS = 10_000

interface Done {
  text: string
  /** Undoes it, and gives what was refused. Without it, the text is all there is to say. */
  undo?: () => Promise<readonly { message: string }[]>
}

const store = createStore<readonly (Done & { id: number })[]>([])
let lastId = 0

const remove = (id: number) => store.set(store.read().filter((each) => each.id !== id))

/** Says what was done, and offers to undo it for ten seconds. */
export function announce({ text, undo }: Done): void {
  lastId += 1
  store.set([...store.read(), { id: lastId, text, undo }])
}

/** What was just done, apart from the rows, so that it stays where a filter takes the row away. */
export function Undo() {
  const all = store.use((done) => done)
  return (
    <div className="undo" role="status">
      {all.map((done) => (
        <Announced key={done.id} {...done} />
      ))}
    </div>
  )
}

function Announced({ id, text, undo }: Done & { id: number }) {
  useEffect(() => {
    const timer = setTimeout(() => remove(id), UNDO_MS)
    return () => clearTimeout(timer)
  }, [id])

  async function onUndo() {
    remove(id)
    const problems = (await undo?.()) ?? []
    if (problems.length > 0) announce({ text: `Not undone: ${problems.map(({ message }) => message).join('. ')}` })
  }

  return (
    <p>
      <span>{text}</span>
      {undo && (
        <button type="button" onClick={() => void onUndo()}>
          Undo
        </button>
      )}
    </p>
  )
}
