import { cardList, cardRead } from './card.ts'
import type { Endpoint } from '../endpoint.ts'

/** The reads of poll cards (document 3, section 4.4). */
export const pollCardEndpoints: Endpoint[] = [cardList('poll'), cardRead('poll')]
