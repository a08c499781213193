/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AccountHistoryEntityType =
  | 'CAMPAIGN'
  | 'LINE_ITEM'
  | 'PROMOTED_ACCOUNT'
  | 'PROMOTED_POST'
  | 'TARGETING_CRITERIA'
  | 'UNRECOGNIZED';

export type AppDestinationInput = {
  countryCode: string;
  googleplayAppId?: string | null | undefined;
  googleplayDeepLink?: string | null | undefined;
  iosAppStoreIdentifier?: string | null | undefined;
  iosDeepLink?: string | null | undefined;
};

export type ApprovalStatus =
  | 'ACCEPTED'
  | 'PENDING'
  | 'REJECTED'
  | 'UNDER_REVIEW'
  | 'UNRECOGNIZED';

export type AudienceEstimateInput = {
  operatorType?: EstimateOperatorType | null | undefined;
  targetingCriteria: Array<EstimateCriterionInput>;
};

export type AudienceExpansion =
  | 'BROAD'
  | 'DEFINED'
  | 'EXPANDED'
  | 'UNRECOGNIZED';

export type AudienceUser = {
  deviceId?: Array<string> | null | undefined;
  email?: Array<string> | null | undefined;
  handle?: Array<string> | null | undefined;
  partnerUserId?: Array<string> | null | undefined;
  phoneNumber?: Array<string> | null | undefined;
  svcId?: Array<string> | null | undefined;
};

export type BatchCampaignsInput = {
  accountId: string;
  operations: Array<CampaignOperation>;
};

export type BatchCustomAudiencesInput = {
  accountId: string;
  operations: Array<CustomAudienceOperation>;
};

export type BatchLineItemsInput = {
  accountId: string;
  operations: Array<LineItemOperation>;
};

export type BatchTargetingCriteriaInput = {
  accountId: string;
  operations: Array<TargetingCriterionOperation>;
};

export type BidStrategy =
  | 'AUTO'
  | 'MAX'
  | 'TARGET'
  | 'UNRECOGNIZED';

export type BillTo =
  | 'ADVERTISER'
  | 'AGENCY'
  | 'UNRECOGNIZED';

export type BooleanOperator =
  | 'AND'
  | 'OR'
  | 'UNRECOGNIZED';

export type BudgetOptimization =
  | 'CAMPAIGN'
  | 'LINE_ITEM'
  | 'UNRECOGNIZED';

export type ButtonComponentInput = {
  destination?: AppDestinationInput | null | undefined;
  label?: ButtonLabelValue | null | undefined;
};

export type ButtonLabelValue =
  | 'BOOK'
  | 'CONNECT'
  | 'INSTALL'
  | 'OPEN'
  | 'ORDER'
  | 'PLAY'
  | 'SHOP'
  | 'UNRECOGNIZED';

export type CampaignOperation =
  {   create: CreateCampaignInput; delete?: never; update?: never; }
  |  { create?: never;   delete: DeleteCampaignInput; update?: never; }
  |  { create?: never; delete?: never;   update: UpdateCampaignInput; };

export type CampaignSortBy = {
  direction: SortDirection;
  field: CampaignSortField;
};

export type CampaignSortField =
  | 'CREATED_AT'
  | 'DAILY_BUDGET_AMOUNT_LOCAL_MICRO'
  | 'DELETED'
  | 'END_TIME'
  | 'NAME'
  | 'STANDARD_DELIVERY'
  | 'START_TIME'
  | 'TOTAL_BUDGET_AMOUNT_LOCAL_MICRO'
  | 'UPDATED_AT';

export type CardType =
  | 'IMAGE_APP'
  | 'IMAGE_APP_DOWNLOAD'
  | 'IMAGE_CAROUSEL_APP'
  | 'IMAGE_CAROUSEL_WEBSITE'
  | 'IMAGE_COLLECTION_WEBSITE'
  | 'IMAGE_CONVERSATION'
  | 'IMAGE_DIRECT_MESSAGE'
  | 'IMAGE_MULTI_DEST_CAROUSEL_WEBSITE'
  | 'IMAGE_POLLS'
  | 'IMAGE_WEBSITE'
  | 'MIXED_MEDIA_MULTI_DEST_CAROUSEL_WEBSITE'
  | 'MIXED_MEDIA_SINGLE_DEST_CAROUSEL_APP'
  | 'MIXED_MEDIA_SINGLE_DEST_CAROUSEL_WEBSITE'
  | 'TEXT_POLLS'
  | 'UNRECOGNIZED'
  | 'VIDEO_APP'
  | 'VIDEO_APP_DOWNLOAD'
  | 'VIDEO_CAROUSEL_APP'
  | 'VIDEO_CAROUSEL_WEBSITE'
  | 'VIDEO_CONVERSATION'
  | 'VIDEO_DIRECT_MESSAGE'
  | 'VIDEO_MULTI_DEST_CAROUSEL_WEBSITE'
  | 'VIDEO_POLLS'
  | 'VIDEO_WEBSITE'
  | 'WEBSITE';

export type ChunkStatus =
  | 'DONE'
  | 'FAILED'
  | 'NOT_TRIED'
  | 'UNKNOWN';

export type ComponentInput =
  {   button: ButtonComponentInput; details?: never; media?: never; swipeableMedia?: never; }
  |  { button?: never;   details: DetailsComponentInput; media?: never; swipeableMedia?: never; }
  |  { button?: never; details?: never;   media: MediaComponentInput; swipeableMedia?: never; }
  |  { button?: never; details?: never; media?: never;   swipeableMedia: SwipeableMediaComponentInput; };

export type CreateCampaignInput = {
  accountId?: string | null | undefined;
  budgetOptimization?: BudgetOptimization | null | undefined;
  dailyBudgetAmountLocalMicro?: string | number | null | undefined;
  entityStatus?: EntityStatus | null | undefined;
  fundingInstrumentId: string;
  name: string;
  purchaseOrderNumber?: string | null | undefined;
  standardDelivery?: boolean | null | undefined;
  totalBudgetAmountLocalMicro?: string | number | null | undefined;
};

export type CreateCardInput = {
  accountId: string;
  components?: Array<ComponentInput> | null | undefined;
  name: string;
  slides?: Array<Array<ComponentInput>> | null | undefined;
};

export type CreateCustomAudienceInput = {
  accountId: string;
  description?: string | null | undefined;
  name: string;
};

export type CreateDraftPostInput = {
  accountId: string;
  asUserId: string;
  cardUri?: string | null | undefined;
  mediaKeys?: Array<string> | null | undefined;
  name?: string | null | undefined;
  nullcast?: boolean | null | undefined;
  text?: string | null | undefined;
};

export type CreateFlexibleAudienceInput = {
  accountId?: string | null | undefined;
  audienceType?: FlexibleAudienceType | null | undefined;
  description?: string | null | undefined;
  name: string;
  segments?: SegmentInput | null | undefined;
};

export type CreateFundingInstrumentInput = {
  accountId: string;
  creditLimitLocalMicro?: string | number | null | undefined;
  currency: string;
  endTime?: string | null | undefined;
  fundedAmountLocalMicro?: string | number | null | undefined;
  startTime: string;
  type: FundingInstrumentType;
};

export type CreateImageConversationCardInput = {
  accountId?: string | null | undefined;
  firstCta: string;
  firstCtaPost: string;
  fourthCta?: string | null | undefined;
  fourthCtaPost?: string | null | undefined;
  mediaKey: string;
  name: string;
  secondCta?: string | null | undefined;
  secondCtaPost?: string | null | undefined;
  thankYouText: string;
  thankYouUrl?: string | null | undefined;
  thirdCta?: string | null | undefined;
  thirdCtaPost?: string | null | undefined;
  title?: string | null | undefined;
  unlockedImageMediaKey?: string | null | undefined;
};

export type CreateLineItemCuratedCategoryInput = {
  accountId?: string | null | undefined;
  curatedCategoryId: string;
  lineItemId: string;
};

export type CreateLineItemInput = {
  accountId?: string | null | undefined;
  advertiserDomain?: string | null | undefined;
  advertiserUserId?: string | null | undefined;
  androidAppStoreIdentifier?: string | null | undefined;
  audienceExpansion?: AudienceExpansion | null | undefined;
  bidAmountLocalMicro?: string | number | null | undefined;
  bidStrategy?: BidStrategy | null | undefined;
  campaignId: string;
  categories?: Array<string> | null | undefined;
  dailyBudgetAmountLocalMicro?: string | number | null | undefined;
  durationInDays?: number | null | undefined;
  endTime: string;
  entityStatus?: EntityStatus | null | undefined;
  frequencyCap?: number | null | undefined;
  goal?: Goal | null | undefined;
  iosAppStoreIdentifier?: string | null | undefined;
  name?: string | null | undefined;
  objective: Objective;
  payBy?: PayBy | null | undefined;
  placements: Array<Placement>;
  primaryWebEventTag?: string | null | undefined;
  productType: ProductType;
  standardDelivery?: boolean | null | undefined;
  startTime: string;
  totalBudgetAmountLocalMicro?: string | number | null | undefined;
};

export type CreateMediaCreativeInput = {
  accountId?: string | null | undefined;
  accountMediaId: string;
  landingUrl?: string | null | undefined;
  lineItemId: string;
};

export type CreatePollCardInput = {
  accountId: string;
  durationInMinutes: number;
  firstChoice: string;
  fourthChoice?: string | null | undefined;
  mediaKey?: string | null | undefined;
  name?: string | null | undefined;
  secondChoice?: string | null | undefined;
  thirdChoice?: string | null | undefined;
};

export type CreatePromotedAccountInput = {
  accountId?: string | null | undefined;
  lineItemId: string;
  userId: string;
};

export type CreatePromotedPostsInput = {
  accountId?: string | null | undefined;
  lineItemId: string;
  postIds: Array<string>;
};

export type CreateScheduledPromotedPostInput = {
  accountId?: string | null | undefined;
  lineItemId: string;
  scheduledPostId: string;
};

export type CreateTargetingCriterionInput = {
  accountId?: string | null | undefined;
  lineItemId: string;
  operatorType: OperatorType;
  targetingType: TargetingType;
  targetingValue: string;
};

export type CreateVideoConversationCardInput = {
  accountId?: string | null | undefined;
  firstCta: string;
  firstCtaPost: string;
  fourthCta?: string | null | undefined;
  fourthCtaPost?: string | null | undefined;
  mediaKey: string;
  name: string;
  posterMediaKey?: string | null | undefined;
  secondCta?: string | null | undefined;
  secondCtaPost?: string | null | undefined;
  thankYouText: string;
  thankYouUrl?: string | null | undefined;
  thirdCta?: string | null | undefined;
  thirdCtaPost?: string | null | undefined;
  title?: string | null | undefined;
  unlockedImageMediaKey?: string | null | undefined;
  unlockedVideoMediaKey?: string | null | undefined;
};

export type CreativeType =
  | 'BANNER'
  | 'BANNER_TABLET'
  | 'INTERSTITIAL'
  | 'INTERSTITIAL_LANDSCAPE'
  | 'INTERSTITIAL_LANDSCAPE_TABLET'
  | 'INTERSTITIAL_TABLET'
  | 'MEDIUM_RECTANGLE'
  | 'PREROLL'
  | 'UNRECOGNIZED'
  | 'VAST_PREROLL';

export type CustomAudienceOperation =
  {   create: CreateFlexibleAudienceInput; delete?: never; update?: never; }
  |  { create?: never;   delete: DeleteCustomAudienceInput; update?: never; }
  |  { create?: never; delete?: never;   update: UpdateFlexibleAudienceInput; };

export type CustomAudienceUsersInput = {
  effectiveAt?: string | null | undefined;
  expiresAt?: string | null | undefined;
  users: Array<AudienceUser>;
};

export type CustomAudienceUsersOperation =
  {   delete: CustomAudienceUsersInput; update?: never; }
  |  { delete?: never;   update: CustomAudienceUsersInput; };

export type DeleteCampaignInput = {
  accountId?: string | null | undefined;
  campaignId: string;
};

export type DeleteCardInput = {
  accountId?: string | null | undefined;
  cardId: string;
};

export type DeleteCustomAudienceInput = {
  accountId?: string | null | undefined;
  customAudienceId: string;
};

export type DeleteDraftPostInput = {
  accountId?: string | null | undefined;
  draftPostId: string;
};

export type DeleteImageConversationCardInput = {
  accountId?: string | null | undefined;
  cardId: string;
};

export type DeleteLineItemInput = {
  accountId?: string | null | undefined;
  lineItemId: string;
};

export type DeleteTargetingCriterionInput = {
  accountId?: string | null | undefined;
  targetingCriterionId: string;
};

export type DeleteVideoConversationCardInput = {
  accountId?: string | null | undefined;
  cardId: string;
};

export type DetailsComponentInput = {
  destination?: WebsiteDestinationInput | null | undefined;
  title?: string | null | undefined;
};

export type DoNotReachListUsersInput = {
  expiresAt?: string | null | undefined;
  users: Array<DoNotReachUser>;
};

export type DoNotReachListUsersOperation =
  {   delete: DoNotReachListUsersInput; update?: never; }
  |  { delete?: never;   update: DoNotReachListUsersInput; };

export type DoNotReachUser = {
  email?: Array<string> | null | undefined;
  phoneNumber?: Array<string> | null | undefined;
};

export type EntityStatus =
  | 'ACTIVE'
  | 'DRAFT'
  | 'PAUSED'
  | 'UNRECOGNIZED';

export type EstimateCriterionInput = {
  lineItemId?: string | null | undefined;
  operatorType?: OperatorType | null | undefined;
  targetingType: TargetingType;
  targetingValue: string;
};

export type EstimateOperatorType =
  | 'EQ'
  | 'NE';

export type FlexibleAudienceType =
  | 'FLEXIBLE'
  | 'MOBILE_AUDIENCE';

export type FrequencyComparator =
  | 'NUM_EQ'
  | 'NUM_GT'
  | 'NUM_GTE'
  | 'NUM_LT'
  | 'NUM_LTE'
  | 'UNRECOGNIZED';

export type FundingInstrumentType =
  | 'AGENCY_CREDIT_LINE'
  | 'CREDIT_CARD'
  | 'CREDIT_LINE'
  | 'INSERTION_ORDER'
  | 'PARTNER_MANAGED'
  | 'UNRECOGNIZED';

export type Goal =
  | 'APP_CLICKS'
  | 'APP_INSTALLS'
  | 'APP_PURCHASES'
  | 'ENGAGEMENT'
  | 'FOLLOWERS'
  | 'LINK_CLICKS'
  | 'MAX_REACH'
  | 'PREROLL'
  | 'PREROLL_STARTS'
  | 'REACH_WITH_ENGAGEMENT'
  | 'SITE_VISITS'
  | 'UNRECOGNIZED'
  | 'VIDEO_VIEW'
  | 'VIEW_3S_100PCT'
  | 'VIEW_6S'
  | 'VIEW_15S'
  | 'WEBSITE_CONVERSIONS';

export type GrantCustomAudiencePermissionInput = {
  accountId?: string | null | undefined;
  customAudienceId: string;
  grantedAccountId: string;
  permissionLevel: PermissionLevel;
};

export type GrantTailoredAudiencePermissionInput = {
  accountId: string;
  grantedAccountId: string;
  permissionLevel: PermissionLevel;
  tailoredAudienceId: string;
};

export type IndustryType =
  | 'AGENCY'
  | 'BUSINESS_TO_BUSINESS'
  | 'EDUCATION'
  | 'FINANCIAL'
  | 'GOVERNMENT'
  | 'HEALTH'
  | 'MEDIA'
  | 'MOBILE'
  | 'ONLINE_SERVICES'
  | 'OTHER'
  | 'RESTAURANT'
  | 'RETAIL'
  | 'TECHNOLOGY'
  | 'TRAVEL'
  | 'UNRECOGNIZED';

export type InvoiceJurisdiction =
  | 'LOI_SAPIN'
  | 'NONE'
  | 'NOT_SET'
  | 'UNRECOGNIZED';

export type LineItemOperation =
  {   create: CreateLineItemInput; delete?: never; update?: never; }
  |  { create?: never;   delete: DeleteLineItemInput; update?: never; }
  |  { create?: never; delete?: never;   update: UpdateLineItemInput; };

export type MediaComponentInput = {
  mediaKey: string;
};

export type MediaType =
  | 'GIF'
  | 'IMAGE'
  | 'UNRECOGNIZED'
  | 'VIDEO';

export type Objective =
  | 'APP_ENGAGEMENTS'
  | 'APP_INSTALLS'
  | 'ENGAGEMENTS'
  | 'FOLLOWERS'
  | 'PREROLL_VIEWS'
  | 'REACH'
  | 'UNRECOGNIZED'
  | 'VIDEO_VIEWS'
  | 'WEBSITE_CLICKS';

export type OperatorType =
  | 'EQ'
  | 'GTE'
  | 'LT'
  | 'NE'
  | 'UNRECOGNIZED';

export type OsType =
  | 'ANDROID'
  | 'IOS'
  | 'UNRECOGNIZED';

export type PayBy =
  | 'APP_CLICK'
  | 'IMPRESSION'
  | 'LINK_CLICK'
  | 'UNRECOGNIZED';

export type PermissionLevel =
  | 'READ_ONLY'
  | 'READ_WRITE'
  | 'UNRECOGNIZED';

export type Placement =
  | 'ALL_ON_SVC'
  | 'PUBLISHER_NETWORK'
  | 'SVC_PROFILE'
  | 'SVC_REPLIES'
  | 'SVC_SEARCH'
  | 'SVC_TIMELINE'
  | 'TAP_BANNER'
  | 'TAP_FULL'
  | 'TAP_FULL_LANDSCAPE'
  | 'TAP_MRECT'
  | 'TAP_NATIVE'
  | 'UNRECOGNIZED';

export type PostType =
  | 'DRAFT'
  | 'PUBLISHED'
  | 'SCHEDULED'
  | 'UNRECOGNIZED';

export type ProductType =
  | 'MEDIA'
  | 'PROMOTED_ACCOUNT'
  | 'PROMOTED_POSTS'
  | 'UNRECOGNIZED';

export type PromotableUserType =
  | 'FULL'
  | 'REPOSTS_ONLY'
  | 'UNRECOGNIZED';

export type ReasonNotServable =
  | 'ACCOUNT_REJECTED'
  | 'ACCOUNT_UNDER_REVIEW'
  | 'AWAITING_APPROVAL_BY_ADVERTISER'
  | 'BUDGET_EXHAUSTED'
  | 'CONTENT_REVIEW_PROBLEM'
  | 'DELETED'
  | 'EXPIRED'
  | 'FUNDING_PROBLEM'
  | 'INCOMPLETE'
  | 'PAUSED_BY_ADVERTISER'
  | 'RETIRED_OBJECTIVE'
  | 'STARTS_IN_FUTURE'
  | 'UNRECOGNIZED';

export type RevokeCustomAudiencePermissionInput = {
  accountId?: string | null | undefined;
  customAudienceId: string;
  permissionId: string;
};

export type RevokeTailoredAudiencePermissionInput = {
  accountId?: string | null | undefined;
  permissionId: string;
  tailoredAudienceId: string;
};

export type ScheduledStatus =
  | 'DELETED'
  | 'FAILED'
  | 'SCHEDULED'
  | 'SUCCESS'
  | 'UNRECOGNIZED';

export type SegmentInput = {
  booleanOperator?: BooleanOperator | null | undefined;
  childSegments?: Array<SegmentInput> | null | undefined;
  customAudienceId?: string | null | undefined;
  frequency?: number | null | undefined;
  frequencyComparator?: FrequencyComparator | null | undefined;
  lookbackWindow?: number | null | undefined;
  negate?: boolean;
};

export type SendDraftPostPreviewInput = {
  accountId?: string | null | undefined;
  draftPostId: string;
};

export type SortDirection =
  | 'ASC'
  | 'DESC';

export type SwipeableMediaComponentInput = {
  mediaKeys: Array<string>;
};

export type TargetingCriterionOperation =
  {   create: CreateTargetingCriterionInput; delete?: never; }
  |  { create?: never;   delete: DeleteTargetingCriterionInput; };

export type TargetingType =
  | 'AGE'
  | 'APP_LIST'
  | 'APP_STORE_CATEGORY'
  | 'APP_STORE_CATEGORY_LOOKALIKE'
  | 'BROAD_KEYWORD'
  | 'CAMPAIGN_ENGAGEMENT'
  | 'CAMPAIGN_ENGAGEMENT_LOOKALIKE'
  | 'CONVERSATION'
  | 'CUSTOM_AUDIENCE'
  | 'CUSTOM_AUDIENCE_EXPANDED'
  | 'DEVICE'
  | 'ENGAGEMENT_TYPE'
  | 'EVENT'
  | 'EXACT_KEYWORD'
  | 'FOLLOWERS_OF_USER'
  | 'GENDER'
  | 'IAB_CATEGORY'
  | 'INTEREST'
  | 'LANGUAGE'
  | 'LIVE_TV_EVENT'
  | 'LOCATION'
  | 'NETWORK_ACTIVATION_DURATION'
  | 'NETWORK_OPERATOR'
  | 'PHRASE_KEYWORD'
  | 'PLATFORM'
  | 'PLATFORM_VERSION'
  | 'SIMILAR_TO_FOLLOWERS_OF_USER'
  | 'TV_SHOW'
  | 'UNORDERED_KEYWORD'
  | 'UNRECOGNIZED'
  | 'USER_ENGAGEMENT'
  | 'USER_ENGAGEMENT_LOOKALIKE'
  | 'WIFI_ONLY';

export type TaxCategory =
  | 'BUSINESS_NO_VAT'
  | 'BUSINESS_WITH_VAT'
  | 'INDIVIDUAL'
  | 'UNRECOGNIZED';

export type UpdateCampaignInput = {
  accountId?: string | null | undefined;
  budgetOptimization?: BudgetOptimization | null | undefined;
  campaignId: string;
  dailyBudgetAmountLocalMicro?: string | number | null | undefined;
  entityStatus?: EntityStatus | null | undefined;
  fundingInstrumentId?: string | null | undefined;
  name?: string | null | undefined;
  purchaseOrderNumber?: string | null | undefined;
  spreadBudgetEvenly?: boolean | null | undefined;
  standardDelivery?: boolean | null | undefined;
  totalBudgetAmountLocalMicro?: string | number | null | undefined;
};

export type UpdateCardInput = {
  accountId?: string | null | undefined;
  cardId: string;
  components?: Array<ComponentInput> | null | undefined;
  name?: string | null | undefined;
  slides?: Array<Array<ComponentInput>> | null | undefined;
};

export type UpdateCustomAudienceInput = {
  accountId?: string | null | undefined;
  customAudienceId: string;
  description?: string | null | undefined;
  name?: string | null | undefined;
};

export type UpdateCustomAudienceUsersInput = {
  accountId?: string | null | undefined;
  customAudienceId: string;
  hash?: boolean;
  operations: Array<CustomAudienceUsersOperation>;
};

