import { assertValidSchema, specifiedDirectives, type GraphQLSchema } from 'graphql'
import { BeyondDocuments, withBeyondDocuments } from './beyond-documents.ts'
import { builder } from './builder.ts'
import { SemanticNonNull } from './directive.ts'
import { withOwnResolvers } from './field/own-resolver.ts'
import { withExactIds } from './scalar/id.ts'
import { withOpenEnums } from './scalar/open-enum.ts'
import './field/index.ts'
import './account/account-app.ts'
import './account/account-history.ts'
import './account/account.ts'
import './account/authenticated-user-access.ts'
import './account/bidding-rule.ts'
import './account/business-category.ts'
import './account/content-category.ts'
import './account/curated-category.ts'
import './account/feature.ts'
import './account/funding-instrument.ts'
import './account/iab-category.ts'
import './account/promotable-user.ts'
import './account/publisher.ts'
import './account/recommendation.ts'
import './account/tax-settings.ts'
import './account/user-settings.ts'
import './audience/custom-audience-permission.ts'
import './audience/custom-audience-user.ts'
import './audience/custom-audience.ts'
import './audience/custom-audience-write.ts'
import './audience/do-not-reach-list-user.ts'
import './audience/do-not-reach-list.ts'
import './audience/tailored-audience-permission.ts'
import './audience/targeted-campaign.ts'
import './campaign/audience-estimate.ts'
import './campaign/campaign.ts'
import './campaign/campaign-write.ts'
import './campaign/keyword-insight.ts'
import './campaign/line-item.ts'
import './campaign/line-item-write.ts'
import './campaign/line-item-curated-category.ts'
import './campaign/media-creative.ts'
import './campaign/placement.ts'
import './campaign/promoted-account.ts'
import './campaign/promoted-post.ts'
import './campaign/scheduled-promoted-post.ts'
import './campaign/targeting-criterion.ts'
import './campaign/targeting-criterion-write.ts'
import './campaign/targeting-option.ts'
import './campaign/targeting-option-list.ts'
import './campaign/tracking-tag.ts'
import './creative/account-media.ts'
import './creative/card.ts'
import './creative/card-write.ts'
import './creative/draft-post.ts'
import './creative/image-conversation-card.ts'
import './creative/legacy-card.ts'
import './creative/media.ts'
import './creative/poll-card.ts'
import './creative/post-preview.ts'
import './creative/post.ts'
import './creative/scheduled-post.ts'
import './creative/video-conversation-card.ts'
import './root/federation.ts'
import './root/node.ts'
import './oauth/access-token.ts'
import './oauth/bearer-token.ts'
import './oauth/request-token.ts'
import './oauth/webhook-config.ts'
import './root/rate-limit.ts'
import './scalar/scalar.ts'

/** Creates the schema of the fields that the builder has: those of the entities, and those that extensions have added. */
export function createSchema(): GraphQLSchema {
  const schema = withOwnResolvers(
    withOpenEnums(
      withBeyondDocuments(
        withExactIds(
          builder.toSchema({
            directives: [...specifiedDirectives, SemanticNonNull, BeyondDocuments],
            sortSchema: false,
          }),
        ),
      ),
    ),
  )
  assertValidSchema(schema)
  return schema
}
