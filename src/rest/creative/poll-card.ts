import { get, list, post } from '../endpoint.ts'
import type { ListParams, Long } from '../types.ts'
import type { CardRow } from './card.ts'

export interface PollCardRow extends CardRow {
  first_choice?: string | null
  second_choice?: string | null
  third_choice?: string | null
  fourth_choice?: string | null
  duration_in_minutes?: Long | null
  start_time?: string | null
  end_time?: string | null
  video_url?: string | null
  video_hls_url?: string | null
  video_height?: Long | null
  video_width?: Long | null
  video_poster_url?: string | null
  video_poster_height?: Long | null
  video_poster_width?: Long | null
  content_duration_seconds?: Long | null
}

export interface PollCardFilters extends ListParams {
  card_ids?: readonly string[]
  q?: string
}

export const getPollCard = get<PollCardRow, { with_deleted?: boolean }>()('accounts/:account_id/cards/poll/:card_id')
export const listPollCards = list<PollCardRow, PollCardFilters>()('accounts/:account_id/cards/poll', {
  ids: 'card_ids',
  get: getPollCard,
})

/**
 * The parameters of a new poll card (Ads Creative Interface, section 4.4). The documents have only the duration and the
 * first choice; the others are not documented. Beyond the documents.
 */
export interface PollCardParams {
  duration_in_minutes?: number
  first_choice?: string
  name?: string
  second_choice?: string
  third_choice?: string
  fourth_choice?: string
  media_key?: string
}

export const createPollCard = post<PollCardRow, PollCardParams>()('accounts/:account_id/cards/poll')
