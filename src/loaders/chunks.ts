/** Divides a list into chunks of this size. The last one can be shorter. */
export function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, chunk) =>
    list.slice(chunk * size, (chunk + 1) * size),
  )
}
