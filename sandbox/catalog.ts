import { accountAppEndpoints } from './account/account-app.ts'
import { accountHistoryEndpoints } from './account/account-history.ts'
import { accountEndpoints } from './account/account.ts'
import { authenticatedUserAccessEndpoints } from './account/authenticated-user-access.ts'
import { biddingRuleEndpoints } from './account/bidding-rule.ts'
import { businessCategoryEndpoints } from './account/business-category.ts'
import { contentCategoryEndpoints } from './account/content-category.ts'
import { curatedCategoryEndpoints } from './account/curated-category.ts'
import { featureEndpoints } from './account/feature.ts'
import { fundingInstrumentEndpoints } from './account/funding-instrument.ts'
import { iabCategoryEndpoints } from './account/iab-category.ts'
import { promotableUserEndpoints } from './account/promotable-user.ts'
import { publisherEndpoints } from './account/publisher.ts'
import { recommendationEndpoints } from './account/recommendation.ts'
import { taxSettingsEndpoints } from './account/tax-settings.ts'
import { userSettingsEndpoints } from './account/user-settings.ts'
import { activeEntityEndpoints } from './analytics/active-entity.ts'
import { reachEndpoints } from './analytics/reach.ts'
import { statsEndpoints } from './analytics/stats.ts'
import { customAudiencePermissionEndpoints } from './audience/custom-audience-permission-write.ts'
import { customAudienceUserEndpoints } from './audience/custom-audience-user.ts'
import { customAudienceEndpoints } from './audience/custom-audience.ts'
import { doNotReachListUserEndpoints } from './audience/do-not-reach-list-user.ts'
import { doNotReachListEndpoints } from './audience/do-not-reach-list.ts'
import { tailoredAudiencePermissionEndpoints } from './audience/tailored-audience-permission.ts'
import { targetedCampaignEndpoints } from './audience/targeted-campaign.ts'
import { audienceEstimateEndpoints } from './campaign/audience-estimate.ts'
import { campaignEndpoints } from './campaign/campaign.ts'
import { keywordInsightEndpoints } from './campaign/keyword-insight.ts'
import { lineItemCuratedCategoryEndpoints } from './campaign/line-item-curated-category.ts'
import { lineItemEndpoints } from './campaign/line-item.ts'
import { lineItemWriteEndpoints } from './campaign/line-item-write.ts'
import { mediaCreativeEndpoints } from './campaign/media-creative.ts'
import { placementEndpoints } from './campaign/placement.ts'
import { promotedAccountEndpoints } from './campaign/promoted-account.ts'
import { promotedPostEndpoints } from './campaign/promoted-post.ts'
import { scheduledPromotedPostEndpoints } from './campaign/scheduled-promoted-post.ts'
import { targetingCriterionEndpoints } from './campaign/targeting-criterion.ts'
import { targetingOptionEndpoints } from './campaign/targeting-option.ts'
import { trackingTagEndpoints } from './campaign/tracking-tag.ts'
import { accountMediaEndpoints } from './creative/account-media.ts'
import { cardEndpoints } from './creative/card.ts'
import { cardWriteEndpoints } from './creative/card-write.ts'
import { draftPostEndpoints } from './creative/draft-post.ts'
import { imageConversationCardEndpoints } from './creative/image-conversation-card.ts'
import { mediaEndpoints } from './creative/media.ts'
import { pollCardEndpoints } from './creative/poll-card.ts'
import { postPreviewEndpoints } from './creative/post-preview.ts'
import { postEndpoints } from './creative/post.ts'
import { scheduledPostEndpoints } from './creative/scheduled-post.ts'
import { videoConversationCardEndpoints } from './creative/video-conversation-card.ts'
import type { Endpoint } from './endpoint/endpoint.ts'
import { accessTokenEndpoints } from './oauth/access-token.ts'
import { bearerTokenEndpoints } from './oauth/bearer-token.ts'
import { requestTokenEndpoints } from './oauth/request-token.ts'
import { webhookConfigEndpoints } from './oauth/webhook-config.ts'

/** Every endpoint of the sandbox, one line per entity. */
export const endpoints: Endpoint[] = [
  ...accountAppEndpoints,
  ...accountHistoryEndpoints,
  ...accountEndpoints,
  ...authenticatedUserAccessEndpoints,
  ...biddingRuleEndpoints,
  ...businessCategoryEndpoints,
  ...contentCategoryEndpoints,
  ...curatedCategoryEndpoints,
  ...featureEndpoints,
  ...fundingInstrumentEndpoints,
  ...iabCategoryEndpoints,
  ...promotableUserEndpoints,
  ...publisherEndpoints,
  ...recommendationEndpoints,
  ...writableBy(['ACCOUNT_ADMIN'], taxSettingsEndpoints),
  ...writableBy(['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER', 'PARTNER_AUDIENCE_MANAGER'], userSettingsEndpoints),
  ...writableBy(
    ['ACCOUNT_ADMIN', 'AD_MANAGER', 'PARTNER_AUDIENCE_MANAGER'],
    [
      ...customAudiencePermissionEndpoints,
      ...customAudienceUserEndpoints,
      ...customAudienceEndpoints,
      ...doNotReachListEndpoints,
      ...doNotReachListUserEndpoints,
      ...tailoredAudiencePermissionEndpoints,
      ...targetedCampaignEndpoints,
    ],
  ),
  ...audienceEstimateEndpoints,
  ...campaignEndpoints,
  ...keywordInsightEndpoints,
  ...lineItemCuratedCategoryEndpoints,
  ...lineItemEndpoints,
  ...lineItemWriteEndpoints,
  ...mediaCreativeEndpoints,
  ...placementEndpoints,
  ...promotedAccountEndpoints,
  ...promotedPostEndpoints,
  ...scheduledPromotedPostEndpoints,
  ...targetingCriterionEndpoints,
  ...targetingOptionEndpoints,
  ...trackingTagEndpoints,
  ...writableBy(
    ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER'],
    [
      ...accountMediaEndpoints,
      ...cardEndpoints,
      ...cardWriteEndpoints,
      ...draftPostEndpoints,
      ...imageConversationCardEndpoints,
      ...mediaEndpoints,
      ...pollCardEndpoints,
      ...postPreviewEndpoints,
      ...postEndpoints,
      ...scheduledPostEndpoints,
      ...videoConversationCardEndpoints,
    ],
  ),
  ...statsEndpoints,
  ...activeEntityEndpoints,
  ...reachEndpoints,
  ...accessTokenEndpoints,
  ...bearerTokenEndpoints,
  ...requestTokenEndpoints,
  ...webhookConfigEndpoints,
]

/** Endpoints whose writes need one of these permissions (document 2, section 5). */
function writableBy(editors: readonly string[], of: readonly Endpoint[]): Endpoint[] {
  return of.map((endpoint) => ({ ...endpoint, editors }))
}
