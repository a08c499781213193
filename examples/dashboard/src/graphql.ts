/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type ApprovalStatus =
  | 'ACCEPTED'
  | 'PENDING'
  | 'REJECTED'
  | 'UNDER_REVIEW'
  | 'UNRECOGNIZED';

export type AudienceExpansion =
  | 'BROAD'
  | 'DEFINED'
  | 'EXPANDED'
  | 'UNRECOGNIZED';

export type BidStrategy =
  | 'AUTO'
  | 'MAX'
  | 'TARGET'
  | 'UNRECOGNIZED';

export type BudgetOptimization =
  | 'CAMPAIGN'
  | 'LINE_ITEM'
  | 'UNRECOGNIZED';

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

export type EntityStatus =
  | 'ACTIVE'
  | 'DRAFT'
  | 'PAUSED'
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

export type PayBy =
  | 'APP_CLICK'
  | 'IMPRESSION'
  | 'LINK_CLICK'
  | 'UNRECOGNIZED';

export type ReasonNotAbleToFund =
  | 'BUDGET_EXHAUSTED'
  | 'CREDIT_CARD_APPROVAL_PENDING'
  | 'CREDIT_CARD_DELETED'
  | 'CREDIT_CARD_REJECTED'
  | 'DELETED'
  | 'EXPIRED'
  | 'PAUSED'
  | 'STARTS_IN_FUTURE'
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

export type SortDirection =
  | 'ASC'
  | 'DESC';

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

