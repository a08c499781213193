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

export type BatchOperationType =
  | 'Create'
  | 'Delete'
  | 'Update';

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

export type CampaignOperation = {
  budgetOptimization?: BudgetOptimization | null | undefined;
  campaignId?: string | null | undefined;
  dailyBudgetAmountLocalMicro?: string | null | undefined;
  entityStatus?: EntityStatus | null | undefined;
  fundingInstrumentId?: string | null | undefined;
  name?: string | null | undefined;
  operationType: BatchOperationType;
  purchaseOrderNumber?: string | null | undefined;
  spreadBudgetEvenly?: boolean | null | undefined;
  standardDelivery?: boolean | null | undefined;
  totalBudgetAmountLocalMicro?: string | null | undefined;
};

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

export type CreateImageConversationCardInput = {
  accountId: string;
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
  accountId: string;
  curatedCategoryId: string;
  lineItemId: string;
};

export type CreateLineItemInput = {
  accountId: string;
  advertiserDomain?: string | null | undefined;
  advertiserUserId?: string | null | undefined;
  androidAppStoreIdentifier?: string | null | undefined;
  audienceExpansion?: AudienceExpansion | null | undefined;
  bidAmountLocalMicro?: string | null | undefined;
  bidStrategy?: BidStrategy | null | undefined;
  campaignId: string;
  categories?: Array<string> | null | undefined;
  dailyBudgetAmountLocalMicro?: string | null | undefined;
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
  totalBudgetAmountLocalMicro?: string | null | undefined;
};

export type CreateMediaCreativeInput = {
  accountId: string;
  accountMediaId: string;
  landingUrl?: string | null | undefined;
  lineItemId: string;
};

export type CreatePromotedAccountInput = {
  accountId: string;
  lineItemId: string;
  userId: string;
};

export type CreatePromotedPostsInput = {
  accountId: string;
  lineItemId: string;
  postIds: Array<string>;
};

export type CreateScheduledPromotedPostInput = {
  accountId: string;
  lineItemId: string;
  scheduledPostId: string;
};

export type CreateTargetingCriterionInput = {
  accountId: string;
  lineItemId: string;
  operatorType: OperatorType;
  targetingType: TargetingType;
  targetingValue: string;
};

export type CreateTrackingTagInput = {
  accountId: string;
  lineItemId: string;
  trackingTagType: TrackingTagType;
  trackingTagUrl: string;
};

