/**
 * Where a row's account id is kept: the client stamps it on every row it reads under an account's path, because most
 * rows do not name their account. A symbol, so that the row stays to the letter what the service sent.
 */
export const accountId: unique symbol = Symbol('accountId')

/** One entity as the service sends it: snake_case, sparse, with its account beside it. `idOf` tells its id. */
export interface Row {
  id?: Long
  /** A post's id as text, beside the number. */
  id_str?: string
  /** What media have instead of an id. */
  media_key?: string | null
  readonly [accountId]?: string
}

/** The columns by one of which a row is identified: see `idOf`. */
export const ID_COLUMNS = ['id_str', 'id', 'media_key'] as const satisfies (keyof Row)[]

/** The service's own id of a row, to the digit: that of a post is a number beyond 2^53, and media go by their key. */
export function idOf({ id_str, id, media_key }: Row): string {
  return String(id_str ?? id ?? media_key)
}

/** What nearly every entity of the ads interface carries (Ads Management Interface, section 2). */
export interface EntityRow extends Row {
  id: string
  created_at?: string | null
  updated_at?: string | null
  deleted?: boolean | null
}

/** A 64-bit integer as it comes off the wire: a number while that is exact, else its digits. */
export type Long = number | string

/** A value that `toParams` can put on the wire. A list is sent comma-separated, null as an empty value. */
export type ParamValue = string | number | bigint | boolean | null | undefined | readonly (string | number | bigint)[]

/** The parameters every list takes (Ads Management Interface, section 4.1). */
export interface ListParams {
  count?: number
  cursor?: string
  sort_by?: readonly string[]
  with_deleted?: boolean
  with_total_count?: boolean
}

/** One list answer: its rows, the service's cursor to the next page (null at the end), and the count where asked. */
export interface Page<R> {
  rows: R[]
  nextCursor: string | null
  totalCount: number | undefined
}

/** One attempt of a request, as the trace shows it: the endpoint's template, never an id or a token. */
export interface CallRecord {
  method: string
  path: string
  /** The HTTP status, or null where no answer came. */
  status: number | null
  /** Milliseconds since the epoch. */
  startMs: number
  durationMs: number
  /** 1 for the first try. */
  attempt: number
  /** How many ids or parents the call asked for. */
  keys: number
  /** How many rows came back. */
  rows: number
}
