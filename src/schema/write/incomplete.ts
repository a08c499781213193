import { UpstreamError } from '../../rest/errors.ts'

/** Thrown by `send` if the service accepted a call but carried out only a part of it. */
export class Incomplete extends Error {
  readonly code: string
  readonly rule: string
  /** The data of the response, which is the row of the first operation. Undefined if the response has none. */
  readonly row: unknown

  constructor(code: string, message: string, rule: string, row: unknown) {
    super(message)
    this.code = code
    this.rule = rule
    this.row = row
  }
}

/**
 * Sends a call, and repeats it once if it was carried out only in part. Throws the error of `incomplete` if the second call
 * is incomplete too, or fails, because the first call has made changes.
 */
export async function sendWhole<R>(
  send: () => Promise<R>,
  isWhole: (row: R) => boolean,
  incomplete: (row: R, end: string) => Incomplete,
): Promise<R> {
  const first = await send()
  if (isWhole(first)) return first
  const second = await send().catch((error: unknown) => {
    if (error instanceof UpstreamError) throw incomplete(first, `and repeating it failed: ${error.message}`)
    throw error
  })
  if (isWhole(second)) return second
  throw incomplete(second, 'twice')
}
