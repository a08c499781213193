import type { Bounds, Plan, Rows } from '../operation/contract.ts'

/** A number with separators, such as `1,250`. */
export function count(value: number): string {
  return value.toLocaleString('en-US')
}

/** A number with its unit, such as `1 call` or `1,250 calls`. */
export function counted(value: number, unit: string): string {
  return `${count(value)} ${unit}${value === 1 ? '' : 's'}`
}

/** A maximum with its unit, such as `up to 50 rows`. */
export function upTo(max: number | null, unit: string): string {
  return max === null ? `any number of ${unit}s` : `up to ${counted(max, unit)}`
}

/** A minimum and a maximum, such as `1–4`. */
export function range({ min, max }: Bounds): string {
  if (max === null) return `${count(min)} or more`
  return min === max ? count(max) : `${count(min)}–${count(max)}`
}

/** A minimum and a maximum with their unit, such as `1–4 calls`. */
export function between(bounds: Bounds, unit: string): string {
  return `${range(bounds)} ${unit}${bounds.min === 1 && bounds.max === 1 ? '' : 's'}`
}

/** An expectation, such as `about 9 calls`. Undefined if nothing is known. */
export function about({ expected }: Rows, unit: string): string | undefined {
  return expected === null ? undefined : `about ${counted(expected, unit)}`
}

/** The bounds of the calls of an operation, and what happens beyond the limit, such as `0–2,000, then it stops`. */
export function callBounds({ calls, allowed }: Pick<Plan, 'calls' | 'allowed'>): string {
  const isStopped = calls.max === null || calls.max > allowed.calls
  // An operation stops at the limit, so it never makes all calls of a higher maximum.
  return isStopped && calls.min <= allowed.calls
    ? `${range({ ...calls, max: allowed.calls })}, then it stops`
    : calls.min > allowed.calls
      ? `${range(calls)}, ${count(allowed.calls)} allowed`
      : range(calls)
}

/** The maximum of the rows of an operation, in the same form. */
export function rowBounds({ rows, allowed }: Pick<Plan, 'rows' | 'allowed'>): string {
  const isStopped = rows.max === null || rows.max > allowed.rows
  return isStopped ? `≤ ${count(allowed.rows)}, then it stops` : `≤ ${count(rows.max!)}`
}

/** The path without the account, which all endpoints have in common. */
export function shortPath(path: string): string {
  return path.replace(/^accounts\/:account_id\/(?=.)/, '')
}

/** A duration, such as `48 ms` or `1.2 s`. */
export function duration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

/** A size in bytes, such as `230 kB`. */
export function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 999_500 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
