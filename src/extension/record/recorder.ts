import { mkdirSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Exchange } from '../../rest/exchange.ts'
import type { Vocabulary } from '../../rest/wire/vocabulary.ts'
import { createAnonymous } from './anonymous.ts'
import { recordedOf, stringifyMarked } from './recording.ts'
import { createReplacement, type Replacement } from './replacement.ts'

/** Records exchanges into a folder. */
export type Recorder = ReturnType<typeof createRecorder>

interface RecorderOptions {
  vocabulary?: Vocabulary
  /** The maximum size of the folder. Defaults to 256 MiB. */
  maxBytes?: number
  replacement?: Replacement
  onWarning: (message: string) => void
}

/** Starts a recording in a folder, which is created. Throws an Error if the folder has files: a recording has one key. */
export function createRecorder(folder: string, options: RecorderOptions) {
  const { vocabulary, maxBytes = 256 * 2 ** 20, replacement = createReplacement(), onWarning } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`)
  const anonymous = createAnonymous(replacement, vocabulary)
  const writing = new Set<Promise<void>>()
  let count = 0
  let bytes = 0

  return {
    /** Never throws: the call must not fail because of its recording. */
    onExchange: (exchange: Exchange): void => {
      if (bytes >= maxBytes) return
      try {
        record(exchange)
      } catch (error) {
        warn(error)
      }
    },
    /** Resolves when everything has been written. */
    close: () => Promise.all(writing),
  }

  function record(exchange: Exchange): void {
    const recorded = recordedOf(exchange, anonymous, vocabulary)
    if (!recorded) return
    const text = `${stringifyMarked(recorded, 2)}\n`
    bytes += Buffer.byteLength(text)
    if (bytes >= maxBytes) return onWarning('The recording has reached its maximum size and ends')
    count += 1
    const { method, path } = exchange.call.endpoint
    const name = `${String(count).padStart(6, '0')}-${method}-${path.replace(/:?[^a-z_]+:?/g, '-')}.json`
    const written = writeFile(join(folder, name), text, { mode: 0o600 })
      .catch(warn)
      .finally(() => writing.delete(written))
    writing.add(written)
  }

  function warn(error: unknown): void {
    onWarning(`An exchange could not be recorded: ${String(error)}`)
  }
}
