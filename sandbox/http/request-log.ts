import type { WireRequest } from './request.ts'

/** A request that the sandbox received. */
export interface RecordedRequest extends WireRequest {
  /** The path template of its endpoint, as in the reference; absent if there is none. */
  endpoint?: string
  /** The status of the response; 0 before the response, and if the connection was closed before it. */
  status: number
  /** When it arrived, in milliseconds since the epoch with fractions. */
  at: number
  /** When its response started, in milliseconds since the epoch with fractions; absent before that. */
  answeredAt?: number
}

/** The most bytes of bodies that are kept, so that large uploads do not fill the memory of the process. */
const MAX_BODY_BYTES = 16_000_000

/** The latest received requests, in order of arrival, up to a limit, and at most 16 MB of their bodies. */
export class RequestLog {
  readonly requests: RecordedRequest[] = []
  private readonly limit: number
  private bodyBytes = 0

  constructor(limit: number) {
    this.limit = limit
  }

  /** Records a request on arrival. The record is completed with the response. */
  arrived(request: WireRequest): RecordedRequest {
    const record: RecordedRequest = { ...request, status: 0, at: preciseNow() }
    this.requests.push(record)
    this.bodyBytes += record.size
    while (this.requests.length > this.limit || this.bodyBytes > MAX_BODY_BYTES)
      this.bodyBytes -= this.requests.shift()?.size ?? this.bodyBytes
    return record
  }

  /** Completes the record of a request. */
  answered(record: RecordedRequest, status: number, endpoint: string | undefined): void {
    record.status = status
    record.answeredAt = preciseNow()
    if (endpoint !== undefined) record.endpoint = endpoint
  }

  /** Removes all requests. */
  clear(): void {
    this.requests.length = 0
    this.bodyBytes = 0
  }
}

function preciseNow(): number {
  return performance.timeOrigin + performance.now()
}
