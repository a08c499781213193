import { UpstreamError } from './errors.ts'
import type { ListParams, Page, Row } from './types.ts'

/** The pages of a list from `params.cursor` on, each read with `page` when it is requested. */
export async function* eachPage<Params extends ListParams, R extends Row>(
  page: (params: Params) => Promise<Page<R>>,
  params: Params,
): AsyncGenerator<Page<R>, void, undefined> {
  let next = await page(params)
  let emptyPages = emptyPagesAfter(0, next)
  yield next
  while (next.nextCursor !== null) {
    // The interface refuses `with_total_count` together with a cursor.
    next = await page({ ...params, cursor: next.nextCursor, with_total_count: undefined })
    emptyPages = emptyPagesAfter(emptyPages, next)
    yield next
  }
}

/** Empty pages in a row that are skipped. Filters cause some in the middle of a list; more are a fault of the service. */
export const MAX_EMPTY_PAGES = 10

/**
 * The number of empty pages in a row up to and including this one; 0 for the last page and for one with rows. Throws
 * UPSTREAM_UNAVAILABLE if there are too many.
 */
export function emptyPagesAfter(emptyPages: number, { rows, nextCursor }: Page<Row>): number {
  if (rows.length > 0 || nextCursor === null) return 0
  if (emptyPages < MAX_EMPTY_PAGES) return emptyPages + 1
  throw new UpstreamError({
    code: 'UPSTREAM_UNAVAILABLE',
    message: `The service sent more than ${MAX_EMPTY_PAGES} empty pages in a row, each with a cursor to the next`,
  })
}
