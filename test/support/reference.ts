import { readFileSync } from 'node:fs'

/** An endpoint as the reference lists it. */
export interface Documented {
  method: string
  path: string
  version: string
  sandboxOnly: boolean
  body: string
}

/** The endpoints of the three documents, all 138. */
export const DOCUMENTED = JSON.parse(readFileSync('test/reference/endpoints.json', 'utf8')) as Documented[]

/** Endpoints beyond the documents, as the live service has them. */
export const ADDITIONS: ReadonlySet<string> = new Set([
  'GET 12 accounts/:account_id/line_item_curated_categories',
  'GET 12 accounts/:account_id/line_item_curated_categories/:line_item_curated_category_id',
  'PUT 12 accounts/:account_id/line_items/:line_item_id',
  'DELETE 12 accounts/:account_id/line_items/:line_item_id',
  'POST 12 batch/accounts/:account_id/line_items',
  'GET 12 accounts/:account_id/scheduled_posts',
  'GET 12 accounts/:account_id/scheduled_posts/:scheduled_post_id',
  'POST 12 accounts/:account_id/scheduled_posts',
  'GET 12 accounts/:account_id/tax_settings',
  'GET 12 targeting_criteria/interests',
  'GET 12 targeting_criteria/languages',
  'GET 12 targeting_criteria/locations',
  'GET 12 targeting_criteria/network_operators',
  'GET 12 targeting_criteria/platforms',
  'GET 12 targeting_criteria/platform_versions',
  'GET 12 targeting_criteria/tv_markets',
  'GET 12 targeting_criteria/tv_shows',
  'DELETE 12 accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id',
  'POST 12 batch/accounts/:account_id/do_not_reach_lists/:do_not_reach_list_id/users',
])

/** How the reference writes an endpoint: paths of the authorization interface begin with a slash and hold their version. */
export function documentedName({ method, path, version }: Documented): string {
  return path.startsWith('/') ? `${method} ${path}` : `${method} ${version} ${path}`
}
