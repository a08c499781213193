import type { UpstreamRequest } from './upstream.ts'

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
