/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The value that a share of the values does not exceed; NaN if there are no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** The median; NaN if there are no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
}

/** The median, followed by the lowest and the highest value if there are several. */
export function spread(values: readonly number[], shown: (value: number) => string): string {
  const range = values.length > 1 ? ` ${shown(Math.min(...values))}–${shown(Math.max(...values))}` : ''
  return `${shown(median(values))}${range}`
}

/** A number with three significant digits. */
export function significant(value: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(value, 0.01))))
  return value.toFixed(Math.min(digits, 3))
}
