import type { WireRequest } from './request.ts'

/** A request the sandbox received. */
export interface RecordedRequest extends WireRequest {
  /** The path template of the endpoint it led to, as in the reference; absent when it led to none. */
  endpoint?: string
  /** The status of the answer; 0 as long as there is none, and when the connection was broken before it. */
  status: number
  /** When it arrived, in milliseconds of the epoch with fractions. */
  at: number
  /** When its answer began to leave, in milliseconds of the epoch with fractions; absent as long as it has not. */
  answeredAt?: number
}

/** The requests received, in order of arrival: the last so many of them. */
export class RequestLog {
  readonly requests: RecordedRequest[] = []
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  /** Records a request that has just arrived; the record is completed when it is answered. */
  arrived(request: WireRequest): RecordedRequest {
    const record: RecordedRequest = { ...request, status: 0, at: preciseNow() }
    this.requests.push(record)
    if (this.requests.length > this.limit) this.requests.shift()
    return record
  }

  /** Completes a record with what became of it. */
  answered(record: RecordedRequest, status: number, endpoint: string | undefined): void {
    record.status = status
    record.answeredAt = preciseNow()
    if (endpoint !== undefined) record.endpoint = endpoint
  }

  /** Forgets all requests. */
  clear(): void {
    this.requests.length = 0
  }
}

function preciseNow(): number {
  return performance.timeOrigin + performance.now()
}
