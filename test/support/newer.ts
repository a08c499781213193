import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a file was built after the last change of these files, and of all files in these folders. */
export function isNewer(built: string, sources: readonly string[]): boolean {
  if (!existsSync(built)) return false
  const builtMs = statSync(built).mtimeMs
  return sources
    .filter((path) => existsSync(path))
    .flatMap((path) =>
      statSync(path).isDirectory()
        ? (readdirSync(path, { recursive: true }) as string[]).map((file) => join(path, file))
        : [path],
    )
    .every((file) => statSync(file).mtimeMs <= builtMs)
}
