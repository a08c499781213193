/** A number with its noun, such as `1 call` or `1,250 calls`. A maximum is Infinity if only the service knows it. */
export function counted(count: number, noun: string): string {
  if (count === Infinity) return `any number of ${noun}s`
  return `${count.toLocaleString('en-US')} ${plural(noun, count)}`
}

export function plural(noun: string, count: number): string {
  return count === 1 ? noun : `${noun}s`
}
