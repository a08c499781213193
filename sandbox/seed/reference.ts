import { biddingRules } from '../account/bidding-rule.ts'
import { businessCategories } from '../account/business-category.ts'
import { contentCategories } from '../account/content-category.ts'
import { iabCategories } from '../account/iab-category.ts'
import { publishers } from '../account/publisher.ts'
import { placements } from '../campaign/placement.ts'
import { countries } from '../campaign/targeting-catalog.ts'
import type { Random } from '../data/random.ts'
import type { Store } from '../data/store.ts'
import { insertReference } from '../endpoint/reference.ts'
import { iabCategoryRows } from './iab.ts'
import { objectivePlans } from './objective.ts'
import { seedTargetingOptions } from './targeting-option.ts'

/** Fills the tables that are the same for all accounts. */
export function seedReference(store: Store, random: Random, today: Date): void {
  insertReference(store, biddingRules, biddingRuleRows(), ({ currency }) => currency)
  insertReference(store, businessCategories, businessCategoryRows, ({ id }) => id)
  insertReference(store, iabCategories, iabCategoryRows, ({ id }) => id)
  insertReference(store, contentCategories, contentCategoryRows(random.fork('content')), ({ id }) => id)
  insertReference(store, publishers, publisherRows(random.fork('publishers')), (row) => row.user_id)
  insertReference(store, placements, placementRows(), (row) => row.product_type)
  seedTargetingOptions(store, random, today)
}

const CURRENCIES =
  'AED,ARS,AUD,BRL,CAD,CHF,CLP,COP,CZK,DKK,EGP,EUR,GBP,HKD,IDR,ILS,INR,JPY,KRW,MXN,MYR,NOK,NZD,PEN,PHP,PLN,SAR,SEK,SGD,THB,TRY,TWD,UAH,USD,VND,ZAR'

// Bids in currencies without minor units are whole units.
const WITHOUT_CENTS = new Set(['CLP', 'IDR', 'JPY', 'KRW', 'VND'])

function biddingRuleRows() {
  return CURRENCIES.split(',').map((currency) => {
    const step = WITHOUT_CENTS.has(currency) ? 1_000_000 : 10_000
    return {
      currency,
      minimum_cpe_bid_local_micro: step,
      maximum_cpe_bid_local_micro: step * 100_000,
      minimum_denomination: step,
    }
  })
}

const businessCategoryRows = [
  { id: 'auto', name: 'Automotive', iab_categories: ['IAB2'] },
  { id: 'busi', name: 'Business services', iab_categories: ['IAB3', 'IAB4'] },
  { id: 'cpgd', name: 'Consumer packaged goods', iab_categories: ['IAB8', 'IAB10'] },
  { id: 'educ', name: 'Education', iab_categories: ['IAB5'] },
  { id: 'ente', name: 'Entertainment', iab_categories: ['IAB1', 'IAB9-21'] },
  { id: 'fina', name: 'Financial services', iab_categories: ['IAB13'] },
  { id: 'gove', name: 'Government and politics', iab_categories: ['IAB11'] },
  { id: 'heal', name: 'Health and fitness', iab_categories: ['IAB7'] },
  { id: 'home', name: 'Home and real estate', iab_categories: ['IAB10', 'IAB21'] },
  { id: 'rest', name: 'Restaurants', iab_categories: ['IAB8-9'] },
  { id: 'retl', name: 'Retail', iab_categories: ['IAB18', 'IAB22'] },
  { id: 'spor', name: 'Sports', iab_categories: ['IAB17'] },
  { id: 'tech', name: 'Technology', iab_categories: ['IAB19'] },
  { id: 'tele', name: 'Telecommunications', iab_categories: ['IAB19-6', 'IAB19-18'] },
  { id: 'trav', name: 'Travel', iab_categories: ['IAB20'] },
]

const CONTENT: readonly (readonly [id: string, name: string, iabCategories: readonly string[]])[] = [
  ['3k', 'Animals', ['IAB16']],
  ['3l', 'Arts & Crafts', ['IAB9-2', 'IAB1-3']],
  ['3m', 'Automotive', ['IAB2']],
  ['3n', 'Beauty & Style', ['IAB18']],
  ['3o', 'Books', ['IAB1-1']],
  ['3p', 'Business & Finance', ['IAB3', 'IAB13']],
  ['3q', 'Comedy', ['IAB1-4']],
  ['3r', 'Esports & Gaming', ['IAB9-21']],
  ['3s', 'Family & Parenting', ['IAB6']],
  ['3t', 'Food & Drink', ['IAB8']],
  ['3u', 'Health', ['IAB7']],
  ['3v', 'Home & Garden', ['IAB10']],
  ['3w', 'Movies & Television', ['IAB1-5', 'IAB1-7']],
  ['3x', 'Music', ['IAB1-6']],
  ['3y', 'News', ['IAB12']],
  ['3z', 'Politics', ['IAB11-4', 'IAB11-5']],
  ['40', 'Science & Education', ['IAB5', 'IAB15']],
  ['41', 'Sports: football', ['IAB17-12', 'IAB17-44']],
  ['42', 'Sports: winter', ['IAB17-35', 'IAB17-36']],
  ['43', 'Technology', ['IAB19']],
  ['44', 'Travel', ['IAB20']],
]

function contentCategoryRows(random: Random) {
  return CONTENT.map(([id, name, iab]) => ({
    name,
    id,
    iab_categories: [...iab],
    publishers_in_last_thirty_days: random.integer(8, 340),
    videos_monetized_in_last_thirty_days: random.integer(120, 24_000),
  }))
}

const PUBLISHERS =
  'nightlynews,theslowkitchen,peakcycling,fjordfilms,citybeat,openscience,goaltime,paddockpass,trailnotes,brickandbeam,papercranes,lofihours,marketminute,petparade,kitchentable,gamelobby,winterline,thegreenroom,wavebreak,museumnow,slowfoodnews,studio44,onthetarmac,kidslab,cityguide'

function publisherRows(random: Random) {
  const codes = Object.keys(countries)
  return PUBLISHERS.split(',').map((username) => {
    const eligible = random.sample(codes, random.integer(2, codes.length)).sort()
    return {
      monetizable_country_codes: eligible.filter(() => random.chance(0.8)),
      promotion_eligible_country_codes: eligible,
      username,
      user_id: random.digits(random.pick([8, 10, 19])),
      monetization_restricted: random.chance(0.1),
      content_category_ids: random.sample(CONTENT, random.integer(1, 3)).map(([id]) => id),
    }
  })
}

/** The placements of the objectives, by product type. */
function placementRows() {
  return ['MEDIA', 'PROMOTED_ACCOUNT', 'PROMOTED_POSTS'].map((product) => {
    const lists = objectivePlans.filter(({ productType }) => productType === product).flatMap((plan) => plan.placements)
    const texts = new Set(lists.map((list) => list.join(',')))
    return { product_type: product, placements: [...texts].map((text) => text.split(',')) }
  })
}
