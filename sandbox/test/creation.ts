import { DEMO_ACCOUNT_ID } from '../index.ts'
import type { Client, Data } from './client.ts'

/** The path of a list of the demo account, by its name. */
export function pathOf(name: string): string {
  return `accounts/${DEMO_ACCOUNT_ID}/${name}`
}

/** What the lists of the demo account need, and what new rows of them are sent with. */
export function openCreations(client: Client) {
  /** What a list needs to have rows. */
  const needs: Record<string, () => Promise<Record<string, string>>> = {
    curated_categories: () => Promise.resolve({ country_codes: 'US,DE,JP' }),
    account_history: async () => ({
      entity_type: 'CAMPAIGN',
      entity_id: (await client.get(pathOf('campaigns'))).body.data[0]!.id,
      start_time: '2020-01-01T00:00:00Z',
      end_time: '2026-06-02T00:00:00Z',
    }),
    targeting_criteria: async () => {
      const lineItems = await client.get(pathOf('line_items'))
      return { line_item_ids: lineItems.body.data.map(({ id }) => id).join(',') }
    },
    posts: () => Promise.resolve({ post_type: 'PUBLISHED' }),
  }

  /** What a new row of an entity is sent with. */
  const creations: Record<string, () => Promise<Record<string, string>>> = {
    funding_instruments: () => of({ currency: 'USD', start_time: '2026-01-01T00:00:00Z', type: 'CREDIT_CARD' }),
    campaigns: async () => ({
      funding_instrument_id: await idOf('funding_instruments', ({ type }) => type === 'CREDIT_CARD'),
      name: 'Ünï, 100% #new',
      daily_budget_amount_local_micro: '5500000',
    }),
    line_items: async () => ({
      campaign_id: await newId('campaigns'),
      start_time: '2026-07-01T00:00:00Z',
      end_time: '2026-08-01T00:00:00Z',
      objective: 'WEBSITE_CLICKS',
      product_type: 'PROMOTED_POSTS',
      placements: 'SVC_TIMELINE,SVC_SEARCH',
    }),
    line_item_curated_categories: async () => ({
      line_item_id: await idOf('line_items'),
      curated_category_id: await idOf('curated_categories'),
    }),
    media_creatives: async () => ({
      account_media_id: await idOf('account_media', ({ creative_type }) => creative_type === 'BANNER'),
      line_item_id: await idOf('line_items', ({ objective }) => objective === 'WEBSITE_CLICKS'),
      landing_url: 'https://shop.example.com/?a=b, c&d',
    }),
    promoted_accounts: async () => ({
      line_item_id: await newId('line_items', {
        objective: 'FOLLOWERS',
        product_type: 'PROMOTED_ACCOUNT',
        placements: 'ALL_ON_SVC',
      }),
      user_id: await idOf('promotable_users', () => true, 'user_id'),
    }),
    scheduled_promoted_posts: async () => ({
      line_item_id: await idOf('line_items'),
      scheduled_post_id: await idOf('scheduled_posts'),
    }),
    targeting_criteria: async () => ({
      line_item_id: await idOf('line_items'),
      operator_type: 'EQ',
      targeting_type: 'BROAD_KEYWORD',
      targeting_value: 'rain, shoes & more',
    }),
    tracking_tags: async () => ({
      line_item_id: await idOf('line_items'),
      tracking_tag_type: 'CLICK_TRACKER',
      tracking_tag_url: 'https://track.example.com/?a=1&b=[timestamp], c#d',
    }),
    custom_audiences: () => of({ name: 'Neü, 100% #new', description: 'x' }),
    media_library: () => of({ media_key: '7_123', title: 'Film' }),
    post: async () => ({ as_user_id: await advertiser(), text: 'Ünï, 100% #new' }),
    'cards/poll': () => of({ name: 'Poll', duration_in_minutes: '5', first_choice: 'Sea', second_choice: 'Hills' }),
    'cards/image_conversation': () => conversation('IMAGE'),
    'cards/video_conversation': () => conversation('VIDEO'),
    draft_posts: async () => ({ as_user_id: await advertiser(), text: 'Ünï, 100% #new' }),
    scheduled_posts: async () => ({
      as_user_id: await advertiser(),
      text: 'Ünï',
      scheduled_at: '2026-07-01T08:00:00Z',
    }),
  }

  const advertiser = () =>
    idOf('promotable_users', ({ promotable_user_type }) => promotable_user_type === 'FULL', 'user_id')
  const conversation = async (type: string) => ({
    name: 'Card',
    media_key: await idOf('media_library', ({ media_type }) => media_type === type, 'media_key'),
    first_cta: '#Run',
    first_cta_post: 'I run',
    title: 'Run?',
    thank_you_text: 'Thanks',
  })
  const of = (params: Record<string, string>) => Promise.resolve(params)

  /** The ID, or another column, of a row of the seed. */
  async function idOf(name: string, fits: (row: Data) => boolean = () => true, column = 'id'): Promise<string> {
    const rows = await client.walk(pathOf(name), { ...(await needs[name]?.()) })
    return String(rows.find(fits)![column])
  }

  /** The ID of a new row. */
  async function newId(name: string, changes: Record<string, string> = {}): Promise<string> {
    return (await client.post(pathOf(name), { ...(await creations[name]!()), ...changes })).body.data.id
  }

  return { needs, creations, idOf, newId }
}
