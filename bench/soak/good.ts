import { isDeepStrictEqual } from 'node:util'
import { tablesOf } from '../data.ts'
import { contentOf, expectedAnswer, requestOf } from '../queries.ts'
import { post, TOKENS, type Ending } from './client.ts'

/** The outcomes of good requests. */
export interface GoodCounts {
  right: number
  /** Failed with an error of the service, after retries. */
  ofService: number
  /** Refused with 503, OVERLOADED and Retry-After. */
  overloaded: number
  /** Lost, wrong, or refused without a reason. There must be none. */
  faults: string[]
}

const OF_SERVICE = /^(UPSTREAM_UNAVAILABLE|UPSTREAM_TIMEOUT)$/

const CAMPAIGN = tablesOf('a0')!.campaigns[0]!.id

/** Requests with the content of their right responses. */
const REQUESTS = [
  ...(['Q1', 'Q2', 'Q3', 'Q6'] as const).map((name) => ({
    body: JSON.stringify(requestOf(name, 'adgraph')),
    expected: contentOf(expectedAnswer(name)),
  })),
  {
    body: JSON.stringify({
      query: `mutation { updateCampaign(input: { campaignId: "Campaign:a0:${CAMPAIGN}", name: "Written" }) {
        campaign { name } userErrors { message } } }`,
    }),
    expected: { updateCampaign: { campaign: { name: 'Written' }, userErrors: [] } },
  },
]

/** Two of three requests are sent by clients that accept compressed responses. */
const ENCODINGS = ['identity', 'gzip', 'br, gzip']

/** Sends good requests one after the other until the signal, and counts their outcomes. */
export async function sendGood(url: string, stop: AbortSignal, counts: GoodCounts): Promise<void> {
  for (let nth = 0; !stop.aborted; nth += 1) {
    const { body, expected } = REQUESTS[nth % REQUESTS.length]!
    const headers = { 'accept-encoding': ENCODINGS[nth % ENCODINGS.length]! }
    count(await post(url, TOKENS.good, body, headers), expected, counts)
  }
}

function count({ text, fault, isOverloaded }: Ending, expected: unknown, counts: GoodCounts): void {
  if (isOverloaded) {
    counts.overloaded += 1
    return
  }
  if (fault !== undefined) {
    counts.faults.push(fault)
    return
  }
  const { data, errors } = JSON.parse(text) as { data: unknown; errors?: { extensions?: { code?: string } }[] }
  if (errors?.every(({ extensions }) => OF_SERVICE.test(extensions?.code ?? ''))) counts.ofService += 1
  else if (!errors && isDeepStrictEqual(contentOf(data), expected)) counts.right += 1
  else counts.faults.push(text.slice(0, 300))
}
