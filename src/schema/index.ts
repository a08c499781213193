import { assertValidSchema, type GraphQLSchema } from 'graphql'
import { builder } from './builder.ts'
import { withEntities } from './federation.ts'
import { withLateErrors } from './late-error.ts'
import { withOpenEnums } from './open-enum.ts'
import './account/account.ts'
import './account/bidding-rule.ts'
import './account/business-category.ts'
import './account/content-category.ts'
import './account/funding-instrument.ts'
import './account/iab-category.ts'
import './account/promotable-user.ts'
import './account/publisher.ts'
import './campaign/campaign.ts'
import './campaign/keyword-insight.ts'
import './campaign/line-item.ts'
import './campaign/media-creative.ts'
import './campaign/placement.ts'
import './campaign/promoted-account.ts'
import './campaign/promoted-post.ts'
import './campaign/scheduled-promoted-post.ts'
import './campaign/targeting-criterion.ts'
import './campaign/targeting-option.ts'
import './campaign/tracking-tag.ts'
import './creative/account-media.ts'
import './creative/card.ts'
import './creative/draft-post.ts'
import './creative/image-conversation-card.ts'
import './creative/legacy-card.ts'
import './creative/media.ts'
import './creative/poll-card.ts'
import './creative/post.ts'
import './creative/post-preview.ts'
import './creative/scheduled-post.ts'
import './creative/video-conversation-card.ts'
import './node.ts'
import './oauth/webhook-config.ts'
import './scalars.ts'

/** The version of federation whose directives the schema uses. */
const FEDERATION = 'https://specs.apollo.dev/federation/v2.6'

/** The graph: everything that Adgraph offers, to its own clients and as a subgraph to a federated gateway. */
export const schema: GraphQLSchema = withLateErrors(
  withOpenEnums(withEntities(builder.toSubGraphSchema({ linkUrl: FEDERATION }))),
)

assertValidSchema(schema)
