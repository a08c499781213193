import { z } from 'zod'
import { DAY_MS } from '../../async/duration.ts'
import { listAccounts } from '../../rest/account/account.ts'
import { getAuthenticatedUserAccess } from '../../rest/account/authenticated-user-access.ts'
import { listBiddingRules } from '../../rest/account/bidding-rule.ts'
import { listFeatures } from '../../rest/account/feature.ts'
import { listFundingInstruments } from '../../rest/account/funding-instrument.ts'
import { listStats, type StatsParams } from '../../rest/analytics/stats.ts'
import { listCustomAudiences } from '../../rest/audience/custom-audience.ts'
import { listCampaigns } from '../../rest/campaign/campaign.ts'
import { listLineItems } from '../../rest/campaign/line-item.ts'
import type { ClientOptions } from '../../rest/client.ts'
import { listAccountMedia } from '../../rest/creative/account-media.ts'
import type { Endpoint } from '../../rest/endpoint.ts'
import { authorize } from '../../rest/oauth/request-token.ts'
import type { KnownRateLimit } from '../../rest/policy/rate-limit.ts'
import type { Credentials } from '../../rest/wire/sign.ts'
import { isoTime, momentAt, timeZone, fixedZone, localTime } from '../../schema/analytics/time-zone.ts'
import type { RedisOptions } from '../../state/redis.ts'
import { examineAccess, examineHost, examineRedis } from './connection.ts'
import { examineFit, type Sample, createReads, type ReadOutcome, type Reads, faultOf } from './reads.ts'
import { type CheckResult, failed, MAX_CALLS, passed, type PlannedRead, type Report, warned } from './report.ts'

export interface Examined {
  /** What the service is called in the output. */
  service: string
  client: Omit<ClientOptions, 'onExchange' | 'onWarning'>
  /** The application, and the user if there is a token for everybody. */
  credentials: Credentials
  redis: Pick<RedisOptions, 'url' | 'timeoutMs'> | undefined
  /** The names of the environment variables that name a proxy. */
  proxies: readonly string[]
}

/** The accounts whose permissions are read. */
const MAX_ACCOUNTS = 2

/** One read of each chapter below the first account, and the type of its rows. */
const CHAPTERS: readonly { name: string; endpoint: Endpoint; type: string }[] = [
  { name: 'Funding instruments', endpoint: listFundingInstruments, type: 'FundingInstrument' },
  { name: 'Campaigns', endpoint: listCampaigns, type: 'Campaign' },
  { name: 'Line items', endpoint: listLineItems, type: 'LineItem' },
  { name: 'Audiences', endpoint: listCustomAudiences, type: 'CustomAudience' },
  { name: 'Creatives', endpoint: listAccountMedia, type: 'AccountMedia' },
]

/** The number of rows that a read of a chapter asks for. */
const COUNT = 5

/** The page is for browsers; that it answers is all that is examined. */
const AUTHORIZATION: Endpoint = { ...authorize, auth: 'consumer' }

/** The reads that an examination makes at most. One more request is kept for a first one that a wrong clock makes invalid. */
export const PLAN: readonly PlannedRead[] = [
  AUTHORIZATION,
  listAccounts,
  getAuthenticatedUserAccess,
  listFeatures,
  ...CHAPTERS.map(({ endpoint }) => endpoint),
  listStats,
  listBiddingRules,
].map(({ method, path }) => ({
  method,
  path,
  calls: { max: path === getAuthenticatedUserAccess.path ? MAX_ACCOUNTS : 1 },
}))

/** Examines the way to the service and the service itself; `report` gets each result as soon as there is one. */
export async function examine(subject: Examined, report: (check: CheckResult) => void = () => {}): Promise<Report> {
  const { service, client, credentials, redis, proxies } = subject
  const checks: CheckResult[] = []
  const add = (...found: CheckResult[]) => {
    for (const check of found) {
      checks.push(check)
      report(check)
    }
  }
  const reads = createReads(client, credentials)
  try {
    add(...proxies.map(proxyIgnored), ...vocabularyChecks(client.vocabulary))
    add(...(await examineHosts(client)))
    if (checks.every(({ status }) => status !== 'failed')) await examineService(reads, subject, add)
    if (redis) add(await examineRedis({ ...redis, serviceUrl: client.adsBaseUrl }))
  } finally {
    await reads.close()
  }
  return { service, plan: PLAN, maxCalls: MAX_CALLS, calls: reads.calls(), checks }
}

