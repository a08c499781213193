import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { isObject, valueIn } from '../json/object.ts'

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
  const parsed = valueIn(readText(file))
  if (isObject(parsed)) return { ...parsed }
  throw new InvalidArgumentError('It must be the path of a JSON file with an object.')
}

/** The number in an argument. Throws an InvalidArgumentError if it is not a whole number. */
export function wholeNumber(given: string): number {
  if (!/^\d+$/.test(given)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(given)
}
