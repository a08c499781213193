import { readFileSync } from 'node:fs'
import { ConfigError } from '../config.ts'
import { isObject } from '../json/object.ts'

/** The values of variables in a JSON file. Throws a ConfigError if it has none. */
export function readVariables(file: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (isObject(parsed)) return { ...parsed }
  } catch {
    // The message below describes the form that the file must have.
  }
  throw new ConfigError(`--variables must be the path of a JSON file with an object: ${file} is not`)
}
