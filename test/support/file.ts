import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []

/** Writes a text to a file of this name, which is removed after all tests of the test file, and returns its path. */
export function temporaryFile(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'adgraph-'))
  folders.push(folder)
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

export function removeTemporaryFiles(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
}