export type UpdateDoNotReachListUsersInput = {
  accountId?: string | null | undefined;
  doNotReachListId: string;
  hash?: boolean;
  operations: Array<DoNotReachListUsersOperation>;
};

export type UpdateDraftPostInput = {
  accountId?: string | null | undefined;
  cardUri?: string | null | undefined;
  draftPostId: string;
  mediaKeys?: Array<string> | null | undefined;
  name?: string | null | undefined;
  nullcast?: boolean | null | undefined;
  text?: string | null | undefined;
};

export type UpdateFlexibleAudienceInput = {
  accountId?: string | null | undefined;
  customAudienceId: string;
  description?: string | null | undefined;
  name?: string | null | undefined;
};

export type UpdateImageConversationCardInput = {
  accountId?: string | null | undefined;
  cardId: string;
  firstCta?: string | null | undefined;
  firstCtaPost?: string | null | undefined;
  fourthCta?: string | null | undefined;
  fourthCtaPost?: string | null | undefined;
  mediaKey?: string | null | undefined;
  name?: string | null | undefined;
  secondCta?: string | null | undefined;
  secondCtaPost?: string | null | undefined;
  thankYouText?: string | null | undefined;
  thankYouUrl?: string | null | undefined;
  thirdCta?: string | null | undefined;
  thirdCtaPost?: string | null | undefined;
  title?: string | null | undefined;
  unlockedImageMediaKey?: string | null | undefined;
};

export type UpdateLineItemInput = {
  accountId?: string | null | undefined;
  advertiserDomain?: string | null | undefined;
  androidAppStoreIdentifier?: string | null | undefined;
  audienceExpansion?: AudienceExpansion | null | undefined;
  bidAmountLocalMicro?: string | number | null | undefined;
  bidStrategy?: BidStrategy | null | undefined;
  categories?: Array<string> | null | undefined;
  dailyBudgetAmountLocalMicro?: string | number | null | undefined;
  durationInDays?: number | null | undefined;
  endTime?: string | null | undefined;
  entityStatus?: EntityStatus | null | undefined;
  frequencyCap?: number | null | undefined;
  goal?: Goal | null | undefined;
  iosAppStoreIdentifier?: string | null | undefined;
  lineItemId: string;
  name?: string | null | undefined;
  payBy?: PayBy | null | undefined;
  startTime?: string | null | undefined;
  totalBudgetAmountLocalMicro?: string | number | null | undefined;
};

export type UpdateVideoConversationCardInput = {
  accountId?: string | null | undefined;
  cardId: string;
  firstCta?: string | null | undefined;
  firstCtaPost?: string | null | undefined;
  fourthCta?: string | null | undefined;
  fourthCtaPost?: string | null | undefined;
  mediaKey?: string | null | undefined;
  name?: string | null | undefined;
  posterMediaKey?: string | null | undefined;
  secondCta?: string | null | undefined;
  secondCtaPost?: string | null | undefined;
  thankYouText?: string | null | undefined;
  thankYouUrl?: string | null | undefined;
  thirdCta?: string | null | undefined;
  thirdCtaPost?: string | null | undefined;
  title?: string | null | undefined;
  unlockedImageMediaKey?: string | null | undefined;
  unlockedVideoMediaKey?: string | null | undefined;
};

export type UserPermission =
  | 'ACCOUNT_ADMIN'
  | 'AD_MANAGER'
  | 'ANALYST'
  | 'CAMPAIGN_ANALYST'
  | 'CREATIVE_MANAGER'
  | 'PARTNER_AUDIENCE_MANAGER'
  | 'POST_COMPOSER'
  | 'UNRECOGNIZED';

export type WebsiteDestinationInput = {
  url: string;
};

export type CreateAudienceMutationVariables = Exact<{
  accountId: string;
}>;


export type CreateAudienceMutation = { createCustomAudience: { customAudience: { id: string, targetable: boolean | null, reasonsNotTargetable: Array<string> | null } | null, userErrors: Array<{ message: string, field: Array<string>, rule: string | null }> } | null };

export type AddUsersMutationVariables = Exact<{
  audienceId: string;
  users: Array<AudienceUser> | AudienceUser;
}>;


export type AddUsersMutation = { updateCustomAudienceUsers: { successCount: string | null, totalCount: string | null, userErrors: Array<{ message: string, field: Array<string>, rule: string | null }> } | null };

export type AudienceStatusQueryVariables = Exact<{
  audienceId: string;
}>;


export type AudienceStatusQuery = { customAudience: { audienceSize: string | null, targetable: boolean | null, reasonsNotTargetable: Array<string> | null } | null };

export type TargetAudienceMutationVariables = Exact<{
  accountId: string;
  lineItemId: string;
  audienceId: string;
}>;


export type TargetAudienceMutation = { createTargetingCriterion: { targetingCriterion: { targetingType: TargetingType | null, customAudience: { name: string | null, audienceSize: string | null } | null } | null, userErrors: Array<{ message: string, field: Array<string>, rule: string | null }> } | null };

export type HistoryOfCampaignsQueryVariables = Exact<{
  accountId: string;
  startTime: string;
  endTime: string;
  after?: string | null | undefined;
}>;


