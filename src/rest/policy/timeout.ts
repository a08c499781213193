import { UpstreamError } from '../errors.ts'

/** The promise's value. Throws UPSTREAM_TIMEOUT if it takes longer; the work behind the promise is not stopped. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new UpstreamError({ code: 'UPSTREAM_TIMEOUT', message: 'The service did not answer in time' })),
      Math.max(0, ms),
    )
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
