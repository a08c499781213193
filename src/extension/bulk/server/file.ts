import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createFairQueue, type FairQueue, freeOf } from '../../../async/fair-queue.ts'
import { CodedError } from '../../../schema/errors.ts'
import { overloadedError } from '../../../server/admission/admission.ts'
import { allowOrigin } from '../../../server/guard/guard.ts'
import { disconnectSignal } from '../../../server/http/connections.ts'
import { answerRefusal, methodNotAllowed, refusal, unauthorized } from '../../../server/http/refusal.ts'
import { isRead, type OutgoingResponse, negotiateEncoding } from '../../../server/http/request.ts'
import { bytesOf } from '../folder/folder.ts'
import { workFolderOf, hasExpired, type OperationFile } from '../operation/record.ts'
import { inTime, ownerOf, type BulkParts, type OpenBulkIfAny } from './caller-bulk.ts'

const PATH = /^\/bulk\/([\da-f-]{36})\/([\w.-]{1,500})$/

const TYPES: Readonly<Record<string, string>> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

const NO_FILE = refusal('NOT_FOUND', 404, 'You have no such file. It may have expired, or belong to another caller')
const METHODS = 'GET, HEAD'
const NO_METHOD = methodNotAllowed(METHODS, 'Files can only be read')

const CORS_HEADERS = {
  'access-control-allow-methods': METHODS,
  'access-control-expose-headers': 'accept-ranges, content-disposition, content-range, etag',
}

/** The maximum number of downloads at the same time. Each takes up to half a megabyte until its client has read the file. */
const MAX_DOWNLOADS = 64

/** The slots of the downloads of a server. */
export function createDownloadQueue(): FairQueue {
  return createFairQueue({ isFree: freeOf(MAX_DOWNLOADS) })
}

/** Shorter files are not compressed. */
const MIN_COMPRESSED_BYTES = 1_024

/** Answers a request for a file of long work, if the caller has started it. */
export async function answerFile(
  parts: BulkParts,
  ifAny: OpenBulkIfAny,
  queue: FairQueue,
  request: IncomingMessage,
  response: ServerResponse & OutgoingResponse,
): Promise<void> {
  try {
    allowOrigin(parts.origins, request, response, CORS_HEADERS)
    if (request.method === 'OPTIONS') return void response.writeHead(204, { allow: METHODS }).end()
    if (!isRead(request)) return answerRefusal(response, NO_METHOD)
    const caller = await parts.callers.callerOf(request, response)
    if (caller.refused) return answerRefusal(response, unauthorized(caller.refused))
    const [, id = '', name = ''] = PATH.exec(request.url?.split('?')[0] ?? '') ?? []
    const opened = await inTime(ifAny())
    const record = opened && (await inTime(opened.place.store.get(id)))
    // The name is only compared. Only the parts that the record names are read.
    const file = record && !hasExpired(record) ? record.files?.find((each) => each.name === name) : undefined
    if (!opened || !file || record?.owner !== ownerOf(caller, parts.settings.service))
      return answerRefusal(response, NO_FILE)
    const gone = disconnectSignal(request.socket)
    if (!(await queue.enter(caller.key, { maxWaitMs: parts.queueTimeoutMs, signal: gone })))
      return answerRefusal(response, overloadedError(`The server is already sending ${MAX_DOWNLOADS} files`))
    try {
      await send(workFolderOf(opened.place.dir, id), file, request, response)
    } finally {
      queue.leave(caller.key)
    }
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    parts.log.error({ err: error }, 'a file of long work cannot be read')
    answerRefusal(response, refusal('BULK_UNAVAILABLE', 503, error.message))
  }
}

async function send(
  workDir: string,
  file: OperationFile,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { name, bytes, sha256 } = file
  const { headers, method } = request
  const tag = `"${sha256}"`
  // Other methods have no ranges: RFC 9110, section 14.2.
  const range = method === 'GET' ? rangeOf(headers.range, headers['if-range'], tag, bytes) : undefined
  const isCompressed =
    range === undefined &&
    bytes >= MIN_COMPRESSED_BYTES &&
    negotiateEncoding(headers['accept-encoding'], ['gzip']) === 'gzip'
  const etag = isCompressed ? `"${sha256}-gzip"` : tag
  response.setHeader('content-type', TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
  response.setHeader('content-disposition', `attachment; filename="${name}"`)
  response.setHeader('cache-control', 'private, no-cache')
  response.appendHeader('vary', 'accept-encoding, authorization, cookie')
  response.setHeader('etag', etag)
  if (!isCompressed) response.setHeader('accept-ranges', 'bytes')
  if (tagsIn(headers['if-none-match']).some((each) => each === etag || each === '*')) {
    response.writeHead(304).end()
    return
  }
  if (range && range.start > range.end) {
    response.removeHeader('content-disposition')
    const refused = refusal('RANGE_NOT_SATISFIABLE', 416, `The file has ${bytes} bytes`, {
      'content-range': `bytes */${bytes}`,
    })
    return answerRefusal(response, refused)
  }
  const { start, end } = range ?? { start: 0, end: bytes - 1 }
  if (isCompressed) response.setHeader('content-encoding', 'gzip')
  else response.setHeader('content-length', end - start + 1)
  if (range) response.setHeader('content-range', `bytes ${start}-${end}/${bytes}`)
  response.writeHead(range ? 206 : 200)
  if (method === 'HEAD') return void response.end()
  const source = Readable.from(bytesOf(workDir, file.parts, start, end), { objectMode: false })
  const sent = isCompressed ? pipeline(source, createGzip({ level: 1 }), response) : pipeline(source, response)
  await sent.catch((error: unknown) => {
    // A client that disconnects is no fault.
    if (!response.destroyed && !request.socket.destroyed) throw error
  })
}

/**
 * The range of bytes that a request asks for (RFC 9110, section 14), which cannot be satisfied if it starts after its end. Undefined
 * for the whole file: also for several ranges, and if `If-Range` names another state of the file.
 */
function rangeOf(
  header: string | undefined,
  condition: unknown,
  tag: string,
  bytes: number,
): { start: number; end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if ((first === '' && last === '') || (condition !== undefined && condition !== tag)) return undefined
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  return { start, end }
}

function tagsIn(header: string | undefined): string[] {
  return (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
}