export type CreateVideoConversationCardInput = {
  accountId: string;
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

export type CustomAudienceOperation = {
  audienceType?: FlexibleAudienceType | null | undefined;
  customAudienceId?: string | null | undefined;
  description?: string | null | undefined;
  name?: string | null | undefined;
  operationType: BatchOperationType;
  segments?: SegmentInput | null | undefined;
};

export type CustomAudienceUsersOperation = {
  effectiveAt?: string | null | undefined;
  expiresAt?: string | null | undefined;
  operationType: UsersOperationType;
  users: Array<AudienceUser>;
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

export type DeleteVideoConversationCardInput = {
  accountId?: string | null | undefined;
  cardId: string;
};

export type DoNotReachListUsersOperation = {
  expiresAt?: string | null | undefined;
  operationType: UsersOperationType;
  users: Array<DoNotReachUser>;
};

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
  operatorType?: EstimateOperatorType | null | undefined;
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

export type LineItemOperation = {
  advertiserDomain?: string | null | undefined;
  advertiserUserId?: string | null | undefined;
  androidAppStoreIdentifier?: string | null | undefined;
  audienceExpansion?: AudienceExpansion | null | undefined;
  bidAmountLocalMicro?: string | null | undefined;
  bidStrategy?: BidStrategy | null | undefined;
  campaignId?: string | null | undefined;
  categories?: Array<string> | null | undefined;
  dailyBudgetAmountLocalMicro?: string | null | undefined;
  durationInDays?: number | null | undefined;
  endTime?: string | null | undefined;
  entityStatus?: EntityStatus | null | undefined;
  frequencyCap?: number | null | undefined;
  goal?: Goal | null | undefined;
  iosAppStoreIdentifier?: string | null | undefined;
  lineItemId?: string | null | undefined;
  name?: string | null | undefined;
  objective?: Objective | null | undefined;
  operationType: BatchOperationType;
  payBy?: PayBy | null | undefined;
  placements?: Array<Placement> | null | undefined;
  primaryWebEventTag?: string | null | undefined;
  productType?: ProductType | null | undefined;
  standardDelivery?: boolean | null | undefined;
  startTime?: string | null | undefined;
  totalBudgetAmountLocalMicro?: string | null | undefined;
};

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

export type ProductType =
  | 'MEDIA'
  | 'PROMOTED_ACCOUNT'
  | 'PROMOTED_POSTS'
  | 'UNRECOGNIZED';

export type RevokeCustomAudiencePermissionInput = {
  accountId?: string | null | undefined;
  customAudienceId: string;
  permissionId: string;
};

export type RevokeTailoredAudiencePermissionInput = {
  accountId: string;
  permissionId: string;
  tailoredAudienceId: string;
};

export type SandboxCreateFundingInstrumentInput = {
  accountId: string;
  creditLimitLocalMicro?: string | null | undefined;
  currency: string;
  endTime?: string | null | undefined;
  fundedAmountLocalMicro?: string | null | undefined;
  startTime: string;
  type: FundingInstrumentType;
};

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

export type TargetingCriterionOperation = {
  lineItemId?: string | null | undefined;
  operationType: TargetingOperationType;
  operatorType?: OperatorType | null | undefined;
  targetingCriterionId?: string | null | undefined;
  targetingType?: TargetingType | null | undefined;
  targetingValue?: string | null | undefined;
};

export type TargetingOperationType =
  | 'Create'
  | 'Delete';

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

export type TrackingTagType =
  | 'CLICK_TRACKER'
  | 'IMPRESSION_TAG'
  | 'UNRECOGNIZED';

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
  accountId: string;
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
  bidAmountLocalMicro?: string | null | undefined;
  bidStrategy?: BidStrategy | null | undefined;
  categories?: Array<string> | null | undefined;
  dailyBudgetAmountLocalMicro?: string | null | undefined;
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
  totalBudgetAmountLocalMicro?: string | null | undefined;
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

export type UsersOperationType =
  | 'Delete'
  | 'Update';

export type AppsQueryVariables = Exact<{
  account: string;
}>;


export type AppsQuery = { account: { apps: { nodes: Array<{ restId: string, appStoreIdentifier: string | null, osType: string | null, conversionTrackingEnabled: boolean | null, deepLinkPattern: string | null, createdAt: string | null, updatedAt: string | null, deleted: boolean | null, raw: unknown }> } | null } | null };

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


export type CampaignHistoryQuery = { account: { history: { nodes: Array<{ entity: AccountHistoryEntityType | null, entityId: string | null, changeType: string | null, changeTime: string | null, changes: unknown, entityData: unknown, raw: unknown, changeBy: { userId: string | null, platform: string | null } | null }> } | null } | null };

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

export type SandboxCreateAccountMutationVariables = Exact<{
  validateOnly?: boolean | null | undefined;
}>;


export type SandboxCreateAccountMutation = { outcome: { account: { id: string, name: string | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

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


export type BiddingRulesOfFundingQuery = { dollars: { fundingInstruments: { nodes: Array<{ currency: string | null, biddingRules: Array<{ currency: string | null }> | null }> } | null } | null, yen: { fundingInstruments: { nodes: Array<{ currency: string | null, biddingRules: Array<{ currency: string | null }> | null }> } | null } | null };

export type BiddingRulesQueryVariables = Exact<{ [key: string]: never; }>;


export type BiddingRulesQuery = { biddingRules: Array<{ currency: string | null }> | null };

export type CategoriesOfLineItemsQueryVariables = Exact<{
  account: string;
}>;


export type CategoriesOfLineItemsQuery = { account: { lineItems: { nodes: Array<{ objective: Objective | null, categories: Array<string> | null, advertiserBusinessCategories: Array<{ restId: string, name: string | null }> | null, iabCategories: Array<{ restId: string, name: string | null }> | null }> } | null } | null };

export type ContentCategoriesQueryVariables = Exact<{ [key: string]: never; }>;


export type ContentCategoriesQuery = { contentCategories: Array<{ name: string | null, iabCategories: Array<{ name: string | null, parent: { name: string | null } | null }> | null }> | null };

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

export type SandboxCreateFundingInstrumentMutationVariables = Exact<{
  input: SandboxCreateFundingInstrumentInput;
  validateOnly?: boolean | null | undefined;
}>;


export type SandboxCreateFundingInstrumentMutation = { outcome: { checked: Array<string>, unchecked: Array<string>, fundingInstrument: { id: string, type: FundingInstrumentType | null, currency: string | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

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


export type ContentOfPublishersQuery = { publishers: Array<{ contentCategories: Array<{ name: string | null }> | null }> | null };

export type RecommendationsQueryVariables = Exact<{
  account: string;
  empty: string;
}>;


export type RecommendationsQuery = { account: { recommendations: Array<{ id: string, restId: string, accountId: string | null, fundingInstrumentId: string | null, status: string | null, message: string | null, createdAt: string | null, updatedAt: string | null, fundingInstrument: { currency: string | null } | null }> | null } | null, empty: { recommendations: Array<{ id: string }> | null } | null };

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


export type GrantCustomPermissionMutation = { outcome: { unchecked: Array<string>, permission: { restId: string, grantedAccountId: string | null, permissionLevel: PermissionLevel | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type RevokeCustomPermissionMutationVariables = Exact<{
  input: RevokeCustomAudiencePermissionInput;
  validateOnly?: boolean | null | undefined;
}>;


export type RevokeCustomPermissionMutation = { outcome: { unchecked: Array<string>, permission: { restId: string, grantedAccountId: string | null, permissionLevel: PermissionLevel | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type GrantTailoredPermissionMutationVariables = Exact<{
  input: GrantTailoredAudiencePermissionInput;
  validateOnly?: boolean | null | undefined;
}>;


export type GrantTailoredPermissionMutation = { outcome: { unchecked: Array<string>, permission: { restId: string, grantedAccountId: string | null, permissionLevel: PermissionLevel | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type RevokeTailoredPermissionMutationVariables = Exact<{
  input: RevokeTailoredAudiencePermissionInput;
  validateOnly?: boolean | null | undefined;
}>;


export type RevokeTailoredPermissionMutation = { outcome: { unchecked: Array<string>, permission: { restId: string, grantedAccountId: string | null, permissionLevel: PermissionLevel | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type AudiencePermissionsQueryVariables = Exact<{
  account: string;
  id: string;
  tailored: string;
}>;


export type AudiencePermissionsQuery = { account: { customAudiences: { nodes: Array<{ id: string }> } | null, shared: { nodes: Array<{ id: string }> } | null, customAudience: { permissions: { nodes: Array<{ restId: string, grantedAccountId: string | null, permissionLevel: PermissionLevel | null }> } | null } | null, tailoredAudiencePermissions: { nodes: Array<{ restId: string, grantedAccountId: string | null, permissionLevel: PermissionLevel | null }> } | null } | null };

export type GrantedAccountsQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type GrantedAccountsQuery = { account: { customAudiences: { nodes: Array<{ restId: string, permissions: { nodes: Array<{ grantedAccount: { name: string | null } | null }> } | null }> } | null } | null };

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


export type CreateCustomAudienceMutation = { outcome: { checked: Array<string>, unchecked: Array<string>, customAudience: { id: string, name: string | null, targetable: boolean | null } | null, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }> } | null };

export type UpdateCustomAudienceMutationVariables = Exact<{
  input: UpdateCustomAudienceInput;
  validateOnly?: boolean | null | undefined;
}>;


export type UpdateCustomAudienceMutation = { outcome: { unchecked: Array<string>, customAudience: { id: string, name: string | null } | null, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }> } | null };

export type BatchCustomAudiencesMutationVariables = Exact<{
  input: BatchCustomAudiencesInput;
  split?: boolean | null | undefined;
  validateOnly?: boolean | null | undefined;
}>;


export type BatchCustomAudiencesMutation = { outcome: { unchecked: Array<string>, customAudiences: Array<{ restId: string } | null> | null, chunks: Array<{ start: number, count: number, status: ChunkStatus }>, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }> } | null };

export type WrittenCustomAudiencesQueryVariables = Exact<{
  account: string;
}>;


export type WrittenCustomAudiencesQuery = { account: { customAudiences: { nodes: Array<{ id: string, name: string | null, description: string | null, targetable: boolean | null, reasonsNotTargetable: Array<string> | null, audienceSize: string | null }> } | null } | null };

export type CustomAudienceNodesQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type CustomAudienceNodesQuery = { nodes: Array<
    | { __typename: 'Account', id: string }
    | { __typename: 'AccountMedia', id: string }
    | { __typename: 'Campaign', id: string }
    | { __typename: 'ComposableCard', id: string }
    | { __typename: 'CuratedCategory', id: string }
    | { __typename: 'CustomAudience', id: string }
    | { __typename: 'DraftPost', id: string }
    | { __typename: 'FundingInstrument', id: string }
    | { __typename: 'ImageConversationCard', id: string }
    | { __typename: 'LegacyCard', id: string }
    | { __typename: 'LineItem', id: string }
    | { __typename: 'LineItemCuratedCategory', id: string }
    | { __typename: 'Media', id: string }
    | { __typename: 'MediaCreative', id: string }
    | { __typename: 'PollCard', id: string }
    | { __typename: 'Post', id: string }
    | { __typename: 'PromotableUser', id: string }
    | { __typename: 'PromotedAccount', id: string }
    | { __typename: 'PromotedPost', id: string }
    | { __typename: 'Recommendation', id: string }
    | { __typename: 'ScheduledPost', id: string }
    | { __typename: 'ScheduledPromotedPost', id: string }
    | { __typename: 'TargetingCriterion', id: string }
    | { __typename: 'TrackingTag', id: string }
    | { __typename: 'VideoConversationCard', id: string }
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


export type TargetedCampaignsQuery = { account: { customAudience: { targeted: { nodes: Array<{ campaignId: string | null, campaignName: string | null, campaign: { name: string | null } | null, lineItems: Array<{ restId: string | null, name: string | null, servable: boolean | null, lineItem: { name: string | null } | null }> | null }> } | null } | null } | null };

export type TargetedCampaignPageQueryVariables = Exact<{
  account: string;
  audience: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TargetedCampaignPageQuery = { account: { customAudience: { targeted: { nodes: Array<{ campaignId: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null } | null };

export type TargetedByAudiencesQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type TargetedByAudiencesQuery = { account: { customAudiences: { nodes: Array<{ restId: string, again: { nodes: Array<{ campaignId: string | null }> } | null, targeted: { nodes: Array<{ campaign: { id: string } | null, lineItems: Array<{ lineItem: { id: string } | null }> | null }> } | null }> } | null } | null };

export type NamesOfTargetedCampaignsQueryVariables = Exact<{ [key: string]: never; }>;


export type NamesOfTargetedCampaignsQuery = { account: { customAudience: { targeted: { nodes: Array<{ campaign: { name: string | null } | null, lineItems: Array<{ lineItem: { name: string | null } | null }> | null }> } | null } | null } | null };

export type AudienceEstimateQueryVariables = Exact<{
  account: string;
  input: AudienceEstimateInput;
}>;


export type AudienceEstimateQuery = { account: { audienceEstimate: { audienceSize: unknown, raw: unknown } | null } | null };

export type LineItemAudienceEstimateQueryVariables = Exact<{
  account: string;
}>;


export type LineItemAudienceEstimateQuery = { account: { lineItems: { nodes: Array<{ audienceEstimate: { audienceSize: unknown } | null, targetingCriteria: { nodes: Array<{ targetingType: TargetingType | null, targetingValue: string | null, operatorType: OperatorType | null }> } | null }> } | null } | null };

export type BatchCampaignsMutationVariables = Exact<{
  input: BatchCampaignsInput;
  split?: boolean | null | undefined;
  validateOnly?: boolean | null | undefined;
}>;


export type BatchCampaignsMutation = { batchCampaigns: { campaigns: Array<{ restId: string } | null> | null, chunks: Array<{ start: number, count: number, status: ChunkStatus }>, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }> } | null };

export type KeywordVolumesQueryVariables = Exact<{
  start: string;
  end?: string | null | undefined;
}>;


export type KeywordVolumesQuery = { days: { relatedKeywords: Array<string> | null, postVolume: Array<number> | null } | null, hours: { relatedKeywords: Array<string> | null, postVolume: Array<number> | null } | null };

export type CreateLineItemCuratedCategoryMutationVariables = Exact<{
  input: CreateLineItemCuratedCategoryInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreateLineItemCuratedCategoryMutation = { outcome: { lineItemCuratedCategory: { id: string, curatedCategoryId: string | null, lineItem: { id: string } | null, curatedCategory: { id: string } | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type CreateLineItemMutationVariables = Exact<{
  input: CreateLineItemInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreateLineItemMutation = { outcome: { checked: Array<string>, unchecked: Array<string>, lineItem: { id: string, name: string | null, bidAmountLocalMicro: string | null, campaign: { id: string } | null } | null, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }> } | null };

export type UpdateLineItemMutationVariables = Exact<{
  input: UpdateLineItemInput;
  validateOnly?: boolean | null | undefined;
}>;


export type UpdateLineItemMutation = { outcome: { checked: Array<string>, unchecked: Array<string>, lineItem: { id: string } | null, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }> } | null };

export type DeleteLineItemMutationVariables = Exact<{
  input: DeleteLineItemInput;
}>;


export type DeleteLineItemMutation = { outcome: { lineItem: { id: string, deleted: boolean | null, name: string | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type BatchLineItemsMutationVariables = Exact<{
  input: BatchLineItemsInput;
  split?: boolean | null | undefined;
  validateOnly?: boolean | null | undefined;
}>;


export type BatchLineItemsMutation = { outcome: { unchecked: Array<string>, lineItems: Array<{ restId: string } | null> | null, chunks: Array<{ start: number, count: number, status: ChunkStatus }>, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }> } | null };

export type FirstLineItemsQueryVariables = Exact<{
  account: string;
}>;


export type FirstLineItemsQuery = { account: { lineItems: { nodes: Array<{ id: string, name: string | null }> } | null } | null };

export type LineItemToCopyQueryVariables = Exact<{
  account: string;
}>;


export type LineItemToCopyQuery = { account: { lineItems: { nodes: Array<{ objective: Objective | null, productType: ProductType | null, placements: Array<Placement> | null, categories: Array<string> | null, advertiserDomain: string | null, androidAppStoreIdentifier: string | null, iosAppStoreIdentifier: string | null, campaign: { id: string } | null }> } | null } | null };

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


export type CreateMediaCreativeMutation = { outcome: { checked: Array<string>, unchecked: Array<string>, mediaCreative: { id: string, landingUrl: string | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type LineItemPlacementsQueryVariables = Exact<{
  account: string;
}>;


export type LineItemPlacementsQuery = { account: { lineItems: { nodes: Array<{ placements: Array<Placement> | null, permittedPlacements: Array<Array<Placement>> | null }> } | null } | null };

export type CreatePromotedAccountMutationVariables = Exact<{
  input: CreatePromotedAccountInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreatePromotedAccountMutation = { outcome: { checked: Array<string>, unchecked: Array<string>, promotedAccount: { id: string, userId: string | null } | null, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }> } | null };

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


export type CreateTargetingCriterionMutation = { outcome: { checked: Array<string>, unchecked: Array<string>, targetingCriterion: { id: string, targetingValue: string | null } | null, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }> } | null };

export type BatchTargetingCriteriaMutationVariables = Exact<{
  input: BatchTargetingCriteriaInput;
  split?: boolean | null | undefined;
  validateOnly?: boolean | null | undefined;
}>;


export type BatchTargetingCriteriaMutation = { outcome: { unchecked: Array<string>, targetingCriteria: Array<{ restId: string } | null> | null, chunks: Array<{ start: number, count: number, status: ChunkStatus }>, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }> } | null };

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


export type GamesInStoresQuery = { targetingOptions: { appStoreCategories: Array<{ osType: OsType | null }> | null } };

export type ConversationTypesQueryVariables = Exact<{ [key: string]: never; }>;


export type ConversationTypesQuery = { __type: { enumValues: Array<{ name: string }> | null } | null };

export type CreateTrackingTagMutationVariables = Exact<{
  input: CreateTrackingTagInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreateTrackingTagMutation = { outcome: { checked: Array<string>, trackingTag: { id: string, trackingTagType: TrackingTagType | null, lineItem: { id: string } | null } | null, userErrors: Array<{ code: string, message: string, field: Array<string>, rule: string | null }> } | null };

export type CreateImageConversationCardMutationVariables = Exact<{
  input: CreateImageConversationCardInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreateImageConversationCardMutation = { outcome: { checked: Array<string>, unchecked: Array<string>, card: { id: string, name: string | null, title: string | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type UpdateImageConversationCardMutationVariables = Exact<{
  input: UpdateImageConversationCardInput;
  validateOnly?: boolean | null | undefined;
}>;


export type UpdateImageConversationCardMutation = { outcome: { checked: Array<string>, unchecked: Array<string>, card: { id: string, name: string | null, title: string | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type DeleteImageConversationCardMutationVariables = Exact<{
  input: DeleteImageConversationCardInput;
  validateOnly?: boolean | null | undefined;
}>;


export type DeleteImageConversationCardMutation = { outcome: { checked: Array<string>, unchecked: Array<string>, card: { id: string, name: string | null, title: string | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type WrittenImageConversationCardQueryVariables = Exact<{
  id: string;
}>;


export type WrittenImageConversationCardQuery = { card: { title: string | null, secondCta: string | null, cardType: CardType | null, media: { mediaKey: string | null } | null } | null };

export type CreateVideoConversationCardMutationVariables = Exact<{
  input: CreateVideoConversationCardInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreateVideoConversationCardMutation = { outcome: { checked: Array<string>, unchecked: Array<string>, card: { id: string, name: string | null, title: string | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type UpdateVideoConversationCardMutationVariables = Exact<{
  input: UpdateVideoConversationCardInput;
  validateOnly?: boolean | null | undefined;
}>;


export type UpdateVideoConversationCardMutation = { outcome: { checked: Array<string>, unchecked: Array<string>, card: { id: string, name: string | null, title: string | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type DeleteVideoConversationCardMutationVariables = Exact<{
  input: DeleteVideoConversationCardInput;
  validateOnly?: boolean | null | undefined;
}>;


export type DeleteVideoConversationCardMutation = { outcome: { checked: Array<string>, unchecked: Array<string>, card: { id: string, name: string | null, title: string | null, deleted: boolean | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type WrittenVideoConversationCardQueryVariables = Exact<{
  id: string;
}>;


export type WrittenVideoConversationCardQuery = { card: { title: string | null, secondCta: string | null, cardType: CardType | null, media: { mediaKey: string | null } | null } | null };

export type CreateDraftPostMutationVariables = Exact<{
  input: CreateDraftPostInput;
  validateOnly?: boolean | null | undefined;
}>;


export type CreateDraftPostMutation = { outcome: { checked: Array<string>, unchecked: Array<string>, draftPost: { id: string, text: string | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type UpdateDraftPostMutationVariables = Exact<{
  input: UpdateDraftPostInput;
  validateOnly?: boolean | null | undefined;
}>;


export type UpdateDraftPostMutation = { outcome: { checked: Array<string>, unchecked: Array<string>, draftPost: { id: string, text: string | null } | null, userErrors: Array<{ code: string, field: Array<string>, rule: string | null }> } | null };

export type DeleteDraftPostMutationVariables = Exact<{
  input: DeleteDraftPostInput;
}>;


export type DeleteDraftPostMutation = { outcome: { draftPost: { id: string, status: string | null, text: string | null } | null, userErrors: Array<{ field: Array<string> }> } | null };

export type SendDraftPostPreviewMutationVariables = Exact<{
  input: SendDraftPostPreviewInput;
  validateOnly?: boolean | null | undefined;
}>;


export type SendDraftPostPreviewMutation = { outcome: { isSent: boolean, userErrors: Array<{ field: Array<string> }> } | null };

export type WrittenDraftPostQueryVariables = Exact<{
  id: string;
}>;


export type WrittenDraftPostQuery = { draftPost: { text: string | null, name: string | null, nullcast: boolean | null, cardUri: string | null, mediaKeys: Array<string> | null } | null };

export type PartsOfDraftPostQueryVariables = Exact<{
  account: string;
}>;


export type PartsOfDraftPostQuery = { account: { promotableUsers: { nodes: Array<{ userId: string | null }> } | null, mediaLibrary: { nodes: Array<{ mediaKey: string | null }> } | null, cards: { nodes: Array<
        | { cardUri: string | null }
        | { cardUri: string | null }
        | { cardUri: string | null }
        | { cardUri: string | null }
        | { cardUri: string | null }
      > } | null } | null };

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
export const AppsDocument = new TypedDocumentString(`
    query Apps($account: ID!) {
  account(id: $account) {
    apps {
      nodes {
        restId
        appStoreIdentifier
        osType
        conversionTrackingEnabled
        deepLinkPattern
        createdAt
        updatedAt
        deleted
        raw
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AppsQuery, AppsQueryVariables>;
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
        changes
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
export const SandboxCreateAccountDocument = new TypedDocumentString(`
    mutation SandboxCreateAccount($validateOnly: Boolean = false) {
  outcome: sandboxCreateAccount(validateOnly: $validateOnly) {
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
    `) as unknown as TypedDocumentString<SandboxCreateAccountMutation, SandboxCreateAccountMutationVariables>;
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
          currency
        }
      }
    }
  }
  yen: account(id: $yen) {
    fundingInstruments {
      nodes {
        currency
        biddingRules {
          currency
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<BiddingRulesOfFundingQuery, BiddingRulesOfFundingQueryVariables>;
export const BiddingRulesDocument = new TypedDocumentString(`
    query BiddingRules {
  biddingRules {
    currency
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
          restId
          name
        }
        iabCategories {
          restId
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CategoriesOfLineItemsQuery, CategoriesOfLineItemsQueryVariables>;
export const ContentCategoriesDocument = new TypedDocumentString(`
    query ContentCategories {
  contentCategories {
    name
    iabCategories {
      name
      parent {
        name
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
export const SandboxCreateFundingInstrumentDocument = new TypedDocumentString(`
    mutation SandboxCreateFundingInstrument($input: SandboxCreateFundingInstrumentInput!, $validateOnly: Boolean = false) {
  outcome: sandboxCreateFundingInstrument(
    input: $input
    validateOnly: $validateOnly
  ) {
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
    checked
    unchecked
  }
}
    `) as unknown as TypedDocumentString<SandboxCreateFundingInstrumentMutation, SandboxCreateFundingInstrumentMutationVariables>;
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
    contentCategories {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<ContentOfPublishersQuery, ContentOfPublishersQueryVariables>;
export const RecommendationsDocument = new TypedDocumentString(`
    query Recommendations($account: ID!, $empty: ID!) {
  account(id: $account) {
    recommendations {
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
  empty: account(id: $empty) {
    recommendations {
      id
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
      restId
      grantedAccountId
      permissionLevel
      deleted
    }
    userErrors {
      code
      field
      rule
    }
    unchecked
  }
}
    `) as unknown as TypedDocumentString<GrantCustomPermissionMutation, GrantCustomPermissionMutationVariables>;
export const RevokeCustomPermissionDocument = new TypedDocumentString(`
    mutation RevokeCustomPermission($input: RevokeCustomAudiencePermissionInput!, $validateOnly: Boolean = false) {
  outcome: revokeCustomAudiencePermission(
    input: $input
    validateOnly: $validateOnly
  ) {
    permission: customAudiencePermission {
      restId
      grantedAccountId
      permissionLevel
      deleted
    }
    userErrors {
      code
      field
      rule
    }
    unchecked
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
      restId
      grantedAccountId
      permissionLevel
      deleted
    }
    userErrors {
      code
      field
      rule
    }
    unchecked
  }
}
    `) as unknown as TypedDocumentString<GrantTailoredPermissionMutation, GrantTailoredPermissionMutationVariables>;
export const RevokeTailoredPermissionDocument = new TypedDocumentString(`
    mutation RevokeTailoredPermission($input: RevokeTailoredAudiencePermissionInput!, $validateOnly: Boolean = false) {
  outcome: revokeTailoredAudiencePermission(
    input: $input
    validateOnly: $validateOnly
  ) {
    permission: tailoredAudiencePermission {
      restId
      grantedAccountId
      permissionLevel
      deleted
    }
    userErrors {
      code
      field
      rule
    }
    unchecked
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
    customAudience(id: $id) {
      permissions {
        nodes {
          restId
          grantedAccountId
          permissionLevel
        }
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
    checked
    unchecked
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
    unchecked
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
    unchecked
  }
}
    `) as unknown as TypedDocumentString<BatchCustomAudiencesMutation, BatchCustomAudiencesMutationVariables>;
export const WrittenCustomAudiencesDocument = new TypedDocumentString(`
    query WrittenCustomAudiences($account: ID!) {
  account(id: $account) {
    customAudiences(query: "Written") {
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
  account(id: $account) {
    customAudience(id: $audience) {
      targeted(withActive: $withActive) {
        nodes {
          campaignId
          campaignName
          campaign {
            name
          }
          lineItems {
            restId
            name
            servable
            lineItem {
              name
            }
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TargetedCampaignsQuery, TargetedCampaignsQueryVariables>;
export const TargetedCampaignPageDocument = new TypedDocumentString(`
    query TargetedCampaignPage($account: ID!, $audience: ID!, $first: Int, $after: String) {
  account(id: $account) {
    customAudience(id: $audience) {
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
  account(id: "a1") {
    customAudience(id: "x7") {
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
export const BatchCampaignsDocument = new TypedDocumentString(`
    mutation BatchCampaigns($input: BatchCampaignsInput!, $split: Boolean = false, $validateOnly: Boolean = false) {
  batchCampaigns(input: $input, split: $split, validateOnly: $validateOnly) {
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
    checked
    unchecked
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
    checked
    unchecked
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
    unchecked
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
export const LineItemToCopyDocument = new TypedDocumentString(`
    query LineItemToCopy($account: ID!) {
  account(id: $account) {
    lineItems(first: 1) {
      nodes {
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
    checked
    unchecked
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
    checked
    unchecked
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
    checked
    unchecked
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
    unchecked
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
    appStoreCategories(query: "games") {
      osType
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
export const CreateTrackingTagDocument = new TypedDocumentString(`
    mutation CreateTrackingTag($input: CreateTrackingTagInput!, $validateOnly: Boolean = false) {
  outcome: createTrackingTag(input: $input, validateOnly: $validateOnly) {
    trackingTag {
      id
      trackingTagType
      lineItem {
        id
      }
    }
    userErrors {
      code
      message
      field
      rule
    }
    checked
  }
}
    `) as unknown as TypedDocumentString<CreateTrackingTagMutation, CreateTrackingTagMutationVariables>;
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
    checked
    unchecked
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
    checked
    unchecked
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
    checked
    unchecked
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
    checked
    unchecked
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
    checked
    unchecked
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
    checked
    unchecked
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
    checked
    unchecked
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
    checked
    unchecked
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
    mediaLibrary(first: 1, mediaType: IMAGE) {
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