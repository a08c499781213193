import { createReadStream } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { PART } from '../walk/state.ts'

/** A part of a stream of bytes that one holder has written. */
export const SEGMENT = PART.extend({ stream: z.string() })

export type Part = z.output<typeof PART>

export type Segment = z.output<typeof SEGMENT>

/** Only the owner can read what an export writes. */
export const FILE_MODE = 0o600
export const FOLDER_MODE = 0o700

/** The stream of what is selected outside of lists. No list has this path. */
export const ROOT_STREAM = 'root-object'

/** Whether a file, or an index, is that of a holder before this one. */
export function isOfHolderBefore(holder: number, name: string): boolean {
  const [, number] = /\.(\d+)\.part$|^index\.(\d+)$/.exec(name)?.filter(Boolean) ?? []
  return number !== undefined && Number(number) < holder
}

/** What is wrong with the folder of an export. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
}

/** Throws a FolderError if a part is shorter than what was written of it, such as after the loss of a disk. */
export async function assertWhole(dir: string, parts: readonly Part[]): Promise<void> {
  for (const { file, bytes } of parts) {
    const found = await stat(join(dir, file)).catch(ignoreMissing)
    if ((found?.size ?? 0) < bytes) throw tooShort(file, found?.size ?? 0, bytes)
  }
}

function tooShort(file: string, bytes: number, written: number): FolderError {
  return new FolderError(`${file} has ${bytes} bytes, and ${written} were written: begin anew`)
}

export type Segments = ReturnType<typeof createSegments>

/**
 * Creates streams of bytes in files of a folder, after `earlier`, the segments of the checkpoint. Each holder of an export has a
 * number of its own, and writes only files with this number in their names: one that goes on although another has taken over
 * spoils nothing.
 */
export function createSegments(dir: string, holder: number, earlier: readonly Segment[]) {
  /** The segments of this holder, as they are on disk for sure, and what was written of each. */
  const own = new Map<string, { segment: Segment; handle: FileHandle; written: number }>()
  return {
    async append(stream: string, bytes: Buffer) {
      if (bytes.length === 0) return
      let to = own.get(stream)
      if (!to) {
        const file = `${stream}.${holder}.part`
        const handle = await open(join(dir, file), 'w', FILE_MODE)
        to = { segment: { stream, file, bytes: 0 }, handle, written: 0 }
        own.set(stream, to)
      }
      for (let at = 0; at < bytes.length;) at += (await to.handle.write(bytes, at)).bytesWritten
      to.written += bytes.length
    },
    /** Puts everything on disk. Returns all segments. */
    async sync(): Promise<Segment[]> {
      for (const { segment, handle, written } of own.values()) {
        if (written === segment.bytes) continue
        await handle.datasync()
        segment.bytes = written
      }
      return [...earlier, ...Array.from(own.values(), ({ segment }) => ({ ...segment }))]
    },
    async close() {
      for (const { handle } of own.values()) await handle.close()
      own.clear()
    },
  }
}

/** The parts of a stream. */
export function partsOf(segments: readonly Segment[], stream: string): Part[] {
  return segments.filter((each) => each.stream === stream).map(({ file, bytes }) => ({ file, bytes }))
}

/** The bytes of parts, one after the other, from `start` to `end`, both included. Throws a FolderError if one is too short. */
export async function* bytesOf(
  dir: string,
  parts: readonly Part[],
  start = 0,
  end = Infinity,
): AsyncGenerator<Buffer, void, undefined> {
  let at = 0
  for (const { file, bytes } of parts) {
    const range = { start: Math.max(start - at, 0), end: Math.min(end - at, bytes - 1) }
    at += bytes
    if (range.start > range.end) continue
    let left = range.end - range.start + 1
    for await (const chunk of createReadStream(join(dir, file), range)) {
      if (!Buffer.isBuffer(chunk)) continue
      left -= chunk.length
      yield chunk
    }
    if (left > 0) throw tooShort(file, bytes - left, bytes)
  }
}

/** Whether an error is one of a file or a folder. */
export function isOfFiles(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'path' in error
}

/** Undefined for the error of a file that does not exist. Throws any other error. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