function examineHosts({ adsBaseUrl, authBaseUrl }: Examined['client']): Promise<CheckResult[]> {
  const isOne = new URL(adsBaseUrl).origin === new URL(authBaseUrl).origin
  return Promise.all([
    examineHost('Host', adsBaseUrl),
    ...(isOne ? [] : [examineHost('Authorization host', authBaseUrl)]),
  ])
}

/** Faults of the file are reported before anything is examined; what does not fit shows in the answers. */
function vocabularyChecks(vocabulary: ClientOptions['vocabulary']): CheckResult[] {
  if (!vocabulary) return []
  const message = `${vocabulary.size} words of the service differ from Adgraph's, as ADS_VOCABULARY says`
  if (vocabulary.size > 0) return [passed('Vocabulary', message)]
  return [
    warned(
      'Vocabulary',
      'ADS_VOCABULARY maps no word to another',
      'Unset it, or write the words of the service into the file that `adgraph vocabulary` prints',
    ),
  ]
}

function proxyIgnored(name: string): CheckResult {
  return warned(
    'Proxy',
    `${name} is set, but Adgraph connects directly and uses no proxy`,
    'Let this machine connect to the service directly, or set ADS_BASE_URL to a gateway that forwards to it',
  )
}

async function examineService(
  reads: Reads,
  { client, credentials }: Examined,
  add: (...found: CheckResult[]) => void,
): Promise<void> {
  const authorization = await reads.read(AUTHORIZATION)
  add(authorizationCheck(authorization), clockCheck(reads.clockOffsetMs()))
  const { checks, accounts } = await examineAccess(reads, credentials)
  add(...checks)
  if (!accounts) return
  const samples: Sample[] = [{ type: 'Account', rows: accounts.rows }]
  const [account] = accounts.ids
  if (account !== undefined) {
    for (const id of accounts.ids.slice(0, MAX_ACCOUNTS)) add(await permissionCheck(reads, id))
    const features = await reads.read(listFeatures, { account_id: account })
    add(readCheck('Features', features, `account ${account} has ${features.rows.join(', ') || 'no beta features'}`))
    for (const { name, endpoint, type } of CHAPTERS) {
      const outcome = await reads.read(endpoint, { account_id: account }, { count: COUNT })
      samples.push({ type, rows: outcome.rows })
      add(readCheck(name, outcome))
      if (endpoint === listCampaigns && client.environment === 'production' && !outcome.error)
        add(budgetLevelCheck(outcome.rows))
    }
    add(statsCheck(await reads.read(listStats, { account_id: account }, statsOf(account, accounts.rows[0]))))
  }
  const reference = await reads.read(listBiddingRules)
  samples.push({ type: 'BiddingRule', rows: reference.rows })
  add(readCheck('Reference data', reference), ...examineFit(samples), rateLimitCheck(reads), announcementCheck(reads))
}

function authorizationCheck(outcome: ReadOutcome): CheckResult {
  const { status, durationMs } = outcome
  if (status === undefined || status >= 500) return faultOf('Authorization', outcome)
  return passed('Authorization', `the interface answers in ${durationMs} ms`)
}

/** Beyond this, the service refuses signatures, and Adgraph repeats the first request with the time of the service. */
const MAX_OFFSET_S = 300

const NOTICEABLE_OFFSET_S = 5

function clockCheck(offsetMs: number | undefined): CheckResult {
  const name = 'Clock'
  if (offsetMs === undefined)
    return warned(
      name,
      'the answers have no date to compare with',
      'Make sure that the clock of this machine is set by NTP: Adgraph cannot correct it without these dates',
    )
  const seconds = Math.round(Math.abs(offsetMs) / 1000)
  if (seconds <= NOTICEABLE_OFFSET_S)
    return passed(name, `differs from the clock of the service by less than ${NOTICEABLE_OFFSET_S} s`)
  const way = offsetMs > 0 ? 'behind' : 'ahead of'
  const report = seconds >= MAX_OFFSET_S ? failed : warned
  return report(
    name,
    `this machine is ${seconds} s ${way} the service`,
    'Set the clock of this machine by NTP. Adgraph signs with the time of the service once it knows it, but the first ' +
      'request of each process is refused if the difference is large',
  )
}

