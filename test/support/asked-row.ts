import { batchAnswer } from './batch-answer.ts'
import type { UpstreamAnswer, UpstreamRequest } from './upstream.ts'

/**
 * What a service answers that does all that it is asked for: the rows that are read, and of writes the row of the path or what was
 * sent. Rows have these columns, and uploads of users the number of their operations.
 */
export function answerAsAsked(request: UpstreamRequest, columns: object = {}): UpstreamAnswer {
  const { path, body, method } = request
  if (path.endsWith('/features')) return { body: { data: ['KEY'] } }
  if (path.includes('/batch/') && !path.endsWith('/users')) return batchAnswer(body)
  if (path.endsWith('/promoted_posts') && method === 'POST') {
    const { post_ids = '', ...sent } = Object.fromEntries(new URLSearchParams(body))
    return { body: { data: post_ids.split(',').map((post_id) => ({ ...sent, id: `p${post_id}`, post_id })) } }
  }
  // Each operation of an upload has one user.
  const users = path.endsWith('/users') ? (JSON.parse(body) as unknown[]).length : 0
  const rows = askedRows(request, { ...columns, success_count: users, total_count: users })
  return { body: { data: method === 'GET' ? rows.slice(0, Number(request.query['count'] ?? Infinity)) : rows[0] } }
}

/**
 * The rows that a request asks for, with these columns: those with the IDs of its filter, or the one with the ID in its path, if
 * there is one. Of the path of a list, the last segment is the name of the list.
 */
export function askedRows({ path, query }: Pick<UpstreamRequest, 'path' | 'query'>, columns: object): object[] {
  const { card_uris: uris, post_ids: posts, ...filters } = query
  if (uris !== undefined) return uris.split(',').map((card_uri, index) => ({ ...columns, id: `x${index}`, card_uri }))
  if (path.endsWith('/post_previews')) return (posts ?? '').split(',').map((post_id) => ({ ...columns, post_id }))
  const ids =
    posts ?? Object.entries(filters).find(([name]) => /_ids?$/.test(name) && path.includes(`/${listNamed(name)}`))?.[1]
  if (ids !== undefined) return ids.split(',').map((id) => ({ ...columns, id }))
  const segments = path.split('/').filter((segment) => !['name', 'all', 'preview', ''].includes(segment))
  return [{ ...columns, id: segments.at(-1) }]
}

const IRREGULAR: Record<string, string> = {
  targeting_criterion_ids: 'targeting_criteria',
  account_media_ids: 'account_media',
}

/** The list whose rows a filter selects by their IDs: `campaign_ids` selects `campaigns`. */
function listNamed(filter: string): string {
  return IRREGULAR[filter] ?? filter.replace(/_ids?$/, 's')
}
