import { brotliDecompress, gunzip, inflate, inflateRaw, type CompressCallback } from 'node:zlib'

/** The content codings that answers may have: the value of `Accept-Encoding`. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br'

/**
 * The decoded body: undefined if it cannot be decoded, and 'oversized' if it is longer than `maxOutputLength`, in which case
 * decoding stops there.
 */
export async function decode(
  body: Buffer,
  coding: string,
  maxOutputLength: number,
): Promise<Buffer | 'oversized' | undefined> {
  switch (coding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return body
    case 'gzip':
    case 'x-gzip':
      return run((done) => gunzip(body, { maxOutputLength }, done))
    case 'deflate':
      // Some servers send a raw deflate stream, without the zlib format that the standard requires.
      return (
        (await run((done) => inflate(body, { maxOutputLength }, done))) ??
        run((done) => inflateRaw(body, { maxOutputLength }, done))
      )
    case 'br':
      return run((done) => brotliDecompress(body, { maxOutputLength }, done))
    default:
      return undefined
  }
}

function run(decompress: (done: CompressCallback) => void): Promise<Buffer | 'oversized' | undefined> {
  return new Promise((resolve) => {
    decompress((error, decompressed) => {
      if (!error) resolve(decompressed)
      else resolve('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE' ? 'oversized' : undefined)
    })
  })
}
