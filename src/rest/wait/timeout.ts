import { UpstreamError } from '../errors.ts'

/** The promise's value if it comes in time, else UPSTREAM_TIMEOUT. What the promise stands for goes on. */
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
