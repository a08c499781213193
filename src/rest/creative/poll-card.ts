import { get, list, post } from '../endpoint.ts'
import type { Columns, Long, WithDeleted } from '../types.ts'
import { id, ids, int, LISTED, NAMED, type Sent, text } from '../value.ts'
import type { CardRow, CardVideoRow } from './card.ts'

export interface PollCardRow
  extends
    CardRow,
    CardVideoRow,
    Columns<{
      first_choice: string
      second_choice: string
      third_choice: string
      fourth_choice: string
      duration_in_minutes: Long
      start_time: string
      end_time: string
    }> {}

/** One poll card. `GET accounts/:account_id/cards/poll/:card_id` (Ads Creative Interface, section 4.4). */
export const getPollCard = get<PollCardRow, WithDeleted>()('accounts/:account_id/cards/poll/:card_id')
/** The poll cards of the account. `GET accounts/:account_id/cards/poll` (Ads Creative Interface, section 4.4). */
export const listPollCards = list<PollCardRow>()('accounts/:account_id/cards/poll', {
  ids: 'card_ids',
  params: {
    ...LISTED,
    ...NAMED,
    /** Only rows with one of these IDs, at most 200. */
    card_ids: ids,
  },
  get: getPollCard,
})

const creation = {
  /** How long the poll is open: 5 to 10080 minutes from the creation of the card (R-CARD-16). */
  duration_in_minutes: int,
  /** The first choice, up to 25 characters. The limit is not documented. */
  first_choice: text,
  /** The name of the card. The live service requires it; the documents do not. */
  name: text,
  /** The second choice, up to 25 characters. The live service requires it; the documents do not. */
  second_choice: text,
  /** The third choice, up to 25 characters. Not documented by the service. */
  third_choice: text,
  /** The fourth choice, up to 25 characters. Not documented by the service. */
  fourth_choice: text,
  /** The image or video, by media key. It must be in the library (R-CARD-2). */
  media_key: id,
}

/**
 * The parameters of a new poll card (Ads Creative Interface, section 4.4). The documents have only the duration and the
 * first choice.
 */
export interface PollCardParams extends Sent<typeof creation> {}

/** Creates a poll card. `POST accounts/:account_id/cards/poll` (Ads Creative Interface, section 3). */
export const createPollCard = post<PollCardRow, PollCardParams>()('accounts/:account_id/cards/poll', {
  params: creation,
})
