import type { Entity } from './entity.ts'
import { account } from './account/account.ts'
import { accountApp } from './account/account-app.ts'
import { accountHistory } from './account/account-history.ts'
import { authenticatedUserAccess } from './account/authenticated-user-access.ts'
import { biddingRule } from './account/bidding-rule.ts'
import { businessCategory } from './account/business-category.ts'
import { contentCategory } from './account/content-category.ts'
import { curatedCategory } from './account/curated-category.ts'
import { feature } from './account/feature.ts'
import { fundingInstrument } from './account/funding-instrument.ts'
import { iabCategory } from './account/iab-category.ts'
import { promotableUser } from './account/promotable-user.ts'
import { publisher } from './account/publisher.ts'
import { recommendation } from './account/recommendation.ts'
import { taxSettings } from './account/tax-settings.ts'
import { userSettings } from './account/user-settings.ts'
import { customAudience } from './audience/custom-audience.ts'
import { customAudiencePermission } from './audience/custom-audience-permission.ts'
import { customAudienceUser } from './audience/custom-audience-user.ts'
import { doNotReachList } from './audience/do-not-reach-list.ts'
import { doNotReachListUser } from './audience/do-not-reach-list-user.ts'
import { tailoredAudiencePermission } from './audience/tailored-audience-permission.ts'
import { targetedCampaign } from './audience/targeted-campaign.ts'
import { audienceEstimate } from './campaign/audience-estimate.ts'
import { campaign } from './campaign/campaign.ts'
import { keywordInsight } from './campaign/keyword-insight.ts'
import { lineItem } from './campaign/line-item.ts'
import { lineItemCuratedCategory } from './campaign/line-item-curated-category.ts'
import { mediaCreative } from './campaign/media-creative.ts'
import { placement } from './campaign/placement.ts'
import { promotedAccount } from './campaign/promoted-account.ts'
import { promotedPost } from './campaign/promoted-post.ts'
import { scheduledPromotedPost } from './campaign/scheduled-promoted-post.ts'
import { targetingCriterion } from './campaign/targeting-criterion.ts'
import { targetingOption } from './campaign/targeting-option.ts'
import { trackingTag } from './campaign/tracking-tag.ts'
import { conventions } from './conventions.ts'
import { accountMedia } from './creative/account-media.ts'
import { card } from './creative/card.ts'
import { draftPost } from './creative/draft-post.ts'
import { imageConversationCard } from './creative/image-conversation-card.ts'
import { legacyCard } from './creative/legacy-card.ts'
import { media } from './creative/media.ts'
import { pollCard } from './creative/poll-card.ts'
import { post } from './creative/post.ts'
import { postPreview } from './creative/post-preview.ts'
import { scheduledPost } from './creative/scheduled-post.ts'
import { videoConversationCard } from './creative/video-conversation-card.ts'
import { accessToken } from './oauth/access-token.ts'
import { bearerToken } from './oauth/bearer-token.ts'
import { requestToken } from './oauth/request-token.ts'
import { webhookConfig } from './oauth/webhook-config.ts'

/** All entities. */
export const ENTITIES: readonly Entity[] = [
  requestToken,
  accessToken,
  bearerToken,
  webhookConfig,
  account,
  accountApp,
  accountHistory,
  authenticatedUserAccess,
  feature,
  biddingRule,
  businessCategory,
  contentCategory,
  iabCategory,
  publisher,
  placement,
  curatedCategory,
  recommendation,
  taxSettings,
  userSettings,
  fundingInstrument,
  campaign,
  lineItem,
  lineItemCuratedCategory,
  mediaCreative,
  promotedAccount,
  promotedPost,
  scheduledPromotedPost,
  trackingTag,
  promotableUser,
  targetingCriterion,
  audienceEstimate,
  targetingOption,
  keywordInsight,
  customAudience,
  targetedCampaign,
  customAudienceUser,
  customAudiencePermission,
  tailoredAudiencePermission,
  doNotReachList,
  doNotReachListUser,
  accountMedia,
  card,
  imageConversationCard,
  videoConversationCard,
  pollCard,
  media,
  draftPost,
  scheduledPost,
  postPreview,
  post,
  conventions,
  legacyCard,
]

export type { Names } from './entity.ts'

/** Every endpoint, by method, version and path. */
export const ENDPOINTS = allOf(({ endpoints }) => endpoints)
/** The names of the 138 endpoints of the documents. */
export const DOCUMENTED = Object.entries(ENDPOINTS).flatMap(([name, { source }]) => (source === undefined ? [] : name))
/** The columns of every type of row. */
export const ROWS = allOf(({ rows }) => rows)
/** The members of the objects in bodies. */
export const OBJECTS = allOf(({ objects }) => objects)
/** The values of all enumerations. */
export const ENUMERATIONS = allOf(({ enumerations }) => enumerations)
/** All rules, by ID. */
export const RULES = allOf(({ rules }) => rules)

function allOf<Value>(part: (entity: Entity) => Readonly<Record<string, Value>> | undefined) {
  const all: Record<string, Value> = {}
  for (const entity of ENTITIES) Object.assign(all, part(entity))
  return all
}
