/** A value of an enumeration as words: PAUSED_BY_ADVERTISER is "Paused by advertiser". The service may add values. */
export function wordsOf(value: string): string {
  const words = value.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A number of things: "1 call", "2 calls". */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`
}
