import { accountEndpoints } from './account/account.ts'
import { fundingInstrumentEndpoints } from './account/funding-instrument.ts'
import { promotableUserEndpoints } from './account/promotable-user.ts'
import { campaignEndpoints } from './campaign/campaign.ts'
import { lineItemEndpoints } from './campaign/line-item.ts'
import { mediaCreativeEndpoints } from './campaign/media-creative.ts'
import { promotedAccountEndpoints } from './campaign/promoted-account.ts'
import { promotedPostEndpoints } from './campaign/promoted-post.ts'
import { scheduledPromotedPostEndpoints } from './campaign/scheduled-promoted-post.ts'
import { targetingCriterionEndpoints } from './campaign/targeting-criterion.ts'
import { trackingTagEndpoints } from './campaign/tracking-tag.ts'
import { accountMediaEndpoints } from './creative/account-media.ts'
import { cardEndpoints } from './creative/card.ts'
import { draftPostEndpoints } from './creative/draft-post.ts'
import { imageConversationCardEndpoints } from './creative/image-conversation-card.ts'
import { mediaEndpoints } from './creative/media.ts'
import { pollCardEndpoints } from './creative/poll-card.ts'
import { postEndpoints } from './creative/post.ts'
import { postPreviewEndpoints } from './creative/post-preview.ts'
import { scheduledPostEndpoints } from './creative/scheduled-post.ts'
import { videoConversationCardEndpoints } from './creative/video-conversation-card.ts'
import type { Endpoint } from './endpoint.ts'

/** Every endpoint the sandbox answers: one line for each entity. */
export const endpoints: Endpoint[] = [
  ...accountEndpoints,
  ...fundingInstrumentEndpoints,
  ...promotableUserEndpoints,
  ...campaignEndpoints,
  ...lineItemEndpoints,
  ...mediaCreativeEndpoints,
  ...promotedAccountEndpoints,
  ...promotedPostEndpoints,
  ...scheduledPromotedPostEndpoints,
  ...targetingCriterionEndpoints,
  ...trackingTagEndpoints,
  ...accountMediaEndpoints,
  ...cardEndpoints,
  ...draftPostEndpoints,
  ...imageConversationCardEndpoints,
  ...mediaEndpoints,
  ...pollCardEndpoints,
  ...postEndpoints,
  ...postPreviewEndpoints,
  ...scheduledPostEndpoints,
  ...videoConversationCardEndpoints,
]
