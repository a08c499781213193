import type { Column } from './column.ts'
import { JsonWriter } from './json-writer.ts'

/** Columns with fewer values are not measured, because they are small. */
export const MIN_SAMPLED_VALUES = 32

const SAMPLES = 4

/** Estimates the number of bytes of a column in the response, from a sample of its values. */
export function estimatedBytes(column: Column, values: number): number {
  const json = new JsonWriter()
  for (let nth = 0; nth < SAMPLES; nth += 1) column.write(json, Math.floor((nth * values) / SAMPLES))
  return (json.discard() * values) / SAMPLES
}