async function permissionCheck(reads: Reads, id: string): Promise<CheckResult> {
  const outcome = await reads.read(getAuthenticatedUserAccess, { account_id: id })
  const name = `Account ${id}`
  if (outcome.error) return faultOf(name, outcome)
  const { permissions, user_id } = ACCESS.parse(outcome.rows[0])
  const user = `user ${user_id ?? 'of this token'}`
  return permissions.length > 0
    ? passed(name, `${user} has ${permissions.join(', ')}`)
    : warned(name, `${user} has no permission`, 'Ask an administrator of the account for a permission')
}

const ACCESS = z
  .object({ permissions: z.array(z.string()).catch([]), user_id: z.coerce.string().optional() })
  .catch({ permissions: [] })

function readCheck(name: string, outcome: ReadOutcome, message?: string): CheckResult {
  const { rows, durationMs, error } = outcome
  if (error) return faultOf(name, outcome)
  return passed(name, message ?? `${rows.length} ${rows.length === 1 ? 'row' : 'rows'} in ${durationMs} ms`)
}

/** The stats of an account of yesterday. */
function statsOf(account: string, row: unknown): StatsParams {
  const zone = timeZone(String(Object(row).timezone)) ?? fixedZone(0)
  const today = Math.floor(localTime(zone, Date.now()) / DAY_MS) * DAY_MS
  const midnight = (day: number) => isoTime(zone, momentAt(zone, day))
  return {
    entity: 'ACCOUNT',
    entity_ids: [account],
    start_time: midnight(today - DAY_MS),
    end_time: midnight(today),
    granularity: 'TOTAL',
    metric_groups: ['ENGAGEMENT'],
    placement: 'ALL_ON_SVC',
  }
}

function statsCheck(outcome: ReadOutcome): CheckResult {
  const name = 'Stats'
  if (outcome.status !== 403) return readCheck(name, outcome)
  return warned(
    name,
    "the user's permission in the account does not include stats (403)",
    'To read stats, ask an administrator of the account for AD_MANAGER or CAMPAIGN_ANALYST',
  )
}

/** The documents have CAMPAIGN too, which is their default. They stay in force in sandboxes. */
function budgetLevelCheck(campaigns: readonly unknown[]): CheckResult {
  const name = 'Budget level'
  const message = 'since June 2026 the live service takes only LINE_ITEM as budget_optimization'
  const others = campaigns.filter((row) => Object(row).budget_optimization === 'CAMPAIGN').length
  if (others === 0) return passed(name, message)
  return warned(
    name,
    `${message}; ${others} of ${campaigns.length} campaigns that were read have CAMPAIGN`,
    'Create campaigns with `budgetOptimization` LINE_ITEM, and set the budgets of their line items',
  )
}

function announcementCheck(reads: Reads): CheckResult {
  const name = 'Version'
  const announcement = reads.announcement()
  if (!announcement) return passed(name, 'the service announces no change of its interface')
  const { warning, currentVersion } = announcement
  const announced = [
    ...(currentVersion === undefined ? [] : [`its current version is ${currentVersion}`]),
    ...(warning === undefined ? [] : [`it warns: ${warning}`]),
  ]
  return warned(name, announced.join('; '), 'Look for a newer version of Adgraph before the service ends this one')
}

/** The share of a window below which little is left. */
const LITTLE = 0.1

function rateLimitCheck(reads: Reads): CheckResult {
  const name = 'Rate limits'
  const known = reads.rateLimits()
  if (known.length === 0) return passed(name, 'the answers announced none')
  const short = known.filter(({ limit, remaining }) => remaining < limit * LITTLE)
  if (short.length > 0) return warned(name, left(short), 'Wait for the reset, or find out what else uses this token')
  return passed(name, left(known.toSorted((a, b) => a.remaining - b.remaining).slice(0, 3)))
}

function left(limits: readonly KnownRateLimit[]): string {
  const shown = limits.map(
    ({ endpoint, limit, remaining, resetAfterMs }) =>
      `${endpoint} ${remaining} of ${limit} for ${Math.ceil(resetAfterMs / 1000)} s`,
  )
  return `left: ${shown.join('; ')}`
}
