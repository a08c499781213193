/** JSON text of plain data, with every bigint written out as plain digits: the service's longs are JSON numbers beyond 2^53. */
export function stringify(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    // Only a bigint is more than JSON.stringify can do. Writing part by part can, at a fifth of its speed.
    return stringifyParts(value)
  }
}

function stringifyParts(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return `[${value.map((item: unknown) => stringifyParts(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${stringifyParts(member)}`).join(',')}}`
}