export type HistoryOfCampaignsQuery = { account: { campaigns: { nodes: Array<{ name: string | null, history: { nodes: Array<{ changeTime: string | null, changeType: string | null, changeBy: { userId: string | null, platform: string | null } | null, changes: Array<{ field: string | null, from: unknown, to: unknown }> | null }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type ChangeBudgetsMutationVariables = Exact<{
  accountId: string;
  operations: Array<CampaignOperation> | CampaignOperation;
}>;


export type ChangeBudgetsMutation = { batchCampaigns: { campaigns: Array<{ id: string, name: string | null, dailyBudgetAmountLocalMicro: string | null } | null> | null, userErrors: Array<{ message: string, field: Array<string>, rule: string | null }> } | null };

export type DraftsQueryVariables = Exact<{
  accountId: string;
}>;


export type DraftsQuery = { account: { campaigns: { nodes: Array<{ id: string, name: string | null, entityStatus: EntityStatus | null, dailyBudgetAmountLocalMicro: string | null, lineItems: { nodes: Array<{ id: string, name: string | null, entityStatus: EntityStatus | null, startTime: string | null, endTime: string | null }> } | null }> } | null } | null };

export type CheckCampaignMutationVariables = Exact<{
  campaignId: string;
}>;


export type CheckCampaignMutation = { updateCampaign: { validation: { checked: Array<string>, unchecked: Array<string> } | null, userErrors: Array<{ message: string, field: Array<string>, rule: string | null }> } | null };

export type ActivateMutationVariables = Exact<{
  accountId: string;
  campaignId: string;
  lineItems: Array<LineItemOperation> | LineItemOperation;
}>;


export type ActivateMutation = { batchLineItems: { lineItems: Array<{ id: string, entityStatus: EntityStatus | null } | null> | null, userErrors: Array<{ message: string, field: Array<string>, rule: string | null }> } | null, updateCampaign: { campaign: { entityStatus: EntityStatus | null, effectiveStatus: string | null } | null, userErrors: Array<{ message: string, field: Array<string>, rule: string | null }> } | null };

export type PrepareQueryVariables = Exact<{
  accountId: string;
}>;


export type PrepareQuery = { account: { fundingInstruments: { nodes: Array<{ id: string, description: string | null, currency: string | null, ableToFund: boolean | null }> } | null, promotableUsers: { nodes: Array<{ userId: string | null, type: PromotableUserType | null }> } | null } | null, targetingOptions: { locations: { nodes: Array<{ name: string | null, targetingValue: string | null }> } | null } };

export type CreateCampaignMutationVariables = Exact<{
  accountId: string;
  fundingInstrumentId: string;
  campaignKey?: string | null | undefined;
}>;


export type CreateCampaignMutation = { createCampaign: { campaign: { id: string } | null, userErrors: Array<{ message: string, field: Array<string>, rule: string | null }> } | null };

export type AddLineItemMutationVariables = Exact<{
  accountId: string;
  campaignId: string;
  startTime: string;
  endTime: string;
  lineItemKey?: string | null | undefined;
}>;


export type AddLineItemMutation = { createLineItem: { lineItem: { id: string } | null, userErrors: Array<{ message: string, field: Array<string>, rule: string | null }> } | null };

export type WritePostMutationVariables = Exact<{
  accountId: string;
  userId: string;
  postKey?: string | null | undefined;
}>;


export type WritePostMutation = { createPost: { post: { id: string } | null, userErrors: Array<{ message: string, field: Array<string>, rule: string | null }> } | null };

export type PromoteAndTargetMutationVariables = Exact<{
  accountId: string;
  lineItemId: string;
  postId: string;
  location: string;
  promotionKey?: string | null | undefined;
  targetingKey?: string | null | undefined;
}>;


export type PromoteAndTargetMutation = { createPromotedPosts: { promotedPosts: Array<{ approvalStatus: ApprovalStatus | null } | null> | null, userErrors: Array<{ message: string, field: Array<string>, rule: string | null }> } | null, batchTargetingCriteria: { targetingCriteria: Array<{ targetingType: TargetingType | null, name: string | null } | null> | null, userErrors: Array<{ message: string, field: Array<string>, rule: string | null }> } | null };

export type LaunchMutationVariables = Exact<{
  campaignId: string;
  lineItemId: string;
}>;


export type LaunchMutation = { updateLineItem: { lineItem: { entityStatus: EntityStatus | null } | null, userErrors: Array<{ message: string, field: Array<string>, rule: string | null }> } | null, updateCampaign: { campaign: { entityStatus: EntityStatus | null, effectiveStatus: string | null, servable: boolean | null } | null, userErrors: Array<{ message: string, field: Array<string>, rule: string | null }> } | null };

export type BidsQueryVariables = Exact<{
  campaignId: string;
}>;


export type BidsQuery = { campaign: { currency: string | null, lineItems: { nodes: Array<{ id: string, name: string | null, bidStrategy: BidStrategy | null, bidAmountLocalMicro: string | null }> } | null } | null };

export type ChangeBidsMutationVariables = Exact<{
  accountId: string;
  operations: Array<LineItemOperation> | LineItemOperation;
}>;


export type ChangeBidsMutation = { batchLineItems: { lineItems: Array<{ id: string, bidAmountLocalMicro: string | null } | null> | null, userErrors: Array<{ message: string, field: Array<string>, rule: string | null }> } | null };

export type NotServingQueryVariables = Exact<{
  accountId: string;
}>;


export type NotServingQuery = { account: { campaigns: { nodes: Array<{ name: string | null, servable: boolean | null, reasonsNotServable: Array<ReasonNotServable> | null, lineItems: { nodes: Array<{ id: string, name: string | null, servable: boolean | null, reasonsNotServable: Array<ReasonNotServable> | null }> } | null }> } | null } | null };

export type CampaignsByPrefixQueryVariables = Exact<{
  accountId: string;
  namePrefix: string;
}>;


export type CampaignsByPrefixQuery = { account: { campaigns: { nodes: Array<{ id: string, name: string | null, entityStatus: EntityStatus | null }> } | null } | null };

export type PauseCampaignsMutationVariables = Exact<{
  accountId: string;
  operations: Array<CampaignOperation> | CampaignOperation;
}>;


export type PauseCampaignsMutation = { batchCampaigns: { campaigns: Array<{ id: string, name: string | null, entityStatus: EntityStatus | null } | null> | null, userErrors: Array<{ message: string, field: Array<string> }> } | null };

export type ReportQueryVariables = Exact<{
  accountId: string;
}>;


export type ReportQuery = { account: { name: string | null, lineItems: { nodes: Array<{ name: string | null, objective: Objective | null, entityStatus: EntityStatus | null, bidAmountLocalMicro: string | null, campaign: { name: string | null } | null }> } | null } | null };

export type SpendQueryVariables = Exact<{
  accountId: string;
  startTime: string;
  endTime: string;
}>;


export type SpendQuery = { account: { campaigns: { nodes: Array<{ name: string | null, stats: { currency: string | null, billing: { billedChargeLocalMicro: Array<string | null> | null }, engagement: { impressions: Array<string | null> | null, clicks: Array<string | null> | null } } | null }> } | null } | null };

export type SpendByDayQueryVariables = Exact<{
  accountId: string;
  from: string;
  endTime: string;
}>;


export type SpendByDayQuery = { account: { campaigns: { nodes: Array<{ name: string | null, stats: { intervals: Array<{ startTime: string }>, billing: { billedChargeLocalMicro: Array<string | null> | null }, engagement: { impressions: Array<string | null> | null, clicks: Array<string | null> | null } } | null }> } | null } | null };

export type TaxSettingsQueryVariables = Exact<{
  accountId: string;
}>;


export type TaxSettingsQuery = { account: { name: string | null, taxSettings: { taxId: string | null, taxCategory: TaxCategory | null, invoiceJurisdiction: InvoiceJurisdiction | null, billTo: BillTo | null, addressCompany: string | null, addressStreet1: string | null, addressPostalCode: string | null, addressCity: string | null, addressCountry: string | null } | null } | null };

export type ChangeTaxSettingsMutationVariables = Exact<{
  accountId: string;
  taxId: string;
}>;


export type ChangeTaxSettingsMutation = { updateTaxSettings: { taxSettings: { taxId: string | null, taxCategory: TaxCategory | null } | null, userErrors: Array<{ message: string, field: Array<string> }> } | null };

export type WholeTreeQueryVariables = Exact<{
  accountId: string;
}>;


export type WholeTreeQuery = { account: { name: string | null, campaigns: { nodes: Array<{ name: string | null, entityStatus: EntityStatus | null, fundingInstrument: { description: string | null } | null, lineItems: { nodes: Array<{ name: string | null, objective: Objective | null, entityStatus: EntityStatus | null, targetingCriteria: { nodes: Array<{ targetingType: TargetingType | null, operatorType: OperatorType | null, name: string | null }> } | null, trackingTags: { nodes: Array<{ trackingTagUrl: string | null }> } | null, mediaCreatives: { nodes: Array<{ landingUrl: string | null, accountMedia: { mediaUrl: string | null } | null }> } | null, promotedPosts: { nodes: Array<{ approvalStatus: ApprovalStatus | null, post: { text: string | null, card:
                    | { name: string | null, components: Array<
                        | { media: { mediaUrl: string | null } | null }
                        | { swipeableMedia: { nodes: Array<{ mediaUrl: string | null }> } | null }
                        | Record<PropertyKey, never>
                      > | null, slides: Array<Array<
                        | { media: { mediaUrl: string | null } | null }
                        | { swipeableMedia: { nodes: Array<{ mediaUrl: string | null }> } | null }
                        | Record<PropertyKey, never>
                      >> | null }
                    | { name: string | null, media: { mediaUrl: string | null } | null }
                    | { name: string | null }
                    | { name: string | null }
                    | { name: string | null, media: { mediaUrl: string | null } | null }
                   | null } | null }> } | null }> } | null }> } | null } | null };

type CardMedia_ComposableCard_Fragment = { components: Array<
    | { media: { mediaUrl: string | null } | null }
    | { swipeableMedia: { nodes: Array<{ mediaUrl: string | null }> } | null }
    | Record<PropertyKey, never>
  > | null, slides: Array<Array<
    | { media: { mediaUrl: string | null } | null }
    | { swipeableMedia: { nodes: Array<{ mediaUrl: string | null }> } | null }
    | Record<PropertyKey, never>
  >> | null };

type CardMedia_ImageConversationCard_Fragment = { media: { mediaUrl: string | null } | null };

type CardMedia_VideoConversationCard_Fragment = { media: { mediaUrl: string | null } | null };

export type CardMediaFragment =
  | CardMedia_ComposableCard_Fragment
  | CardMedia_ImageConversationCard_Fragment
  | CardMedia_VideoConversationCard_Fragment
;

type ComponentMedia_MediaComponent_Fragment = { media: { mediaUrl: string | null } | null };

type ComponentMedia_SwipeableMediaComponent_Fragment = { swipeableMedia: { nodes: Array<{ mediaUrl: string | null }> } | null };

export type ComponentMediaFragment =
  | ComponentMedia_MediaComponent_Fragment
  | ComponentMedia_SwipeableMediaComponent_Fragment
;

export type ManyInTurnsQueryVariables = Exact<{ [key: string]: never; }>;


export type ManyInTurnsQuery = { account: { campaigns: { nodes: Array<{ id: string, name: string | null, lineItems: { nodes: Array<{ restId: string, name: string | null, raw: unknown, campaign: { restId: string } | null }>, pageInfo: { hasNextPage: boolean } } | null }> } | null } | null };

export type LowestBidsQueryVariables = Exact<{ [key: string]: never; }>;


export type LowestBidsQuery = { biddingRules: { nodes: Array<{ minimumCpeBidLocalMicro: string | null }> } | null };

export type CachedIabCategoryPageQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type CachedIabCategoryPageQuery = { iabCategories: { nodes: Array<{ restId: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type CountedAppsQueryVariables = Exact<{
  account: string;
}>;


export type CountedAppsQuery = { account: { apps: { totalCount: number | null, edges: Array<{ cursor: string }>, nodes: Array<{ restId: string }> } | null } | null };

export type NextAppsQueryVariables = Exact<{
  account: string;
  after?: string | null | undefined;
}>;


export type NextAppsQuery = { account: { apps: { nodes: Array<{ restId: string }> } | null } | null };

export type CampaignHistoryQueryVariables = Exact<{
  account: string;
  entity: string;
  start: string;
  end: string;
}>;


export type CampaignHistoryQuery = { account: { history: { nodes: Array<{ entity: AccountHistoryEntityType | null, entityId: string | null, changeType: string | null, changeTime: string | null, entityData: unknown, raw: unknown, changeBy: { userId: string | null, platform: string | null } | null, changes: Array<{ field: string | null, from: unknown, to: unknown }> | null }> } | null } | null };

export type HistoryPageQueryVariables = Exact<{
  account: string;
  entity: string;
  start: string;
  end: string;
  after?: string | null | undefined;
}>;


export type HistoryPageQuery = { account: { history: { edges: Array<{ cursor: string }>, nodes: Array<{ changeType: string | null }>, pageInfo: { hasNextPage: boolean } } | null } | null };

export type HistoriesQueryVariables = Exact<{
  account: string;
  first?: number | null | undefined;
  start: string;
  end: string;
}>;


export type HistoriesQuery = { account: { campaigns: { nodes: Array<{ restId: string, history: { nodes: Array<{ entityId: string | null }> } | null, again: { nodes: Array<{ entityId: string | null }> } | null }> } | null } | null };

export type ChangesQueryVariables = Exact<{
  account: string;
  start: string;
  end: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ChangesQuery = { account: { history: { edges: Array<{ cursor: string, node: { changeType: string | null } }> } | null } | null };

export type CreateAccountMutationVariables = Exact<{
  validateOnly?: boolean | null | undefined;
}>;


export type CreateAccountMutation = { outcome: { account: { id: string, name: string | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type WrittenAccountQueryVariables = Exact<{
  id: string;
}>;


export type WrittenAccountQuery = { accounts: { nodes: Array<{ id: string, name: string | null, industryType: IndustryType | null }> } | null };

export type AccountPageQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type AccountPageQuery = { accounts: { nodes: Array<{ restId: string }>, pageInfo: { endCursor: string | null } } | null };

export type AccessQueryVariables = Exact<{
  account: string;
}>;


export type AccessQuery = { account: { authenticatedUserAccess: { userId: string | null, permissions: Array<UserPermission> | null, canEditCampaigns: boolean | null, canViewCampaigns: boolean | null, canEditCreatives: boolean | null, canManageUsersAndSettings: boolean | null, canComposePosts: boolean | null, canViewOrganicAnalytics: boolean | null, canManagePartnerAudiences: boolean | null } | null } | null };

export type AccessFragment = { authenticatedUserAccess: { userId: string | null, permissions: Array<UserPermission> | null, canEditCampaigns: boolean | null, canViewCampaigns: boolean | null, canEditCreatives: boolean | null, canManageUsersAndSettings: boolean | null, canComposePosts: boolean | null, canViewOrganicAnalytics: boolean | null, canManagePartnerAudiences: boolean | null } | null };

export type AccessOfTwoQueryVariables = Exact<{
  demo: string;
  yen: string;
}>;


export type AccessOfTwoQuery = { demo: { authenticatedUserAccess: { userId: string | null, permissions: Array<UserPermission> | null, canEditCampaigns: boolean | null, canViewCampaigns: boolean | null, canEditCreatives: boolean | null, canManageUsersAndSettings: boolean | null, canComposePosts: boolean | null, canViewOrganicAnalytics: boolean | null, canManagePartnerAudiences: boolean | null } | null } | null, again: { authenticatedUserAccess: { userId: string | null, permissions: Array<UserPermission> | null, canEditCampaigns: boolean | null, canViewCampaigns: boolean | null, canEditCreatives: boolean | null, canManageUsersAndSettings: boolean | null, canComposePosts: boolean | null, canViewOrganicAnalytics: boolean | null, canManagePartnerAudiences: boolean | null } | null } | null, yen: { authenticatedUserAccess: { userId: string | null, permissions: Array<UserPermission> | null, canEditCampaigns: boolean | null, canViewCampaigns: boolean | null, canEditCreatives: boolean | null, canManageUsersAndSettings: boolean | null, canComposePosts: boolean | null, canViewOrganicAnalytics: boolean | null, canManagePartnerAudiences: boolean | null } | null } | null };

export type BiddingRulesOfFundingQueryVariables = Exact<{
  dollars: string;
  yen: string;
}>;


export type BiddingRulesOfFundingQuery = { dollars: { fundingInstruments: { nodes: Array<{ currency: string | null, biddingRules: { totalCount: number | null, nodes: Array<{ currency: string | null }> } | null }> } | null } | null, yen: { fundingInstruments: { nodes: Array<{ currency: string | null, biddingRules: { totalCount: number | null, nodes: Array<{ currency: string | null }> } | null }> } | null } | null };

export type BiddingRulesQueryVariables = Exact<{ [key: string]: never; }>;


export type BiddingRulesQuery = { biddingRules: { nodes: Array<{ currency: string | null }> } | null };

export type CategoriesOfLineItemsQueryVariables = Exact<{
  account: string;
}>;


export type CategoriesOfLineItemsQuery = { account: { lineItems: { nodes: Array<{ objective: Objective | null, categories: Array<string> | null, advertiserBusinessCategories: { nodes: Array<{ restId: string, name: string | null }> } | null, iabCategories: { totalCount: number | null, nodes: Array<{ restId: string, name: string | null }> } | null }> } | null } | null };

export type ContentCategoriesQueryVariables = Exact<{ [key: string]: never; }>;


export type ContentCategoriesQuery = { contentCategories: { nodes: Array<{ name: string | null, iabCategories: { nodes: Array<{ name: string | null, parent: { name: string | null } | null }> } | null }> } | null };

export type CuratedCategoryPageQueryVariables = Exact<{
  account: string;
  countryCodes: Array<string> | string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type CuratedCategoryPageQuery = { account: { curatedCategories: { nodes: Array<{ restId: string }>, edges: Array<{ cursor: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type FeaturesQueryVariables = Exact<{
  account: string;
}>;


export type FeaturesQuery = { account: { features: Array<string> | null } | null };

export type CreateFundingInstrumentMutationVariables = Exact<{
  input: CreateFundingInstrumentInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreateFundingInstrumentMutation = { outcome: { fundingInstrument: { id: string, type: FundingInstrumentType | null, currency: string | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }>, validation: { checked: Array<string>, unchecked: Array<string> } | null } | null };

export type WrittenFundingInstrumentQueryVariables = Exact<{
  id: string;
}>;


export type WrittenFundingInstrumentQuery = { fundingInstrument: { type: FundingInstrumentType | null, currency: string | null, startTime: string | null, creditLimitLocalMicro: string | null } | null };

export type CampaignsOfFundingQueryVariables = Exact<{
  account: string;
}>;


export type CampaignsOfFundingQuery = { account: { fundingInstruments: { nodes: Array<{ restId: string, campaigns: { nodes: Array<{ fundingInstrumentId: string | null }> } | null }> } | null } | null };

export type IabCategoryPageQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type IabCategoryPageQuery = { iabCategories: { totalCount: number | null, nodes: Array<{ restId: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type ContentOfPublishersQueryVariables = Exact<{ [key: string]: never; }>;


export type ContentOfPublishersQuery = { publishers: { nodes: Array<{ contentCategories: { nodes: Array<{ name: string | null }> } | null }> } | null };

export type RecommendationsQueryVariables = Exact<{
  account: string;
  empty: string;
}>;


export type RecommendationsQuery = { account: { recommendations: { nodes: Array<{ id: string, restId: string, accountId: string | null, fundingInstrumentId: string | null, status: string | null, message: string | null, createdAt: string | null, updatedAt: string | null, fundingInstrument: { currency: string | null } | null }> } | null } | null, empty: { recommendations: { nodes: Array<{ id: string }> } | null } | null };

export type WrittenTaxSettingsQueryVariables = Exact<{
  account: string;
}>;


export type WrittenTaxSettingsQuery = { account: { taxSettings: { taxId: string | null, taxCategory: TaxCategory | null, addressCompany: string | null, billTo: BillTo | null, clientAddressRegion: string | null } | null } | null };

export type WrittenUserSettingsQueryVariables = Exact<{
  account: string;
}>;


export type WrittenUserSettingsQuery = { account: { userSettings: { notificationEmail: string | null, contactPhone: string | null, contactPhoneExtension: string | null, subscribeEmailTypes: Array<string> | null } | null } | null };

export type GrantCustomPermissionMutationVariables = Exact<{
  input: GrantCustomAudiencePermissionInput;
  validateOnly?: boolean | null | undefined;
}>;


export type GrantCustomPermissionMutation = { outcome: { permission: { id: string, restId: string, grantedAccountId: string | null, permissionLevel: PermissionLevel | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }>, validation: { unchecked: Array<string> } | null } | null };

export type RevokeCustomPermissionMutationVariables = Exact<{
  input: RevokeCustomAudiencePermissionInput;
  validateOnly?: boolean | null | undefined;
}>;


export type RevokeCustomPermissionMutation = { outcome: { deletedId: string | null, permission: { id: string, restId: string, grantedAccountId: string | null, permissionLevel: PermissionLevel | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }>, validation: { unchecked: Array<string> } | null } | null };

export type GrantTailoredPermissionMutationVariables = Exact<{
  input: GrantTailoredAudiencePermissionInput;
  validateOnly?: boolean | null | undefined;
}>;


export type GrantTailoredPermissionMutation = { outcome: { permission: { id: string, restId: string, grantedAccountId: string | null, permissionLevel: PermissionLevel | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }>, validation: { unchecked: Array<string> } | null } | null };

export type RevokeTailoredPermissionMutationVariables = Exact<{
  input: RevokeTailoredAudiencePermissionInput;
  validateOnly?: boolean | null | undefined;
}>;


export type RevokeTailoredPermissionMutation = { outcome: { deletedId: string | null, permission: { id: string, restId: string, grantedAccountId: string | null, permissionLevel: PermissionLevel | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }>, validation: { unchecked: Array<string> } | null } | null };

export type AudiencePermissionsQueryVariables = Exact<{
  account: string;
  id: string;
  tailored: string;
}>;


export type AudiencePermissionsQuery = { account: { customAudiences: { nodes: Array<{ id: string }> } | null, shared: { nodes: Array<{ id: string }> } | null, tailoredAudiencePermissions: { nodes: Array<{ restId: string, grantedAccountId: string | null, permissionLevel: PermissionLevel | null }> } | null } | null, customAudience: { permissions: { nodes: Array<{ restId: string, grantedAccountId: string | null, permissionLevel: PermissionLevel | null }> } | null } | null };

export type GrantedAccountsQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type GrantedAccountsQuery = { account: { customAudiences: { nodes: Array<{ restId: string, permissions: { nodes: Array<{ id: string, grantedAccount: { name: string | null } | null }> } | null }> } | null } | null };

export type UpdateCustomAudienceUsersMutationVariables = Exact<{
  input: UpdateCustomAudienceUsersInput;
  split?: boolean | null | undefined;
  validateOnly?: boolean | null | undefined;
}>;


export type UpdateCustomAudienceUsersMutation = { outcome: { successCount: string | null, totalCount: string | null, chunks: Array<{ start: number, count: number, status: ChunkStatus }>, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }> } | null };

export type FirstCustomAudienceQueryVariables = Exact<{
  account: string;
}>;


export type FirstCustomAudienceQuery = { account: { customAudiences: { nodes: Array<{ id: string }> } | null } | null };

export type CreateCustomAudienceMutationVariables = Exact<{
  input: CreateCustomAudienceInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreateCustomAudienceMutation = { outcome: { customAudience: { id: string, name: string | null, targetable: boolean | null } | null, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }>, validation: { checked: Array<string>, unchecked: Array<string> } | null } | null };

export type UpdateCustomAudienceMutationVariables = Exact<{
  input: UpdateCustomAudienceInput;
  validateOnly?: boolean | null | undefined;
}>;


export type UpdateCustomAudienceMutation = { outcome: { customAudience: { id: string, name: string | null } | null, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }>, validation: { unchecked: Array<string> } | null } | null };

export type BatchCustomAudiencesMutationVariables = Exact<{
  input: BatchCustomAudiencesInput;
  split?: boolean | null | undefined;
  validateOnly?: boolean | null | undefined;
}>;


export type BatchCustomAudiencesMutation = { outcome: { customAudiences: Array<{ restId: string } | null> | null, chunks: Array<{ start: number, count: number, status: ChunkStatus }>, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }>, validation: { unchecked: Array<string> } | null } | null };

export type WrittenCustomAudiencesQueryVariables = Exact<{
  account: string;
}>;


export type WrittenCustomAudiencesQuery = { account: { customAudiences: { nodes: Array<{ id: string, name: string | null, description: string | null, targetable: boolean | null, reasonsNotTargetable: Array<string> | null, audienceSize: string | null }> } | null } | null };

export type CustomAudienceNodesQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type CustomAudienceNodesQuery = { nodes: Array<
    | { __typename: 'Account', id: string }
    | { __typename: 'AccountApp', id: string }
    | { __typename: 'AccountMedia', id: string }
    | { __typename: 'AdvertiserBusinessCategory', id: string }
    | { __typename: 'Campaign', id: string }
    | { __typename: 'ComposableCard', id: string }
    | { __typename: 'ContentCategory', id: string }
    | { __typename: 'CuratedCategory', id: string }
    | { __typename: 'CustomAudience', id: string }
    | { __typename: 'CustomAudiencePermission', id: string }
    | { __typename: 'DoNotReachList', id: string }
    | { __typename: 'DraftPost', id: string }
    | { __typename: 'FundingInstrument', id: string }
    | { __typename: 'IabCategory', id: string }
    | { __typename: 'ImageConversationCard', id: string }
    | { __typename: 'LegacyCard', id: string }
    | { __typename: 'LineItem', id: string }
    | { __typename: 'LineItemCuratedCategory', id: string }
    | { __typename: 'Media', id: string }
    | { __typename: 'MediaCreative', id: string }
    | { __typename: 'PollCard', id: string }
    | { __typename: 'PromotableUser', id: string }
    | { __typename: 'PromotedAccount', id: string }
    | { __typename: 'PromotedPost', id: string }
    | { __typename: 'PublishedPost', id: string }
    | { __typename: 'Recommendation', id: string }
    | { __typename: 'ScheduledPost', id: string }
    | { __typename: 'ScheduledPromotedPost', id: string }
    | { __typename: 'TailoredAudiencePermission', id: string }
    | { __typename: 'TargetingCriterion', id: string }
    | { __typename: 'TrackingTag', id: string }
    | { __typename: 'VideoConversationCard', id: string }
    | { __typename: 'WebhookConfig', id: string }
   | null> };

export type SharedAudiencesQueryVariables = Exact<{
  account: string;
}>;


export type SharedAudiencesQuery = { account: { customAudiences: { nodes: Array<{ restId: string, isOwner: boolean | null, permissionLevel: PermissionLevel | null, ownerAccountId: string | null, ownerAccount: { name: string | null } | null }> } | null } | null };

export type AudiencesOfCriteriaQueryVariables = Exact<{
  account: string;
  first?: number | null | undefined;
}>;


export type AudiencesOfCriteriaQuery = { account: { lineItems: { nodes: Array<{ targetingCriteria: { nodes: Array<{ targetingType: TargetingType | null, targetingValue: string | null, customAudience: { restId: string, name: string | null } | null }> } | null }> } | null } | null };

export type NamesOfAudiencesOfCriteriaQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type NamesOfAudiencesOfCriteriaQuery = { account: { lineItems: { nodes: Array<{ targetingCriteria: { nodes: Array<{ customAudience: { name: string | null } | null }> } | null }> } | null } | null };

export type UpdateDoNotReachListUsersMutationVariables = Exact<{
  input: UpdateDoNotReachListUsersInput;
}>;


export type UpdateDoNotReachListUsersMutation = { outcome: { successCount: string | null, totalCount: string | null, chunks: Array<{ start: number, count: number, status: ChunkStatus }>, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type DoNotReachListToUploadQueryVariables = Exact<{
  account: string;
}>;


export type DoNotReachListToUploadQuery = { account: { doNotReachList: { restId: string } | null } | null };

export type DoNotReachListQueryVariables = Exact<{
  account: string;
}>;


export type DoNotReachListQuery = { account: { doNotReachList: { restId: string, description: string | null } | null } | null };

export type TailoredAudiencePermissionsQueryVariables = Exact<{
  account: string;
  audience: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TailoredAudiencePermissionsQuery = { account: { list: { nodes: Array<{ grantedAccount: { id: string } | null }>, pageInfo: { endCursor: string | null } } | null } | null };

export type TargetedCampaignsQueryVariables = Exact<{
  account: string;
  audience: string;
  withActive?: boolean | null | undefined;
}>;


export type TargetedCampaignsQuery = { customAudience: { targeted: { nodes: Array<{ campaignId: string | null, campaignName: string | null, campaign: { name: string | null } | null, lineItems: Array<{ name: string | null, servable: boolean | null, lineItem: { restId: string, name: string | null } | null }> | null }> } | null } | null };

export type TargetedCampaignPageQueryVariables = Exact<{
  account: string;
  audience: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TargetedCampaignPageQuery = { customAudience: { targeted: { nodes: Array<{ campaignId: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type TargetedByAudiencesQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type TargetedByAudiencesQuery = { account: { customAudiences: { nodes: Array<{ restId: string, again: { nodes: Array<{ campaignId: string | null }> } | null, targeted: { nodes: Array<{ campaign: { id: string } | null, lineItems: Array<{ lineItem: { id: string } | null }> | null }> } | null }> } | null } | null };

export type NamesOfTargetedCampaignsQueryVariables = Exact<{ [key: string]: never; }>;


export type NamesOfTargetedCampaignsQuery = { customAudience: { targeted: { nodes: Array<{ campaign: { name: string | null } | null, lineItems: Array<{ lineItem: { name: string | null } | null }> | null }> } | null } | null };

export type AudienceEstimateQueryVariables = Exact<{
  account: string;
  input: AudienceEstimateInput;
}>;


export type AudienceEstimateQuery = { account: { audienceEstimate: { audienceSize: unknown, raw: unknown } | null } | null };

export type LineItemAudienceEstimateQueryVariables = Exact<{
  account: string;
}>;


export type LineItemAudienceEstimateQuery = { account: { lineItems: { nodes: Array<{ audienceEstimate: { audienceSize: unknown } | null, targetingCriteria: { nodes: Array<{ targetingType: TargetingType | null, targetingValue: string | null, operatorType: OperatorType | null }> } | null }> } | null } | null };

export type EstimatedLineItemQueryVariables = Exact<{
  account: string;
}>;


export type EstimatedLineItemQuery = { account: { lineItems: { nodes: Array<{ id: string }> } | null } | null };

export type BatchCampaignsMutationVariables = Exact<{
  input: BatchCampaignsInput;
  split?: boolean | null | undefined;
  skipInvalid?: boolean | null | undefined;
  validateOnly?: boolean | null | undefined;
}>;


export type BatchCampaignsMutation = { batchCampaigns: { campaigns: Array<{ restId: string } | null> | null, chunks: Array<{ start: number, count: number, status: ChunkStatus }>, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }> } | null };

export type KeywordVolumesQueryVariables = Exact<{
  start: string;
  end?: string | null | undefined;
}>;


export type KeywordVolumesQuery = { days: { relatedKeywords: Array<string> | null, postVolume: Array<string> | null, requestParams: unknown } | null, hours: { relatedKeywords: Array<string> | null, postVolume: Array<string> | null } | null };

export type CreateLineItemCuratedCategoryMutationVariables = Exact<{
  input: CreateLineItemCuratedCategoryInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreateLineItemCuratedCategoryMutation = { outcome: { lineItemCuratedCategory: { id: string, curatedCategoryId: string | null, lineItem: { id: string } | null, curatedCategory: { id: string } | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type CreateLineItemMutationVariables = Exact<{
  input: CreateLineItemInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreateLineItemMutation = { outcome: { lineItem: { id: string, name: string | null, bidAmountLocalMicro: string | null, campaign: { id: string } | null } | null, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }>, validation: { checked: Array<string>, unchecked: Array<string> } | null } | null };

export type UpdateLineItemMutationVariables = Exact<{
  input: UpdateLineItemInput;
  validateOnly?: boolean | null | undefined;
}>;


export type UpdateLineItemMutation = { outcome: { lineItem: { id: string } | null, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }>, validation: { checked: Array<string>, unchecked: Array<string> } | null } | null };

export type DeleteLineItemMutationVariables = Exact<{
  input: DeleteLineItemInput;
}>;


export type DeleteLineItemMutation = { outcome: { lineItem: { id: string, deleted: boolean | null, name: string | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type BatchLineItemsMutationVariables = Exact<{
  input: BatchLineItemsInput;
  split?: boolean | null | undefined;
  validateOnly?: boolean | null | undefined;
}>;


export type BatchLineItemsMutation = { outcome: { lineItems: Array<{ restId: string } | null> | null, chunks: Array<{ start: number, count: number, status: ChunkStatus }>, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }>, validation: { unchecked: Array<string> } | null } | null };

export type FirstLineItemsQueryVariables = Exact<{
  account: string;
}>;


export type FirstLineItemsQuery = { account: { lineItems: { nodes: Array<{ id: string, name: string | null }> } | null } | null };

export type FundingInstrumentForLineItemsQueryVariables = Exact<{
  account: string;
}>;


export type FundingInstrumentForLineItemsQuery = { account: { fundingInstruments: { nodes: Array<{ id: string }> } | null } | null };

export type CreateCampaignForLineItemsMutationVariables = Exact<{
  input: CreateCampaignInput;
}>;


export type CreateCampaignForLineItemsMutation = { createCampaign: { campaign: { id: string } | null } | null };

export type LineItemToCopyQueryVariables = Exact<{
  account: string;
}>;


export type LineItemToCopyQuery = { account: { lineItems: { nodes: Array<{ id: string, objective: Objective | null, productType: ProductType | null, placements: Array<Placement> | null, categories: Array<string> | null, advertiserDomain: string | null, androidAppStoreIdentifier: string | null, iosAppStoreIdentifier: string | null, campaign: { id: string } | null }> } | null } | null };

export type WrittenLineItemQueryVariables = Exact<{
  id: string;
}>;


export type WrittenLineItemQuery = { node:
    | { name: string | null, objective: Objective | null, placements: Array<Placement> | null, entityStatus: EntityStatus | null, endTime: string | null }
    | Record<PropertyKey, never>
   | null };

export type LineItemStatusesQueryVariables = Exact<{
  account: string;
  withDraft?: boolean | null | undefined;
}>;


export type LineItemStatusesQuery = { account: { lineItems: { nodes: Array<{ id: string, entityStatus: EntityStatus | null }> } | null } | null };

export type CreateMediaCreativeMutationVariables = Exact<{
  input: CreateMediaCreativeInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreateMediaCreativeMutation = { outcome: { mediaCreative: { id: string, landingUrl: string | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }>, validation: { checked: Array<string>, unchecked: Array<string> } | null } | null };

export type LineItemPlacementsQueryVariables = Exact<{
  account: string;
}>;


export type LineItemPlacementsQuery = { account: { lineItems: { nodes: Array<{ placements: Array<Placement> | null, permittedPlacements: Array<Array<Placement>> | null }> } | null } | null };

export type CreatePromotedAccountMutationVariables = Exact<{
  input: CreatePromotedAccountInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreatePromotedAccountMutation = { outcome: { promotedAccount: { id: string, userId: string | null } | null, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }>, validation: { checked: Array<string>, unchecked: Array<string> } | null } | null };

export type CreatePromotedPostsMutationVariables = Exact<{
  input: CreatePromotedPostsInput;
  split?: boolean | null | undefined;
  validateOnly?: boolean | null | undefined;
}>;


export type CreatePromotedPostsMutation = { outcome: { promotedPosts: Array<{ id: string, postId: string | null } | null> | null, chunks: Array<{ start: number, count: number, status: ChunkStatus }>, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }> } | null };

export type CreateScheduledPromotedPostMutationVariables = Exact<{
  input: CreateScheduledPromotedPostInput;
}>;


export type CreateScheduledPromotedPostMutation = { outcome: { scheduledPromotedPost: { id: string, scheduledPostId: string | null, postId: string | null } | null, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }> } | null };

export type CreateTargetingCriterionMutationVariables = Exact<{
  input: CreateTargetingCriterionInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreateTargetingCriterionMutation = { outcome: { targetingCriterion: { id: string, targetingValue: string | null } | null, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }>, validation: { checked: Array<string>, unchecked: Array<string> } | null } | null };

export type BatchTargetingCriteriaMutationVariables = Exact<{
  input: BatchTargetingCriteriaInput;
  split?: boolean | null | undefined;
  validateOnly?: boolean | null | undefined;
}>;


export type BatchTargetingCriteriaMutation = { outcome: { targetingCriteria: Array<{ restId: string } | null> | null, chunks: Array<{ start: number, count: number, status: ChunkStatus }>, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }>, validation: { unchecked: Array<string> } | null } | null };

export type HeldCriteriaQueryVariables = Exact<{
  account: string;
  lineItem: string;
}>;


export type HeldCriteriaQuery = { account: { targetingCriteria: { nodes: Array<{ id: string, targetingType: TargetingType | null }> } | null } | null };

export type TwoLineItemsQueryVariables = Exact<{
  account: string;
}>;


export type TwoLineItemsQuery = { account: { lineItems: { nodes: Array<{ id: string }> } | null } | null };

export type TargetingCriteriaQueryVariables = Exact<{
  account: string;
  lineItemIds: Array<string> | string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TargetingCriteriaQuery = { account: { targetingCriteria: { nodes: Array<{ id: string }>, pageInfo: { endCursor: string | null } } | null } | null };

export type ConversationValuesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ConversationValuesQuery = { targetingOptions: { list: { nodes: Array<{ targetingValue: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } };

export type EventValuesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type EventValuesQuery = { targetingOptions: { list: { nodes: Array<{ targetingValue: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } };

export type GamesInStoresQueryVariables = Exact<{ [key: string]: never; }>;


export type GamesInStoresQuery = { targetingOptions: { appStoreCategories: { nodes: Array<{ osType: OsType | null }> } | null } };

export type ConversationTypesQueryVariables = Exact<{ [key: string]: never; }>;


export type ConversationTypesQuery = { __type: { enumValues: Array<{ name: string }> | null } | null };

export type CatalogsQueryVariables = Exact<{ [key: string]: never; }>;


export type CatalogsQuery = { targetingOptions: { interests: { nodes: Array<{ name: string | null, targetingType: TargetingType | null, targetingValue: string | null }> } | null, languages: { nodes: Array<{ name: string | null, targetingType: TargetingType | null, targetingValue: string | null }> } | null, locations: { nodes: Array<{ name: string | null, targetingType: TargetingType | null, targetingValue: string | null }> } | null, networkOperators: { nodes: Array<{ name: string | null }> } | null, platforms: { nodes: Array<{ name: string | null, targetingType: TargetingType | null, targetingValue: string | null }> } | null, platformVersions: { nodes: Array<{ name: string | null, osType: OsType | null }> } | null, tvMarkets: { nodes: Array<{ locale: string | null }> } | null, tvShows: { nodes: Array<{ name: string | null }>, pageInfo: { hasNextPage: boolean } } | null } };

export type MediaOfCreativesQueryVariables = Exact<{
  account: string;
}>;


export type MediaOfCreativesQuery = { account: { mediaCreatives: { nodes: Array<{ accountMediaId: string | null, accountMedia: { restId: string, creativeType: CreativeType | null } | null }> } | null } | null };

export type CreativesOfPromotedPostsQueryVariables = Exact<{
  account: string;
}>;


export type CreativesOfPromotedPostsQuery = { account: { promotedPosts: { nodes: Array<{ post: { cardUri: string | null, text: string | null, card:
            | { __typename: 'ComposableCard', name: string | null, raw: unknown, components: Array<
                | { media: { mediaUrl: string | null } | null }
                | { swipeableMedia: { nodes: Array<{ mediaUrl: string | null }> } | null }
                | Record<PropertyKey, never>
              > | null, slides: Array<Array<
                | { media: { mediaUrl: string | null } | null }
                | { swipeableMedia: { nodes: Array<{ mediaUrl: string | null }> } | null }
                | Record<PropertyKey, never>
              >> | null }
            | { __typename: 'ImageConversationCard', name: string | null, raw: unknown, media: { mediaUrl: string | null } | null }
            | { __typename: 'LegacyCard', name: string | null, raw: unknown }
            | { __typename: 'PollCard', name: string | null, raw: unknown }
            | { __typename: 'VideoConversationCard', name: string | null, raw: unknown, media: { mediaUrl: string | null } | null }
           | null } | null }> } | null } | null };

type MediaOfComponent_MediaComponent_Fragment = { media: { mediaUrl: string | null } | null };

type MediaOfComponent_SwipeableMediaComponent_Fragment = { swipeableMedia: { nodes: Array<{ mediaUrl: string | null }> } | null };

export type MediaOfComponentFragment =
  | MediaOfComponent_MediaComponent_Fragment
  | MediaOfComponent_SwipeableMediaComponent_Fragment
;

export type CreateCardMutationVariables = Exact<{
  input: CreateCardInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreateCardMutation = { outcome: { card: { id: string, name: string | null, cardType: CardType | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }>, validation: { unchecked: Array<string> } | null } | null };

export type UpdateCardMutationVariables = Exact<{
  input: UpdateCardInput;
}>;


export type UpdateCardMutation = { outcome: { card: { id: string, name: string | null, cardType: CardType | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }>, validation: { unchecked: Array<string> } | null } | null };

export type DeleteCardMutationVariables = Exact<{
  input: DeleteCardInput;
}>;


export type DeleteCardMutation = { outcome: { card: { id: string, name: string | null, cardType: CardType | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }>, validation: { unchecked: Array<string> } | null } | null };

export type TwoImagesQueryVariables = Exact<{
  account: string;
}>;


export type TwoImagesQuery = { account: { mediaItems: { nodes: Array<{ mediaKey: string | null }> } | null } | null };

export type CardsByUriQueryVariables = Exact<{
  account: string;
  uris: Array<string> | string;
}>;


export type CardsByUriQuery = { account: { cardsByUri: Array<
      | { __typename: 'ComposableCard', id: string, cardUri: string | null }
      | { __typename: 'ImageConversationCard', id: string, cardUri: string | null }
      | { __typename: 'LegacyCard', id: string, cardUri: string | null }
      | { __typename: 'PollCard', id: string, cardUri: string | null }
      | { __typename: 'VideoConversationCard', id: string, cardUri: string | null }
    > | null } | null };

export type CardNodesQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type CardNodesQuery = { nodes: Array<
    | { __typename: 'Account', id: string }
    | { __typename: 'AccountApp', id: string }
    | { __typename: 'AccountMedia', id: string }
    | { __typename: 'AdvertiserBusinessCategory', id: string }
    | { __typename: 'Campaign', id: string }
    | { __typename: 'ComposableCard', name: string | null, id: string }
    | { __typename: 'ContentCategory', id: string }
    | { __typename: 'CuratedCategory', id: string }
    | { __typename: 'CustomAudience', id: string }
    | { __typename: 'CustomAudiencePermission', id: string }
    | { __typename: 'DoNotReachList', id: string }
    | { __typename: 'DraftPost', id: string }
    | { __typename: 'FundingInstrument', id: string }
    | { __typename: 'IabCategory', id: string }
    | { __typename: 'ImageConversationCard', name: string | null, id: string }
    | { __typename: 'LegacyCard', name: string | null, id: string }
    | { __typename: 'LineItem', id: string }
    | { __typename: 'LineItemCuratedCategory', id: string }
    | { __typename: 'Media', id: string }
    | { __typename: 'MediaCreative', id: string }
    | { __typename: 'PollCard', name: string | null, id: string }
    | { __typename: 'PromotableUser', id: string }
    | { __typename: 'PromotedAccount', id: string }
    | { __typename: 'PromotedPost', id: string }
    | { __typename: 'PublishedPost', id: string }
    | { __typename: 'Recommendation', id: string }
    | { __typename: 'ScheduledPost', id: string }
    | { __typename: 'ScheduledPromotedPost', id: string }
    | { __typename: 'TailoredAudiencePermission', id: string }
    | { __typename: 'TargetingCriterion', id: string }
    | { __typename: 'TrackingTag', id: string }
    | { __typename: 'VideoConversationCard', name: string | null, id: string }
    | { __typename: 'WebhookConfig', id: string }
   | null> };

export type AnyCardQueryVariables = Exact<{
  id: string;
}>;


export type AnyCardQuery = { card:
    | { id: string, name: string | null }
    | { id: string, name: string | null }
    | { id: string, name: string | null }
    | { id: string, name: string | null }
    | { id: string, name: string | null }
   | null };

export type CardUrisQueryVariables = Exact<{
  account: string;
}>;


export type CardUrisQuery = { account: { cards: { nodes: Array<
        | { cardUri: string | null }
        | { cardUri: string | null }
        | { cardUri: string | null }
        | { cardUri: string | null }
        | { cardUri: string | null }
      > } | null } | null };

export type FoundConversationCardQueryVariables = Exact<{
  id: string;
}>;


export type FoundConversationCardQuery = { node:
    | { __typename: 'Account' }
    | { __typename: 'AccountApp' }
    | { __typename: 'AccountMedia' }
    | { __typename: 'AdvertiserBusinessCategory' }
    | { __typename: 'Campaign' }
    | { __typename: 'ComposableCard' }
    | { __typename: 'ContentCategory' }
    | { __typename: 'CuratedCategory' }
    | { __typename: 'CustomAudience' }
    | { __typename: 'CustomAudiencePermission' }
    | { __typename: 'DoNotReachList' }
    | { __typename: 'DraftPost' }
    | { __typename: 'FundingInstrument' }
    | { __typename: 'IabCategory' }
    | { __typename: 'ImageConversationCard', name: string | null, media: { mediaType: MediaType | null } | null }
    | { __typename: 'LegacyCard' }
    | { __typename: 'LineItem' }
    | { __typename: 'LineItemCuratedCategory' }
    | { __typename: 'Media' }
    | { __typename: 'MediaCreative' }
    | { __typename: 'PollCard' }
    | { __typename: 'PromotableUser' }
    | { __typename: 'PromotedAccount' }
    | { __typename: 'PromotedPost' }
    | { __typename: 'PublishedPost' }
    | { __typename: 'Recommendation' }
    | { __typename: 'ScheduledPost' }
    | { __typename: 'ScheduledPromotedPost' }
    | { __typename: 'TailoredAudiencePermission' }
    | { __typename: 'TargetingCriterion' }
    | { __typename: 'TrackingTag' }
    | { __typename: 'VideoConversationCard', name: string | null, media: { mediaType: MediaType | null } | null }
    | { __typename: 'WebhookConfig' }
   | null };

export type CreateImageConversationCardMutationVariables = Exact<{
  input: CreateImageConversationCardInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreateImageConversationCardMutation = { outcome: { card: { id: string, name: string | null, title: string | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }>, validation: { checked: Array<string>, unchecked: Array<string> } | null } | null };

export type UpdateImageConversationCardMutationVariables = Exact<{
  input: UpdateImageConversationCardInput;
  validateOnly?: boolean | null | undefined;
}>;


export type UpdateImageConversationCardMutation = { outcome: { card: { id: string, name: string | null, title: string | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }>, validation: { checked: Array<string>, unchecked: Array<string> } | null } | null };

export type DeleteImageConversationCardMutationVariables = Exact<{
  input: DeleteImageConversationCardInput;
  validateOnly?: boolean | null | undefined;
}>;


export type DeleteImageConversationCardMutation = { outcome: { card: { id: string, name: string | null, title: string | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }>, validation: { checked: Array<string>, unchecked: Array<string> } | null } | null };

export type WrittenImageConversationCardQueryVariables = Exact<{
  id: string;
}>;


export type WrittenImageConversationCardQuery = { card: { title: string | null, secondCta: string | null, cardType: CardType | null, media: { mediaKey: string | null } | null } | null };

export type CreateVideoConversationCardMutationVariables = Exact<{
  input: CreateVideoConversationCardInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreateVideoConversationCardMutation = { outcome: { card: { id: string, name: string | null, title: string | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }>, validation: { checked: Array<string>, unchecked: Array<string> } | null } | null };

export type UpdateVideoConversationCardMutationVariables = Exact<{
  input: UpdateVideoConversationCardInput;
  validateOnly?: boolean | null | undefined;
}>;


export type UpdateVideoConversationCardMutation = { outcome: { card: { id: string, name: string | null, title: string | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }>, validation: { checked: Array<string>, unchecked: Array<string> } | null } | null };

export type DeleteVideoConversationCardMutationVariables = Exact<{
  input: DeleteVideoConversationCardInput;
  validateOnly?: boolean | null | undefined;
}>;


export type DeleteVideoConversationCardMutation = { outcome: { card: { id: string, name: string | null, title: string | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }>, validation: { checked: Array<string>, unchecked: Array<string> } | null } | null };

export type WrittenVideoConversationCardQueryVariables = Exact<{
  id: string;
}>;


export type WrittenVideoConversationCardQuery = { card: { title: string | null, secondCta: string | null, cardType: CardType | null, media: { mediaKey: string | null } | null } | null };

export type CreateDraftPostMutationVariables = Exact<{
  input: CreateDraftPostInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreateDraftPostMutation = { outcome: { draftPost: { id: string, text: string | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }>, validation: { checked: Array<string>, unchecked: Array<string> } | null } | null };

export type UpdateDraftPostMutationVariables = Exact<{
  input: UpdateDraftPostInput;
  validateOnly?: boolean | null | undefined;
}>;


export type UpdateDraftPostMutation = { outcome: { draftPost: { id: string, text: string | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }>, validation: { checked: Array<string>, unchecked: Array<string> } | null } | null };

export type DeleteDraftPostMutationVariables = Exact<{
  input: DeleteDraftPostInput;
}>;


export type DeleteDraftPostMutation = { outcome: { draftPost: { id: string, status: string | null, text: string | null } | null, userErrors: Array<{ field: Array<string> }> } | null };

export type SendDraftPostPreviewMutationVariables = Exact<{
  input: SendDraftPostPreviewInput;
  validateOnly?: boolean | null | undefined;
}>;


export type SendDraftPostPreviewMutation = { outcome: { isSent: boolean | null, userErrors: Array<{ field: Array<string> }> } | null };

export type WrittenDraftPostQueryVariables = Exact<{
  id: string;
}>;


export type WrittenDraftPostQuery = { draftPost: { text: string | null, name: string | null, nullcast: boolean | null, cardUri: string | null, mediaKeys: Array<string> | null } | null };

export type PartsOfDraftPostQueryVariables = Exact<{
  account: string;
}>;


export type PartsOfDraftPostQuery = { account: { promotableUsers: { nodes: Array<{ userId: string | null }> } | null, mediaItems: { nodes: Array<{ mediaKey: string | null }> } | null, cards: { nodes: Array<
        | { cardUri: string | null }
        | { cardUri: string | null }
        | { cardUri: string | null }
        | { cardUri: string | null }
        | { cardUri: string | null }
      > } | null } | null };

export type DraftsWithCreativesQueryVariables = Exact<{
  account: string;
}>;


export type DraftsWithCreativesQuery = { account: { draftPosts: { nodes: Array<{ cardUri: string | null, mediaKeys: Array<string> | null, card:
          | { __typename: 'ComposableCard', name: string | null }
          | { __typename: 'ImageConversationCard', name: string | null }
          | { __typename: 'LegacyCard', name: string | null }
          | { __typename: 'PollCard', name: string | null }
          | { __typename: 'VideoConversationCard', name: string | null }
         | null, mediaItems: { nodes: Array<{ mediaKey: string | null, mediaType: MediaType | null }> } | null }> } | null } | null };

export type DraftIdsQueryVariables = Exact<{
  account: string;
}>;


export type DraftIdsQuery = { account: { draftPosts: { nodes: Array<{ id: string }> } | null } | null };

export type DraftNodesQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type DraftNodesQuery = { nodes: Array<
    | { __typename: 'Account', id: string }
    | { __typename: 'AccountApp', id: string }
    | { __typename: 'AccountMedia', id: string }
    | { __typename: 'AdvertiserBusinessCategory', id: string }
    | { __typename: 'Campaign', id: string }
    | { __typename: 'ComposableCard', id: string }
    | { __typename: 'ContentCategory', id: string }
    | { __typename: 'CuratedCategory', id: string }
    | { __typename: 'CustomAudience', id: string }
    | { __typename: 'CustomAudiencePermission', id: string }
    | { __typename: 'DoNotReachList', id: string }
    | { __typename: 'DraftPost', text: string | null, id: string }
    | { __typename: 'FundingInstrument', id: string }
    | { __typename: 'IabCategory', id: string }
    | { __typename: 'ImageConversationCard', id: string }
    | { __typename: 'LegacyCard', id: string }
    | { __typename: 'LineItem', id: string }
    | { __typename: 'LineItemCuratedCategory', id: string }
    | { __typename: 'Media', id: string }
    | { __typename: 'MediaCreative', id: string }
    | { __typename: 'PollCard', id: string }
    | { __typename: 'PromotableUser', id: string }
    | { __typename: 'PromotedAccount', id: string }
    | { __typename: 'PromotedPost', id: string }
    | { __typename: 'PublishedPost', id: string }
    | { __typename: 'Recommendation', id: string }
    | { __typename: 'ScheduledPost', id: string }
    | { __typename: 'ScheduledPromotedPost', id: string }
    | { __typename: 'TailoredAudiencePermission', id: string }
    | { __typename: 'TargetingCriterion', id: string }
    | { __typename: 'TrackingTag', id: string }
    | { __typename: 'VideoConversationCard', id: string }
    | { __typename: 'WebhookConfig', id: string }
   | null> };

export type CardTypesQueryVariables = Exact<{
  account: string;
  includeLegacyCards?: boolean | null | undefined;
}>;


export type CardTypesQuery = { account: { cards: { nodes: Array<
        | { __typename: 'ComposableCard' }
        | { __typename: 'ImageConversationCard' }
        | { __typename: 'LegacyCard' }
        | { __typename: 'PollCard' }
        | { __typename: 'VideoConversationCard' }
      > } | null } | null };

export type MediaLibraryPageQueryVariables = Exact<{
  account: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type MediaLibraryPageQuery = { account: { library: { nodes: Array<{ restId: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null } | null };

export type MediaLibraryEdgesQueryVariables = Exact<{
  account: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type MediaLibraryEdgesQuery = { account: { mediaItems: { edges: Array<{ cursor: string, node: { restId: string } }> } | null } | null };

export type MediaNodesQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type MediaNodesQuery = { nodes: Array<
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { name: string | null, id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
   | null> };

export type CreatePollCardMutationVariables = Exact<{
  input: CreatePollCardInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreatePollCardMutation = { outcome: { pollCard: { id: string, isOpen: boolean | null, firstChoice: string | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }>, validation: { unchecked: Array<string> } | null } | null };

export type TimesOfPollsQueryVariables = Exact<{
  account: string;
}>;


export type TimesOfPollsQuery = { account: { pollCards: { nodes: Array<{ createdAt: string | null, startTime: string | null, endTime: string | null, minutes: number | null }> } | null } | null };

export type PreviewsOfPostsQueryVariables = Exact<{
  account: string;
}>;


export type PreviewsOfPostsQuery = { account: { published: { nodes: Array<
        | { restId: string, preview: { postId: string | null, preview: string | null } | null }
        | { restId: string, preview: { postId: string | null, preview: string | null } | null }
        | { restId: string, preview: { postId: string | null, preview: string | null } | null }
      > } | null, drafts: { nodes: Array<{ restId: string, preview: { postId: string | null, preview: string | null } | null }> } | null, scheduled: { nodes: Array<{ restId: string, preview: { postId: string | null, preview: string | null } | null }> } | null } | null };

export type PostPageQueryVariables = Exact<{
  account: string;
  postType: PostType;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PostPageQuery = { account: { posts: { nodes: Array<
        | { restId: string }
        | { restId: string }
        | { restId: string }
      >, pageInfo: { endCursor: string | null } } | null } | null };

export type PostsOfTypeQueryVariables = Exact<{
  account: string;
  postType: PostType;
}>;


export type PostsOfTypeQuery = { account: { posts: { nodes: Array<
        | { __typename: 'DraftPost', id: string, text: string | null, userId: string | null, nullcast: boolean | null, createdAt: string | null, updatedAt: string | null, deleted: boolean | null, mediaKeys: Array<string> | null }
        | { __typename: 'PublishedPost', id: string, text: string | null, userId: string | null, nullcast: boolean | null, createdAt: string | null, updatedAt: string | null, deleted: boolean | null, mediaKeys: Array<string> | null }
        | { __typename: 'ScheduledPost', id: string, text: string | null, userId: string | null, nullcast: boolean | null, createdAt: string | null, updatedAt: string | null, deleted: boolean | null, mediaKeys: Array<string> | null }
      > } | null } | null };

export type PostNodesQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type PostNodesQuery = { nodes: Array<
    | { __typename: 'Account', id: string }
    | { __typename: 'AccountApp', id: string }
    | { __typename: 'AccountMedia', id: string }
    | { __typename: 'AdvertiserBusinessCategory', id: string }
    | { __typename: 'Campaign', id: string }
    | { __typename: 'ComposableCard', id: string }
    | { __typename: 'ContentCategory', id: string }
    | { __typename: 'CuratedCategory', id: string }
    | { __typename: 'CustomAudience', id: string }
    | { __typename: 'CustomAudiencePermission', id: string }
    | { __typename: 'DoNotReachList', id: string }
    | { __typename: 'DraftPost', text: string | null, userId: string | null, nullcast: boolean | null, createdAt: string | null, updatedAt: string | null, deleted: boolean | null, mediaKeys: Array<string> | null, id: string }
    | { __typename: 'FundingInstrument', id: string }
    | { __typename: 'IabCategory', id: string }
    | { __typename: 'ImageConversationCard', id: string }
    | { __typename: 'LegacyCard', id: string }
    | { __typename: 'LineItem', id: string }
    | { __typename: 'LineItemCuratedCategory', id: string }
    | { __typename: 'Media', id: string }
    | { __typename: 'MediaCreative', id: string }
    | { __typename: 'PollCard', id: string }
    | { __typename: 'PromotableUser', id: string }
    | { __typename: 'PromotedAccount', id: string }
    | { __typename: 'PromotedPost', id: string }
    | { __typename: 'PublishedPost', text: string | null, userId: string | null, nullcast: boolean | null, createdAt: string | null, updatedAt: string | null, deleted: boolean | null, mediaKeys: Array<string> | null, id: string }
    | { __typename: 'Recommendation', id: string }
    | { __typename: 'ScheduledPost', text: string | null, userId: string | null, nullcast: boolean | null, createdAt: string | null, updatedAt: string | null, deleted: boolean | null, mediaKeys: Array<string> | null, id: string }
    | { __typename: 'ScheduledPromotedPost', id: string }
    | { __typename: 'TailoredAudiencePermission', id: string }
    | { __typename: 'TargetingCriterion', id: string }
    | { __typename: 'TrackingTag', id: string }
    | { __typename: 'VideoConversationCard', id: string }
    | { __typename: 'WebhookConfig', id: string }
   | null> };

export type PostWithTrimmedUserQueryVariables = Exact<{
  account: string;
}>;


export type PostWithTrimmedUserQuery = { account: { posts: { edges: Array<{ cursor: string }>, nodes: Array<
        | { userId: string | null, name: string | null }
        | { userId: string | null, name: string | null }
        | { userId: string | null, name: string | null }
      > } | null } | null };

export type PostsOfPromotedPostsQueryVariables = Exact<{
  account: string;
  first?: number | null | undefined;
}>;


export type PostsOfPromotedPostsQuery = { account: { promotedPosts: { nodes: Array<{ postId: string | null, post: { restId: string, text: string | null } | null }> } | null } | null };

export type PreviewsOfPromotedPostsQueryVariables = Exact<{
  account: string;
}>;


export type PreviewsOfPromotedPostsQuery = { account: { promotedPosts: { nodes: Array<{ postId: string | null, post: { id: string, restId: string, preview: { preview: string | null } | null } | null }> } | null } | null };

export type NullcastOfPromotedPostsQueryVariables = Exact<{
  account: string;
}>;


export type NullcastOfPromotedPostsQuery = { account: { promotedPosts: { nodes: Array<{ post: { nullcast: boolean | null } | null }> } | null } | null };

export type ScheduledPostsWithCreativesQueryVariables = Exact<{
  account: string;
}>;


export type ScheduledPostsWithCreativesQuery = { account: { scheduledPosts: { nodes: Array<{ cardUri: string | null, mediaKeys: Array<string> | null, scheduledStatus: ScheduledStatus | null, card:
          | { name: string | null }
          | { name: string | null }
          | { name: string | null }
          | { name: string | null }
          | { name: string | null }
         | null, mediaItems: { nodes: Array<{ mediaType: MediaType | null }> } | null, post: { text: string | null } | null }> } | null } | null };

export type ScheduledPostsOfPromotedQueryVariables = Exact<{
  account: string;
  first?: number | null | undefined;
}>;


export type ScheduledPostsOfPromotedQuery = { account: { list: { nodes: Array<{ scheduledPostId: string | null, scheduledPost: { restId: string, scheduledAt: string | null, createdAt: string | null, text: string | null } | null }> } | null } | null };

export type OneBearerTokenMutationVariables = Exact<{ [key: string]: never; }>;


export type OneBearerTokenMutation = { createBearerToken: { bearerToken: { accessToken: string } | null } | null };

export type WebhookProblemsQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhookProblemsQuery = { webhookConfigs: { nodes: Array<{ restId: string }>, problems: Array<{ title: string | null, type: string | null, detail: string | null, status: number | null }> } | null };

export type BesideFaultsQueryVariables = Exact<{
  demo: string;
  small: string;
}>;


export type BesideFaultsQuery = { campaigns: { campaigns: { nodes: Array<{ id: string }> } | null } | null, users: { promotableUsers: { nodes: Array<{ __typename: 'PromotableUser' }> } | null } | null, account: { name: string | null } | null };

export type UserPageQueryVariables = Exact<{
  account: string;
}>;


export type UserPageQuery = { account: { promotableUsers: { pageInfo: { hasNextPage: boolean } } | null } | null };

export type CampaignsOfLineItemsQueryVariables = Exact<{
  account: string;
}>;


export type CampaignsOfLineItemsQuery = { account: { lineItems: { nodes: Array<{ campaign: { name: string | null } | null }> } | null } | null };

export type CreateDespiteFaultsMutationVariables = Exact<{
  input: CreateCampaignInput;
}>;


export type CreateDespiteFaultsMutation = { outcome: { campaign: { id: string, name: string | null, standardDelivery: boolean | null, totalBudgetAmountLocalMicro: string | null, purchaseOrderNumber: string | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type DeleteByPathMutationVariables = Exact<{
  input: DeleteCampaignInput;
}>;


export type DeleteByPathMutation = { outcome: { userErrors: Array<{ field: Array<string> }> } | null };

export type CampaignsWithDeletedQueryVariables = Exact<{
  account: string;
}>;


export type CampaignsWithDeletedQuery = { account: { campaigns: { nodes: Array<{ restId: string, deleted: boolean | null }> } | null } | null };

export type CampaignByKeysQueryVariables = Exact<{
  account: string;
  id: string;
}>;


export type CampaignByKeysQuery = { campaign: { __typename: 'Campaign', id: string, restId: string, lineItems: { nodes: Array<{ id: string }> } | null } | null };

export type CampaignByColumnQueryVariables = Exact<{
  account: string;
  id: string;
  withDeleted?: boolean | null | undefined;
}>;


export type CampaignByColumnQuery = { campaign: { restId: string, name: string | null, lineItems: { nodes: Array<{ id: string }> } | null } | null };

export type CampaignByReferenceQueryVariables = Exact<{
  account: string;
  id: string;
}>;


export type CampaignByReferenceQuery = { campaign: { restId: string, fundingInstrument: { id: string } | null } | null };

export type SortedCampaignsQueryVariables = Exact<{
  account: string;
  sortBy?: Array<CampaignSortBy> | CampaignSortBy | null | undefined;
}>;


export type SortedCampaignsQuery = { account: { campaigns: { nodes: Array<{ name: string | null, updatedAt: string | null }> } | null } | null };

export type CountedCampaignsQueryVariables = Exact<{
  account: string;
  after?: string | null | undefined;
}>;


export type CountedCampaignsQuery = { account: { campaigns: { totalCount: number | null, nodes: Array<{ id: string }>, pageInfo: { endCursor: string | null } } | null } | null };

export type CountedLineItemsQueryVariables = Exact<{
  account: string;
}>;


export type CountedLineItemsQuery = { account: { campaigns: { nodes: Array<{ lineItems: { totalCount: number | null, nodes: Array<{ id: string }> } | null }> } | null } | null };

export type ListsBelowCampaignsQueryVariables = Exact<{
  account: string;
}>;


export type ListsBelowCampaignsQuery = { account: { campaigns: { nodes: Array<{ name: string | null, lineItems: { totalCount: number | null, edges: Array<{ cursor: string, node: { id: string } }>, nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean, startCursor: string | null, endCursor: string | null } } | null }> } | null } | null };

export type CampaignsOfThreeQueryVariables = Exact<{
  a0: string;
  a1: string;
  a2: string;
}>;


export type CampaignsOfThreeQuery = { a0: { campaigns: { nodes: Array<{ name: string | null }> } | null } | null, a1: { campaigns: { nodes: Array<{ name: string | null }> } | null } | null, a2: { campaigns: { nodes: Array<{ name: string | null }> } | null } | null };

export type KnownCampaignQueryVariables = Exact<{
  account: string;
}>;


export type KnownCampaignQuery = { account: { campaigns: { nodes: Array<{ id: string }> } | null } | null };

export type CampaignEntitiesQueryVariables = Exact<{
  representations: Array<unknown> | unknown;
}>;


export type CampaignEntitiesQuery = { _entities: Array<
    | { id: string, lineItems: { nodes: Array<{ __typename: 'LineItem' }> } | null }
    | Record<PropertyKey, never>
   | null> };

export type WholeAndPartListsQueryVariables = Exact<{ [key: string]: never; }>;


export type WholeAndPartListsQuery = { account: { campaigns: { nodes: Array<{ lineItems: { nodes: Array<{ id: string }> } | null }> } | null } | null };

export type CountsByReadingQueryVariables = Exact<{ [key: string]: never; }>;


export type CountsByReadingQuery = { account: { campaigns: { nodes: Array<{ lineItems: { totalCount: number | null, nodes: Array<{ id: string }> } | null }> } | null } | null };

export type WebhookConfigsQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhookConfigsQuery = { webhookConfigs: { resultCount: number | null, nodes: Array<{ restId: string, url: string | null, valid: boolean | null, createdAt: string | null, raw: unknown }>, problems: Array<{ title: string | null, type: string | null, detail: string | null, status: number | null }> } | null };

export type NewBearerTokenMutationVariables = Exact<{ [key: string]: never; }>;


export type NewBearerTokenMutation = { createBearerToken: { bearerToken: { accessToken: string } | null } | null };

export type CountedPageOfOneQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type CountedPageOfOneQuery = { account: { campaigns: { totalCount: number | null, nodes: Array<{ restId: string }>, pageInfo: { endCursor: string | null } } | null } | null };

export type WithAndWithoutDeletedQueryVariables = Exact<{
  account: string;
}>;


export type WithAndWithoutDeletedQuery = { account: { shown: { nodes: Array<{ restId: string, deleted: boolean | null }> } | null, all: { nodes: Array<{ restId: string, deleted: boolean | null }> } | null } | null };

export type EntitiesQueryVariables = Exact<{
  representations: Array<unknown> | unknown;
}>;


export type EntitiesQuery = { _entities: Array<
    | { __typename: 'Account' }
    | { __typename: 'AccountMedia' }
    | { __typename: 'Campaign', id: string, name: string | null }
    | { __typename: 'ComposableCard' }
    | { __typename: 'CuratedCategory' }
    | { __typename: 'CustomAudience' }
    | { __typename: 'CustomAudiencePermission' }
    | { __typename: 'DraftPost' }
    | { __typename: 'FundingInstrument' }
    | { __typename: 'ImageConversationCard' }
    | { __typename: 'LegacyCard' }
    | { __typename: 'LineItem', id: string, name: string | null }
    | { __typename: 'LineItemCuratedCategory' }
    | { __typename: 'Media' }
    | { __typename: 'MediaCreative' }
    | { __typename: 'PollCard' }
    | { __typename: 'PromotableUser' }
    | { __typename: 'PromotedAccount' }
    | { __typename: 'PromotedPost' }
    | { __typename: 'PublishedPost' }
    | { __typename: 'Recommendation' }
    | { __typename: 'ScheduledPost' }
    | { __typename: 'ScheduledPromotedPost' }
    | { __typename: 'TailoredAudiencePermission' }
    | { __typename: 'TargetingCriterion' }
    | { __typename: 'TrackingTag' }
    | { __typename: 'VideoConversationCard' }
   | null> };

export type LineItemIdsQueryVariables = Exact<{
  account: string;
}>;


export type LineItemIdsQuery = { account: { lineItems: { nodes: Array<{ id: string }> } | null } | null };

export type OneCampaignQueryVariables = Exact<{
  account: string;
}>;


export type OneCampaignQuery = { account: { campaigns: { nodes: Array<{ id: string, restId: string }> } | null } | null };

export type ServiceQueryVariables = Exact<{ [key: string]: never; }>;


export type ServiceQuery = { _service: { sdl: string } };

export type NodesQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type NodesQuery = { nodes: Array<
    | { __typename: 'Account', id: string }
    | { __typename: 'AccountApp', id: string }
    | { __typename: 'AccountMedia', id: string }
    | { __typename: 'AdvertiserBusinessCategory', id: string }
    | { __typename: 'Campaign', id: string }
    | { __typename: 'ComposableCard', id: string }
    | { __typename: 'ContentCategory', id: string }
    | { __typename: 'CuratedCategory', id: string }
    | { __typename: 'CustomAudience', id: string }
    | { __typename: 'CustomAudiencePermission', id: string }
    | { __typename: 'DoNotReachList', id: string }
    | { __typename: 'DraftPost', id: string }
    | { __typename: 'FundingInstrument', id: string }
    | { __typename: 'IabCategory', id: string }
    | { __typename: 'ImageConversationCard', id: string }
    | { __typename: 'LegacyCard', id: string }
    | { __typename: 'LineItem', id: string }
    | { __typename: 'LineItemCuratedCategory', id: string }
    | { __typename: 'Media', id: string }
    | { __typename: 'MediaCreative', id: string }
    | { __typename: 'PollCard', id: string }
    | { __typename: 'PromotableUser', id: string }
    | { __typename: 'PromotedAccount', id: string }
    | { __typename: 'PromotedPost', id: string }
    | { __typename: 'PublishedPost', id: string }
    | { __typename: 'Recommendation', id: string }
    | { __typename: 'ScheduledPost', id: string }
    | { __typename: 'ScheduledPromotedPost', id: string }
    | { __typename: 'TailoredAudiencePermission', id: string }
    | { __typename: 'TargetingCriterion', id: string }
    | { __typename: 'TrackingTag', id: string }
    | { __typename: 'VideoConversationCard', id: string }
    | { __typename: 'WebhookConfig', id: string }
   | null> };

export type CampaignIdsQueryVariables = Exact<{
  account: string;
  first?: number | null | undefined;
}>;


export type CampaignIdsQuery = { account: { campaigns: { nodes: Array<{ id: string }> } | null } | null };

export type ValidWebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type ValidWebhooksQuery = { webhookConfigs: { nodes: Array<{ valid: boolean | null }> } | null, __schema: { mutationType: { fields: Array<{ name: string }> | null } | null } };

export type TreeQueryVariables = Exact<{
  id: string;
}>;


export type TreeQuery = { account: { campaigns: { nodes: Array<{ name: string | null, lineItems: { nodes: Array<{ name: string | null, promotedPosts: { nodes: Array<{ postId: string | null }> } | null, targetingCriteria: { nodes: Array<{ targetingType: TargetingType | null, targetingValue: string | null }> } | null, mediaCreatives: { nodes: Array<{ id: string }> } | null, trackingTags: { nodes: Array<{ id: string }> } | null }> } | null }> } | null } | null };

export type ManyLineItemsQueryVariables = Exact<{
  id: string;
}>;


export type ManyLineItemsQuery = { account: { campaigns: { nodes: Array<{ lineItems: { nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean } } | null }> } | null } | null };

export type CountedAccountsQueryVariables = Exact<{ [key: string]: never; }>;


export type CountedAccountsQuery = { accounts: { totalCount: number | null } | null };

export type CallsOfManyListsQueryVariables = Exact<{ [key: string]: never; }>;


export type CallsOfManyListsQuery = { account: { campaigns: { nodes: Array<{ restId: string, mediaCreatives: { nodes: Array<{ id: string }> } | null }> } | null } | null };

export type RowsOfTwoLevelsQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type RowsOfTwoLevelsQuery = { account: { campaigns: { nodes: Array<{ restId: string, lineItems: { nodes: Array<{ restId: string }> } | null }> } | null } | null };

export type ListsSideBySideQueryVariables = Exact<{ [key: string]: never; }>;


export type ListsSideBySideQuery = { account: { campaigns: { nodes: Array<{ id: string }> } | null, fundingInstruments: { nodes: Array<{ id: string }> } | null, pollCards: { nodes: Array<{ id: string }> } | null, lineItems: { nodes: Array<{ id: string }> } | null, mediaCreatives: { nodes: Array<{ id: string }> } | null } | null };

export type ChildrenOfManyQueryVariables = Exact<{ [key: string]: never; }>;


export type ChildrenOfManyQuery = { account: { campaigns: { nodes: Array<{ lineItems: { nodes: Array<{ restId: string }> } | null }> } | null } | null };

export type OwnAccountsQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnAccountsQuery = { accounts: { totalCount: number | null } | null };

export type SharedBearerTokenMutationVariables = Exact<{ [key: string]: never; }>;


export type SharedBearerTokenMutation = { createBearerToken: { bearerToken: { accessToken: string } | null } | null };

export type RequestTokenOfAppMutationVariables = Exact<{ [key: string]: never; }>;


export type RequestTokenOfAppMutation = { token: { requestToken: { authorizeUrl: string, authenticateUrl: string | null } | null } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const ComponentMediaFragmentDoc = new TypedDocumentString(`
    fragment ComponentMedia on Component {
  ... on MediaComponent {
    media {
      mediaUrl
    }
  }
  ... on SwipeableMediaComponent {
    swipeableMedia {
      nodes {
        mediaUrl
      }
    }
  }
}
    `, {"fragmentName":"ComponentMedia"}) as unknown as TypedDocumentString<ComponentMediaFragment, unknown>;
export const CardMediaFragmentDoc = new TypedDocumentString(`
    fragment CardMedia on Card {
  ... on ComposableCard {
    components {
      ...ComponentMedia
    }
    slides {
      ...ComponentMedia
    }
  }
  ... on ConversationCard {
    media {
      mediaUrl
    }
  }
}
    fragment ComponentMedia on Component {
  ... on MediaComponent {
    media {
      mediaUrl
    }
  }
  ... on SwipeableMediaComponent {
    swipeableMedia {
      nodes {
        mediaUrl
      }
    }
  }
}`, {"fragmentName":"CardMedia"}) as unknown as TypedDocumentString<CardMediaFragment, unknown>;
export const AccessFragmentDoc = new TypedDocumentString(`
    fragment Access on Account {
  authenticatedUserAccess {
    userId
    permissions
    canEditCampaigns
    canViewCampaigns
    canEditCreatives
    canManageUsersAndSettings
    canComposePosts
    canViewOrganicAnalytics
    canManagePartnerAudiences
  }
}
    `, {"fragmentName":"Access"}) as unknown as TypedDocumentString<AccessFragment, unknown>;
export const MediaOfComponentFragmentDoc = new TypedDocumentString(`
    fragment MediaOfComponent on Component {
  ... on MediaComponent {
    media {
      mediaUrl
    }
  }
  ... on SwipeableMediaComponent {
    swipeableMedia {
      nodes {
        mediaUrl
      }
    }
  }
}
    `, {"fragmentName":"MediaOfComponent"}) as unknown as TypedDocumentString<MediaOfComponentFragment, unknown>;
export const CreateAudienceDocument = new TypedDocumentString(`
    mutation CreateAudience($accountId: ID!) {
  createCustomAudience(
    input: {accountId: $accountId, name: "Newsletter readers 2030", description: "Readers of the weekly newsletter"}
  ) {
    customAudience {
      id
      targetable
      reasonsNotTargetable
    }
    userErrors {
      message
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<CreateAudienceMutation, CreateAudienceMutationVariables>;
export const AddUsersDocument = new TypedDocumentString(`
    mutation AddUsers($audienceId: ID!, $users: [AudienceUser!]!) {
  updateCustomAudienceUsers(
    input: {customAudienceId: $audienceId, hash: true, operations: [{update: {users: $users}}]}
  ) {
    successCount
    totalCount
    userErrors {
      message
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<AddUsersMutation, AddUsersMutationVariables>;
export const AudienceStatusDocument = new TypedDocumentString(`
    query AudienceStatus($audienceId: ID!) {
  customAudience(id: $audienceId) {
    audienceSize
    targetable
    reasonsNotTargetable
  }
}
    `) as unknown as TypedDocumentString<AudienceStatusQuery, AudienceStatusQueryVariables>;
export const TargetAudienceDocument = new TypedDocumentString(`
    mutation TargetAudience($accountId: ID!, $lineItemId: ID!, $audienceId: String!) {
  createTargetingCriterion(
    input: {accountId: $accountId, lineItemId: $lineItemId, targetingType: CUSTOM_AUDIENCE, operatorType: EQ, targetingValue: $audienceId}
  ) {
    targetingCriterion {
      targetingType
      customAudience {
        name
        audienceSize
      }
    }
    userErrors {
      message
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<TargetAudienceMutation, TargetAudienceMutationVariables>;
export const HistoryOfCampaignsDocument = new TypedDocumentString(`
    query HistoryOfCampaigns($accountId: ID!, $startTime: DateTime!, $endTime: DateTime!, $after: String) {
  account(id: $accountId) {
    campaigns(first: 20, after: $after) {
      nodes {
        name
        history(startTime: $startTime, endTime: $endTime) {
          nodes {
            changeTime
            changeType
            changeBy {
              userId
              platform
            }
            changes {
              field
              from
              to
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<HistoryOfCampaignsQuery, HistoryOfCampaignsQueryVariables>;
export const ChangeBudgetsDocument = new TypedDocumentString(`
    mutation ChangeBudgets($accountId: ID!, $operations: [CampaignOperation!]!) {
  batchCampaigns(
    input: {accountId: $accountId, operations: $operations}
    skipInvalid: true
  ) {
    campaigns {
      id
      name
      dailyBudgetAmountLocalMicro
    }
    userErrors {
      message
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<ChangeBudgetsMutation, ChangeBudgetsMutationVariables>;
export const DraftsDocument = new TypedDocumentString(`
    query Drafts($accountId: ID!) {
  account(id: $accountId) {
    campaigns(withDraft: true) {
      nodes {
        id
        name
        entityStatus
        dailyBudgetAmountLocalMicro
        lineItems(withDraft: true) {
          nodes {
            id
            name
            entityStatus
            startTime
            endTime
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DraftsQuery, DraftsQueryVariables>;
export const CheckCampaignDocument = new TypedDocumentString(`
    mutation CheckCampaign($campaignId: ID!) {
  updateCampaign(
    input: {campaignId: $campaignId, entityStatus: ACTIVE}
    validateOnly: true
  ) {
    validation {
      checked
      unchecked
    }
    userErrors {
      message
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<CheckCampaignMutation, CheckCampaignMutationVariables>;
export const ActivateDocument = new TypedDocumentString(`
    mutation Activate($accountId: ID!, $campaignId: ID!, $lineItems: [LineItemOperation!]!) {
  batchLineItems(input: {accountId: $accountId, operations: $lineItems}) {
    lineItems {
      id
      entityStatus
    }
    userErrors {
      message
      field
      rule
    }
  }
  updateCampaign(input: {campaignId: $campaignId, entityStatus: ACTIVE}) {
    campaign {
      entityStatus
      effectiveStatus
    }
    userErrors {
      message
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<ActivateMutation, ActivateMutationVariables>;
export const PrepareDocument = new TypedDocumentString(`
    query Prepare($accountId: ID!) {
  account(id: $accountId) {
    fundingInstruments {
      nodes {
        id
        description
        currency
        ableToFund
      }
    }
    promotableUsers {
      nodes {
        userId
        type
      }
    }
  }
  targetingOptions {
    locations(namePrefix: "Germany") {
      nodes {
        name
        targetingValue
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PrepareQuery, PrepareQueryVariables>;
export const CreateCampaignDocument = new TypedDocumentString(`
    mutation CreateCampaign($accountId: ID!, $fundingInstrumentId: ID!, $campaignKey: String) {
  createCampaign(
    idempotencyKey: $campaignKey
    input: {accountId: $accountId, fundingInstrumentId: $fundingInstrumentId, name: "Spring 2030", dailyBudgetAmountLocalMicro: "50000000", totalBudgetAmountLocalMicro: "1500000000", entityStatus: PAUSED}
  ) {
    campaign {
      id
    }
    userErrors {
      message
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<CreateCampaignMutation, CreateCampaignMutationVariables>;
export const AddLineItemDocument = new TypedDocumentString(`
    mutation AddLineItem($accountId: ID!, $campaignId: ID!, $startTime: DateTime!, $endTime: DateTime!, $lineItemKey: String) {
  createLineItem(
    idempotencyKey: $lineItemKey
    input: {accountId: $accountId, campaignId: $campaignId, name: "Bread lovers in Germany", objective: ENGAGEMENTS, productType: PROMOTED_POSTS, placements: [ALL_ON_SVC], startTime: $startTime, endTime: $endTime, bidStrategy: AUTO, entityStatus: PAUSED}
  ) {
    lineItem {
      id
    }
    userErrors {
      message
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<AddLineItemMutation, AddLineItemMutationVariables>;
export const WritePostDocument = new TypedDocumentString(`
    mutation WritePost($accountId: ID!, $userId: ID!, $postKey: String) {
  createPost(
    idempotencyKey: $postKey
    input: {accountId: $accountId, asUserId: $userId, text: "Fresh sourdough, every morning 🍞"}
  ) {
    post {
      id
    }
    userErrors {
      message
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<WritePostMutation, WritePostMutationVariables>;
export const PromoteAndTargetDocument = new TypedDocumentString(`
    mutation PromoteAndTarget($accountId: ID!, $lineItemId: ID!, $postId: ID!, $location: String!, $promotionKey: String, $targetingKey: String) {
  createPromotedPosts(
    idempotencyKey: $promotionKey
    input: {accountId: $accountId, lineItemId: $lineItemId, postIds: [$postId]}
  ) {
    promotedPosts {
      approvalStatus
    }
    userErrors {
      message
      field
      rule
    }
  }
  batchTargetingCriteria(
    idempotencyKey: $targetingKey
    input: {accountId: $accountId, operations: [{create: {lineItemId: $lineItemId, targetingType: LOCATION, operatorType: EQ, targetingValue: $location}}, {create: {lineItemId: $lineItemId, targetingType: AGE, operatorType: EQ, targetingValue: "AGE_25_TO_49"}}]}
  ) {
    targetingCriteria {
      targetingType
      name
    }
    userErrors {
      message
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<PromoteAndTargetMutation, PromoteAndTargetMutationVariables>;
export const LaunchDocument = new TypedDocumentString(`
    mutation Launch($campaignId: ID!, $lineItemId: ID!) {
  updateLineItem(input: {lineItemId: $lineItemId, entityStatus: ACTIVE}) {
    lineItem {
      entityStatus
    }
    userErrors {
      message
      field
      rule
    }
  }
  updateCampaign(input: {campaignId: $campaignId, entityStatus: ACTIVE}) {
    campaign {
      entityStatus
      effectiveStatus
      servable
    }
    userErrors {
      message
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<LaunchMutation, LaunchMutationVariables>;
export const BidsDocument = new TypedDocumentString(`
    query Bids($campaignId: ID!) {
  campaign(id: $campaignId) {
    currency
    lineItems {
      nodes {
        id
        name
        bidStrategy
        bidAmountLocalMicro
      }
    }
  }
}
    `) as unknown as TypedDocumentString<BidsQuery, BidsQueryVariables>;
export const ChangeBidsDocument = new TypedDocumentString(`
    mutation ChangeBids($accountId: ID!, $operations: [LineItemOperation!]!) {
  batchLineItems(input: {accountId: $accountId, operations: $operations}) {
    lineItems {
      id
      bidAmountLocalMicro
    }
    userErrors {
      message
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<ChangeBidsMutation, ChangeBidsMutationVariables>;
export const NotServingDocument = new TypedDocumentString(`
    query NotServing($accountId: ID!) {
  account(id: $accountId) {
    campaigns {
      nodes {
        name
        servable
        reasonsNotServable
        lineItems {
          nodes {
            id
            name
            servable
            reasonsNotServable
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NotServingQuery, NotServingQueryVariables>;
export const CampaignsByPrefixDocument = new TypedDocumentString(`
    query CampaignsByPrefix($accountId: ID!, $namePrefix: String!) {
  account(id: $accountId) {
    campaigns(namePrefix: $namePrefix) {
      nodes {
        id
        name
        entityStatus
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CampaignsByPrefixQuery, CampaignsByPrefixQueryVariables>;
export const PauseCampaignsDocument = new TypedDocumentString(`
    mutation PauseCampaigns($accountId: ID!, $operations: [CampaignOperation!]!) {
  batchCampaigns(input: {accountId: $accountId, operations: $operations}) {
    campaigns {
      id
      name
      entityStatus
    }
    userErrors {
      message
      field
    }
  }
}
    `) as unknown as TypedDocumentString<PauseCampaignsMutation, PauseCampaignsMutationVariables>;
export const ReportDocument = new TypedDocumentString(`
    query Report($accountId: ID!) {
  account(id: $accountId) {
    name
    lineItems {
      nodes {
        name
        objective
        entityStatus
        bidAmountLocalMicro
        campaign {
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ReportQuery, ReportQueryVariables>;
export const SpendDocument = new TypedDocumentString(`
    query Spend($accountId: ID!, $startTime: DateOrTime!, $endTime: DateOrTime!) {
  account(id: $accountId) {
    campaigns {
      nodes {
        name
        stats(startTime: $startTime, endTime: $endTime) {
          currency
          billing {
            billedChargeLocalMicro
          }
          engagement {
            impressions
            clicks
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SpendQuery, SpendQueryVariables>;
export const SpendByDayDocument = new TypedDocumentString(`
    query SpendByDay($accountId: ID!, $from: DateOrTime!, $endTime: DateOrTime!) {
  account(id: $accountId) {
    campaigns {
      nodes {
        name
        stats(startTime: $from, endTime: $endTime, granularity: DAY) {
          intervals {
            startTime
          }
          billing {
            billedChargeLocalMicro
          }
          engagement {
            impressions
            clicks
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SpendByDayQuery, SpendByDayQueryVariables>;
export const TaxSettingsDocument = new TypedDocumentString(`
    query TaxSettings($accountId: ID!) {
  account(id: $accountId) {
    name
    taxSettings {
      taxId
      taxCategory
      invoiceJurisdiction
      billTo
      addressCompany
      addressStreet1
      addressPostalCode
      addressCity
      addressCountry
    }
  }
}
    `) as unknown as TypedDocumentString<TaxSettingsQuery, TaxSettingsQueryVariables>;
export const ChangeTaxSettingsDocument = new TypedDocumentString(`
    mutation ChangeTaxSettings($accountId: ID!, $taxId: String!) {
  updateTaxSettings(
    input: {accountId: $accountId, taxId: $taxId, taxCategory: BUSINESS_WITH_VAT}
  ) {
    taxSettings {
      taxId
      taxCategory
    }
    userErrors {
      message
      field
    }
  }
}
    `) as unknown as TypedDocumentString<ChangeTaxSettingsMutation, ChangeTaxSettingsMutationVariables>;
export const WholeTreeDocument = new TypedDocumentString(`
    query WholeTree($accountId: ID!) {
  account(id: $accountId) {
    name
    campaigns {
      nodes {
        name
        entityStatus
        fundingInstrument {
          description
        }
        lineItems {
          nodes {
            name
            objective
            entityStatus
            targetingCriteria {
              nodes {
                targetingType
                operatorType
                name
              }
            }
            trackingTags {
              nodes {
                trackingTagUrl
              }
            }
            mediaCreatives {
              nodes {
                landingUrl
                accountMedia {
                  mediaUrl
                }
              }
            }
            promotedPosts {
              nodes {
                approvalStatus
                post {
                  text
                  card {
                    name
                    ...CardMedia
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
    fragment CardMedia on Card {
  ... on ComposableCard {
    components {
      ...ComponentMedia
    }
    slides {
      ...ComponentMedia
    }
  }
  ... on ConversationCard {
    media {
      mediaUrl
    }
  }
}
fragment ComponentMedia on Component {
  ... on MediaComponent {
    media {
      mediaUrl
    }
  }
  ... on SwipeableMediaComponent {
    swipeableMedia {
      nodes {
        mediaUrl
      }
    }
  }
}`) as unknown as TypedDocumentString<WholeTreeQuery, WholeTreeQueryVariables>;
export const ManyInTurnsDocument = new TypedDocumentString(`
    query ManyInTurns {
  account(id: "a1") {
    campaigns(first: 1000) {
      nodes {
        id
        name
        lineItems(first: 30) {
          nodes {
            restId
            name
            raw
            campaign {
              restId
            }
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ManyInTurnsQuery, ManyInTurnsQueryVariables>;
export const LowestBidsDocument = new TypedDocumentString(`
    query LowestBids {
  biddingRules {
    nodes {
      minimumCpeBidLocalMicro
    }
  }
}
    `) as unknown as TypedDocumentString<LowestBidsQuery, LowestBidsQueryVariables>;
export const CachedIabCategoryPageDocument = new TypedDocumentString(`
    query CachedIabCategoryPage($first: Int, $after: String) {
  iabCategories(first: $first, after: $after) {
    nodes {
      restId
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<CachedIabCategoryPageQuery, CachedIabCategoryPageQueryVariables>;
export const CountedAppsDocument = new TypedDocumentString(`
    query CountedApps($account: ID!) {
  account(id: $account) {
    apps(first: 2, withDeleted: true, sortBy: {field: "createdAt", direction: DESC}) {
      totalCount
      edges {
        cursor
      }
      nodes {
        restId
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CountedAppsQuery, CountedAppsQueryVariables>;
export const NextAppsDocument = new TypedDocumentString(`
    query NextApps($account: ID!, $after: String) {
  account(id: $account) {
    apps(
      first: 2
      after: $after
      withDeleted: true
      sortBy: {field: "createdAt", direction: DESC}
    ) {
      nodes {
        restId
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NextAppsQuery, NextAppsQueryVariables>;
export const CampaignHistoryDocument = new TypedDocumentString(`
    query CampaignHistory($account: ID!, $entity: ID!, $start: DateTime!, $end: DateTime!) {
  account(id: $account) {
    history(
      entityType: CAMPAIGN
      entityId: $entity
      startTime: $start
      endTime: $end
    ) {
      nodes {
        entity
        entityId
        changeType
        changeTime
        changeBy {
          userId
          platform
        }
        changes {
          field
          from
          to
        }
        entityData
        raw
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CampaignHistoryQuery, CampaignHistoryQueryVariables>;
export const HistoryPageDocument = new TypedDocumentString(`
    query HistoryPage($account: ID!, $entity: ID!, $start: DateTime!, $end: DateTime!, $after: String) {
  account(id: $account) {
    history(
      entityType: CAMPAIGN
      entityId: $entity
      startTime: $start
      endTime: $end
      first: 1
      after: $after
    ) {
      edges {
        cursor
      }
      nodes {
        changeType
      }
      pageInfo {
        hasNextPage
      }
    }
  }
}
    `) as unknown as TypedDocumentString<HistoryPageQuery, HistoryPageQueryVariables>;
export const HistoriesDocument = new TypedDocumentString(`
    query Histories($account: ID!, $first: Int, $start: DateTime!, $end: DateTime!) {
  account(id: $account) {
    campaigns(first: $first) {
      nodes {
        restId
        history(startTime: $start, endTime: $end) {
          nodes {
            entityId
          }
        }
        again: history(startTime: $start, endTime: $end) {
          nodes {
            entityId
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<HistoriesQuery, HistoriesQueryVariables>;
export const ChangesDocument = new TypedDocumentString(`
    query Changes($account: ID!, $start: DateTime!, $end: DateTime!, $first: Int, $after: String) {
  account(id: $account) {
    history(
      entityType: CAMPAIGN
      entityId: "c1"
      startTime: $start
      endTime: $end
      first: $first
      after: $after
    ) {
      edges {
        cursor
        node {
          changeType
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ChangesQuery, ChangesQueryVariables>;
export const CreateAccountDocument = new TypedDocumentString(`
    mutation CreateAccount($validateOnly: Boolean = false) {
  outcome: createAccount(validateOnly: $validateOnly) {
    account {
      id
      name
    }
    userErrors {
      code
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<CreateAccountMutation, CreateAccountMutationVariables>;
export const WrittenAccountDocument = new TypedDocumentString(`
    query WrittenAccount($id: ID!) {
  accounts(ids: [$id]) {
    nodes {
      id
      name
      industryType
    }
  }
}
    `) as unknown as TypedDocumentString<WrittenAccountQuery, WrittenAccountQueryVariables>;
export const AccountPageDocument = new TypedDocumentString(`
    query AccountPage($first: Int, $after: String) {
  accounts(first: $first, after: $after) {
    nodes {
      restId
    }
    pageInfo {
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<AccountPageQuery, AccountPageQueryVariables>;
export const AccessDocument = new TypedDocumentString(`
    query Access($account: ID!) {
  account(id: $account) {
    ...Access
  }
}
    fragment Access on Account {
  authenticatedUserAccess {
    userId
    permissions
    canEditCampaigns
    canViewCampaigns
    canEditCreatives
    canManageUsersAndSettings
    canComposePosts
    canViewOrganicAnalytics
    canManagePartnerAudiences
  }
}`) as unknown as TypedDocumentString<AccessQuery, AccessQueryVariables>;
export const AccessOfTwoDocument = new TypedDocumentString(`
    query AccessOfTwo($demo: ID!, $yen: ID!) {
  demo: account(id: $demo) {
    ...Access
  }
  again: account(id: $demo) {
    ...Access
  }
  yen: account(id: $yen) {
    ...Access
  }
}
    fragment Access on Account {
  authenticatedUserAccess {
    userId
    permissions
    canEditCampaigns
    canViewCampaigns
    canEditCreatives
    canManageUsersAndSettings
    canComposePosts
    canViewOrganicAnalytics
    canManagePartnerAudiences
  }
}`) as unknown as TypedDocumentString<AccessOfTwoQuery, AccessOfTwoQueryVariables>;
export const BiddingRulesOfFundingDocument = new TypedDocumentString(`
    query BiddingRulesOfFunding($dollars: ID!, $yen: ID!) {
  dollars: account(id: $dollars) {
    fundingInstruments {
      nodes {
        currency
        biddingRules {
          totalCount
          nodes {
            currency
          }
        }
      }
    }
  }
  yen: account(id: $yen) {
    fundingInstruments {
      nodes {
        currency
        biddingRules {
          totalCount
          nodes {
            currency
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<BiddingRulesOfFundingQuery, BiddingRulesOfFundingQueryVariables>;
export const BiddingRulesDocument = new TypedDocumentString(`
    query BiddingRules {
  biddingRules {
    nodes {
      currency
    }
  }
}
    `) as unknown as TypedDocumentString<BiddingRulesQuery, BiddingRulesQueryVariables>;
export const CategoriesOfLineItemsDocument = new TypedDocumentString(`
    query CategoriesOfLineItems($account: ID!) {
  account(id: $account) {
    lineItems(first: 500) {
      nodes {
        objective
        categories
        advertiserBusinessCategories {
          nodes {
            restId
            name
          }
        }
        iabCategories {
          totalCount
          nodes {
            restId
            name
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CategoriesOfLineItemsQuery, CategoriesOfLineItemsQueryVariables>;
export const ContentCategoriesDocument = new TypedDocumentString(`
    query ContentCategories {
  contentCategories {
    nodes {
      name
      iabCategories {
        nodes {
          name
          parent {
            name
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ContentCategoriesQuery, ContentCategoriesQueryVariables>;
export const CuratedCategoryPageDocument = new TypedDocumentString(`
    query CuratedCategoryPage($account: ID!, $countryCodes: [String!]!, $first: Int, $after: String) {
  account(id: $account) {
    curatedCategories(countryCodes: $countryCodes, first: $first, after: $after) {
      nodes {
        restId
      }
      edges {
        cursor
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CuratedCategoryPageQuery, CuratedCategoryPageQueryVariables>;
export const FeaturesDocument = new TypedDocumentString(`
    query Features($account: ID!) {
  account(id: $account) {
    features
  }
}
    `) as unknown as TypedDocumentString<FeaturesQuery, FeaturesQueryVariables>;
export const CreateFundingInstrumentDocument = new TypedDocumentString(`
    mutation CreateFundingInstrument($input: CreateFundingInstrumentInput!, $validateOnly: Boolean = false) {
  outcome: createFundingInstrument(input: $input, validateOnly: $validateOnly) {
    fundingInstrument {
      id
      type
      currency
    }
    userErrors {
      code
      field
      rule
    }
    validation {
      checked
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<CreateFundingInstrumentMutation, CreateFundingInstrumentMutationVariables>;
export const WrittenFundingInstrumentDocument = new TypedDocumentString(`
    query WrittenFundingInstrument($id: ID!) {
  fundingInstrument(id: $id) {
    type
    currency
    startTime
    creditLimitLocalMicro
  }
}
    `) as unknown as TypedDocumentString<WrittenFundingInstrumentQuery, WrittenFundingInstrumentQueryVariables>;
export const CampaignsOfFundingDocument = new TypedDocumentString(`
    query CampaignsOfFunding($account: ID!) {
  account(id: $account) {
    fundingInstruments {
      nodes {
        restId
        campaigns(first: 5) {
          nodes {
            fundingInstrumentId
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CampaignsOfFundingQuery, CampaignsOfFundingQueryVariables>;
export const IabCategoryPageDocument = new TypedDocumentString(`
    query IabCategoryPage($after: String) {
  iabCategories(first: 100, after: $after) {
    totalCount
    nodes {
      restId
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<IabCategoryPageQuery, IabCategoryPageQueryVariables>;
export const ContentOfPublishersDocument = new TypedDocumentString(`
    query ContentOfPublishers {
  publishers {
    nodes {
      contentCategories {
        nodes {
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ContentOfPublishersQuery, ContentOfPublishersQueryVariables>;
export const RecommendationsDocument = new TypedDocumentString(`
    query Recommendations($account: ID!, $empty: ID!) {
  account(id: $account) {
    recommendations {
      nodes {
        id
        restId
        accountId
        fundingInstrumentId
        status
        message
        createdAt
        updatedAt
        fundingInstrument {
          currency
        }
      }
    }
  }
  empty: account(id: $empty) {
    recommendations {
      nodes {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RecommendationsQuery, RecommendationsQueryVariables>;
export const WrittenTaxSettingsDocument = new TypedDocumentString(`
    query WrittenTaxSettings($account: ID!) {
  account(id: $account) {
    taxSettings {
      taxId
      taxCategory
      addressCompany
      billTo
      clientAddressRegion
    }
  }
}
    `) as unknown as TypedDocumentString<WrittenTaxSettingsQuery, WrittenTaxSettingsQueryVariables>;
export const WrittenUserSettingsDocument = new TypedDocumentString(`
    query WrittenUserSettings($account: ID!) {
  account(id: $account) {
    userSettings(userId: 1000000001) {
      notificationEmail
      contactPhone
      contactPhoneExtension
      subscribeEmailTypes
    }
  }
}
    `) as unknown as TypedDocumentString<WrittenUserSettingsQuery, WrittenUserSettingsQueryVariables>;
export const GrantCustomPermissionDocument = new TypedDocumentString(`
    mutation GrantCustomPermission($input: GrantCustomAudiencePermissionInput!, $validateOnly: Boolean = false) {
  outcome: grantCustomAudiencePermission(
    input: $input
    validateOnly: $validateOnly
  ) {
    permission: customAudiencePermission {
      id
      restId
      grantedAccountId
      permissionLevel
      deleted
    }
    userErrors {
      code
      message
      field
      rule
    }
    validation {
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<GrantCustomPermissionMutation, GrantCustomPermissionMutationVariables>;
export const RevokeCustomPermissionDocument = new TypedDocumentString(`
    mutation RevokeCustomPermission($input: RevokeCustomAudiencePermissionInput!, $validateOnly: Boolean = false) {
  outcome: revokeCustomAudiencePermission(
    input: $input
    validateOnly: $validateOnly
  ) {
    deletedId
    permission: customAudiencePermission {
      id
      restId
      grantedAccountId
      permissionLevel
      deleted
    }
    userErrors {
      code
      message
      field
      rule
    }
    validation {
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeCustomPermissionMutation, RevokeCustomPermissionMutationVariables>;
export const GrantTailoredPermissionDocument = new TypedDocumentString(`
    mutation GrantTailoredPermission($input: GrantTailoredAudiencePermissionInput!, $validateOnly: Boolean = false) {
  outcome: grantTailoredAudiencePermission(
    input: $input
    validateOnly: $validateOnly
  ) {
    permission: tailoredAudiencePermission {
      id
      restId
      grantedAccountId
      permissionLevel
      deleted
    }
    userErrors {
      code
      message
      field
      rule
    }
    validation {
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<GrantTailoredPermissionMutation, GrantTailoredPermissionMutationVariables>;
export const RevokeTailoredPermissionDocument = new TypedDocumentString(`
    mutation RevokeTailoredPermission($input: RevokeTailoredAudiencePermissionInput!, $validateOnly: Boolean = false) {
  outcome: revokeTailoredAudiencePermission(
    input: $input
    validateOnly: $validateOnly
  ) {
    deletedId
    permission: tailoredAudiencePermission {
      id
      restId
      grantedAccountId
      permissionLevel
      deleted
    }
    userErrors {
      code
      message
      field
      rule
    }
    validation {
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeTailoredPermissionMutation, RevokeTailoredPermissionMutationVariables>;
export const AudiencePermissionsDocument = new TypedDocumentString(`
    query AudiencePermissions($account: ID!, $id: ID!, $tailored: ID!) {
  account(id: $account) {
    customAudiences(first: 1) {
      nodes {
        id
      }
    }
    shared: customAudiences(permissionScope: SHARED) {
      nodes {
        id
      }
    }
    tailoredAudiencePermissions(tailoredAudienceId: $tailored) {
      nodes {
        restId
        grantedAccountId
        permissionLevel
      }
    }
  }
  customAudience(id: $id, accountId: $account) {
    permissions {
      nodes {
        restId
        grantedAccountId
        permissionLevel
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AudiencePermissionsQuery, AudiencePermissionsQueryVariables>;
export const GrantedAccountsDocument = new TypedDocumentString(`
    query GrantedAccounts($first: Int) {
  account(id: "a1") {
    customAudiences(first: $first) {
      nodes {
        restId
        permissions {
          nodes {
            id
            grantedAccount {
              name
            }
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<GrantedAccountsQuery, GrantedAccountsQueryVariables>;
export const UpdateCustomAudienceUsersDocument = new TypedDocumentString(`
    mutation UpdateCustomAudienceUsers($input: UpdateCustomAudienceUsersInput!, $split: Boolean = false, $validateOnly: Boolean = false) {
  outcome: updateCustomAudienceUsers(
    input: $input
    split: $split
    validateOnly: $validateOnly
  ) {
    successCount
    totalCount
    chunks {
      start
      count
      status
    }
    userErrors {
      code
      message
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateCustomAudienceUsersMutation, UpdateCustomAudienceUsersMutationVariables>;
export const FirstCustomAudienceDocument = new TypedDocumentString(`
    query FirstCustomAudience($account: ID!) {
  account(id: $account) {
    customAudiences(first: 1) {
      nodes {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FirstCustomAudienceQuery, FirstCustomAudienceQueryVariables>;
export const CreateCustomAudienceDocument = new TypedDocumentString(`
    mutation CreateCustomAudience($input: CreateCustomAudienceInput!, $validateOnly: Boolean = false) {
  outcome: createCustomAudience(input: $input, validateOnly: $validateOnly) {
    customAudience {
      id
      name
      targetable
    }
    userErrors {
      code
      message
      field
      rule
    }
    validation {
      checked
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<CreateCustomAudienceMutation, CreateCustomAudienceMutationVariables>;
export const UpdateCustomAudienceDocument = new TypedDocumentString(`
    mutation UpdateCustomAudience($input: UpdateCustomAudienceInput!, $validateOnly: Boolean = false) {
  outcome: updateCustomAudience(input: $input, validateOnly: $validateOnly) {
    customAudience {
      id
      name
    }
    userErrors {
      code
      message
      field
      rule
    }
    validation {
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateCustomAudienceMutation, UpdateCustomAudienceMutationVariables>;
export const BatchCustomAudiencesDocument = new TypedDocumentString(`
    mutation BatchCustomAudiences($input: BatchCustomAudiencesInput!, $split: Boolean = false, $validateOnly: Boolean = false) {
  outcome: batchCustomAudiences(
    input: $input
    split: $split
    validateOnly: $validateOnly
  ) {
    customAudiences {
      restId
    }
    chunks {
      start
      count
      status
    }
    userErrors {
      code
      message
      field
      rule
    }
    validation {
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<BatchCustomAudiencesMutation, BatchCustomAudiencesMutationVariables>;
export const WrittenCustomAudiencesDocument = new TypedDocumentString(`
    query WrittenCustomAudiences($account: ID!) {
  account(id: $account) {
    customAudiences(namePrefix: "Written") {
      nodes {
        id
        name
        description
        targetable
        reasonsNotTargetable
        audienceSize
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WrittenCustomAudiencesQuery, WrittenCustomAudiencesQueryVariables>;
export const CustomAudienceNodesDocument = new TypedDocumentString(`
    query CustomAudienceNodes($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    id
  }
}
    `) as unknown as TypedDocumentString<CustomAudienceNodesQuery, CustomAudienceNodesQueryVariables>;
export const SharedAudiencesDocument = new TypedDocumentString(`
    query SharedAudiences($account: ID!) {
  account(id: $account) {
    customAudiences(permissionScope: SHARED) {
      nodes {
        restId
        isOwner
        permissionLevel
        ownerAccountId
        ownerAccount {
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SharedAudiencesQuery, SharedAudiencesQueryVariables>;
export const AudiencesOfCriteriaDocument = new TypedDocumentString(`
    query AudiencesOfCriteria($account: ID!, $first: Int) {
  account(id: $account) {
    lineItems(first: $first) {
      nodes {
        targetingCriteria {
          nodes {
            targetingType
            targetingValue
            customAudience {
              restId
              name
            }
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AudiencesOfCriteriaQuery, AudiencesOfCriteriaQueryVariables>;
export const NamesOfAudiencesOfCriteriaDocument = new TypedDocumentString(`
    query NamesOfAudiencesOfCriteria($first: Int) {
  account(id: "a1") {
    lineItems(first: $first) {
      nodes {
        targetingCriteria {
          nodes {
            customAudience {
              name
            }
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NamesOfAudiencesOfCriteriaQuery, NamesOfAudiencesOfCriteriaQueryVariables>;
export const UpdateDoNotReachListUsersDocument = new TypedDocumentString(`
    mutation UpdateDoNotReachListUsers($input: UpdateDoNotReachListUsersInput!) {
  outcome: updateDoNotReachListUsers(input: $input) {
    successCount
    totalCount
    chunks {
      start
      count
      status
    }
    userErrors {
      code
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateDoNotReachListUsersMutation, UpdateDoNotReachListUsersMutationVariables>;
export const DoNotReachListToUploadDocument = new TypedDocumentString(`
    query DoNotReachListToUpload($account: ID!) {
  account(id: $account) {
    doNotReachList {
      restId
    }
  }
}
    `) as unknown as TypedDocumentString<DoNotReachListToUploadQuery, DoNotReachListToUploadQueryVariables>;
export const DoNotReachListDocument = new TypedDocumentString(`
    query DoNotReachList($account: ID!) {
  account(id: $account) {
    doNotReachList {
      restId
      description
    }
  }
}
    `) as unknown as TypedDocumentString<DoNotReachListQuery, DoNotReachListQueryVariables>;
export const TailoredAudiencePermissionsDocument = new TypedDocumentString(`
    query TailoredAudiencePermissions($account: ID!, $audience: ID!, $first: Int, $after: String) {
  account(id: $account) {
    list: tailoredAudiencePermissions(
      tailoredAudienceId: $audience
      first: $first
      after: $after
    ) {
      nodes {
        grantedAccount {
          id
        }
      }
      pageInfo {
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TailoredAudiencePermissionsQuery, TailoredAudiencePermissionsQueryVariables>;
export const TargetedCampaignsDocument = new TypedDocumentString(`
    query TargetedCampaigns($account: ID!, $audience: ID!, $withActive: Boolean) {
  customAudience(id: $audience, accountId: $account) {
    targeted(withActive: $withActive) {
      nodes {
        campaignId
        campaignName
        campaign {
          name
        }
        lineItems {
          name
          servable
          lineItem {
            restId
            name
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TargetedCampaignsQuery, TargetedCampaignsQueryVariables>;
export const TargetedCampaignPageDocument = new TypedDocumentString(`
    query TargetedCampaignPage($account: ID!, $audience: ID!, $first: Int, $after: String) {
  customAudience(id: $audience, accountId: $account) {
    targeted(withActive: false, first: $first, after: $after) {
      nodes {
        campaignId
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TargetedCampaignPageQuery, TargetedCampaignPageQueryVariables>;
export const TargetedByAudiencesDocument = new TypedDocumentString(`
    query TargetedByAudiences($first: Int) {
  account(id: "a1") {
    customAudiences(first: $first) {
      nodes {
        restId
        again: targeted {
          nodes {
            campaignId
          }
        }
        targeted {
          nodes {
            campaign {
              id
            }
            lineItems {
              lineItem {
                id
              }
            }
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TargetedByAudiencesQuery, TargetedByAudiencesQueryVariables>;
export const NamesOfTargetedCampaignsDocument = new TypedDocumentString(`
    query NamesOfTargetedCampaigns {
  customAudience(id: "x7", accountId: "a1") {
    targeted {
      nodes {
        campaign {
          name
        }
        lineItems {
          lineItem {
            name
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NamesOfTargetedCampaignsQuery, NamesOfTargetedCampaignsQueryVariables>;
export const AudienceEstimateDocument = new TypedDocumentString(`
    query AudienceEstimate($account: ID!, $input: AudienceEstimateInput!) {
  account(id: $account) {
    audienceEstimate(input: $input) {
      audienceSize
      raw
    }
  }
}
    `) as unknown as TypedDocumentString<AudienceEstimateQuery, AudienceEstimateQueryVariables>;
export const LineItemAudienceEstimateDocument = new TypedDocumentString(`
    query LineItemAudienceEstimate($account: ID!) {
  account(id: $account) {
    lineItems(first: 1) {
      nodes {
        audienceEstimate {
          audienceSize
        }
        targetingCriteria {
          nodes {
            targetingType
            targetingValue
            operatorType
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LineItemAudienceEstimateQuery, LineItemAudienceEstimateQueryVariables>;
export const EstimatedLineItemDocument = new TypedDocumentString(`
    query EstimatedLineItem($account: ID!) {
  account(id: $account) {
    lineItems(first: 1) {
      nodes {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EstimatedLineItemQuery, EstimatedLineItemQueryVariables>;
export const BatchCampaignsDocument = new TypedDocumentString(`
    mutation BatchCampaigns($input: BatchCampaignsInput!, $split: Boolean = false, $skipInvalid: Boolean = false, $validateOnly: Boolean = false) {
  batchCampaigns(
    input: $input
    split: $split
    skipInvalid: $skipInvalid
    validateOnly: $validateOnly
  ) {
    campaigns {
      restId
    }
    chunks {
      start
      count
      status
    }
    userErrors {
      code
      message
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<BatchCampaignsMutation, BatchCampaignsMutationVariables>;
export const KeywordVolumesDocument = new TypedDocumentString(`
    query KeywordVolumes($start: DateTime!, $end: DateTime) {
  days: keywordInsights(
    keywords: ["coffee"]
    granularity: DAY
    startTime: $start
    endTime: $end
  ) {
    relatedKeywords
    postVolume
    requestParams
  }
  hours: keywordInsights(
    keywords: ["coffee"]
    granularity: HOUR
    startTime: $start
    endTime: $end
  ) {
    relatedKeywords
    postVolume
  }
}
    `) as unknown as TypedDocumentString<KeywordVolumesQuery, KeywordVolumesQueryVariables>;
export const CreateLineItemCuratedCategoryDocument = new TypedDocumentString(`
    mutation CreateLineItemCuratedCategory($input: CreateLineItemCuratedCategoryInput!, $validateOnly: Boolean = false) {
  outcome: createLineItemCuratedCategory(
    input: $input
    validateOnly: $validateOnly
  ) {
    lineItemCuratedCategory {
      id
      lineItem {
        id
      }
      curatedCategory {
        id
      }
      curatedCategoryId
    }
    userErrors {
      code
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<CreateLineItemCuratedCategoryMutation, CreateLineItemCuratedCategoryMutationVariables>;
export const CreateLineItemDocument = new TypedDocumentString(`
    mutation CreateLineItem($input: CreateLineItemInput!, $validateOnly: Boolean = false) {
  outcome: createLineItem(input: $input, validateOnly: $validateOnly) {
    lineItem {
      id
      name
      bidAmountLocalMicro
      campaign {
        id
      }
    }
    userErrors {
      code
      message
      field
      rule
    }
    validation {
      checked
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<CreateLineItemMutation, CreateLineItemMutationVariables>;
export const UpdateLineItemDocument = new TypedDocumentString(`
    mutation UpdateLineItem($input: UpdateLineItemInput!, $validateOnly: Boolean = false) {
  outcome: updateLineItem(input: $input, validateOnly: $validateOnly) {
    lineItem {
      id
    }
    userErrors {
      code
      message
      field
      rule
    }
    validation {
      checked
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateLineItemMutation, UpdateLineItemMutationVariables>;
export const DeleteLineItemDocument = new TypedDocumentString(`
    mutation DeleteLineItem($input: DeleteLineItemInput!) {
  outcome: deleteLineItem(input: $input) {
    lineItem {
      id
      deleted
      name
    }
    userErrors {
      code
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteLineItemMutation, DeleteLineItemMutationVariables>;
export const BatchLineItemsDocument = new TypedDocumentString(`
    mutation BatchLineItems($input: BatchLineItemsInput!, $split: Boolean = false, $validateOnly: Boolean = false) {
  outcome: batchLineItems(
    input: $input
    split: $split
    validateOnly: $validateOnly
  ) {
    lineItems {
      restId
    }
    chunks {
      start
      count
      status
    }
    userErrors {
      code
      message
      field
      rule
    }
    validation {
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<BatchLineItemsMutation, BatchLineItemsMutationVariables>;
export const FirstLineItemsDocument = new TypedDocumentString(`
    query FirstLineItems($account: ID!) {
  account(id: $account) {
    lineItems(first: 2) {
      nodes {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FirstLineItemsQuery, FirstLineItemsQueryVariables>;
export const FundingInstrumentForLineItemsDocument = new TypedDocumentString(`
    query FundingInstrumentForLineItems($account: ID!) {
  account(id: $account) {
    fundingInstruments(first: 1) {
      nodes {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FundingInstrumentForLineItemsQuery, FundingInstrumentForLineItemsQueryVariables>;
export const CreateCampaignForLineItemsDocument = new TypedDocumentString(`
    mutation CreateCampaignForLineItems($input: CreateCampaignInput!) {
  createCampaign(input: $input) {
    campaign {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<CreateCampaignForLineItemsMutation, CreateCampaignForLineItemsMutationVariables>;
export const LineItemToCopyDocument = new TypedDocumentString(`
    query LineItemToCopy($account: ID!) {
  account(id: $account) {
    lineItems(first: 1) {
      nodes {
        id
        campaign {
          id
        }
        objective
        productType
        placements
        categories
        advertiserDomain
        androidAppStoreIdentifier
        iosAppStoreIdentifier
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LineItemToCopyQuery, LineItemToCopyQueryVariables>;
export const WrittenLineItemDocument = new TypedDocumentString(`
    query WrittenLineItem($id: ID!) {
  node(id: $id) {
    ... on LineItem {
      name
      objective
      placements
      entityStatus
      endTime
    }
  }
}
    `) as unknown as TypedDocumentString<WrittenLineItemQuery, WrittenLineItemQueryVariables>;
export const LineItemStatusesDocument = new TypedDocumentString(`
    query LineItemStatuses($account: ID!, $withDraft: Boolean) {
  account(id: $account) {
    lineItems(first: 1000, withDraft: $withDraft) {
      nodes {
        id
        entityStatus
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LineItemStatusesQuery, LineItemStatusesQueryVariables>;
export const CreateMediaCreativeDocument = new TypedDocumentString(`
    mutation CreateMediaCreative($input: CreateMediaCreativeInput!, $validateOnly: Boolean = false) {
  outcome: createMediaCreative(input: $input, validateOnly: $validateOnly) {
    mediaCreative {
      id
      landingUrl
    }
    userErrors {
      code
      field
      rule
    }
    validation {
      checked
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<CreateMediaCreativeMutation, CreateMediaCreativeMutationVariables>;
export const LineItemPlacementsDocument = new TypedDocumentString(`
    query LineItemPlacements($account: ID!) {
  account(id: $account) {
    lineItems(first: 500) {
      nodes {
        placements
        permittedPlacements
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LineItemPlacementsQuery, LineItemPlacementsQueryVariables>;
export const CreatePromotedAccountDocument = new TypedDocumentString(`
    mutation CreatePromotedAccount($input: CreatePromotedAccountInput!, $validateOnly: Boolean = false) {
  outcome: createPromotedAccount(input: $input, validateOnly: $validateOnly) {
    promotedAccount {
      id
      userId
    }
    userErrors {
      code
      message
      field
      rule
    }
    validation {
      checked
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<CreatePromotedAccountMutation, CreatePromotedAccountMutationVariables>;
export const CreatePromotedPostsDocument = new TypedDocumentString(`
    mutation CreatePromotedPosts($input: CreatePromotedPostsInput!, $split: Boolean = false, $validateOnly: Boolean = false) {
  outcome: createPromotedPosts(
    input: $input
    split: $split
    validateOnly: $validateOnly
  ) {
    promotedPosts {
      id
      postId
    }
    chunks {
      start
      count
      status
    }
    userErrors {
      code
      message
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<CreatePromotedPostsMutation, CreatePromotedPostsMutationVariables>;
export const CreateScheduledPromotedPostDocument = new TypedDocumentString(`
    mutation CreateScheduledPromotedPost($input: CreateScheduledPromotedPostInput!) {
  outcome: createScheduledPromotedPost(input: $input) {
    scheduledPromotedPost {
      id
      scheduledPostId
      postId
    }
    userErrors {
      code
      message
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<CreateScheduledPromotedPostMutation, CreateScheduledPromotedPostMutationVariables>;
export const CreateTargetingCriterionDocument = new TypedDocumentString(`
    mutation CreateTargetingCriterion($input: CreateTargetingCriterionInput!, $validateOnly: Boolean = false) {
  outcome: createTargetingCriterion(input: $input, validateOnly: $validateOnly) {
    targetingCriterion {
      id
      targetingValue
    }
    userErrors {
      code
      message
      field
      rule
    }
    validation {
      checked
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<CreateTargetingCriterionMutation, CreateTargetingCriterionMutationVariables>;
export const BatchTargetingCriteriaDocument = new TypedDocumentString(`
    mutation BatchTargetingCriteria($input: BatchTargetingCriteriaInput!, $split: Boolean = false, $validateOnly: Boolean = false) {
  outcome: batchTargetingCriteria(
    input: $input
    split: $split
    validateOnly: $validateOnly
  ) {
    targetingCriteria {
      restId
    }
    chunks {
      start
      count
      status
    }
    userErrors {
      code
      message
      field
      rule
    }
    validation {
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<BatchTargetingCriteriaMutation, BatchTargetingCriteriaMutationVariables>;
export const HeldCriteriaDocument = new TypedDocumentString(`
    query HeldCriteria($account: ID!, $lineItem: ID!) {
  account(id: $account) {
    targetingCriteria(lineItemIds: [$lineItem]) {
      nodes {
        id
        targetingType
      }
    }
  }
}
    `) as unknown as TypedDocumentString<HeldCriteriaQuery, HeldCriteriaQueryVariables>;
export const TwoLineItemsDocument = new TypedDocumentString(`
    query TwoLineItems($account: ID!) {
  account(id: $account) {
    lineItems(first: 2) {
      nodes {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TwoLineItemsQuery, TwoLineItemsQueryVariables>;
export const TargetingCriteriaDocument = new TypedDocumentString(`
    query TargetingCriteria($account: ID!, $lineItemIds: [ID!]!, $first: Int, $after: String) {
  account(id: $account) {
    targetingCriteria(lineItemIds: $lineItemIds, first: $first, after: $after) {
      nodes {
        id
      }
      pageInfo {
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TargetingCriteriaQuery, TargetingCriteriaQueryVariables>;
export const ConversationValuesDocument = new TypedDocumentString(`
    query ConversationValues($first: Int, $after: String) {
  targetingOptions {
    list: conversations(first: $first, after: $after) {
      nodes {
        targetingValue
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ConversationValuesQuery, ConversationValuesQueryVariables>;
export const EventValuesDocument = new TypedDocumentString(`
    query EventValues($first: Int, $after: String) {
  targetingOptions {
    list: events(countryCodes: ["JP", "US"], first: $first, after: $after) {
      nodes {
        targetingValue
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EventValuesQuery, EventValuesQueryVariables>;
export const GamesInStoresDocument = new TypedDocumentString(`
    query GamesInStores {
  targetingOptions {
    appStoreCategories(namePrefix: "games") {
      nodes {
        osType
      }
    }
  }
}
    `) as unknown as TypedDocumentString<GamesInStoresQuery, GamesInStoresQueryVariables>;
export const ConversationTypesDocument = new TypedDocumentString(`
    query ConversationTypes {
  __type(name: "ConversationType") {
    enumValues {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<ConversationTypesQuery, ConversationTypesQueryVariables>;
export const CatalogsDocument = new TypedDocumentString(`
    query Catalogs {
  targetingOptions {
    interests(namePrefix: "out") {
      nodes {
        name
        targetingType
        targetingValue
      }
    }
    languages(namePrefix: "ger") {
      nodes {
        name
        targetingType
        targetingValue
      }
    }
    locations(namePrefix: "ber", countryCode: "DE", locationType: CITIES) {
      nodes {
        name
        targetingType
        targetingValue
      }
    }
    networkOperators(countryCode: "DE") {
      nodes {
        name
      }
    }
    platforms {
      nodes {
        name
        targetingType
        targetingValue
      }
    }
    platformVersions(namePrefix: "ios 17") {
      nodes {
        name
        osType
      }
    }
    tvMarkets {
      nodes {
        locale
      }
    }
    tvShows(locale: "en-US", first: 60) {
      nodes {
        name
      }
      pageInfo {
        hasNextPage
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CatalogsQuery, CatalogsQueryVariables>;
export const MediaOfCreativesDocument = new TypedDocumentString(`
    query MediaOfCreatives($account: ID!) {
  account(id: $account) {
    mediaCreatives(first: 100) {
      nodes {
        accountMediaId
        accountMedia {
          restId
          creativeType
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MediaOfCreativesQuery, MediaOfCreativesQueryVariables>;
export const CreativesOfPromotedPostsDocument = new TypedDocumentString(`
    query CreativesOfPromotedPosts($account: ID!) {
  account(id: $account) {
    promotedPosts(first: 500) {
      nodes {
        post {
          cardUri
          text
          card {
            __typename
            name
            raw
            ... on ComposableCard {
              components {
                ...MediaOfComponent
              }
              slides {
                ...MediaOfComponent
              }
            }
            ... on ConversationCard {
              media {
                mediaUrl
              }
            }
          }
        }
      }
    }
  }
}
    fragment MediaOfComponent on Component {
  ... on MediaComponent {
    media {
      mediaUrl
    }
  }
  ... on SwipeableMediaComponent {
    swipeableMedia {
      nodes {
        mediaUrl
      }
    }
  }
}`) as unknown as TypedDocumentString<CreativesOfPromotedPostsQuery, CreativesOfPromotedPostsQueryVariables>;
export const CreateCardDocument = new TypedDocumentString(`
    mutation CreateCard($input: CreateCardInput!, $validateOnly: Boolean = false) {
  outcome: createCard(input: $input, validateOnly: $validateOnly) {
    card {
      id
      name
      cardType
      deleted
    }
    userErrors {
      code
      field
      rule
    }
    validation {
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<CreateCardMutation, CreateCardMutationVariables>;
export const UpdateCardDocument = new TypedDocumentString(`
    mutation UpdateCard($input: UpdateCardInput!) {
  outcome: updateCard(input: $input) {
    card {
      id
      name
      cardType
      deleted
    }
    userErrors {
      code
      field
      rule
    }
    validation {
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateCardMutation, UpdateCardMutationVariables>;
export const DeleteCardDocument = new TypedDocumentString(`
    mutation DeleteCard($input: DeleteCardInput!) {
  outcome: deleteCard(input: $input) {
    card {
      id
      name
      cardType
      deleted
    }
    userErrors {
      code
      field
      rule
    }
    validation {
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteCardMutation, DeleteCardMutationVariables>;
export const TwoImagesDocument = new TypedDocumentString(`
    query TwoImages($account: ID!) {
  account(id: $account) {
    mediaItems(first: 2, mediaType: IMAGE) {
      nodes {
        mediaKey
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TwoImagesQuery, TwoImagesQueryVariables>;
export const CardsByUriDocument = new TypedDocumentString(`
    query CardsByUri($account: ID!, $uris: [String!]!) {
  account(id: $account) {
    cardsByUri(uris: $uris) {
      __typename
      id
      cardUri
    }
  }
}
    `) as unknown as TypedDocumentString<CardsByUriQuery, CardsByUriQueryVariables>;
export const CardNodesDocument = new TypedDocumentString(`
    query CardNodes($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    id
    ... on Card {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<CardNodesQuery, CardNodesQueryVariables>;
export const AnyCardDocument = new TypedDocumentString(`
    query AnyCard($id: ID!) {
  card(id: $id) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<AnyCardQuery, AnyCardQueryVariables>;
export const CardUrisDocument = new TypedDocumentString(`
    query CardUris($account: ID!) {
  account(id: $account) {
    cards(first: 3) {
      nodes {
        cardUri
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CardUrisQuery, CardUrisQueryVariables>;
export const FoundConversationCardDocument = new TypedDocumentString(`
    query FoundConversationCard($id: ID!) {
  node(id: $id) {
    __typename
    ... on ConversationCard {
      name
      media {
        mediaType
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FoundConversationCardQuery, FoundConversationCardQueryVariables>;
export const CreateImageConversationCardDocument = new TypedDocumentString(`
    mutation CreateImageConversationCard($input: CreateImageConversationCardInput!, $validateOnly: Boolean = false) {
  outcome: createImageConversationCard(input: $input, validateOnly: $validateOnly) {
    card: imageConversationCard {
      id
      name
      title
      deleted
    }
    userErrors {
      code
      field
      rule
    }
    validation {
      checked
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<CreateImageConversationCardMutation, CreateImageConversationCardMutationVariables>;
export const UpdateImageConversationCardDocument = new TypedDocumentString(`
    mutation UpdateImageConversationCard($input: UpdateImageConversationCardInput!, $validateOnly: Boolean = false) {
  outcome: updateImageConversationCard(input: $input, validateOnly: $validateOnly) {
    card: imageConversationCard {
      id
      name
      title
      deleted
    }
    userErrors {
      code
      field
      rule
    }
    validation {
      checked
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateImageConversationCardMutation, UpdateImageConversationCardMutationVariables>;
export const DeleteImageConversationCardDocument = new TypedDocumentString(`
    mutation DeleteImageConversationCard($input: DeleteImageConversationCardInput!, $validateOnly: Boolean = false) {
  outcome: deleteImageConversationCard(input: $input, validateOnly: $validateOnly) {
    card: imageConversationCard {
      id
      name
      title
      deleted
    }
    userErrors {
      code
      field
      rule
    }
    validation {
      checked
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteImageConversationCardMutation, DeleteImageConversationCardMutationVariables>;
export const WrittenImageConversationCardDocument = new TypedDocumentString(`
    query WrittenImageConversationCard($id: ID!) {
  card: imageConversationCard(id: $id) {
    title
    secondCta
    cardType
    media {
      mediaKey
    }
  }
}
    `) as unknown as TypedDocumentString<WrittenImageConversationCardQuery, WrittenImageConversationCardQueryVariables>;
export const CreateVideoConversationCardDocument = new TypedDocumentString(`
    mutation CreateVideoConversationCard($input: CreateVideoConversationCardInput!, $validateOnly: Boolean = false) {
  outcome: createVideoConversationCard(input: $input, validateOnly: $validateOnly) {
    card: videoConversationCard {
      id
      name
      title
      deleted
    }
    userErrors {
      code
      field
      rule
    }
    validation {
      checked
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<CreateVideoConversationCardMutation, CreateVideoConversationCardMutationVariables>;
export const UpdateVideoConversationCardDocument = new TypedDocumentString(`
    mutation UpdateVideoConversationCard($input: UpdateVideoConversationCardInput!, $validateOnly: Boolean = false) {
  outcome: updateVideoConversationCard(input: $input, validateOnly: $validateOnly) {
    card: videoConversationCard {
      id
      name
      title
      deleted
    }
    userErrors {
      code
      field
      rule
    }
    validation {
      checked
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateVideoConversationCardMutation, UpdateVideoConversationCardMutationVariables>;
export const DeleteVideoConversationCardDocument = new TypedDocumentString(`
    mutation DeleteVideoConversationCard($input: DeleteVideoConversationCardInput!, $validateOnly: Boolean = false) {
  outcome: deleteVideoConversationCard(input: $input, validateOnly: $validateOnly) {
    card: videoConversationCard {
      id
      name
      title
      deleted
    }
    userErrors {
      code
      field
      rule
    }
    validation {
      checked
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteVideoConversationCardMutation, DeleteVideoConversationCardMutationVariables>;
export const WrittenVideoConversationCardDocument = new TypedDocumentString(`
    query WrittenVideoConversationCard($id: ID!) {
  card: videoConversationCard(id: $id) {
    title
    secondCta
    cardType
    media {
      mediaKey
    }
  }
}
    `) as unknown as TypedDocumentString<WrittenVideoConversationCardQuery, WrittenVideoConversationCardQueryVariables>;
export const CreateDraftPostDocument = new TypedDocumentString(`
    mutation CreateDraftPost($input: CreateDraftPostInput!, $validateOnly: Boolean = false) {
  outcome: createDraftPost(input: $input, validateOnly: $validateOnly) {
    draftPost {
      id
      text
    }
    userErrors {
      code
      field
      rule
    }
    validation {
      checked
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<CreateDraftPostMutation, CreateDraftPostMutationVariables>;
export const UpdateDraftPostDocument = new TypedDocumentString(`
    mutation UpdateDraftPost($input: UpdateDraftPostInput!, $validateOnly: Boolean = false) {
  outcome: updateDraftPost(input: $input, validateOnly: $validateOnly) {
    draftPost {
      id
      text
    }
    userErrors {
      code
      field
      rule
    }
    validation {
      checked
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateDraftPostMutation, UpdateDraftPostMutationVariables>;
export const DeleteDraftPostDocument = new TypedDocumentString(`
    mutation DeleteDraftPost($input: DeleteDraftPostInput!) {
  outcome: deleteDraftPost(input: $input) {
    draftPost {
      id
      status
      text
    }
    userErrors {
      field
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteDraftPostMutation, DeleteDraftPostMutationVariables>;
export const SendDraftPostPreviewDocument = new TypedDocumentString(`
    mutation SendDraftPostPreview($input: SendDraftPostPreviewInput!, $validateOnly: Boolean = false) {
  outcome: sendDraftPostPreview(input: $input, validateOnly: $validateOnly) {
    isSent
    userErrors {
      field
    }
  }
}
    `) as unknown as TypedDocumentString<SendDraftPostPreviewMutation, SendDraftPostPreviewMutationVariables>;
export const WrittenDraftPostDocument = new TypedDocumentString(`
    query WrittenDraftPost($id: ID!) {
  draftPost(id: $id) {
    text
    name
    nullcast
    cardUri
    mediaKeys
  }
}
    `) as unknown as TypedDocumentString<WrittenDraftPostQuery, WrittenDraftPostQueryVariables>;
export const PartsOfDraftPostDocument = new TypedDocumentString(`
    query PartsOfDraftPost($account: ID!) {
  account(id: $account) {
    promotableUsers(first: 1) {
      nodes {
        userId
      }
    }
    mediaItems(first: 1, mediaType: IMAGE) {
      nodes {
        mediaKey
      }
    }
    cards(first: 1) {
      nodes {
        cardUri
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PartsOfDraftPostQuery, PartsOfDraftPostQueryVariables>;
export const DraftsWithCreativesDocument = new TypedDocumentString(`
    query DraftsWithCreatives($account: ID!) {
  account(id: $account) {
    draftPosts {
      nodes {
        cardUri
        mediaKeys
        card {
          __typename
          name
        }
        mediaItems {
          nodes {
            mediaKey
            mediaType
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DraftsWithCreativesQuery, DraftsWithCreativesQueryVariables>;
export const DraftIdsDocument = new TypedDocumentString(`
    query DraftIds($account: ID!) {
  account(id: $account) {
    draftPosts {
      nodes {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DraftIdsQuery, DraftIdsQueryVariables>;
export const DraftNodesDocument = new TypedDocumentString(`
    query DraftNodes($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    id
    ... on DraftPost {
      text
    }
  }
}
    `) as unknown as TypedDocumentString<DraftNodesQuery, DraftNodesQueryVariables>;
export const CardTypesDocument = new TypedDocumentString(`
    query CardTypes($account: ID!, $includeLegacyCards: Boolean) {
  account(id: $account) {
    cards(includeLegacyCards: $includeLegacyCards) {
      nodes {
        __typename
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CardTypesQuery, CardTypesQueryVariables>;
export const MediaLibraryPageDocument = new TypedDocumentString(`
    query MediaLibraryPage($account: ID!, $first: Int, $after: String) {
  account(id: $account) {
    library: mediaItems(first: $first, after: $after) {
      nodes {
        restId
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MediaLibraryPageQuery, MediaLibraryPageQueryVariables>;
export const MediaLibraryEdgesDocument = new TypedDocumentString(`
    query MediaLibraryEdges($account: ID!, $first: Int, $after: String) {
  account(id: $account) {
    mediaItems(first: $first, after: $after) {
      edges {
        cursor
        node {
          restId
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MediaLibraryEdgesQuery, MediaLibraryEdgesQueryVariables>;
export const MediaNodesDocument = new TypedDocumentString(`
    query MediaNodes($ids: [ID!]!) {
  nodes(ids: $ids) {
    id
    ... on Media {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<MediaNodesQuery, MediaNodesQueryVariables>;
export const CreatePollCardDocument = new TypedDocumentString(`
    mutation CreatePollCard($input: CreatePollCardInput!, $validateOnly: Boolean = false) {
  outcome: createPollCard(input: $input, validateOnly: $validateOnly) {
    pollCard {
      id
      isOpen
      firstChoice
    }
    userErrors {
      code
      field
      rule
    }
    validation {
      unchecked
    }
  }
}
    `) as unknown as TypedDocumentString<CreatePollCardMutation, CreatePollCardMutationVariables>;
export const TimesOfPollsDocument = new TypedDocumentString(`
    query TimesOfPolls($account: ID!) {
  account(id: $account) {
    pollCards {
      nodes {
        createdAt
        startTime
        endTime
        minutes: durationInMinutes
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TimesOfPollsQuery, TimesOfPollsQueryVariables>;
export const PreviewsOfPostsDocument = new TypedDocumentString(`
    query PreviewsOfPosts($account: ID!) {
  account(id: $account) {
    published: posts(postType: PUBLISHED, first: 50) {
      nodes {
        restId
        preview {
          postId
          preview
        }
      }
    }
    drafts: draftPosts {
      nodes {
        restId
        preview {
          postId
          preview
        }
      }
    }
    scheduled: scheduledPosts(first: 50) {
      nodes {
        restId
        preview {
          postId
          preview
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewsOfPostsQuery, PreviewsOfPostsQueryVariables>;
export const PostPageDocument = new TypedDocumentString(`
    query PostPage($account: ID!, $postType: PostType!, $first: Int, $after: String) {
  account(id: $account) {
    posts(postType: $postType, first: $first, after: $after) {
      nodes {
        restId
      }
      pageInfo {
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PostPageQuery, PostPageQueryVariables>;
export const PostsOfTypeDocument = new TypedDocumentString(`
    query PostsOfType($account: ID!, $postType: PostType!) {
  account(id: $account) {
    posts(postType: $postType, first: 3) {
      nodes {
        __typename
        id
        text
        userId
        nullcast
        createdAt
        updatedAt
        deleted
        mediaKeys
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PostsOfTypeQuery, PostsOfTypeQueryVariables>;
export const PostNodesDocument = new TypedDocumentString(`
    query PostNodes($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    id
    ... on Post {
      text
      userId
      nullcast
      createdAt
      updatedAt
      deleted
      mediaKeys
    }
  }
}
    `) as unknown as TypedDocumentString<PostNodesQuery, PostNodesQueryVariables>;
export const PostWithTrimmedUserDocument = new TypedDocumentString(`
    query PostWithTrimmedUser($account: ID!) {
  account(id: $account) {
    posts(postType: PUBLISHED, first: 1) {
      edges {
        cursor
      }
      nodes {
        userId
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PostWithTrimmedUserQuery, PostWithTrimmedUserQueryVariables>;
export const PostsOfPromotedPostsDocument = new TypedDocumentString(`
    query PostsOfPromotedPosts($account: ID!, $first: Int) {
  account(id: $account) {
    promotedPosts(first: $first) {
      nodes {
        postId
        post {
          restId
          text
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PostsOfPromotedPostsQuery, PostsOfPromotedPostsQueryVariables>;
export const PreviewsOfPromotedPostsDocument = new TypedDocumentString(`
    query PreviewsOfPromotedPosts($account: ID!) {
  account(id: $account) {
    promotedPosts(first: 60) {
      nodes {
        postId
        post {
          id
          restId
          preview {
            preview
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewsOfPromotedPostsQuery, PreviewsOfPromotedPostsQueryVariables>;
export const NullcastOfPromotedPostsDocument = new TypedDocumentString(`
    query NullcastOfPromotedPosts($account: ID!) {
  account(id: $account) {
    promotedPosts(first: 200) {
      nodes {
        post {
          nullcast
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NullcastOfPromotedPostsQuery, NullcastOfPromotedPostsQueryVariables>;
export const ScheduledPostsWithCreativesDocument = new TypedDocumentString(`
    query ScheduledPostsWithCreatives($account: ID!) {
  account(id: $account) {
    scheduledPosts {
      nodes {
        cardUri
        mediaKeys
        card {
          name
        }
        mediaItems {
          nodes {
            mediaType
          }
        }
        post {
          text
        }
        scheduledStatus
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ScheduledPostsWithCreativesQuery, ScheduledPostsWithCreativesQueryVariables>;
export const ScheduledPostsOfPromotedDocument = new TypedDocumentString(`
    query ScheduledPostsOfPromoted($account: ID!, $first: Int) {
  account(id: $account) {
    list: scheduledPromotedPosts(first: $first) {
      nodes {
        scheduledPostId
        scheduledPost {
          restId
          scheduledAt
          createdAt
          text
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ScheduledPostsOfPromotedQuery, ScheduledPostsOfPromotedQueryVariables>;
export const OneBearerTokenDocument = new TypedDocumentString(`
    mutation OneBearerToken {
  createBearerToken {
    bearerToken {
      accessToken
    }
  }
}
    `) as unknown as TypedDocumentString<OneBearerTokenMutation, OneBearerTokenMutationVariables>;
export const WebhookProblemsDocument = new TypedDocumentString(`
    query WebhookProblems {
  webhookConfigs {
    nodes {
      restId
    }
    problems {
      title
      type
      detail
      status
    }
  }
}
    `) as unknown as TypedDocumentString<WebhookProblemsQuery, WebhookProblemsQueryVariables>;
export const BesideFaultsDocument = new TypedDocumentString(`
    query BesideFaults($demo: ID!, $small: ID!) {
  campaigns: account(id: $demo) {
    campaigns(first: 1) {
      nodes {
        id
      }
    }
  }
  users: account(id: $demo) {
    promotableUsers(first: 1) {
      nodes {
        __typename
      }
    }
  }
  account(id: $small) {
    name
  }
}
    `) as unknown as TypedDocumentString<BesideFaultsQuery, BesideFaultsQueryVariables>;
export const UserPageDocument = new TypedDocumentString(`
    query UserPage($account: ID!) {
  account(id: $account) {
    promotableUsers {
      pageInfo {
        hasNextPage
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UserPageQuery, UserPageQueryVariables>;
export const CampaignsOfLineItemsDocument = new TypedDocumentString(`
    query CampaignsOfLineItems($account: ID!) {
  account(id: $account) {
    lineItems(first: 2) {
      nodes {
        campaign {
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CampaignsOfLineItemsQuery, CampaignsOfLineItemsQueryVariables>;
export const CreateDespiteFaultsDocument = new TypedDocumentString(`
    mutation CreateDespiteFaults($input: CreateCampaignInput!) {
  outcome: createCampaign(input: $input) {
    campaign {
      id
      name
      standardDelivery
      totalBudgetAmountLocalMicro
      purchaseOrderNumber
    }
    userErrors {
      code
      field
      rule
    }
  }
}
    `) as unknown as TypedDocumentString<CreateDespiteFaultsMutation, CreateDespiteFaultsMutationVariables>;
export const DeleteByPathDocument = new TypedDocumentString(`
    mutation DeleteByPath($input: DeleteCampaignInput!) {
  outcome: deleteCampaign(input: $input) {
    userErrors {
      field
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteByPathMutation, DeleteByPathMutationVariables>;
export const CampaignsWithDeletedDocument = new TypedDocumentString(`
    query CampaignsWithDeleted($account: ID!) {
  account(id: $account) {
    campaigns(withDeleted: true, first: 1000) {
      nodes {
        restId
        deleted
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CampaignsWithDeletedQuery, CampaignsWithDeletedQueryVariables>;
export const CampaignByKeysDocument = new TypedDocumentString(`
    query CampaignByKeys($account: ID!, $id: ID!) {
  campaign(id: $id, accountId: $account) {
    __typename
    id
    restId
    lineItems(first: 1) {
      nodes {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CampaignByKeysQuery, CampaignByKeysQueryVariables>;
export const CampaignByColumnDocument = new TypedDocumentString(`
    query CampaignByColumn($account: ID!, $id: ID!, $withDeleted: Boolean) {
  campaign(id: $id, accountId: $account, withDeleted: $withDeleted) {
    restId
    name
    lineItems {
      nodes {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CampaignByColumnQuery, CampaignByColumnQueryVariables>;
export const CampaignByReferenceDocument = new TypedDocumentString(`
    query CampaignByReference($account: ID!, $id: ID!) {
  campaign(id: $id, accountId: $account) {
    restId
    fundingInstrument {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<CampaignByReferenceQuery, CampaignByReferenceQueryVariables>;
export const SortedCampaignsDocument = new TypedDocumentString(`
    query SortedCampaigns($account: ID!, $sortBy: [CampaignSortBy!]) {
  account(id: $account) {
    campaigns(sortBy: $sortBy) {
      nodes {
        name
        updatedAt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SortedCampaignsQuery, SortedCampaignsQueryVariables>;
export const CountedCampaignsDocument = new TypedDocumentString(`
    query CountedCampaigns($account: ID!, $after: String) {
  account(id: $account) {
    campaigns(first: 3, after: $after) {
      nodes {
        id
      }
      pageInfo {
        endCursor
      }
      totalCount
    }
  }
}
    `) as unknown as TypedDocumentString<CountedCampaignsQuery, CountedCampaignsQueryVariables>;
export const CountedLineItemsDocument = new TypedDocumentString(`
    query CountedLineItems($account: ID!) {
  account(id: $account) {
    campaigns {
      nodes {
        lineItems(first: 2) {
          totalCount
          nodes {
            id
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CountedLineItemsQuery, CountedLineItemsQueryVariables>;
export const ListsBelowCampaignsDocument = new TypedDocumentString(`
    query ListsBelowCampaigns($account: ID!) {
  account(id: $account) {
    campaigns(first: 3) {
      nodes {
        name
        lineItems {
          edges {
            cursor
            node {
              id
            }
          }
          nodes {
            id
          }
          pageInfo {
            hasNextPage
            startCursor
            endCursor
          }
          totalCount
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ListsBelowCampaignsQuery, ListsBelowCampaignsQueryVariables>;
export const CampaignsOfThreeDocument = new TypedDocumentString(`
    query CampaignsOfThree($a0: ID!, $a1: ID!, $a2: ID!) {
  a0: account(id: $a0) {
    campaigns(first: 2) {
      nodes {
        name
      }
    }
  }
  a1: account(id: $a1) {
    campaigns(first: 2) {
      nodes {
        name
      }
    }
  }
  a2: account(id: $a2) {
    campaigns(first: 2) {
      nodes {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CampaignsOfThreeQuery, CampaignsOfThreeQueryVariables>;
export const KnownCampaignDocument = new TypedDocumentString(`
    query KnownCampaign($account: ID!) {
  account(id: $account) {
    campaigns(first: 1) {
      nodes {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<KnownCampaignQuery, KnownCampaignQueryVariables>;
export const CampaignEntitiesDocument = new TypedDocumentString(`
    query CampaignEntities($representations: [_Any!]!) {
  _entities(representations: $representations) {
    ... on Campaign {
      id
      lineItems(first: 1) {
        nodes {
          __typename
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CampaignEntitiesQuery, CampaignEntitiesQueryVariables>;
export const WholeAndPartListsDocument = new TypedDocumentString(`
    query WholeAndPartLists {
  account(id: "a1") {
    campaigns {
      nodes {
        lineItems(first: 700) {
          nodes {
            id
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WholeAndPartListsQuery, WholeAndPartListsQueryVariables>;
export const CountsByReadingDocument = new TypedDocumentString(`
    query CountsByReading {
  account(id: "a1") {
    campaigns(first: 2) {
      nodes {
        lineItems(first: 100) {
          nodes {
            id
          }
          totalCount
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CountsByReadingQuery, CountsByReadingQueryVariables>;
export const WebhookConfigsDocument = new TypedDocumentString(`
    query WebhookConfigs {
  webhookConfigs {
    resultCount
    nodes {
      restId
      url
      valid
      createdAt
      raw
    }
    problems {
      title
      type
      detail
      status
    }
  }
}
    `) as unknown as TypedDocumentString<WebhookConfigsQuery, WebhookConfigsQueryVariables>;
export const NewBearerTokenDocument = new TypedDocumentString(`
    mutation NewBearerToken {
  createBearerToken {
    bearerToken {
      accessToken
    }
  }
}
    `) as unknown as TypedDocumentString<NewBearerTokenMutation, NewBearerTokenMutationVariables>;
export const CountedPageOfOneDocument = new TypedDocumentString(`
    query CountedPageOfOne($after: String) {
  account(id: "a1") {
    campaigns(first: 1, after: $after) {
      totalCount
      nodes {
        restId
      }
      pageInfo {
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CountedPageOfOneQuery, CountedPageOfOneQueryVariables>;
export const WithAndWithoutDeletedDocument = new TypedDocumentString(`
    query WithAndWithoutDeleted($account: ID!) {
  account(id: $account) {
    shown: campaigns(first: 1000) {
      nodes {
        restId
        deleted
      }
    }
    all: campaigns(first: 1000, withDeleted: true) {
      nodes {
        restId
        deleted
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WithAndWithoutDeletedQuery, WithAndWithoutDeletedQueryVariables>;
export const EntitiesDocument = new TypedDocumentString(`
    query Entities($representations: [_Any!]!) {
  _entities(representations: $representations) {
    __typename
    ... on LineItem {
      id
      name
    }
    ... on Campaign {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<EntitiesQuery, EntitiesQueryVariables>;
export const LineItemIdsDocument = new TypedDocumentString(`
    query LineItemIds($account: ID!) {
  account(id: $account) {
    lineItems(first: 990) {
      nodes {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LineItemIdsQuery, LineItemIdsQueryVariables>;
export const OneCampaignDocument = new TypedDocumentString(`
    query OneCampaign($account: ID!) {
  account(id: $account) {
    campaigns(first: 1) {
      nodes {
        id
        restId
      }
    }
  }
}
    `) as unknown as TypedDocumentString<OneCampaignQuery, OneCampaignQueryVariables>;
export const ServiceDocument = new TypedDocumentString(`
    query Service {
  _service {
    sdl
  }
}
    `) as unknown as TypedDocumentString<ServiceQuery, ServiceQueryVariables>;
export const NodesDocument = new TypedDocumentString(`
    query Nodes($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    id
  }
}
    `) as unknown as TypedDocumentString<NodesQuery, NodesQueryVariables>;
export const CampaignIdsDocument = new TypedDocumentString(`
    query CampaignIds($account: ID!, $first: Int) {
  account(id: $account) {
    campaigns(first: $first) {
      nodes {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CampaignIdsQuery, CampaignIdsQueryVariables>;
export const ValidWebhooksDocument = new TypedDocumentString(`
    query ValidWebhooks {
  webhookConfigs {
    nodes {
      valid
    }
  }
  __schema {
    mutationType {
      fields {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ValidWebhooksQuery, ValidWebhooksQueryVariables>;
export const TreeDocument = new TypedDocumentString(`
    query Tree($id: ID!) {
  account(id: $id) {
    campaigns(first: 50) {
      nodes {
        name
        lineItems(first: 100) {
          nodes {
            name
            promotedPosts(first: 10) {
              nodes {
                postId
              }
            }
            targetingCriteria(first: 50) {
              nodes {
                targetingType
                targetingValue
              }
            }
            mediaCreatives(first: 10) {
              nodes {
                id
              }
            }
            trackingTags(first: 10) {
              nodes {
                id
              }
            }
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TreeQuery, TreeQueryVariables>;
export const ManyLineItemsDocument = new TypedDocumentString(`
    query ManyLineItems($id: ID!) {
  account(id: $id) {
    campaigns(first: 200) {
      nodes {
        lineItems(first: 100) {
          nodes {
            id
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ManyLineItemsQuery, ManyLineItemsQueryVariables>;
export const CountedAccountsDocument = new TypedDocumentString(`
    query CountedAccounts {
  accounts {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<CountedAccountsQuery, CountedAccountsQueryVariables>;
export const CallsOfManyListsDocument = new TypedDocumentString(`
    query CallsOfManyLists {
  account(id: "a") {
    campaigns {
      nodes {
        restId
        mediaCreatives {
          nodes {
            id
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CallsOfManyListsQuery, CallsOfManyListsQueryVariables>;
export const RowsOfTwoLevelsDocument = new TypedDocumentString(`
    query RowsOfTwoLevels($first: Int) {
  account(id: "a") {
    campaigns {
      nodes {
        restId
        lineItems(first: $first) {
          nodes {
            restId
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RowsOfTwoLevelsQuery, RowsOfTwoLevelsQueryVariables>;
export const ListsSideBySideDocument = new TypedDocumentString(`
    query ListsSideBySide {
  account(id: "a") {
    campaigns {
      nodes {
        id
      }
    }
    fundingInstruments {
      nodes {
        id
      }
    }
    pollCards {
      nodes {
        id
      }
    }
    lineItems {
      nodes {
        id
      }
    }
    mediaCreatives {
      nodes {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ListsSideBySideQuery, ListsSideBySideQueryVariables>;
export const ChildrenOfManyDocument = new TypedDocumentString(`
    query ChildrenOfMany {
  account(id: "a") {
    campaigns(first: 201) {
      nodes {
        lineItems(first: 1) {
          nodes {
            restId
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ChildrenOfManyQuery, ChildrenOfManyQueryVariables>;
export const OwnAccountsDocument = new TypedDocumentString(`
    query OwnAccounts {
  accounts {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<OwnAccountsQuery, OwnAccountsQueryVariables>;
export const SharedBearerTokenDocument = new TypedDocumentString(`
    mutation SharedBearerToken {
  createBearerToken {
    bearerToken {
      accessToken
    }
  }
}
    `) as unknown as TypedDocumentString<SharedBearerTokenMutation, SharedBearerTokenMutationVariables>;
export const RequestTokenOfAppDocument = new TypedDocumentString(`
    mutation RequestTokenOfApp {
  token: createRequestToken(input: {callback: "https://app.example"}) {
    requestToken {
      authorizeUrl(forceLogin: true, screenName: "n")
      authenticateUrl(forceLogin: true, screenName: "n")
    }
  }
}
    `) as unknown as TypedDocumentString<RequestTokenOfAppMutation, RequestTokenOfAppMutationVariables>;