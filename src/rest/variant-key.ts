/** A text that is equal for equal values. The order of an object's members and undefined members do not count. */
export function variantKey(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return String(value)
  let key = ''
  if (Array.isArray(value)) {
    for (const item of value) key += `${variantKey(item)},`
    return `[${key}]`
  }
  const names = Object.keys(value)
  if (names.length > 1) names.sort()
  for (const name of names) {
    const member = (value as Record<string, unknown>)[name]
    if (member !== undefined) key += `${name}:${variantKey(member)},`
  }
  return `{${key}}`
}
