import type { LineItemRow } from '../campaign/line-item.ts'
import {
  ages,
  cities,
  countries,
  devices,
  events,
  followed,
  genders,
  interests,
  keywords,
  languages,
  platforms,
  topics,
  type TargetingOption,
} from '../campaign/targeting-catalog.ts'
import type { Random } from '../data/random.ts'
import type { CampaignPlan } from './campaign-plan.ts'

/** The types of options that a line item has at most once. */
const kinds: readonly (readonly TargetingOption[])[] = [
  ages,
  cities,
  devices,
  events,
  followed,
  genders,
  interests,
  keywords,
  keywords.filter((option) => option.type === 'BROAD_KEYWORD'),
  languages,
  [platforms.desktop],
  topics,
]

/** Two to five targeting options of a line item: the country of its campaign, the platforms of its app, and others. */
export function chooseTargeting(campaign: CampaignPlan, row: LineItemRow, random: Random): TargetingOption[] {
  const chosen: TargetingOption[] = [countries[campaign.market]!]
  if (row.ios_app_store_identifier) chosen.push(platforms.ios)
  if (row.android_app_store_identifier) chosen.push(platforms.android)
  const wanted = random.integer(2, 5)
  for (const kind of random.sample(kinds, kinds.length)) {
    if (chosen.length >= wanted) break
    const option = random.pick(kind)
    if (!chosen.includes(option)) chosen.push(option)
  }
  return chosen
}