export type AccountsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type AccountsQuery = { accounts: { edges: Array<{ node: { id: string, restId: string, name: string | null, businessName: string | null, approvalStatus: ApprovalStatus | null, timezone: string | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type AccountQueryVariables = Exact<{
  id: string;
}>;


export type AccountQuery = { account: { id: string, restId: string, name: string | null, businessName: string | null, approvalStatus: ApprovalStatus | null, timezone: string | null, fundingInstruments: { edges: Array<{ node: { id: string, description: string | null, type: FundingInstrumentType | null, currency: string | null, ableToFund: boolean | null, reasonsNotAbleToFund: Array<ReasonNotAbleToFund> | null, endTime: string | null, creditLimitLocalMicro: string | null, creditRemainingLocalMicro: string | null, fundedAmountLocalMicro: string | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null } | null };

export type AccountSummaryFragment = { id: string, restId: string, name: string | null, businessName: string | null, approvalStatus: ApprovalStatus | null, timezone: string | null };

export type FundingFragment = { id: string, description: string | null, type: FundingInstrumentType | null, currency: string | null, ableToFund: boolean | null, reasonsNotAbleToFund: Array<ReasonNotAbleToFund> | null, endTime: string | null, creditLimitLocalMicro: string | null, creditRemainingLocalMicro: string | null, fundedAmountLocalMicro: string | null };

export type CampaignsQueryVariables = Exact<{
  accountId: string;
  namePrefix?: string | null | undefined;
  sortBy?: Array<CampaignSortBy> | CampaignSortBy | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type CampaignsQuery = { account: { id: string, campaigns: { edges: Array<{ node: { id: string, restId: string, name: string | null, entityStatus: EntityStatus | null, servable: boolean | null, reasonsNotServable: Array<ReasonNotServable> | null, currency: string | null, dailyBudgetAmountLocalMicro: string | null, totalBudgetAmountLocalMicro: string | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null } | null };

export type CampaignStatesQueryVariables = Exact<{
  accountId: string;
  namePrefix?: string | null | undefined;
}>;


export type CampaignStatesQuery = { account: { id: string, campaigns: { totalCount: number | null, edges: Array<{ node: { id: string, entityStatus: EntityStatus | null, servable: boolean | null, reasonsNotServable: Array<ReasonNotServable> | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null } | null };

export type DeliveryQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type DeliveryQuery = { nodes: Array<
    | { id: string, servable: boolean | null, reasonsNotServable: Array<ReasonNotServable> | null }
    | Record<PropertyKey, never>
   | null> };

export type UpdateCampaignMutationVariables = Exact<{
  input: UpdateCampaignInput;
  validateOnly: boolean;
}>;


export type UpdateCampaignMutation = { updateCampaign: { campaign: { id: string, restId: string, name: string | null, entityStatus: EntityStatus | null, servable: boolean | null, reasonsNotServable: Array<ReasonNotServable> | null, currency: string | null, dailyBudgetAmountLocalMicro: string | null, totalBudgetAmountLocalMicro: string | null } | null, validation: { checked: Array<string> } | null, userErrors: Array<{ code: string, field: Array<string>, message: string, rule: string | null }> } | null };

export type CampaignFragment = { id: string, restId: string, name: string | null, entityStatus: EntityStatus | null, servable: boolean | null, reasonsNotServable: Array<ReasonNotServable> | null, currency: string | null, dailyBudgetAmountLocalMicro: string | null, totalBudgetAmountLocalMicro: string | null };

export type SpendFragment = { stats: { currency: string | null, intervals: Array<{ startTime: string }>, billing: { billedChargeLocalMicro: Array<string | null> | null } } | null };

export type RefusalFragment = { code: string, field: Array<string>, message: string, rule: string | null };

export type LineItemsQueryVariables = Exact<{
  campaignIds: Array<string> | string;
  startTime: string;
  endTime: string;
}>;


export type LineItemsQuery = { nodes: Array<
    | { id: string, lineItems: { edges: Array<{ node: { id: string, restId: string, name: string | null, entityStatus: EntityStatus | null, servable: boolean | null, reasonsNotServable: Array<ReasonNotServable> | null, startTime: string | null, endTime: string | null, objective: Objective | null, currency: string | null, bidStrategy: BidStrategy | null, bidAmountLocalMicro: string | null, dailyBudgetAmountLocalMicro: string | null, totalBudgetAmountLocalMicro: string | null, promotedPosts: { edges: Array<{ node: { id: string, approvalStatus: ApprovalStatus | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, stats: { currency: string | null, intervals: Array<{ startTime: string }>, billing: { billedChargeLocalMicro: Array<string | null> | null } } | null }
    | Record<PropertyKey, never>
   | null> };

export type LineItemsFragment = { lineItems: { edges: Array<{ node: { id: string, restId: string, name: string | null, entityStatus: EntityStatus | null, servable: boolean | null, reasonsNotServable: Array<ReasonNotServable> | null, startTime: string | null, endTime: string | null, objective: Objective | null, currency: string | null, bidStrategy: BidStrategy | null, bidAmountLocalMicro: string | null, dailyBudgetAmountLocalMicro: string | null, totalBudgetAmountLocalMicro: string | null, promotedPosts: { edges: Array<{ node: { id: string, approvalStatus: ApprovalStatus | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type PromotedPostsQueryVariables = Exact<{
  lineItemId: string;
  after?: string | null | undefined;
}>;


export type PromotedPostsQuery = { lineItem: { id: string, promotedPosts: { edges: Array<{ node: { id: string, postId: string | null, approvalStatus: ApprovalStatus | null, post: { id: string, text: string | null } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null } | null };

export type LineItemDetailsQueryVariables = Exact<{
  lineItemId: string;
  after?: string | null | undefined;
}>;


export type LineItemDetailsQuery = { lineItem: { id: string, targetingCriteria: { edges: Array<{ node: { id: string, targetingType: TargetingType | null, targetingValue: string | null, operatorType: OperatorType | null, name: string | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null, promotedPosts: { edges: Array<{ node: { id: string, postId: string | null, approvalStatus: ApprovalStatus | null, post: { id: string, text: string | null } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null } | null };

export type UpdateLineItemMutationVariables = Exact<{
  input: UpdateLineItemInput;
  validateOnly: boolean;
}>;


export type UpdateLineItemMutation = { updateLineItem: { lineItem: { id: string, restId: string, name: string | null, entityStatus: EntityStatus | null, servable: boolean | null, reasonsNotServable: Array<ReasonNotServable> | null, startTime: string | null, endTime: string | null, objective: Objective | null, currency: string | null, bidStrategy: BidStrategy | null, bidAmountLocalMicro: string | null, dailyBudgetAmountLocalMicro: string | null, totalBudgetAmountLocalMicro: string | null } | null, validation: { checked: Array<string> } | null, userErrors: Array<{ code: string, field: Array<string>, message: string, rule: string | null }> } | null };

export type LineItemFragment = { id: string, restId: string, name: string | null, entityStatus: EntityStatus | null, servable: boolean | null, reasonsNotServable: Array<ReasonNotServable> | null, startTime: string | null, endTime: string | null, objective: Objective | null, currency: string | null, bidStrategy: BidStrategy | null, bidAmountLocalMicro: string | null, dailyBudgetAmountLocalMicro: string | null, totalBudgetAmountLocalMicro: string | null };

export type PromotedPostsFragment = { promotedPosts: { edges: Array<{ node: { id: string, postId: string | null, approvalStatus: ApprovalStatus | null, post: { id: string, text: string | null } | null } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export const AccountSummaryFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AccountSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Account"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"restId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"businessName"}},{"kind":"Field","name":{"kind":"Name","value":"approvalStatus"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}}]}}]} as unknown as DocumentNode<AccountSummaryFragment, unknown>;
export const FundingFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Funding"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FundingInstrument"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"ableToFund"}},{"kind":"Field","name":{"kind":"Name","value":"reasonsNotAbleToFund"}},{"kind":"Field","name":{"kind":"Name","value":"endTime"}},{"kind":"Field","name":{"kind":"Name","value":"creditLimitLocalMicro"}},{"kind":"Field","name":{"kind":"Name","value":"creditRemainingLocalMicro"}},{"kind":"Field","name":{"kind":"Name","value":"fundedAmountLocalMicro"}}]}}]} as unknown as DocumentNode<FundingFragment, unknown>;
export const CampaignFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Campaign"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Campaign"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"restId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}},{"kind":"Field","name":{"kind":"Name","value":"servable"}},{"kind":"Field","name":{"kind":"Name","value":"reasonsNotServable"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"dailyBudgetAmountLocalMicro"}},{"kind":"Field","name":{"kind":"Name","value":"totalBudgetAmountLocalMicro"}}]}}]} as unknown as DocumentNode<CampaignFragment, unknown>;
export const SpendFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Spend"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Campaign"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"startTime"},"value":{"kind":"Variable","name":{"kind":"Name","value":"startTime"}}},{"kind":"Argument","name":{"kind":"Name","value":"endTime"},"value":{"kind":"Variable","name":{"kind":"Name","value":"endTime"}}},{"kind":"Argument","name":{"kind":"Name","value":"granularity"},"value":{"kind":"EnumValue","value":"DAY"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"intervals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startTime"}}]}},{"kind":"Field","name":{"kind":"Name","value":"billing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"billedChargeLocalMicro"}}]}}]}}]}}]} as unknown as DocumentNode<SpendFragment, unknown>;
export const RefusalFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}}]}}]} as unknown as DocumentNode<RefusalFragment, unknown>;
export const LineItemFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LineItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LineItem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"restId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}},{"kind":"Field","name":{"kind":"Name","value":"servable"}},{"kind":"Field","name":{"kind":"Name","value":"reasonsNotServable"}},{"kind":"Field","name":{"kind":"Name","value":"startTime"}},{"kind":"Field","name":{"kind":"Name","value":"endTime"}},{"kind":"Field","name":{"kind":"Name","value":"objective"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"bidStrategy"}},{"kind":"Field","name":{"kind":"Name","value":"bidAmountLocalMicro"}},{"kind":"Field","name":{"kind":"Name","value":"dailyBudgetAmountLocalMicro"}},{"kind":"Field","name":{"kind":"Name","value":"totalBudgetAmountLocalMicro"}}]}}]} as unknown as DocumentNode<LineItemFragment, unknown>;
export const LineItemsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LineItems"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Campaign"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lineItems"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"withDraft"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LineItem"}},{"kind":"Field","name":{"kind":"Name","value":"promotedPosts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"approvalStatus"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LineItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LineItem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"restId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}},{"kind":"Field","name":{"kind":"Name","value":"servable"}},{"kind":"Field","name":{"kind":"Name","value":"reasonsNotServable"}},{"kind":"Field","name":{"kind":"Name","value":"startTime"}},{"kind":"Field","name":{"kind":"Name","value":"endTime"}},{"kind":"Field","name":{"kind":"Name","value":"objective"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"bidStrategy"}},{"kind":"Field","name":{"kind":"Name","value":"bidAmountLocalMicro"}},{"kind":"Field","name":{"kind":"Name","value":"dailyBudgetAmountLocalMicro"}},{"kind":"Field","name":{"kind":"Name","value":"totalBudgetAmountLocalMicro"}}]}}]} as unknown as DocumentNode<LineItemsFragment, unknown>;
export const PromotedPostsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PromotedPosts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LineItem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"promotedPosts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"postId"}},{"kind":"Field","name":{"kind":"Name","value":"approvalStatus"}},{"kind":"Field","name":{"kind":"Name","value":"post"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]} as unknown as DocumentNode<PromotedPostsFragment, unknown>;
export const AccountsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Accounts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accounts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AccountSummary"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AccountSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Account"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"restId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"businessName"}},{"kind":"Field","name":{"kind":"Name","value":"approvalStatus"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}}]}}]} as unknown as DocumentNode<AccountsQuery, AccountsQueryVariables>;
export const AccountDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Account"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AccountSummary"}},{"kind":"Field","name":{"kind":"Name","value":"fundingInstruments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Funding"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AccountSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Account"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"restId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"businessName"}},{"kind":"Field","name":{"kind":"Name","value":"approvalStatus"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Funding"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FundingInstrument"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"ableToFund"}},{"kind":"Field","name":{"kind":"Name","value":"reasonsNotAbleToFund"}},{"kind":"Field","name":{"kind":"Name","value":"endTime"}},{"kind":"Field","name":{"kind":"Name","value":"creditLimitLocalMicro"}},{"kind":"Field","name":{"kind":"Name","value":"creditRemainingLocalMicro"}},{"kind":"Field","name":{"kind":"Name","value":"fundedAmountLocalMicro"}}]}}]} as unknown as DocumentNode<AccountQuery, AccountQueryVariables>;
export const CampaignsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Campaigns"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"accountId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"namePrefix"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sortBy"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CampaignSortBy"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"accountId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"campaigns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"namePrefix"},"value":{"kind":"Variable","name":{"kind":"Name","value":"namePrefix"}}},{"kind":"Argument","name":{"kind":"Name","value":"sortBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sortBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"withDraft"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Campaign"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Campaign"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Campaign"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"restId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}},{"kind":"Field","name":{"kind":"Name","value":"servable"}},{"kind":"Field","name":{"kind":"Name","value":"reasonsNotServable"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"dailyBudgetAmountLocalMicro"}},{"kind":"Field","name":{"kind":"Name","value":"totalBudgetAmountLocalMicro"}}]}}]} as unknown as DocumentNode<CampaignsQuery, CampaignsQueryVariables>;
export const CampaignStatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CampaignStates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"accountId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"namePrefix"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"accountId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"campaigns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1000"}},{"kind":"Argument","name":{"kind":"Name","value":"namePrefix"},"value":{"kind":"Variable","name":{"kind":"Name","value":"namePrefix"}}},{"kind":"Argument","name":{"kind":"Name","value":"withDraft"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}},{"kind":"Field","name":{"kind":"Name","value":"servable"}},{"kind":"Field","name":{"kind":"Name","value":"reasonsNotServable"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CampaignStatesQuery, CampaignStatesQueryVariables>;
export const DeliveryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Delivery"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LineItem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"servable"}},{"kind":"Field","name":{"kind":"Name","value":"reasonsNotServable"}}]}}]}}]}}]} as unknown as DocumentNode<DeliveryQuery, DeliveryQueryVariables>;
export const UpdateCampaignDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateCampaign"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateCampaignInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"validateOnly"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateCampaign"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"validateOnly"},"value":{"kind":"Variable","name":{"kind":"Name","value":"validateOnly"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"campaign"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Campaign"}}]}},{"kind":"Field","name":{"kind":"Name","value":"validation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checked"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Campaign"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Campaign"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"restId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}},{"kind":"Field","name":{"kind":"Name","value":"servable"}},{"kind":"Field","name":{"kind":"Name","value":"reasonsNotServable"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"dailyBudgetAmountLocalMicro"}},{"kind":"Field","name":{"kind":"Name","value":"totalBudgetAmountLocalMicro"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}}]}}]} as unknown as DocumentNode<UpdateCampaignMutation, UpdateCampaignMutationVariables>;
export const LineItemsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LineItems"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"campaignIds"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"startTime"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateOrTime"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"endTime"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateOrTime"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"campaignIds"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Campaign"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LineItems"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Spend"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LineItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LineItem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"restId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}},{"kind":"Field","name":{"kind":"Name","value":"servable"}},{"kind":"Field","name":{"kind":"Name","value":"reasonsNotServable"}},{"kind":"Field","name":{"kind":"Name","value":"startTime"}},{"kind":"Field","name":{"kind":"Name","value":"endTime"}},{"kind":"Field","name":{"kind":"Name","value":"objective"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"bidStrategy"}},{"kind":"Field","name":{"kind":"Name","value":"bidAmountLocalMicro"}},{"kind":"Field","name":{"kind":"Name","value":"dailyBudgetAmountLocalMicro"}},{"kind":"Field","name":{"kind":"Name","value":"totalBudgetAmountLocalMicro"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LineItems"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Campaign"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lineItems"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"withDraft"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LineItem"}},{"kind":"Field","name":{"kind":"Name","value":"promotedPosts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"approvalStatus"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Spend"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Campaign"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"startTime"},"value":{"kind":"Variable","name":{"kind":"Name","value":"startTime"}}},{"kind":"Argument","name":{"kind":"Name","value":"endTime"},"value":{"kind":"Variable","name":{"kind":"Name","value":"endTime"}}},{"kind":"Argument","name":{"kind":"Name","value":"granularity"},"value":{"kind":"EnumValue","value":"DAY"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"intervals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"startTime"}}]}},{"kind":"Field","name":{"kind":"Name","value":"billing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"billedChargeLocalMicro"}}]}}]}}]}}]} as unknown as DocumentNode<LineItemsQuery, LineItemsQueryVariables>;
export const PromotedPostsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PromotedPosts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"lineItemId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lineItem"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"lineItemId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"PromotedPosts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PromotedPosts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LineItem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"promotedPosts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"postId"}},{"kind":"Field","name":{"kind":"Name","value":"approvalStatus"}},{"kind":"Field","name":{"kind":"Name","value":"post"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]} as unknown as DocumentNode<PromotedPostsQuery, PromotedPostsQueryVariables>;
export const LineItemDetailsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LineItemDetails"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"lineItemId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lineItem"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"lineItemId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"PromotedPosts"}},{"kind":"Field","name":{"kind":"Name","value":"targetingCriteria"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"200"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"targetingType"}},{"kind":"Field","name":{"kind":"Name","value":"targetingValue"}},{"kind":"Field","name":{"kind":"Name","value":"operatorType"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PromotedPosts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LineItem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"promotedPosts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"postId"}},{"kind":"Field","name":{"kind":"Name","value":"approvalStatus"}},{"kind":"Field","name":{"kind":"Name","value":"post"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]} as unknown as DocumentNode<LineItemDetailsQuery, LineItemDetailsQueryVariables>;
export const UpdateLineItemDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateLineItem"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateLineItemInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"validateOnly"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateLineItem"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"validateOnly"},"value":{"kind":"Variable","name":{"kind":"Name","value":"validateOnly"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lineItem"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LineItem"}}]}},{"kind":"Field","name":{"kind":"Name","value":"validation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checked"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Refusal"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LineItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LineItem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"restId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"entityStatus"}},{"kind":"Field","name":{"kind":"Name","value":"servable"}},{"kind":"Field","name":{"kind":"Name","value":"reasonsNotServable"}},{"kind":"Field","name":{"kind":"Name","value":"startTime"}},{"kind":"Field","name":{"kind":"Name","value":"endTime"}},{"kind":"Field","name":{"kind":"Name","value":"objective"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"bidStrategy"}},{"kind":"Field","name":{"kind":"Name","value":"bidAmountLocalMicro"}},{"kind":"Field","name":{"kind":"Name","value":"dailyBudgetAmountLocalMicro"}},{"kind":"Field","name":{"kind":"Name","value":"totalBudgetAmountLocalMicro"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Refusal"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}}]}}]} as unknown as DocumentNode<UpdateLineItemMutation, UpdateLineItemMutationVariables>;