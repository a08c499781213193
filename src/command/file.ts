import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { isObject } from '../json/object.ts'

/** The text of the file that an argument names. Throws an InvalidArgumentError if it cannot be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new InvalidArgumentError('It must be a file that can be read.')
  }
}

/** The values of variables in a JSON file. Throws an InvalidArgumentError if it has none. */
export function readVariables(file: string): Record<string, unknown> {
  const text = readText(file)
  try {
    const parsed: unknown = JSON.parse(text)
    if (isObject(parsed)) return { ...parsed }
  } catch {
    // The message below describes the form that the file must have.
  }
  throw new InvalidArgumentError('It must be the path of a JSON file with an object.')
}
