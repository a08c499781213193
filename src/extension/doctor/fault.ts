import { isCode } from '../../rest/errors.ts'
import type { Outcome } from './reads.ts'
import { type Check, failed } from './report.ts'

/** The result of a read that failed: what it means, and what to do about it. Texts of the service are left out: they may repeat a secret. */
export function faultOf(name: string, { endpoint, status, error }: Outcome): Check {
  const read = `${endpoint.method} ${endpoint.path}`
  const codes = (error?.errors ?? []).map(({ code }) => code).filter((code) => typeof code === 'number' || isCode(code))
  const answered = `${read} was answered with ${[status ?? 'nothing', ...codes].join(' ')}`
  const [fault, next] = explained(status, read)
  return failed(name, fault === undefined ? answered : `${answered}: ${fault}`, next)
}

function explained(status: number | undefined, read: string): [fault: string | undefined, next: string] {
  if (status === undefined)
    return ['the connection broke, or there was no answer in time', 'Try again; then check firewalls and proxies']
  if (status >= 500)
    return ['the service is unavailable', 'Wait some minutes and try again; check the status page of the service']
  if (status < 300)
    return ['the answer does not have the documented form', `Compare an answer to ${read} with the documents`]
  return REFUSALS[status] ?? [undefined, 'Look the code up in the documents of the service']
}

const REFUSALS: Record<number, [fault: string, next: string]> = {
  401: ['the credentials are not accepted', 'See the line about the application and the token'],
  403: [
    'the user or the application may not read this',
    'Ask an administrator of the account for the permission, and the service whether the application is approved',
  ],
  404: [
    'the service does not have it at this address',
    'Check ADS_BASE_URL, without the version; with ADS_VOCABULARY, check the path segments of this endpoint',
  ],
  429: ['the rate limit is spent', 'Wait until the window resets, at most 15 minutes, and try again'],
}
