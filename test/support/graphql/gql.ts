/* eslint-disable */
import * as types from './graphql.ts';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "mutation CreateAudience($accountId: ID!) {\n  createCustomAudience(\n    input: {accountId: $accountId, name: \"Newsletter readers 2030\", description: \"Readers of the weekly newsletter\"}\n  ) {\n    customAudience {\n      id\n      targetable\n      reasonsNotTargetable\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nmutation AddUsers($audienceId: ID!, $users: [AudienceUser!]!) {\n  updateCustomAudienceUsers(\n    input: {customAudienceId: $audienceId, hash: true, operations: [{update: {users: $users}}]}\n  ) {\n    successCount\n    totalCount\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nquery AudienceStatus($audienceId: ID!) {\n  customAudience(id: $audienceId) {\n    audienceSize\n    targetable\n    reasonsNotTargetable\n  }\n}\n\nmutation TargetAudience($accountId: ID!, $lineItemId: ID!, $audienceId: String!) {\n  createTargetingCriterion(\n    input: {accountId: $accountId, lineItemId: $lineItemId, targetingType: CUSTOM_AUDIENCE, operatorType: EQ, targetingValue: $audienceId}\n  ) {\n    targetingCriterion {\n      targetingType\n      customAudience {\n        name\n        audienceSize\n      }\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}": typeof types.CreateAudienceDocument,
    "query HistoryOfCampaigns($accountId: ID!, $startTime: DateTime!, $endTime: DateTime!, $after: String) {\n  account(id: $accountId) {\n    campaigns(first: 20, after: $after) {\n      nodes {\n        name\n        history(startTime: $startTime, endTime: $endTime) {\n          nodes {\n            changeTime\n            changeType\n            changeBy {\n              userId\n              platform\n            }\n            changes {\n              field\n              from\n              to\n            }\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}": typeof types.HistoryOfCampaignsDocument,
    "mutation ChangeBudgets($accountId: ID!, $operations: [CampaignOperation!]!) {\n  batchCampaigns(\n    input: {accountId: $accountId, operations: $operations}\n    skipInvalid: true\n  ) {\n    campaigns {\n      id\n      name\n      dailyBudgetAmountLocalMicro\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}": typeof types.ChangeBudgetsDocument,
    "query Drafts($accountId: ID!) {\n  account(id: $accountId) {\n    campaigns(withDraft: true) {\n      nodes {\n        id\n        name\n        entityStatus\n        dailyBudgetAmountLocalMicro\n        lineItems(withDraft: true) {\n          nodes {\n            id\n            name\n            entityStatus\n            startTime\n            endTime\n          }\n        }\n      }\n    }\n  }\n}\n\nmutation CheckCampaign($campaignId: ID!) {\n  updateCampaign(\n    input: {campaignId: $campaignId, entityStatus: ACTIVE}\n    validateOnly: true\n  ) {\n    validation {\n      checked\n      unchecked\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nmutation Activate($accountId: ID!, $campaignId: ID!, $lineItems: [LineItemOperation!]!) {\n  batchLineItems(input: {accountId: $accountId, operations: $lineItems}) {\n    lineItems {\n      id\n      entityStatus\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n  updateCampaign(input: {campaignId: $campaignId, entityStatus: ACTIVE}) {\n    campaign {\n      entityStatus\n      effectiveStatus\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}": typeof types.DraftsDocument,
    "query Prepare($accountId: ID!) {\n  account(id: $accountId) {\n    fundingInstruments {\n      nodes {\n        id\n        description\n        currency\n        ableToFund\n      }\n    }\n    promotableUsers {\n      nodes {\n        userId\n        type\n      }\n    }\n  }\n  targetingOptions {\n    locations(namePrefix: \"Germany\") {\n      nodes {\n        name\n        targetingValue\n      }\n    }\n  }\n}\n\nmutation CreateCampaign($accountId: ID!, $fundingInstrumentId: ID!, $campaignKey: String) {\n  createCampaign(\n    idempotencyKey: $campaignKey\n    input: {accountId: $accountId, fundingInstrumentId: $fundingInstrumentId, name: \"Spring 2030\", dailyBudgetAmountLocalMicro: \"50000000\", totalBudgetAmountLocalMicro: \"1500000000\", entityStatus: PAUSED}\n  ) {\n    campaign {\n      id\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nmutation AddLineItem($accountId: ID!, $campaignId: ID!, $startTime: DateTime!, $endTime: DateTime!, $lineItemKey: String) {\n  createLineItem(\n    idempotencyKey: $lineItemKey\n    input: {accountId: $accountId, campaignId: $campaignId, name: \"Bread lovers in Germany\", objective: ENGAGEMENTS, productType: PROMOTED_POSTS, placements: [ALL_ON_SVC], startTime: $startTime, endTime: $endTime, bidStrategy: AUTO, entityStatus: PAUSED}\n  ) {\n    lineItem {\n      id\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nmutation WritePost($accountId: ID!, $userId: ID!, $postKey: String) {\n  createPost(\n    idempotencyKey: $postKey\n    input: {accountId: $accountId, asUserId: $userId, text: \"Fresh sourdough, every morning 🍞\"}\n  ) {\n    post {\n      id\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nmutation PromoteAndTarget($accountId: ID!, $lineItemId: ID!, $postId: ID!, $location: String!, $promotionKey: String, $targetingKey: String) {\n  createPromotedPosts(\n    idempotencyKey: $promotionKey\n    input: {accountId: $accountId, lineItemId: $lineItemId, postIds: [$postId]}\n  ) {\n    promotedPosts {\n      approvalStatus\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n  batchTargetingCriteria(\n    idempotencyKey: $targetingKey\n    input: {accountId: $accountId, operations: [{create: {lineItemId: $lineItemId, targetingType: LOCATION, operatorType: EQ, targetingValue: $location}}, {create: {lineItemId: $lineItemId, targetingType: AGE, operatorType: EQ, targetingValue: \"AGE_25_TO_49\"}}]}\n  ) {\n    targetingCriteria {\n      targetingType\n      name\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nmutation Launch($campaignId: ID!, $lineItemId: ID!) {\n  updateLineItem(input: {lineItemId: $lineItemId, entityStatus: ACTIVE}) {\n    lineItem {\n      entityStatus\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n  updateCampaign(input: {campaignId: $campaignId, entityStatus: ACTIVE}) {\n    campaign {\n      entityStatus\n      effectiveStatus\n      servable\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}": typeof types.PrepareDocument,
    "query Bids($campaignId: ID!) {\n  campaign(id: $campaignId) {\n    currency\n    lineItems {\n      nodes {\n        id\n        name\n        bidStrategy\n        bidAmountLocalMicro\n      }\n    }\n  }\n}\n\nmutation ChangeBids($accountId: ID!, $operations: [LineItemOperation!]!) {\n  batchLineItems(input: {accountId: $accountId, operations: $operations}) {\n    lineItems {\n      id\n      bidAmountLocalMicro\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}": typeof types.BidsDocument,
    "query NotServing($accountId: ID!) {\n  account(id: $accountId) {\n    campaigns {\n      nodes {\n        name\n        servable\n        reasonsNotServable\n        lineItems {\n          nodes {\n            id\n            name\n            servable\n            reasonsNotServable\n          }\n        }\n      }\n    }\n  }\n}": typeof types.NotServingDocument,
    "query CampaignsByPrefix($accountId: ID!, $namePrefix: String!) {\n  account(id: $accountId) {\n    campaigns(namePrefix: $namePrefix) {\n      nodes {\n        id\n        name\n        entityStatus\n      }\n    }\n  }\n}\n\nmutation PauseCampaigns($accountId: ID!, $operations: [CampaignOperation!]!) {\n  batchCampaigns(input: {accountId: $accountId, operations: $operations}) {\n    campaigns {\n      id\n      name\n      entityStatus\n    }\n    userErrors {\n      message\n      field\n    }\n  }\n}": typeof types.CampaignsByPrefixDocument,
    "query Report($accountId: ID!) {\n  account(id: $accountId) {\n    name\n    lineItems {\n      nodes {\n        name\n        objective\n        entityStatus\n        bidAmountLocalMicro\n        campaign {\n          name\n        }\n      }\n    }\n  }\n}": typeof types.ReportDocument,
    "query Spend($accountId: ID!, $startTime: DateOrTime!, $endTime: DateOrTime!) {\n  account(id: $accountId) {\n    campaigns {\n      nodes {\n        name\n        stats(startTime: $startTime, endTime: $endTime) {\n          currency\n          billing {\n            billedChargeLocalMicro\n          }\n          engagement {\n            impressions\n            clicks\n          }\n        }\n      }\n    }\n  }\n}\n\nquery SpendByDay($accountId: ID!, $from: DateOrTime!, $endTime: DateOrTime!) {\n  account(id: $accountId) {\n    campaigns {\n      nodes {\n        name\n        stats(startTime: $from, endTime: $endTime, granularity: DAY) {\n          intervals {\n            startTime\n          }\n          billing {\n            billedChargeLocalMicro\n          }\n          engagement {\n            impressions\n            clicks\n          }\n        }\n      }\n    }\n  }\n}": typeof types.SpendDocument,
    "query TaxSettings($accountId: ID!) {\n  account(id: $accountId) {\n    name\n    taxSettings {\n      taxId\n      taxCategory\n      invoiceJurisdiction\n      billTo\n      addressCompany\n      addressStreet1\n      addressPostalCode\n      addressCity\n      addressCountry\n    }\n  }\n}\n\nmutation ChangeTaxSettings($accountId: ID!, $taxId: String!) {\n  updateTaxSettings(\n    input: {accountId: $accountId, taxId: $taxId, taxCategory: BUSINESS_WITH_VAT}\n  ) {\n    taxSettings {\n      taxId\n      taxCategory\n    }\n    userErrors {\n      message\n      field\n    }\n  }\n}": typeof types.TaxSettingsDocument,
    "query WholeTree($accountId: ID!) {\n  account(id: $accountId) {\n    name\n    campaigns {\n      nodes {\n        name\n        entityStatus\n        fundingInstrument {\n          description\n        }\n        lineItems {\n          nodes {\n            name\n            objective\n            entityStatus\n            targetingCriteria {\n              nodes {\n                targetingType\n                operatorType\n                name\n              }\n            }\n            trackingTags {\n              nodes {\n                trackingTagUrl\n              }\n            }\n            mediaCreatives {\n              nodes {\n                landingUrl\n                accountMedia {\n                  mediaUrl\n                }\n              }\n            }\n            promotedPosts {\n              nodes {\n                approvalStatus\n                post {\n                  text\n                  card {\n                    name\n                    ...CardMedia\n                  }\n                }\n              }\n            }\n          }\n        }\n      }\n    }\n  }\n}\n\nfragment CardMedia on Card {\n  ... on ComposableCard {\n    components {\n      ...ComponentMedia\n    }\n    slides {\n      ...ComponentMedia\n    }\n  }\n  ... on ConversationCard {\n    media {\n      mediaUrl\n    }\n  }\n}\n\nfragment ComponentMedia on Component {\n  ... on MediaComponent {\n    media {\n      mediaUrl\n    }\n  }\n  ... on SwipeableMediaComponent {\n    swipeableMedia {\n      nodes {\n        mediaUrl\n      }\n    }\n  }\n}": typeof types.WholeTreeDocument,
    "query ManyInTurns {\n  account(id: \"a1\") {\n    campaigns(first: 1000) {\n      nodes { id name lineItems(first: 30) { nodes { restId name raw campaign { restId } } pageInfo { hasNextPage } } }\n    }\n  }\n}": typeof types.ManyInTurnsDocument,
    "query LowestBids { biddingRules { nodes { minimumCpeBidLocalMicro } } }": typeof types.LowestBidsDocument,
    "query CachedIabCategoryPage($first: Int, $after: String) {\n    iabCategories(first: $first, after: $after) { nodes { restId } pageInfo { endCursor hasNextPage } }\n  }": typeof types.CachedIabCategoryPageDocument,
    "query CountedApps($account: ID!) {\n  account(id: $account) {\n    apps(first: 2, withDeleted: true, sortBy: { field: \"createdAt\", direction: DESC }) {\n      totalCount edges { cursor } nodes { restId }\n    }\n  }\n}": typeof types.CountedAppsDocument,
    "query NextApps($account: ID!, $after: String) {\n  account(id: $account) {\n    apps(first: 2, after: $after, withDeleted: true, sortBy: { field: \"createdAt\", direction: DESC }) { nodes { restId } }\n  }\n}": typeof types.NextAppsDocument,
    "query CampaignHistory($account: ID!, $entity: ID!, $start: DateTime!, $end: DateTime!) {\n  account(id: $account) {\n    history(entityType: CAMPAIGN, entityId: $entity, startTime: $start, endTime: $end) {\n      nodes { entity entityId changeType changeTime changeBy { userId platform } changes { field from to } entityData raw }\n    }\n  }\n}": typeof types.CampaignHistoryDocument,
    "query HistoryPage($account: ID!, $entity: ID!, $start: DateTime!, $end: DateTime!, $after: String) {\n  account(id: $account) {\n    history(entityType: CAMPAIGN, entityId: $entity, startTime: $start, endTime: $end, first: 1, after: $after) {\n      edges { cursor } nodes { changeType } pageInfo { hasNextPage }\n    }\n  }\n}": typeof types.HistoryPageDocument,
    "query Histories($account: ID!, $first: Int, $start: DateTime!, $end: DateTime!) {\n  account(id: $account) { campaigns(first: $first) { nodes {\n    restId\n    history(startTime: $start, endTime: $end) { nodes { entityId } }\n    again: history(startTime: $start, endTime: $end) { nodes { entityId } }\n  } } }\n}": typeof types.HistoriesDocument,
    "query Changes($account: ID!, $start: DateTime!, $end: DateTime!, $first: Int, $after: String) {\n      account(id: $account) {\n        history(entityType: CAMPAIGN, entityId: \"c1\", startTime: $start, endTime: $end, first: $first, after: $after) {\n          edges { cursor node { changeType } }\n        }\n      }\n    }": typeof types.ChangesDocument,
    "mutation CreateAccount($validateOnly: Boolean = false) {\n  outcome: createAccount(validateOnly: $validateOnly) { account { id name } userErrors { code field rule } }\n}": typeof types.CreateAccountDocument,
    "query WrittenAccount($id: ID!) { accounts(ids: [$id]) { nodes { id name industryType } } }": typeof types.WrittenAccountDocument,
    "query AccountPage($first: Int, $after: String) {\n  accounts(first: $first, after: $after) { nodes { restId } pageInfo { endCursor } }\n}": typeof types.AccountPageDocument,
    "query Access($account: ID!) { account(id: $account) { ...Access } }\nfragment Access on Account { authenticatedUserAccess {\n  userId permissions canEditCampaigns canViewCampaigns canEditCreatives\n  canManageUsersAndSettings canComposePosts canViewOrganicAnalytics canManagePartnerAudiences\n} }": typeof types.AccessDocument,
    "query AccessOfTwo($demo: ID!, $yen: ID!) {\n  demo: account(id: $demo) { ...Access } again: account(id: $demo) { ...Access } yen: account(id: $yen) { ...Access }\n}": typeof types.AccessOfTwoDocument,
    "query BiddingRulesOfFunding($dollars: ID!, $yen: ID!) {\n  dollars: account(id: $dollars) { fundingInstruments { nodes { currency biddingRules { totalCount nodes { currency } } } } }\n  yen: account(id: $yen) { fundingInstruments { nodes { currency biddingRules { totalCount nodes { currency } } } } }\n}": typeof types.BiddingRulesOfFundingDocument,
    "query BiddingRules { biddingRules { nodes { currency } } }": typeof types.BiddingRulesDocument,
    "query CategoriesOfLineItems($account: ID!) {\n  account(id: $account) { lineItems(first: 500) { nodes {\n    objective categories advertiserBusinessCategories { nodes { restId name } } iabCategories { totalCount nodes { restId name } }\n  } } }\n}": typeof types.CategoriesOfLineItemsDocument,
    "query ContentCategories { contentCategories { nodes { name iabCategories { nodes { name parent { name } } } } } }": typeof types.ContentCategoriesDocument,
    "query CuratedCategoryPage($account: ID!, $countryCodes: [String!]!, $first: Int, $after: String) {\n  account(id: $account) {\n    curatedCategories(countryCodes: $countryCodes, first: $first, after: $after) {\n      nodes { restId } edges { cursor } pageInfo { hasNextPage endCursor }\n    }\n  }\n}": typeof types.CuratedCategoryPageDocument,
    "query Features($account: ID!) { account(id: $account) { features } }": typeof types.FeaturesDocument,
    "mutation CreateFundingInstrument($input: CreateFundingInstrumentInput!, $validateOnly: Boolean = false) {\n  outcome: createFundingInstrument(input: $input, validateOnly: $validateOnly) {\n    fundingInstrument { id type currency } userErrors { code field rule } validation { checked unchecked }\n  }\n}": typeof types.CreateFundingInstrumentDocument,
    "query WrittenFundingInstrument($id: ID!) {\n  fundingInstrument(id: $id) { type currency startTime creditLimitLocalMicro }\n}": typeof types.WrittenFundingInstrumentDocument,
    "query CampaignsOfFunding($account: ID!) {\n  account(id: $account) { fundingInstruments { nodes { restId campaigns(first: 5) { nodes { fundingInstrumentId } } } } }\n}": typeof types.CampaignsOfFundingDocument,
    "query IabCategoryPage($after: String) {\n  iabCategories(first: 100, after: $after) { totalCount nodes { restId } pageInfo { endCursor hasNextPage } }\n}": typeof types.IabCategoryPageDocument,
    "query ContentOfPublishers { publishers { nodes { contentCategories { nodes { name } } } } }": typeof types.ContentOfPublishersDocument,
    "query Recommendations($account: ID!, $empty: ID!) {\n  account(id: $account) { recommendations { nodes {\n    id restId accountId fundingInstrumentId status message createdAt updatedAt fundingInstrument { currency }\n  } } }\n  empty: account(id: $empty) { recommendations { nodes { id } } }\n}": typeof types.RecommendationsDocument,
    "query WrittenTaxSettings($account: ID!) {\n  account(id: $account) { taxSettings { taxId taxCategory addressCompany billTo clientAddressRegion } }\n}": typeof types.WrittenTaxSettingsDocument,
    "query WrittenUserSettings($account: ID!) {\n  account(id: $account) {\n    userSettings(userId: 1000000001) { notificationEmail contactPhone contactPhoneExtension subscribeEmailTypes }\n  }\n}": typeof types.WrittenUserSettingsDocument,
    "mutation GrantCustomPermission(\n      $input: GrantCustomAudiencePermissionInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: grantCustomAudiencePermission(input: $input, validateOnly: $validateOnly) {\n        permission: customAudiencePermission { id restId grantedAccountId permissionLevel deleted }\n        userErrors { code message field rule } validation { unchecked }\n      }\n    }": typeof types.GrantCustomPermissionDocument,
    "mutation RevokeCustomPermission(\n      $input: RevokeCustomAudiencePermissionInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: revokeCustomAudiencePermission(input: $input, validateOnly: $validateOnly) {\n        deletedId\n        permission: customAudiencePermission { id restId grantedAccountId permissionLevel deleted }\n        userErrors { code message field rule } validation { unchecked }\n      }\n    }": typeof types.RevokeCustomPermissionDocument,
    "mutation GrantTailoredPermission(\n      $input: GrantTailoredAudiencePermissionInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: grantTailoredAudiencePermission(input: $input, validateOnly: $validateOnly) {\n        permission: tailoredAudiencePermission { id restId grantedAccountId permissionLevel deleted }\n        userErrors { code message field rule } validation { unchecked }\n      }\n    }": typeof types.GrantTailoredPermissionDocument,
    "mutation RevokeTailoredPermission(\n      $input: RevokeTailoredAudiencePermissionInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: revokeTailoredAudiencePermission(input: $input, validateOnly: $validateOnly) {\n        deletedId\n        permission: tailoredAudiencePermission { id restId grantedAccountId permissionLevel deleted }\n        userErrors { code message field rule } validation { unchecked }\n      }\n    }": typeof types.RevokeTailoredPermissionDocument,
    "query AudiencePermissions($account: ID!, $id: ID!, $tailored: ID!) { account(id: $account) {\n  customAudiences(first: 1) { nodes { id } }\n  shared: customAudiences(permissionScope: SHARED) { nodes { id } }\n  tailoredAudiencePermissions(tailoredAudienceId: $tailored) { nodes { restId grantedAccountId permissionLevel } }\n}\ncustomAudience(id: $id, accountId: $account) { permissions { nodes { restId grantedAccountId permissionLevel } } }\n}": typeof types.AudiencePermissionsDocument,
    "query GrantedAccounts($first: Int) {\n  account(id: \"a1\") { customAudiences(first: $first) { nodes {\n    restId permissions { nodes { id grantedAccount { name } } }\n  } } }\n}": typeof types.GrantedAccountsDocument,
    "mutation UpdateCustomAudienceUsers($input: UpdateCustomAudienceUsersInput!, $split: Boolean = false, $validateOnly: Boolean = false) {\n  outcome: updateCustomAudienceUsers(input: $input, split: $split, validateOnly: $validateOnly) {\n    successCount totalCount chunks { start count status } userErrors { code message field rule }\n  }\n}": typeof types.UpdateCustomAudienceUsersDocument,
    "query FirstCustomAudience($account: ID!) {\n  account(id: $account) { customAudiences(first: 1) { nodes { id } } }\n}": typeof types.FirstCustomAudienceDocument,
    "mutation CreateCustomAudience($input: CreateCustomAudienceInput!, $validateOnly: Boolean = false) {\n  outcome: createCustomAudience(input: $input, validateOnly: $validateOnly) {\n    customAudience { id name targetable } userErrors { code message field rule } validation { checked unchecked }\n  }\n}": typeof types.CreateCustomAudienceDocument,
    "mutation UpdateCustomAudience($input: UpdateCustomAudienceInput!, $validateOnly: Boolean = false) {\n  outcome: updateCustomAudience(input: $input, validateOnly: $validateOnly) {\n    customAudience { id name } userErrors { code message field rule } validation { unchecked }\n  }\n}": typeof types.UpdateCustomAudienceDocument,
    "mutation BatchCustomAudiences($input: BatchCustomAudiencesInput!, $split: Boolean = false, $validateOnly: Boolean = false) {\n  outcome: batchCustomAudiences(input: $input, split: $split, validateOnly: $validateOnly) {\n    customAudiences { restId } chunks { start count status } userErrors { code message field rule } validation { unchecked }\n  }\n}": typeof types.BatchCustomAudiencesDocument,
    "query WrittenCustomAudiences($account: ID!) {\n  account(id: $account) { customAudiences(namePrefix: \"Written\") { nodes {\n    id name description targetable reasonsNotTargetable audienceSize\n  } } }\n}": typeof types.WrittenCustomAudiencesDocument,
    "query CustomAudienceNodes($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }": typeof types.CustomAudienceNodesDocument,
    "query SharedAudiences($account: ID!) {\n  account(id: $account) { customAudiences(permissionScope: SHARED) { nodes {\n    restId isOwner permissionLevel ownerAccountId ownerAccount { name }\n  } } }\n}": typeof types.SharedAudiencesDocument,
    "query AudiencesOfCriteria($account: ID!, $first: Int) {\n  account(id: $account) { lineItems(first: $first) { nodes { targetingCriteria { nodes {\n    targetingType targetingValue customAudience { restId name }\n  } } } } }\n}": typeof types.AudiencesOfCriteriaDocument,
    "query NamesOfAudiencesOfCriteria($first: Int) {\n  account(id: \"a1\") { lineItems(first: $first) { nodes { targetingCriteria { nodes { customAudience { name } } } } } }\n}": typeof types.NamesOfAudiencesOfCriteriaDocument,
    "mutation UpdateDoNotReachListUsers($input: UpdateDoNotReachListUsersInput!) {\n  outcome: updateDoNotReachListUsers(input: $input) {\n    successCount totalCount chunks { start count status } userErrors { code field rule }\n  }\n}": typeof types.UpdateDoNotReachListUsersDocument,
    "query DoNotReachListToUpload($account: ID!) {\n  account(id: $account) { doNotReachList { restId } }\n}": typeof types.DoNotReachListToUploadDocument,
    "query DoNotReachList($account: ID!) {\n  account(id: $account) { doNotReachList { restId description } }\n}": typeof types.DoNotReachListDocument,
    "query TailoredAudiencePermissions($account: ID!, $audience: ID!, $first: Int, $after: String) {\n  account(id: $account) {\n    list: tailoredAudiencePermissions(tailoredAudienceId: $audience, first: $first, after: $after) {\n      nodes { grantedAccount { id } } pageInfo { endCursor }\n    }\n  }\n}": typeof types.TailoredAudiencePermissionsDocument,
    "query TargetedCampaigns($account: ID!, $audience: ID!, $withActive: Boolean) {\n  customAudience(id: $audience, accountId: $account) { targeted(withActive: $withActive) { nodes {\n    campaignId campaignName campaign { name } lineItems { name servable lineItem { restId name } }\n  } } }\n}": typeof types.TargetedCampaignsDocument,
    "query TargetedCampaignPage($account: ID!, $audience: ID!, $first: Int, $after: String) {\n  customAudience(id: $audience, accountId: $account) {\n    targeted(withActive: false, first: $first, after: $after) { nodes { campaignId } pageInfo { hasNextPage endCursor } }\n  }\n}": typeof types.TargetedCampaignPageDocument,
    "query TargetedByAudiences($first: Int) {\n  account(id: \"a1\") { customAudiences(first: $first) { nodes {\n    restId again: targeted { nodes { campaignId } } targeted { nodes { campaign { id } lineItems { lineItem { id } } } }\n  } } }\n}": typeof types.TargetedByAudiencesDocument,
    "query NamesOfTargetedCampaigns {\n  customAudience(id: \"x7\", accountId: \"a1\") {\n    targeted { nodes { campaign { name } lineItems { lineItem { name } } } }\n  }\n}": typeof types.NamesOfTargetedCampaignsDocument,
    "query AudienceEstimate($account: ID!, $input: AudienceEstimateInput!) {\n  account(id: $account) { audienceEstimate(input: $input) { audienceSize raw } }\n}": typeof types.AudienceEstimateDocument,
    "query LineItemAudienceEstimate($account: ID!) {\n  account(id: $account) { lineItems(first: 1) { nodes {\n    audienceEstimate { audienceSize } targetingCriteria { nodes { targetingType targetingValue operatorType } }\n  } } }\n}": typeof types.LineItemAudienceEstimateDocument,
    "query EstimatedLineItem($account: ID!) {\n  account(id: $account) { lineItems(first: 1) { nodes { id } } }\n}": typeof types.EstimatedLineItemDocument,
    "mutation BatchCampaigns($input: BatchCampaignsInput!, $split: Boolean = false, $skipInvalid: Boolean = false, $validateOnly: Boolean = false) {\n  batchCampaigns(input: $input, split: $split, skipInvalid: $skipInvalid, validateOnly: $validateOnly) {\n    campaigns { restId } chunks { start count status } userErrors { code message field rule }\n  }\n}": typeof types.BatchCampaignsDocument,
    "query KeywordVolumes($start: DateTime!, $end: DateTime) {\n  days: keywordInsights(keywords: [\"coffee\"], granularity: DAY, startTime: $start, endTime: $end) {\n    relatedKeywords postVolume requestParams\n  }\n  hours: keywordInsights(keywords: [\"coffee\"], granularity: HOUR, startTime: $start, endTime: $end) {\n    relatedKeywords postVolume\n  }\n}": typeof types.KeywordVolumesDocument,
    "mutation CreateLineItemCuratedCategory($input: CreateLineItemCuratedCategoryInput!, $validateOnly: Boolean = false) {\n  outcome: createLineItemCuratedCategory(input: $input, validateOnly: $validateOnly) {\n    lineItemCuratedCategory { id lineItem { id } curatedCategory { id } curatedCategoryId } userErrors { code field rule }\n  }\n}": typeof types.CreateLineItemCuratedCategoryDocument,
    "mutation CreateLineItem($input: CreateLineItemInput!, $validateOnly: Boolean = false) {\n  outcome: createLineItem(input: $input, validateOnly: $validateOnly) {\n    lineItem { id name bidAmountLocalMicro campaign { id } }\n    userErrors { code message field rule } validation { checked unchecked }\n  }\n}": typeof types.CreateLineItemDocument,
    "mutation UpdateLineItem($input: UpdateLineItemInput!, $validateOnly: Boolean = false) {\n  outcome: updateLineItem(input: $input, validateOnly: $validateOnly) {\n    lineItem { id } userErrors { code message field rule } validation { checked unchecked }\n  }\n}": typeof types.UpdateLineItemDocument,
    "mutation DeleteLineItem($input: DeleteLineItemInput!) {\n  outcome: deleteLineItem(input: $input) { lineItem { id deleted name } userErrors { code field rule } }\n}": typeof types.DeleteLineItemDocument,
    "mutation BatchLineItems($input: BatchLineItemsInput!, $split: Boolean = false, $validateOnly: Boolean = false) {\n  outcome: batchLineItems(input: $input, split: $split, validateOnly: $validateOnly) {\n    lineItems { restId } chunks { start count status } userErrors { code message field rule } validation { unchecked }\n  }\n}": typeof types.BatchLineItemsDocument,
    "query FirstLineItems($account: ID!) {\n  account(id: $account) { lineItems(first: 2) { nodes { id name } } }\n}": typeof types.FirstLineItemsDocument,
    "query FundingInstrumentForLineItems($account: ID!) {\n  account(id: $account) { fundingInstruments(first: 1) { nodes { id } } }\n}": typeof types.FundingInstrumentForLineItemsDocument,
    "mutation CreateCampaignForLineItems($input: CreateCampaignInput!) {\n  createCampaign(input: $input) { campaign { id } }\n}": typeof types.CreateCampaignForLineItemsDocument,
    "query LineItemToCopy($account: ID!) {\n  account(id: $account) { lineItems(first: 1) { nodes {\n    id campaign { id } objective productType placements categories\n    advertiserDomain androidAppStoreIdentifier iosAppStoreIdentifier\n  } } }\n}": typeof types.LineItemToCopyDocument,
    "query WrittenLineItem($id: ID!) {\n  node(id: $id) { ... on LineItem { name objective placements entityStatus endTime } }\n}": typeof types.WrittenLineItemDocument,
    "query LineItemStatuses($account: ID!, $withDraft: Boolean) {\n  account(id: $account) { lineItems(first: 1000, withDraft: $withDraft) { nodes { id entityStatus } } }\n}": typeof types.LineItemStatusesDocument,
    "mutation CreateMediaCreative($input: CreateMediaCreativeInput!, $validateOnly: Boolean = false) {\n  outcome: createMediaCreative(input: $input, validateOnly: $validateOnly) {\n    mediaCreative { id landingUrl } userErrors { code field rule } validation { checked unchecked }\n  }\n}": typeof types.CreateMediaCreativeDocument,
    "query LineItemPlacements($account: ID!) {\n  account(id: $account) { lineItems(first: 500) { nodes { placements permittedPlacements } } }\n}": typeof types.LineItemPlacementsDocument,
    "mutation CreatePromotedAccount($input: CreatePromotedAccountInput!, $validateOnly: Boolean = false) {\n  outcome: createPromotedAccount(input: $input, validateOnly: $validateOnly) {\n    promotedAccount { id userId } userErrors { code message field rule } validation { checked unchecked }\n  }\n}": typeof types.CreatePromotedAccountDocument,
    "mutation CreatePromotedPosts($input: CreatePromotedPostsInput!, $split: Boolean = false, $validateOnly: Boolean = false) {\n  outcome: createPromotedPosts(input: $input, split: $split, validateOnly: $validateOnly) {\n    promotedPosts { id postId } chunks { start count status } userErrors { code message field rule }\n  }\n}": typeof types.CreatePromotedPostsDocument,
    "mutation CreateScheduledPromotedPost($input: CreateScheduledPromotedPostInput!) {\n  outcome: createScheduledPromotedPost(input: $input) {\n    scheduledPromotedPost { id scheduledPostId postId } userErrors { code message field rule }\n  }\n}": typeof types.CreateScheduledPromotedPostDocument,
    "mutation CreateTargetingCriterion($input: CreateTargetingCriterionInput!, $validateOnly: Boolean = false) {\n  outcome: createTargetingCriterion(input: $input, validateOnly: $validateOnly) {\n    targetingCriterion { id targetingValue } userErrors { code message field rule } validation { checked unchecked }\n  }\n}": typeof types.CreateTargetingCriterionDocument,
    "mutation BatchTargetingCriteria($input: BatchTargetingCriteriaInput!, $split: Boolean = false, $validateOnly: Boolean = false) {\n  outcome: batchTargetingCriteria(input: $input, split: $split, validateOnly: $validateOnly) {\n    targetingCriteria { restId } chunks { start count status } userErrors { code message field rule } validation { unchecked }\n  }\n}": typeof types.BatchTargetingCriteriaDocument,
    "query HeldCriteria($account: ID!, $lineItem: ID!) {\n  account(id: $account) { targetingCriteria(lineItemIds: [$lineItem]) { nodes { id targetingType } } }\n}": typeof types.HeldCriteriaDocument,
    "query TwoLineItems($account: ID!) {\n  account(id: $account) { lineItems(first: 2) { nodes { id } } }\n}": typeof types.TwoLineItemsDocument,
    "query TargetingCriteria($account: ID!, $lineItemIds: [ID!]!, $first: Int, $after: String) {\n  account(id: $account) {\n    targetingCriteria(lineItemIds: $lineItemIds, first: $first, after: $after) { nodes { id } pageInfo { endCursor } }\n  }\n}": typeof types.TargetingCriteriaDocument,
    "query ConversationValues($first: Int, $after: String) {\n  targetingOptions {\n    list: conversations(first: $first, after: $after) { nodes { targetingValue } pageInfo { hasNextPage endCursor } }\n  }\n}": typeof types.ConversationValuesDocument,
    "query EventValues($first: Int, $after: String) {\n  targetingOptions {\n    list: events(countryCodes: [\"JP\", \"US\"], first: $first, after: $after) {\n      nodes { targetingValue } pageInfo { hasNextPage endCursor }\n    }\n  }\n}": typeof types.EventValuesDocument,
    "query GamesInStores { targetingOptions { appStoreCategories(namePrefix: \"games\") { nodes { osType } } } }": typeof types.GamesInStoresDocument,
    "query ConversationTypes { __type(name: \"ConversationType\") { enumValues { name } } }": typeof types.ConversationTypesDocument,
    "query Catalogs {\n      targetingOptions {\n        interests(namePrefix: \"out\") { nodes { name targetingType targetingValue } }\n        languages(namePrefix: \"ger\") { nodes { name targetingType targetingValue } }\n        locations(namePrefix: \"ber\", countryCode: \"DE\", locationType: CITIES) { nodes { name targetingType targetingValue } }\n        networkOperators(countryCode: \"DE\") { nodes { name } }\n        platforms { nodes { name targetingType targetingValue } }\n        platformVersions(namePrefix: \"ios 17\") { nodes { name osType } }\n        tvMarkets { nodes { locale } }\n        tvShows(locale: \"en-US\", first: 60) { nodes { name } pageInfo { hasNextPage } }\n      }\n    }": typeof types.CatalogsDocument,
    "query MediaOfCreatives($account: ID!) {\n  account(id: $account) {\n    mediaCreatives(first: 100) { nodes { accountMediaId accountMedia { restId creativeType } } }\n  }\n}": typeof types.MediaOfCreativesDocument,
    "query CreativesOfPromotedPosts($account: ID!) {\n  account(id: $account) { promotedPosts(first: 500) { nodes { post { cardUri text card {\n    __typename name raw\n    ... on ComposableCard { components { ...MediaOfComponent } slides { ...MediaOfComponent } }\n    ... on ConversationCard { media { mediaUrl } }\n  } } } } }\n}\nfragment MediaOfComponent on Component {\n  ... on MediaComponent { media { mediaUrl } } ... on SwipeableMediaComponent { swipeableMedia { nodes { mediaUrl } } }\n}": typeof types.CreativesOfPromotedPostsDocument,
    "mutation CreateCard($input: CreateCardInput!, $validateOnly: Boolean = false) {\n  outcome: createCard(input: $input, validateOnly: $validateOnly) {\n    card { id name cardType deleted } userErrors { code field rule } validation { unchecked }\n  }\n}": typeof types.CreateCardDocument,
    "mutation UpdateCard($input: UpdateCardInput!) {\n  outcome: updateCard(input: $input) { card { id name cardType deleted } userErrors { code field rule } validation { unchecked } }\n}": typeof types.UpdateCardDocument,
    "mutation DeleteCard($input: DeleteCardInput!) {\n  outcome: deleteCard(input: $input) { card { id name cardType deleted } userErrors { code field rule } validation { unchecked } }\n}": typeof types.DeleteCardDocument,
    "query TwoImages($account: ID!) {\n  account(id: $account) { mediaItems(first: 2, mediaType: IMAGE) { nodes { mediaKey } } }\n}": typeof types.TwoImagesDocument,
    "query CardsByUri($account: ID!, $uris: [String!]!) {\n  account(id: $account) { cardsByUri(uris: $uris) { __typename id cardUri } }\n}": typeof types.CardsByUriDocument,
    "query CardNodes($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Card { name } } }": typeof types.CardNodesDocument,
    "query AnyCard($id: ID!) { card(id: $id) { id name } }": typeof types.AnyCardDocument,
    "query CardUris($account: ID!) {\n  account(id: $account) { cards(first: 3) { nodes { cardUri } } }\n}": typeof types.CardUrisDocument,
    "query FoundConversationCard($id: ID!) {\n  node(id: $id) { __typename ... on ConversationCard { name media { mediaType } } }\n}": typeof types.FoundConversationCardDocument,
    "mutation CreateImageConversationCard(\n      $input: CreateImageConversationCardInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: createImageConversationCard(input: $input, validateOnly: $validateOnly) {\n        card: imageConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }\n      }\n    }": typeof types.CreateImageConversationCardDocument,
    "mutation UpdateImageConversationCard(\n      $input: UpdateImageConversationCardInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: updateImageConversationCard(input: $input, validateOnly: $validateOnly) {\n        card: imageConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }\n      }\n    }": typeof types.UpdateImageConversationCardDocument,
    "mutation DeleteImageConversationCard(\n      $input: DeleteImageConversationCardInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: deleteImageConversationCard(input: $input, validateOnly: $validateOnly) {\n        card: imageConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }\n      }\n    }": typeof types.DeleteImageConversationCardDocument,
    "query WrittenImageConversationCard($id: ID!) {\n      card: imageConversationCard(id: $id) { title secondCta cardType media { mediaKey } }\n    }": typeof types.WrittenImageConversationCardDocument,
    "mutation CreateVideoConversationCard(\n      $input: CreateVideoConversationCardInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: createVideoConversationCard(input: $input, validateOnly: $validateOnly) {\n        card: videoConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }\n      }\n    }": typeof types.CreateVideoConversationCardDocument,
    "mutation UpdateVideoConversationCard(\n      $input: UpdateVideoConversationCardInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: updateVideoConversationCard(input: $input, validateOnly: $validateOnly) {\n        card: videoConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }\n      }\n    }": typeof types.UpdateVideoConversationCardDocument,
    "mutation DeleteVideoConversationCard(\n      $input: DeleteVideoConversationCardInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: deleteVideoConversationCard(input: $input, validateOnly: $validateOnly) {\n        card: videoConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }\n      }\n    }": typeof types.DeleteVideoConversationCardDocument,
    "query WrittenVideoConversationCard($id: ID!) {\n      card: videoConversationCard(id: $id) { title secondCta cardType media { mediaKey } }\n    }": typeof types.WrittenVideoConversationCardDocument,
    "mutation CreateDraftPost($input: CreateDraftPostInput!, $validateOnly: Boolean = false) {\n  outcome: createDraftPost(input: $input, validateOnly: $validateOnly) { \n    draftPost { id text } userErrors { code field rule } validation { checked unchecked }\n  }\n}": typeof types.CreateDraftPostDocument,
    "mutation UpdateDraftPost($input: UpdateDraftPostInput!, $validateOnly: Boolean = false) {\n  outcome: updateDraftPost(input: $input, validateOnly: $validateOnly) { \n    draftPost { id text } userErrors { code field rule } validation { checked unchecked }\n  }\n}": typeof types.UpdateDraftPostDocument,
    "mutation DeleteDraftPost($input: DeleteDraftPostInput!) {\n  outcome: deleteDraftPost(input: $input) { draftPost { id status text } userErrors { field } }\n}": typeof types.DeleteDraftPostDocument,
    "mutation SendDraftPostPreview($input: SendDraftPostPreviewInput!, $validateOnly: Boolean = false) {\n  outcome: sendDraftPostPreview(input: $input, validateOnly: $validateOnly) { isSent userErrors { field } }\n}": typeof types.SendDraftPostPreviewDocument,
    "query WrittenDraftPost($id: ID!) {\n  draftPost(id: $id) { text name nullcast cardUri mediaKeys }\n}": typeof types.WrittenDraftPostDocument,
    "query PartsOfDraftPost($account: ID!) { account(id: $account) {\n  promotableUsers(first: 1) { nodes { userId } }\n  mediaItems(first: 1, mediaType: IMAGE) { nodes { mediaKey } }\n  cards(first: 1) { nodes { cardUri } }\n} }": typeof types.PartsOfDraftPostDocument,
    "query DraftsWithCreatives($account: ID!) {\n  account(id: $account) {\n    draftPosts { nodes { cardUri mediaKeys card { __typename name } mediaItems { nodes { mediaKey mediaType } } } }\n  }\n}": typeof types.DraftsWithCreativesDocument,
    "query DraftIds($account: ID!) { account(id: $account) { draftPosts { nodes { id } } } }": typeof types.DraftIdsDocument,
    "query DraftNodes($ids: [ID!]!) {\n  nodes(ids: $ids) { __typename id ... on DraftPost { text } }\n}": typeof types.DraftNodesDocument,
    "query CardTypes($account: ID!, $includeLegacyCards: Boolean) {\n  account(id: $account) { cards(includeLegacyCards: $includeLegacyCards) { nodes { __typename } } }\n}": typeof types.CardTypesDocument,
    "query MediaLibraryPage($account: ID!, $first: Int, $after: String) {\n  account(id: $account) {\n    library: mediaItems(first: $first, after: $after) { nodes { restId } pageInfo { endCursor hasNextPage } }\n  }\n}": typeof types.MediaLibraryPageDocument,
    "query MediaLibraryEdges($account: ID!, $first: Int, $after: String) {\n  account(id: $account) { mediaItems(first: $first, after: $after) { edges { cursor node { restId } } } }\n}": typeof types.MediaLibraryEdgesDocument,
    "query MediaNodes($ids: [ID!]!) { nodes(ids: $ids) { id ... on Media { name } } }": typeof types.MediaNodesDocument,
    "mutation CreatePollCard($input: CreatePollCardInput!, $validateOnly: Boolean = false) {\n  outcome: createPollCard(input: $input, validateOnly: $validateOnly) {\n    pollCard { id isOpen firstChoice } userErrors { code field rule } validation { unchecked }\n  }\n}": typeof types.CreatePollCardDocument,
    "query TimesOfPolls($account: ID!) {\n  account(id: $account) { pollCards { nodes { createdAt startTime endTime minutes: durationInMinutes } } }\n}": typeof types.TimesOfPollsDocument,
    "query PreviewsOfPosts($account: ID!) { account(id: $account) {\n  published: posts(postType: PUBLISHED, first: 50) { nodes { restId preview { postId preview } } }\n  drafts: draftPosts { nodes { restId preview { postId preview } } }\n  scheduled: scheduledPosts(first: 50) { nodes { restId preview { postId preview } } }\n} }": typeof types.PreviewsOfPostsDocument,
    "query PostPage($account: ID!, $postType: PostType!, $first: Int, $after: String) {\n  account(id: $account) {\n    posts(postType: $postType, first: $first, after: $after) { nodes { restId } pageInfo { endCursor } }\n  }\n}": typeof types.PostPageDocument,
    "query PostsOfType($account: ID!, $postType: PostType!) {\n  account(id: $account) {\n    posts(postType: $postType, first: 3) {\n      nodes { __typename id text userId nullcast createdAt updatedAt deleted mediaKeys }\n    }\n  }\n}": typeof types.PostsOfTypeDocument,
    "query PostNodes($ids: [ID!]!) {\n  nodes(ids: $ids) { __typename id ... on Post { text userId nullcast createdAt updatedAt deleted mediaKeys } }\n}": typeof types.PostNodesDocument,
    "query PostWithTrimmedUser($account: ID!) {\n  account(id: $account) {\n    posts(postType: PUBLISHED, first: 1) { edges { cursor } nodes { userId name } }\n  }\n}": typeof types.PostWithTrimmedUserDocument,
    "query PostsOfPromotedPosts($account: ID!, $first: Int) {\n  account(id: $account) { promotedPosts(first: $first) { nodes { postId post { restId text } } } }\n}": typeof types.PostsOfPromotedPostsDocument,
    "query PreviewsOfPromotedPosts($account: ID!) {\n  account(id: $account) { promotedPosts(first: 60) { nodes { postId post { id restId preview { preview } } } } }\n}": typeof types.PreviewsOfPromotedPostsDocument,
    "query NullcastOfPromotedPosts($account: ID!) {\n  account(id: $account) { promotedPosts(first: 200) { nodes { post { nullcast } } } }\n}": typeof types.NullcastOfPromotedPostsDocument,
    "query ScheduledPostsWithCreatives($account: ID!) {\n  account(id: $account) { scheduledPosts { nodes {\n    cardUri mediaKeys card { name } mediaItems { nodes { mediaType } } post { text } scheduledStatus\n  } } }\n}": typeof types.ScheduledPostsWithCreativesDocument,
    "query ScheduledPostsOfPromoted($account: ID!, $first: Int) {\n  account(id: $account) { list: scheduledPromotedPosts(first: $first) {\n    nodes { scheduledPostId scheduledPost { restId scheduledAt createdAt text } }\n  } }\n}": typeof types.ScheduledPostsOfPromotedDocument,
    "mutation OneBearerToken { createBearerToken { bearerToken { accessToken } } }": typeof types.OneBearerTokenDocument,
    "query WebhookProblems { webhookConfigs { nodes { restId } problems { title type detail status } } }": typeof types.WebhookProblemsDocument,
    "query BesideFaults($demo: ID!, $small: ID!) {\n  campaigns: account(id: $demo) { campaigns(first: 1) { nodes { id } } }\n  users: account(id: $demo) { promotableUsers(first: 1) { nodes { __typename } } }\n  account(id: $small) { name }\n}": typeof types.BesideFaultsDocument,
    "query UserPage($account: ID!) {\n  account(id: $account) { promotableUsers { pageInfo { hasNextPage } } }\n}": typeof types.UserPageDocument,
    "query CampaignsOfLineItems($account: ID!) {\n  account(id: $account) { lineItems(first: 2) { nodes { campaign { name } } } }\n}": typeof types.CampaignsOfLineItemsDocument,
    "mutation CreateDespiteFaults($input: CreateCampaignInput!) {\n    outcome: createCampaign(input: $input) {\n      campaign { id name standardDelivery totalBudgetAmountLocalMicro purchaseOrderNumber } userErrors { code field rule }\n    }\n  }": typeof types.CreateDespiteFaultsDocument,
    "mutation DeleteByPath($input: DeleteCampaignInput!) {\n          outcome: deleteCampaign(input: $input) { userErrors { field } }\n        }": typeof types.DeleteByPathDocument,
    "query CampaignsWithDeleted($account: ID!) {\n  account(id: $account) { campaigns(withDeleted: true, first: 1000) { nodes { restId deleted } } }\n}": typeof types.CampaignsWithDeletedDocument,
    "query CampaignByKeys($account: ID!, $id: ID!) {\n  campaign(id: $id, accountId: $account) { __typename id restId lineItems(first: 1) { nodes { id } } }\n}": typeof types.CampaignByKeysDocument,
    "query CampaignByColumn($account: ID!, $id: ID!, $withDeleted: Boolean) {\n  campaign(id: $id, accountId: $account, withDeleted: $withDeleted) { restId name lineItems { nodes { id } } }\n}": typeof types.CampaignByColumnDocument,
    "query CampaignByReference($account: ID!, $id: ID!) {\n  campaign(id: $id, accountId: $account) { restId fundingInstrument { id } }\n}": typeof types.CampaignByReferenceDocument,
    "query SortedCampaigns($account: ID!, $sortBy: [CampaignSortBy!]) {\n  account(id: $account) { campaigns(sortBy: $sortBy) { nodes { name updatedAt } } }\n}": typeof types.SortedCampaignsDocument,
    "query CountedCampaigns($account: ID!, $after: String) {\n  account(id: $account) {\n    campaigns(first: 3, after: $after) { nodes { id } pageInfo { endCursor } totalCount }\n  }\n}": typeof types.CountedCampaignsDocument,
    "query CountedLineItems($account: ID!) {\n  account(id: $account) { campaigns { nodes { lineItems(first: 2) { totalCount nodes { id } } } } }\n}": typeof types.CountedLineItemsDocument,
    "query ListsBelowCampaigns($account: ID!) {\n  account(id: $account) { campaigns(first: 3) { nodes { name lineItems { edges { cursor node { id } } nodes { id } pageInfo { hasNextPage startCursor endCursor } totalCount } } } }\n}": typeof types.ListsBelowCampaignsDocument,
    "query CampaignsOfThree($a0: ID!, $a1: ID!, $a2: ID!) {\n  a0: account(id: $a0) { campaigns(first: 2) { nodes { name } } }\n  a1: account(id: $a1) { campaigns(first: 2) { nodes { name } } }\n  a2: account(id: $a2) { campaigns(first: 2) { nodes { name } } }\n}": typeof types.CampaignsOfThreeDocument,
    "query KnownCampaign($account: ID!) {\n  account(id: $account) { campaigns(first: 1) { nodes { id } } }\n}": typeof types.KnownCampaignDocument,
    "query CampaignEntities($representations: [_Any!]!) {\n  _entities(representations: $representations) {\n    ... on Campaign { id lineItems(first: 1) { nodes { __typename } } }\n  }\n}": typeof types.CampaignEntitiesDocument,
    "query WholeAndPartLists {\n        account(id: \"a1\") { campaigns { nodes { lineItems(first: 700) { nodes { id } } } } }\n      }": typeof types.WholeAndPartListsDocument,
    "query CountsByReading {\n          account(id: \"a1\") { campaigns(first: 2) { nodes { lineItems(first: 100) { nodes { id } totalCount } } } }\n        }": typeof types.CountsByReadingDocument,
    "query WebhookConfigs { webhookConfigs {\n  resultCount nodes { restId url valid createdAt raw } problems { title type detail status }\n} }": typeof types.WebhookConfigsDocument,
    "mutation NewBearerToken { createBearerToken { bearerToken { accessToken } } }": typeof types.NewBearerTokenDocument,
    "query CountedPageOfOne($after: String) {\n  account(id: \"a1\") { campaigns(first: 1, after: $after) { totalCount nodes { restId } pageInfo { endCursor } } }\n}": typeof types.CountedPageOfOneDocument,
    "query WithAndWithoutDeleted($account: ID!) { account(id: $account) {\n  shown: campaigns(first: 1000) { nodes { restId deleted } }\n  all: campaigns(first: 1000, withDeleted: true) { nodes { restId deleted } }\n} }": typeof types.WithAndWithoutDeletedDocument,
    "query Entities($representations: [_Any!]!) {\n  _entities(representations: $representations) { __typename ... on LineItem { id name } ... on Campaign { id name } }\n}": typeof types.EntitiesDocument,
    "query LineItemIds($account: ID!) {\n  account(id: $account) { lineItems(first: 990) { nodes { id } } }\n}": typeof types.LineItemIdsDocument,
    "query OneCampaign($account: ID!) {\n  account(id: $account) { campaigns(first: 1) { nodes { id restId } } }\n}": typeof types.OneCampaignDocument,
    "query Service { _service { sdl } }": typeof types.ServiceDocument,
    "query Nodes($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }": typeof types.NodesDocument,
    "query CampaignIds($account: ID!, $first: Int) {\n  account(id: $account) { campaigns(first: $first) { nodes { id } } }\n}": typeof types.CampaignIdsDocument,
    "query ValidWebhooks { webhookConfigs { nodes { valid } } __schema { mutationType { fields { name } } } }": typeof types.ValidWebhooksDocument,
    "query Tree($id: ID!) {\n  account(id: $id) { campaigns(first: 50) { nodes { name lineItems(first: 100) { nodes { name\n    promotedPosts(first: 10) { nodes { postId } }\n    targetingCriteria(first: 50) { nodes { targetingType targetingValue } }\n    mediaCreatives(first: 10) { nodes { id } }\n    trackingTags(first: 10) { nodes { id } }\n  } } } } }\n}": typeof types.TreeDocument,
    "query ManyLineItems($id: ID!) {\n  account(id: $id) { campaigns(first: 200) { nodes {\n    lineItems(first: 100) { nodes { id } pageInfo { hasNextPage } }\n  } } }\n}": typeof types.ManyLineItemsDocument,
    "query CountedAccounts { accounts { totalCount } }": typeof types.CountedAccountsDocument,
    "query CallsOfManyLists {\n    account(id: \"a\") { campaigns { nodes { restId mediaCreatives { nodes { id } } } } }\n  }": typeof types.CallsOfManyListsDocument,
    "query RowsOfTwoLevels($first: Int) {\n    account(id: \"a\") { campaigns { nodes { restId lineItems(first: $first) { nodes { restId } } } } }\n  }": typeof types.RowsOfTwoLevelsDocument,
    "query ListsSideBySide { account(id: \"a\") {\n        campaigns { nodes { id } } fundingInstruments { nodes { id } } pollCards { nodes { id } }\n        lineItems { nodes { id } } mediaCreatives { nodes { id } }\n      } }": typeof types.ListsSideBySideDocument,
    "query ChildrenOfMany {\n        account(id: \"a\") { campaigns(first: 201) { nodes { lineItems(first: 1) { nodes { restId } } } } }\n      }": typeof types.ChildrenOfManyDocument,
    "query OwnAccounts { accounts { totalCount } }": typeof types.OwnAccountsDocument,
    "mutation SharedBearerToken { createBearerToken { bearerToken { accessToken } } }": typeof types.SharedBearerTokenDocument,
    "mutation RequestTokenOfApp {\n        token: createRequestToken(input: { callback: \"https://app.example\" }) { requestToken {\n          authorizeUrl(forceLogin: true, screenName: \"n\") authenticateUrl(forceLogin: true, screenName: \"n\")\n        } }\n      }": typeof types.RequestTokenOfAppDocument,
};
const documents: Documents = {
    "mutation CreateAudience($accountId: ID!) {\n  createCustomAudience(\n    input: {accountId: $accountId, name: \"Newsletter readers 2030\", description: \"Readers of the weekly newsletter\"}\n  ) {\n    customAudience {\n      id\n      targetable\n      reasonsNotTargetable\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nmutation AddUsers($audienceId: ID!, $users: [AudienceUser!]!) {\n  updateCustomAudienceUsers(\n    input: {customAudienceId: $audienceId, hash: true, operations: [{update: {users: $users}}]}\n  ) {\n    successCount\n    totalCount\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nquery AudienceStatus($audienceId: ID!) {\n  customAudience(id: $audienceId) {\n    audienceSize\n    targetable\n    reasonsNotTargetable\n  }\n}\n\nmutation TargetAudience($accountId: ID!, $lineItemId: ID!, $audienceId: String!) {\n  createTargetingCriterion(\n    input: {accountId: $accountId, lineItemId: $lineItemId, targetingType: CUSTOM_AUDIENCE, operatorType: EQ, targetingValue: $audienceId}\n  ) {\n    targetingCriterion {\n      targetingType\n      customAudience {\n        name\n        audienceSize\n      }\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}": types.CreateAudienceDocument,
    "query HistoryOfCampaigns($accountId: ID!, $startTime: DateTime!, $endTime: DateTime!, $after: String) {\n  account(id: $accountId) {\n    campaigns(first: 20, after: $after) {\n      nodes {\n        name\n        history(startTime: $startTime, endTime: $endTime) {\n          nodes {\n            changeTime\n            changeType\n            changeBy {\n              userId\n              platform\n            }\n            changes {\n              field\n              from\n              to\n            }\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}": types.HistoryOfCampaignsDocument,
    "mutation ChangeBudgets($accountId: ID!, $operations: [CampaignOperation!]!) {\n  batchCampaigns(\n    input: {accountId: $accountId, operations: $operations}\n    skipInvalid: true\n  ) {\n    campaigns {\n      id\n      name\n      dailyBudgetAmountLocalMicro\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}": types.ChangeBudgetsDocument,
    "query Drafts($accountId: ID!) {\n  account(id: $accountId) {\n    campaigns(withDraft: true) {\n      nodes {\n        id\n        name\n        entityStatus\n        dailyBudgetAmountLocalMicro\n        lineItems(withDraft: true) {\n          nodes {\n            id\n            name\n            entityStatus\n            startTime\n            endTime\n          }\n        }\n      }\n    }\n  }\n}\n\nmutation CheckCampaign($campaignId: ID!) {\n  updateCampaign(\n    input: {campaignId: $campaignId, entityStatus: ACTIVE}\n    validateOnly: true\n  ) {\n    validation {\n      checked\n      unchecked\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nmutation Activate($accountId: ID!, $campaignId: ID!, $lineItems: [LineItemOperation!]!) {\n  batchLineItems(input: {accountId: $accountId, operations: $lineItems}) {\n    lineItems {\n      id\n      entityStatus\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n  updateCampaign(input: {campaignId: $campaignId, entityStatus: ACTIVE}) {\n    campaign {\n      entityStatus\n      effectiveStatus\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}": types.DraftsDocument,
    "query Prepare($accountId: ID!) {\n  account(id: $accountId) {\n    fundingInstruments {\n      nodes {\n        id\n        description\n        currency\n        ableToFund\n      }\n    }\n    promotableUsers {\n      nodes {\n        userId\n        type\n      }\n    }\n  }\n  targetingOptions {\n    locations(namePrefix: \"Germany\") {\n      nodes {\n        name\n        targetingValue\n      }\n    }\n  }\n}\n\nmutation CreateCampaign($accountId: ID!, $fundingInstrumentId: ID!, $campaignKey: String) {\n  createCampaign(\n    idempotencyKey: $campaignKey\n    input: {accountId: $accountId, fundingInstrumentId: $fundingInstrumentId, name: \"Spring 2030\", dailyBudgetAmountLocalMicro: \"50000000\", totalBudgetAmountLocalMicro: \"1500000000\", entityStatus: PAUSED}\n  ) {\n    campaign {\n      id\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nmutation AddLineItem($accountId: ID!, $campaignId: ID!, $startTime: DateTime!, $endTime: DateTime!, $lineItemKey: String) {\n  createLineItem(\n    idempotencyKey: $lineItemKey\n    input: {accountId: $accountId, campaignId: $campaignId, name: \"Bread lovers in Germany\", objective: ENGAGEMENTS, productType: PROMOTED_POSTS, placements: [ALL_ON_SVC], startTime: $startTime, endTime: $endTime, bidStrategy: AUTO, entityStatus: PAUSED}\n  ) {\n    lineItem {\n      id\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nmutation WritePost($accountId: ID!, $userId: ID!, $postKey: String) {\n  createPost(\n    idempotencyKey: $postKey\n    input: {accountId: $accountId, asUserId: $userId, text: \"Fresh sourdough, every morning 🍞\"}\n  ) {\n    post {\n      id\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nmutation PromoteAndTarget($accountId: ID!, $lineItemId: ID!, $postId: ID!, $location: String!, $promotionKey: String, $targetingKey: String) {\n  createPromotedPosts(\n    idempotencyKey: $promotionKey\n    input: {accountId: $accountId, lineItemId: $lineItemId, postIds: [$postId]}\n  ) {\n    promotedPosts {\n      approvalStatus\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n  batchTargetingCriteria(\n    idempotencyKey: $targetingKey\n    input: {accountId: $accountId, operations: [{create: {lineItemId: $lineItemId, targetingType: LOCATION, operatorType: EQ, targetingValue: $location}}, {create: {lineItemId: $lineItemId, targetingType: AGE, operatorType: EQ, targetingValue: \"AGE_25_TO_49\"}}]}\n  ) {\n    targetingCriteria {\n      targetingType\n      name\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nmutation Launch($campaignId: ID!, $lineItemId: ID!) {\n  updateLineItem(input: {lineItemId: $lineItemId, entityStatus: ACTIVE}) {\n    lineItem {\n      entityStatus\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n  updateCampaign(input: {campaignId: $campaignId, entityStatus: ACTIVE}) {\n    campaign {\n      entityStatus\n      effectiveStatus\n      servable\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}": types.PrepareDocument,
    "query Bids($campaignId: ID!) {\n  campaign(id: $campaignId) {\n    currency\n    lineItems {\n      nodes {\n        id\n        name\n        bidStrategy\n        bidAmountLocalMicro\n      }\n    }\n  }\n}\n\nmutation ChangeBids($accountId: ID!, $operations: [LineItemOperation!]!) {\n  batchLineItems(input: {accountId: $accountId, operations: $operations}) {\n    lineItems {\n      id\n      bidAmountLocalMicro\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}": types.BidsDocument,
    "query NotServing($accountId: ID!) {\n  account(id: $accountId) {\n    campaigns {\n      nodes {\n        name\n        servable\n        reasonsNotServable\n        lineItems {\n          nodes {\n            id\n            name\n            servable\n            reasonsNotServable\n          }\n        }\n      }\n    }\n  }\n}": types.NotServingDocument,
    "query CampaignsByPrefix($accountId: ID!, $namePrefix: String!) {\n  account(id: $accountId) {\n    campaigns(namePrefix: $namePrefix) {\n      nodes {\n        id\n        name\n        entityStatus\n      }\n    }\n  }\n}\n\nmutation PauseCampaigns($accountId: ID!, $operations: [CampaignOperation!]!) {\n  batchCampaigns(input: {accountId: $accountId, operations: $operations}) {\n    campaigns {\n      id\n      name\n      entityStatus\n    }\n    userErrors {\n      message\n      field\n    }\n  }\n}": types.CampaignsByPrefixDocument,
    "query Report($accountId: ID!) {\n  account(id: $accountId) {\n    name\n    lineItems {\n      nodes {\n        name\n        objective\n        entityStatus\n        bidAmountLocalMicro\n        campaign {\n          name\n        }\n      }\n    }\n  }\n}": types.ReportDocument,
    "query Spend($accountId: ID!, $startTime: DateOrTime!, $endTime: DateOrTime!) {\n  account(id: $accountId) {\n    campaigns {\n      nodes {\n        name\n        stats(startTime: $startTime, endTime: $endTime) {\n          currency\n          billing {\n            billedChargeLocalMicro\n          }\n          engagement {\n            impressions\n            clicks\n          }\n        }\n      }\n    }\n  }\n}\n\nquery SpendByDay($accountId: ID!, $from: DateOrTime!, $endTime: DateOrTime!) {\n  account(id: $accountId) {\n    campaigns {\n      nodes {\n        name\n        stats(startTime: $from, endTime: $endTime, granularity: DAY) {\n          intervals {\n            startTime\n          }\n          billing {\n            billedChargeLocalMicro\n          }\n          engagement {\n            impressions\n            clicks\n          }\n        }\n      }\n    }\n  }\n}": types.SpendDocument,
    "query TaxSettings($accountId: ID!) {\n  account(id: $accountId) {\n    name\n    taxSettings {\n      taxId\n      taxCategory\n      invoiceJurisdiction\n      billTo\n      addressCompany\n      addressStreet1\n      addressPostalCode\n      addressCity\n      addressCountry\n    }\n  }\n}\n\nmutation ChangeTaxSettings($accountId: ID!, $taxId: String!) {\n  updateTaxSettings(\n    input: {accountId: $accountId, taxId: $taxId, taxCategory: BUSINESS_WITH_VAT}\n  ) {\n    taxSettings {\n      taxId\n      taxCategory\n    }\n    userErrors {\n      message\n      field\n    }\n  }\n}": types.TaxSettingsDocument,
    "query WholeTree($accountId: ID!) {\n  account(id: $accountId) {\n    name\n    campaigns {\n      nodes {\n        name\n        entityStatus\n        fundingInstrument {\n          description\n        }\n        lineItems {\n          nodes {\n            name\n            objective\n            entityStatus\n            targetingCriteria {\n              nodes {\n                targetingType\n                operatorType\n                name\n              }\n            }\n            trackingTags {\n              nodes {\n                trackingTagUrl\n              }\n            }\n            mediaCreatives {\n              nodes {\n                landingUrl\n                accountMedia {\n                  mediaUrl\n                }\n              }\n            }\n            promotedPosts {\n              nodes {\n                approvalStatus\n                post {\n                  text\n                  card {\n                    name\n                    ...CardMedia\n                  }\n                }\n              }\n            }\n          }\n        }\n      }\n    }\n  }\n}\n\nfragment CardMedia on Card {\n  ... on ComposableCard {\n    components {\n      ...ComponentMedia\n    }\n    slides {\n      ...ComponentMedia\n    }\n  }\n  ... on ConversationCard {\n    media {\n      mediaUrl\n    }\n  }\n}\n\nfragment ComponentMedia on Component {\n  ... on MediaComponent {\n    media {\n      mediaUrl\n    }\n  }\n  ... on SwipeableMediaComponent {\n    swipeableMedia {\n      nodes {\n        mediaUrl\n      }\n    }\n  }\n}": types.WholeTreeDocument,
    "query ManyInTurns {\n  account(id: \"a1\") {\n    campaigns(first: 1000) {\n      nodes { id name lineItems(first: 30) { nodes { restId name raw campaign { restId } } pageInfo { hasNextPage } } }\n    }\n  }\n}": types.ManyInTurnsDocument,
    "query LowestBids { biddingRules { nodes { minimumCpeBidLocalMicro } } }": types.LowestBidsDocument,
    "query CachedIabCategoryPage($first: Int, $after: String) {\n    iabCategories(first: $first, after: $after) { nodes { restId } pageInfo { endCursor hasNextPage } }\n  }": types.CachedIabCategoryPageDocument,
    "query CountedApps($account: ID!) {\n  account(id: $account) {\n    apps(first: 2, withDeleted: true, sortBy: { field: \"createdAt\", direction: DESC }) {\n      totalCount edges { cursor } nodes { restId }\n    }\n  }\n}": types.CountedAppsDocument,
    "query NextApps($account: ID!, $after: String) {\n  account(id: $account) {\n    apps(first: 2, after: $after, withDeleted: true, sortBy: { field: \"createdAt\", direction: DESC }) { nodes { restId } }\n  }\n}": types.NextAppsDocument,
    "query CampaignHistory($account: ID!, $entity: ID!, $start: DateTime!, $end: DateTime!) {\n  account(id: $account) {\n    history(entityType: CAMPAIGN, entityId: $entity, startTime: $start, endTime: $end) {\n      nodes { entity entityId changeType changeTime changeBy { userId platform } changes { field from to } entityData raw }\n    }\n  }\n}": types.CampaignHistoryDocument,
    "query HistoryPage($account: ID!, $entity: ID!, $start: DateTime!, $end: DateTime!, $after: String) {\n  account(id: $account) {\n    history(entityType: CAMPAIGN, entityId: $entity, startTime: $start, endTime: $end, first: 1, after: $after) {\n      edges { cursor } nodes { changeType } pageInfo { hasNextPage }\n    }\n  }\n}": types.HistoryPageDocument,
    "query Histories($account: ID!, $first: Int, $start: DateTime!, $end: DateTime!) {\n  account(id: $account) { campaigns(first: $first) { nodes {\n    restId\n    history(startTime: $start, endTime: $end) { nodes { entityId } }\n    again: history(startTime: $start, endTime: $end) { nodes { entityId } }\n  } } }\n}": types.HistoriesDocument,
    "query Changes($account: ID!, $start: DateTime!, $end: DateTime!, $first: Int, $after: String) {\n      account(id: $account) {\n        history(entityType: CAMPAIGN, entityId: \"c1\", startTime: $start, endTime: $end, first: $first, after: $after) {\n          edges { cursor node { changeType } }\n        }\n      }\n    }": types.ChangesDocument,
    "mutation CreateAccount($validateOnly: Boolean = false) {\n  outcome: createAccount(validateOnly: $validateOnly) { account { id name } userErrors { code field rule } }\n}": types.CreateAccountDocument,
    "query WrittenAccount($id: ID!) { accounts(ids: [$id]) { nodes { id name industryType } } }": types.WrittenAccountDocument,
    "query AccountPage($first: Int, $after: String) {\n  accounts(first: $first, after: $after) { nodes { restId } pageInfo { endCursor } }\n}": types.AccountPageDocument,
    "query Access($account: ID!) { account(id: $account) { ...Access } }\nfragment Access on Account { authenticatedUserAccess {\n  userId permissions canEditCampaigns canViewCampaigns canEditCreatives\n  canManageUsersAndSettings canComposePosts canViewOrganicAnalytics canManagePartnerAudiences\n} }": types.AccessDocument,
    "query AccessOfTwo($demo: ID!, $yen: ID!) {\n  demo: account(id: $demo) { ...Access } again: account(id: $demo) { ...Access } yen: account(id: $yen) { ...Access }\n}": types.AccessOfTwoDocument,
    "query BiddingRulesOfFunding($dollars: ID!, $yen: ID!) {\n  dollars: account(id: $dollars) { fundingInstruments { nodes { currency biddingRules { totalCount nodes { currency } } } } }\n  yen: account(id: $yen) { fundingInstruments { nodes { currency biddingRules { totalCount nodes { currency } } } } }\n}": types.BiddingRulesOfFundingDocument,
    "query BiddingRules { biddingRules { nodes { currency } } }": types.BiddingRulesDocument,
    "query CategoriesOfLineItems($account: ID!) {\n  account(id: $account) { lineItems(first: 500) { nodes {\n    objective categories advertiserBusinessCategories { nodes { restId name } } iabCategories { totalCount nodes { restId name } }\n  } } }\n}": types.CategoriesOfLineItemsDocument,
    "query ContentCategories { contentCategories { nodes { name iabCategories { nodes { name parent { name } } } } } }": types.ContentCategoriesDocument,
    "query CuratedCategoryPage($account: ID!, $countryCodes: [String!]!, $first: Int, $after: String) {\n  account(id: $account) {\n    curatedCategories(countryCodes: $countryCodes, first: $first, after: $after) {\n      nodes { restId } edges { cursor } pageInfo { hasNextPage endCursor }\n    }\n  }\n}": types.CuratedCategoryPageDocument,
    "query Features($account: ID!) { account(id: $account) { features } }": types.FeaturesDocument,
    "mutation CreateFundingInstrument($input: CreateFundingInstrumentInput!, $validateOnly: Boolean = false) {\n  outcome: createFundingInstrument(input: $input, validateOnly: $validateOnly) {\n    fundingInstrument { id type currency } userErrors { code field rule } validation { checked unchecked }\n  }\n}": types.CreateFundingInstrumentDocument,
    "query WrittenFundingInstrument($id: ID!) {\n  fundingInstrument(id: $id) { type currency startTime creditLimitLocalMicro }\n}": types.WrittenFundingInstrumentDocument,
    "query CampaignsOfFunding($account: ID!) {\n  account(id: $account) { fundingInstruments { nodes { restId campaigns(first: 5) { nodes { fundingInstrumentId } } } } }\n}": types.CampaignsOfFundingDocument,
    "query IabCategoryPage($after: String) {\n  iabCategories(first: 100, after: $after) { totalCount nodes { restId } pageInfo { endCursor hasNextPage } }\n}": types.IabCategoryPageDocument,
    "query ContentOfPublishers { publishers { nodes { contentCategories { nodes { name } } } } }": types.ContentOfPublishersDocument,
    "query Recommendations($account: ID!, $empty: ID!) {\n  account(id: $account) { recommendations { nodes {\n    id restId accountId fundingInstrumentId status message createdAt updatedAt fundingInstrument { currency }\n  } } }\n  empty: account(id: $empty) { recommendations { nodes { id } } }\n}": types.RecommendationsDocument,
    "query WrittenTaxSettings($account: ID!) {\n  account(id: $account) { taxSettings { taxId taxCategory addressCompany billTo clientAddressRegion } }\n}": types.WrittenTaxSettingsDocument,
    "query WrittenUserSettings($account: ID!) {\n  account(id: $account) {\n    userSettings(userId: 1000000001) { notificationEmail contactPhone contactPhoneExtension subscribeEmailTypes }\n  }\n}": types.WrittenUserSettingsDocument,
    "mutation GrantCustomPermission(\n      $input: GrantCustomAudiencePermissionInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: grantCustomAudiencePermission(input: $input, validateOnly: $validateOnly) {\n        permission: customAudiencePermission { id restId grantedAccountId permissionLevel deleted }\n        userErrors { code message field rule } validation { unchecked }\n      }\n    }": types.GrantCustomPermissionDocument,
    "mutation RevokeCustomPermission(\n      $input: RevokeCustomAudiencePermissionInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: revokeCustomAudiencePermission(input: $input, validateOnly: $validateOnly) {\n        deletedId\n        permission: customAudiencePermission { id restId grantedAccountId permissionLevel deleted }\n        userErrors { code message field rule } validation { unchecked }\n      }\n    }": types.RevokeCustomPermissionDocument,
    "mutation GrantTailoredPermission(\n      $input: GrantTailoredAudiencePermissionInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: grantTailoredAudiencePermission(input: $input, validateOnly: $validateOnly) {\n        permission: tailoredAudiencePermission { id restId grantedAccountId permissionLevel deleted }\n        userErrors { code message field rule } validation { unchecked }\n      }\n    }": types.GrantTailoredPermissionDocument,
    "mutation RevokeTailoredPermission(\n      $input: RevokeTailoredAudiencePermissionInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: revokeTailoredAudiencePermission(input: $input, validateOnly: $validateOnly) {\n        deletedId\n        permission: tailoredAudiencePermission { id restId grantedAccountId permissionLevel deleted }\n        userErrors { code message field rule } validation { unchecked }\n      }\n    }": types.RevokeTailoredPermissionDocument,
    "query AudiencePermissions($account: ID!, $id: ID!, $tailored: ID!) { account(id: $account) {\n  customAudiences(first: 1) { nodes { id } }\n  shared: customAudiences(permissionScope: SHARED) { nodes { id } }\n  tailoredAudiencePermissions(tailoredAudienceId: $tailored) { nodes { restId grantedAccountId permissionLevel } }\n}\ncustomAudience(id: $id, accountId: $account) { permissions { nodes { restId grantedAccountId permissionLevel } } }\n}": types.AudiencePermissionsDocument,
    "query GrantedAccounts($first: Int) {\n  account(id: \"a1\") { customAudiences(first: $first) { nodes {\n    restId permissions { nodes { id grantedAccount { name } } }\n  } } }\n}": types.GrantedAccountsDocument,
    "mutation UpdateCustomAudienceUsers($input: UpdateCustomAudienceUsersInput!, $split: Boolean = false, $validateOnly: Boolean = false) {\n  outcome: updateCustomAudienceUsers(input: $input, split: $split, validateOnly: $validateOnly) {\n    successCount totalCount chunks { start count status } userErrors { code message field rule }\n  }\n}": types.UpdateCustomAudienceUsersDocument,
    "query FirstCustomAudience($account: ID!) {\n  account(id: $account) { customAudiences(first: 1) { nodes { id } } }\n}": types.FirstCustomAudienceDocument,
    "mutation CreateCustomAudience($input: CreateCustomAudienceInput!, $validateOnly: Boolean = false) {\n  outcome: createCustomAudience(input: $input, validateOnly: $validateOnly) {\n    customAudience { id name targetable } userErrors { code message field rule } validation { checked unchecked }\n  }\n}": types.CreateCustomAudienceDocument,
    "mutation UpdateCustomAudience($input: UpdateCustomAudienceInput!, $validateOnly: Boolean = false) {\n  outcome: updateCustomAudience(input: $input, validateOnly: $validateOnly) {\n    customAudience { id name } userErrors { code message field rule } validation { unchecked }\n  }\n}": types.UpdateCustomAudienceDocument,
    "mutation BatchCustomAudiences($input: BatchCustomAudiencesInput!, $split: Boolean = false, $validateOnly: Boolean = false) {\n  outcome: batchCustomAudiences(input: $input, split: $split, validateOnly: $validateOnly) {\n    customAudiences { restId } chunks { start count status } userErrors { code message field rule } validation { unchecked }\n  }\n}": types.BatchCustomAudiencesDocument,
    "query WrittenCustomAudiences($account: ID!) {\n  account(id: $account) { customAudiences(namePrefix: \"Written\") { nodes {\n    id name description targetable reasonsNotTargetable audienceSize\n  } } }\n}": types.WrittenCustomAudiencesDocument,
    "query CustomAudienceNodes($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }": types.CustomAudienceNodesDocument,
    "query SharedAudiences($account: ID!) {\n  account(id: $account) { customAudiences(permissionScope: SHARED) { nodes {\n    restId isOwner permissionLevel ownerAccountId ownerAccount { name }\n  } } }\n}": types.SharedAudiencesDocument,
    "query AudiencesOfCriteria($account: ID!, $first: Int) {\n  account(id: $account) { lineItems(first: $first) { nodes { targetingCriteria { nodes {\n    targetingType targetingValue customAudience { restId name }\n  } } } } }\n}": types.AudiencesOfCriteriaDocument,
    "query NamesOfAudiencesOfCriteria($first: Int) {\n  account(id: \"a1\") { lineItems(first: $first) { nodes { targetingCriteria { nodes { customAudience { name } } } } } }\n}": types.NamesOfAudiencesOfCriteriaDocument,
    "mutation UpdateDoNotReachListUsers($input: UpdateDoNotReachListUsersInput!) {\n  outcome: updateDoNotReachListUsers(input: $input) {\n    successCount totalCount chunks { start count status } userErrors { code field rule }\n  }\n}": types.UpdateDoNotReachListUsersDocument,
    "query DoNotReachListToUpload($account: ID!) {\n  account(id: $account) { doNotReachList { restId } }\n}": types.DoNotReachListToUploadDocument,
    "query DoNotReachList($account: ID!) {\n  account(id: $account) { doNotReachList { restId description } }\n}": types.DoNotReachListDocument,
    "query TailoredAudiencePermissions($account: ID!, $audience: ID!, $first: Int, $after: String) {\n  account(id: $account) {\n    list: tailoredAudiencePermissions(tailoredAudienceId: $audience, first: $first, after: $after) {\n      nodes { grantedAccount { id } } pageInfo { endCursor }\n    }\n  }\n}": types.TailoredAudiencePermissionsDocument,
    "query TargetedCampaigns($account: ID!, $audience: ID!, $withActive: Boolean) {\n  customAudience(id: $audience, accountId: $account) { targeted(withActive: $withActive) { nodes {\n    campaignId campaignName campaign { name } lineItems { name servable lineItem { restId name } }\n  } } }\n}": types.TargetedCampaignsDocument,
    "query TargetedCampaignPage($account: ID!, $audience: ID!, $first: Int, $after: String) {\n  customAudience(id: $audience, accountId: $account) {\n    targeted(withActive: false, first: $first, after: $after) { nodes { campaignId } pageInfo { hasNextPage endCursor } }\n  }\n}": types.TargetedCampaignPageDocument,
    "query TargetedByAudiences($first: Int) {\n  account(id: \"a1\") { customAudiences(first: $first) { nodes {\n    restId again: targeted { nodes { campaignId } } targeted { nodes { campaign { id } lineItems { lineItem { id } } } }\n  } } }\n}": types.TargetedByAudiencesDocument,
    "query NamesOfTargetedCampaigns {\n  customAudience(id: \"x7\", accountId: \"a1\") {\n    targeted { nodes { campaign { name } lineItems { lineItem { name } } } }\n  }\n}": types.NamesOfTargetedCampaignsDocument,
    "query AudienceEstimate($account: ID!, $input: AudienceEstimateInput!) {\n  account(id: $account) { audienceEstimate(input: $input) { audienceSize raw } }\n}": types.AudienceEstimateDocument,
    "query LineItemAudienceEstimate($account: ID!) {\n  account(id: $account) { lineItems(first: 1) { nodes {\n    audienceEstimate { audienceSize } targetingCriteria { nodes { targetingType targetingValue operatorType } }\n  } } }\n}": types.LineItemAudienceEstimateDocument,
    "query EstimatedLineItem($account: ID!) {\n  account(id: $account) { lineItems(first: 1) { nodes { id } } }\n}": types.EstimatedLineItemDocument,
    "mutation BatchCampaigns($input: BatchCampaignsInput!, $split: Boolean = false, $skipInvalid: Boolean = false, $validateOnly: Boolean = false) {\n  batchCampaigns(input: $input, split: $split, skipInvalid: $skipInvalid, validateOnly: $validateOnly) {\n    campaigns { restId } chunks { start count status } userErrors { code message field rule }\n  }\n}": types.BatchCampaignsDocument,
    "query KeywordVolumes($start: DateTime!, $end: DateTime) {\n  days: keywordInsights(keywords: [\"coffee\"], granularity: DAY, startTime: $start, endTime: $end) {\n    relatedKeywords postVolume requestParams\n  }\n  hours: keywordInsights(keywords: [\"coffee\"], granularity: HOUR, startTime: $start, endTime: $end) {\n    relatedKeywords postVolume\n  }\n}": types.KeywordVolumesDocument,
    "mutation CreateLineItemCuratedCategory($input: CreateLineItemCuratedCategoryInput!, $validateOnly: Boolean = false) {\n  outcome: createLineItemCuratedCategory(input: $input, validateOnly: $validateOnly) {\n    lineItemCuratedCategory { id lineItem { id } curatedCategory { id } curatedCategoryId } userErrors { code field rule }\n  }\n}": types.CreateLineItemCuratedCategoryDocument,
    "mutation CreateLineItem($input: CreateLineItemInput!, $validateOnly: Boolean = false) {\n  outcome: createLineItem(input: $input, validateOnly: $validateOnly) {\n    lineItem { id name bidAmountLocalMicro campaign { id } }\n    userErrors { code message field rule } validation { checked unchecked }\n  }\n}": types.CreateLineItemDocument,
    "mutation UpdateLineItem($input: UpdateLineItemInput!, $validateOnly: Boolean = false) {\n  outcome: updateLineItem(input: $input, validateOnly: $validateOnly) {\n    lineItem { id } userErrors { code message field rule } validation { checked unchecked }\n  }\n}": types.UpdateLineItemDocument,
    "mutation DeleteLineItem($input: DeleteLineItemInput!) {\n  outcome: deleteLineItem(input: $input) { lineItem { id deleted name } userErrors { code field rule } }\n}": types.DeleteLineItemDocument,
    "mutation BatchLineItems($input: BatchLineItemsInput!, $split: Boolean = false, $validateOnly: Boolean = false) {\n  outcome: batchLineItems(input: $input, split: $split, validateOnly: $validateOnly) {\n    lineItems { restId } chunks { start count status } userErrors { code message field rule } validation { unchecked }\n  }\n}": types.BatchLineItemsDocument,
    "query FirstLineItems($account: ID!) {\n  account(id: $account) { lineItems(first: 2) { nodes { id name } } }\n}": types.FirstLineItemsDocument,
    "query FundingInstrumentForLineItems($account: ID!) {\n  account(id: $account) { fundingInstruments(first: 1) { nodes { id } } }\n}": types.FundingInstrumentForLineItemsDocument,
    "mutation CreateCampaignForLineItems($input: CreateCampaignInput!) {\n  createCampaign(input: $input) { campaign { id } }\n}": types.CreateCampaignForLineItemsDocument,
    "query LineItemToCopy($account: ID!) {\n  account(id: $account) { lineItems(first: 1) { nodes {\n    id campaign { id } objective productType placements categories\n    advertiserDomain androidAppStoreIdentifier iosAppStoreIdentifier\n  } } }\n}": types.LineItemToCopyDocument,
    "query WrittenLineItem($id: ID!) {\n  node(id: $id) { ... on LineItem { name objective placements entityStatus endTime } }\n}": types.WrittenLineItemDocument,
    "query LineItemStatuses($account: ID!, $withDraft: Boolean) {\n  account(id: $account) { lineItems(first: 1000, withDraft: $withDraft) { nodes { id entityStatus } } }\n}": types.LineItemStatusesDocument,
    "mutation CreateMediaCreative($input: CreateMediaCreativeInput!, $validateOnly: Boolean = false) {\n  outcome: createMediaCreative(input: $input, validateOnly: $validateOnly) {\n    mediaCreative { id landingUrl } userErrors { code field rule } validation { checked unchecked }\n  }\n}": types.CreateMediaCreativeDocument,
    "query LineItemPlacements($account: ID!) {\n  account(id: $account) { lineItems(first: 500) { nodes { placements permittedPlacements } } }\n}": types.LineItemPlacementsDocument,
    "mutation CreatePromotedAccount($input: CreatePromotedAccountInput!, $validateOnly: Boolean = false) {\n  outcome: createPromotedAccount(input: $input, validateOnly: $validateOnly) {\n    promotedAccount { id userId } userErrors { code message field rule } validation { checked unchecked }\n  }\n}": types.CreatePromotedAccountDocument,
    "mutation CreatePromotedPosts($input: CreatePromotedPostsInput!, $split: Boolean = false, $validateOnly: Boolean = false) {\n  outcome: createPromotedPosts(input: $input, split: $split, validateOnly: $validateOnly) {\n    promotedPosts { id postId } chunks { start count status } userErrors { code message field rule }\n  }\n}": types.CreatePromotedPostsDocument,
    "mutation CreateScheduledPromotedPost($input: CreateScheduledPromotedPostInput!) {\n  outcome: createScheduledPromotedPost(input: $input) {\n    scheduledPromotedPost { id scheduledPostId postId } userErrors { code message field rule }\n  }\n}": types.CreateScheduledPromotedPostDocument,
    "mutation CreateTargetingCriterion($input: CreateTargetingCriterionInput!, $validateOnly: Boolean = false) {\n  outcome: createTargetingCriterion(input: $input, validateOnly: $validateOnly) {\n    targetingCriterion { id targetingValue } userErrors { code message field rule } validation { checked unchecked }\n  }\n}": types.CreateTargetingCriterionDocument,
    "mutation BatchTargetingCriteria($input: BatchTargetingCriteriaInput!, $split: Boolean = false, $validateOnly: Boolean = false) {\n  outcome: batchTargetingCriteria(input: $input, split: $split, validateOnly: $validateOnly) {\n    targetingCriteria { restId } chunks { start count status } userErrors { code message field rule } validation { unchecked }\n  }\n}": types.BatchTargetingCriteriaDocument,
    "query HeldCriteria($account: ID!, $lineItem: ID!) {\n  account(id: $account) { targetingCriteria(lineItemIds: [$lineItem]) { nodes { id targetingType } } }\n}": types.HeldCriteriaDocument,
    "query TwoLineItems($account: ID!) {\n  account(id: $account) { lineItems(first: 2) { nodes { id } } }\n}": types.TwoLineItemsDocument,
    "query TargetingCriteria($account: ID!, $lineItemIds: [ID!]!, $first: Int, $after: String) {\n  account(id: $account) {\n    targetingCriteria(lineItemIds: $lineItemIds, first: $first, after: $after) { nodes { id } pageInfo { endCursor } }\n  }\n}": types.TargetingCriteriaDocument,
    "query ConversationValues($first: Int, $after: String) {\n  targetingOptions {\n    list: conversations(first: $first, after: $after) { nodes { targetingValue } pageInfo { hasNextPage endCursor } }\n  }\n}": types.ConversationValuesDocument,
    "query EventValues($first: Int, $after: String) {\n  targetingOptions {\n    list: events(countryCodes: [\"JP\", \"US\"], first: $first, after: $after) {\n      nodes { targetingValue } pageInfo { hasNextPage endCursor }\n    }\n  }\n}": types.EventValuesDocument,
    "query GamesInStores { targetingOptions { appStoreCategories(namePrefix: \"games\") { nodes { osType } } } }": types.GamesInStoresDocument,
    "query ConversationTypes { __type(name: \"ConversationType\") { enumValues { name } } }": types.ConversationTypesDocument,
    "query Catalogs {\n      targetingOptions {\n        interests(namePrefix: \"out\") { nodes { name targetingType targetingValue } }\n        languages(namePrefix: \"ger\") { nodes { name targetingType targetingValue } }\n        locations(namePrefix: \"ber\", countryCode: \"DE\", locationType: CITIES) { nodes { name targetingType targetingValue } }\n        networkOperators(countryCode: \"DE\") { nodes { name } }\n        platforms { nodes { name targetingType targetingValue } }\n        platformVersions(namePrefix: \"ios 17\") { nodes { name osType } }\n        tvMarkets { nodes { locale } }\n        tvShows(locale: \"en-US\", first: 60) { nodes { name } pageInfo { hasNextPage } }\n      }\n    }": types.CatalogsDocument,
    "query MediaOfCreatives($account: ID!) {\n  account(id: $account) {\n    mediaCreatives(first: 100) { nodes { accountMediaId accountMedia { restId creativeType } } }\n  }\n}": types.MediaOfCreativesDocument,
    "query CreativesOfPromotedPosts($account: ID!) {\n  account(id: $account) { promotedPosts(first: 500) { nodes { post { cardUri text card {\n    __typename name raw\n    ... on ComposableCard { components { ...MediaOfComponent } slides { ...MediaOfComponent } }\n    ... on ConversationCard { media { mediaUrl } }\n  } } } } }\n}\nfragment MediaOfComponent on Component {\n  ... on MediaComponent { media { mediaUrl } } ... on SwipeableMediaComponent { swipeableMedia { nodes { mediaUrl } } }\n}": types.CreativesOfPromotedPostsDocument,
    "mutation CreateCard($input: CreateCardInput!, $validateOnly: Boolean = false) {\n  outcome: createCard(input: $input, validateOnly: $validateOnly) {\n    card { id name cardType deleted } userErrors { code field rule } validation { unchecked }\n  }\n}": types.CreateCardDocument,
    "mutation UpdateCard($input: UpdateCardInput!) {\n  outcome: updateCard(input: $input) { card { id name cardType deleted } userErrors { code field rule } validation { unchecked } }\n}": types.UpdateCardDocument,
    "mutation DeleteCard($input: DeleteCardInput!) {\n  outcome: deleteCard(input: $input) { card { id name cardType deleted } userErrors { code field rule } validation { unchecked } }\n}": types.DeleteCardDocument,
    "query TwoImages($account: ID!) {\n  account(id: $account) { mediaItems(first: 2, mediaType: IMAGE) { nodes { mediaKey } } }\n}": types.TwoImagesDocument,
    "query CardsByUri($account: ID!, $uris: [String!]!) {\n  account(id: $account) { cardsByUri(uris: $uris) { __typename id cardUri } }\n}": types.CardsByUriDocument,
    "query CardNodes($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Card { name } } }": types.CardNodesDocument,
    "query AnyCard($id: ID!) { card(id: $id) { id name } }": types.AnyCardDocument,
    "query CardUris($account: ID!) {\n  account(id: $account) { cards(first: 3) { nodes { cardUri } } }\n}": types.CardUrisDocument,
    "query FoundConversationCard($id: ID!) {\n  node(id: $id) { __typename ... on ConversationCard { name media { mediaType } } }\n}": types.FoundConversationCardDocument,
    "mutation CreateImageConversationCard(\n      $input: CreateImageConversationCardInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: createImageConversationCard(input: $input, validateOnly: $validateOnly) {\n        card: imageConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }\n      }\n    }": types.CreateImageConversationCardDocument,
    "mutation UpdateImageConversationCard(\n      $input: UpdateImageConversationCardInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: updateImageConversationCard(input: $input, validateOnly: $validateOnly) {\n        card: imageConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }\n      }\n    }": types.UpdateImageConversationCardDocument,
    "mutation DeleteImageConversationCard(\n      $input: DeleteImageConversationCardInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: deleteImageConversationCard(input: $input, validateOnly: $validateOnly) {\n        card: imageConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }\n      }\n    }": types.DeleteImageConversationCardDocument,
    "query WrittenImageConversationCard($id: ID!) {\n      card: imageConversationCard(id: $id) { title secondCta cardType media { mediaKey } }\n    }": types.WrittenImageConversationCardDocument,
    "mutation CreateVideoConversationCard(\n      $input: CreateVideoConversationCardInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: createVideoConversationCard(input: $input, validateOnly: $validateOnly) {\n        card: videoConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }\n      }\n    }": types.CreateVideoConversationCardDocument,
    "mutation UpdateVideoConversationCard(\n      $input: UpdateVideoConversationCardInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: updateVideoConversationCard(input: $input, validateOnly: $validateOnly) {\n        card: videoConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }\n      }\n    }": types.UpdateVideoConversationCardDocument,
    "mutation DeleteVideoConversationCard(\n      $input: DeleteVideoConversationCardInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: deleteVideoConversationCard(input: $input, validateOnly: $validateOnly) {\n        card: videoConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }\n      }\n    }": types.DeleteVideoConversationCardDocument,
    "query WrittenVideoConversationCard($id: ID!) {\n      card: videoConversationCard(id: $id) { title secondCta cardType media { mediaKey } }\n    }": types.WrittenVideoConversationCardDocument,
    "mutation CreateDraftPost($input: CreateDraftPostInput!, $validateOnly: Boolean = false) {\n  outcome: createDraftPost(input: $input, validateOnly: $validateOnly) { \n    draftPost { id text } userErrors { code field rule } validation { checked unchecked }\n  }\n}": types.CreateDraftPostDocument,
    "mutation UpdateDraftPost($input: UpdateDraftPostInput!, $validateOnly: Boolean = false) {\n  outcome: updateDraftPost(input: $input, validateOnly: $validateOnly) { \n    draftPost { id text } userErrors { code field rule } validation { checked unchecked }\n  }\n}": types.UpdateDraftPostDocument,
    "mutation DeleteDraftPost($input: DeleteDraftPostInput!) {\n  outcome: deleteDraftPost(input: $input) { draftPost { id status text } userErrors { field } }\n}": types.DeleteDraftPostDocument,
    "mutation SendDraftPostPreview($input: SendDraftPostPreviewInput!, $validateOnly: Boolean = false) {\n  outcome: sendDraftPostPreview(input: $input, validateOnly: $validateOnly) { isSent userErrors { field } }\n}": types.SendDraftPostPreviewDocument,
    "query WrittenDraftPost($id: ID!) {\n  draftPost(id: $id) { text name nullcast cardUri mediaKeys }\n}": types.WrittenDraftPostDocument,
    "query PartsOfDraftPost($account: ID!) { account(id: $account) {\n  promotableUsers(first: 1) { nodes { userId } }\n  mediaItems(first: 1, mediaType: IMAGE) { nodes { mediaKey } }\n  cards(first: 1) { nodes { cardUri } }\n} }": types.PartsOfDraftPostDocument,
    "query DraftsWithCreatives($account: ID!) {\n  account(id: $account) {\n    draftPosts { nodes { cardUri mediaKeys card { __typename name } mediaItems { nodes { mediaKey mediaType } } } }\n  }\n}": types.DraftsWithCreativesDocument,
    "query DraftIds($account: ID!) { account(id: $account) { draftPosts { nodes { id } } } }": types.DraftIdsDocument,
    "query DraftNodes($ids: [ID!]!) {\n  nodes(ids: $ids) { __typename id ... on DraftPost { text } }\n}": types.DraftNodesDocument,
    "query CardTypes($account: ID!, $includeLegacyCards: Boolean) {\n  account(id: $account) { cards(includeLegacyCards: $includeLegacyCards) { nodes { __typename } } }\n}": types.CardTypesDocument,
    "query MediaLibraryPage($account: ID!, $first: Int, $after: String) {\n  account(id: $account) {\n    library: mediaItems(first: $first, after: $after) { nodes { restId } pageInfo { endCursor hasNextPage } }\n  }\n}": types.MediaLibraryPageDocument,
    "query MediaLibraryEdges($account: ID!, $first: Int, $after: String) {\n  account(id: $account) { mediaItems(first: $first, after: $after) { edges { cursor node { restId } } } }\n}": types.MediaLibraryEdgesDocument,
    "query MediaNodes($ids: [ID!]!) { nodes(ids: $ids) { id ... on Media { name } } }": types.MediaNodesDocument,
    "mutation CreatePollCard($input: CreatePollCardInput!, $validateOnly: Boolean = false) {\n  outcome: createPollCard(input: $input, validateOnly: $validateOnly) {\n    pollCard { id isOpen firstChoice } userErrors { code field rule } validation { unchecked }\n  }\n}": types.CreatePollCardDocument,
    "query TimesOfPolls($account: ID!) {\n  account(id: $account) { pollCards { nodes { createdAt startTime endTime minutes: durationInMinutes } } }\n}": types.TimesOfPollsDocument,
    "query PreviewsOfPosts($account: ID!) { account(id: $account) {\n  published: posts(postType: PUBLISHED, first: 50) { nodes { restId preview { postId preview } } }\n  drafts: draftPosts { nodes { restId preview { postId preview } } }\n  scheduled: scheduledPosts(first: 50) { nodes { restId preview { postId preview } } }\n} }": types.PreviewsOfPostsDocument,
    "query PostPage($account: ID!, $postType: PostType!, $first: Int, $after: String) {\n  account(id: $account) {\n    posts(postType: $postType, first: $first, after: $after) { nodes { restId } pageInfo { endCursor } }\n  }\n}": types.PostPageDocument,
    "query PostsOfType($account: ID!, $postType: PostType!) {\n  account(id: $account) {\n    posts(postType: $postType, first: 3) {\n      nodes { __typename id text userId nullcast createdAt updatedAt deleted mediaKeys }\n    }\n  }\n}": types.PostsOfTypeDocument,
    "query PostNodes($ids: [ID!]!) {\n  nodes(ids: $ids) { __typename id ... on Post { text userId nullcast createdAt updatedAt deleted mediaKeys } }\n}": types.PostNodesDocument,
    "query PostWithTrimmedUser($account: ID!) {\n  account(id: $account) {\n    posts(postType: PUBLISHED, first: 1) { edges { cursor } nodes { userId name } }\n  }\n}": types.PostWithTrimmedUserDocument,
    "query PostsOfPromotedPosts($account: ID!, $first: Int) {\n  account(id: $account) { promotedPosts(first: $first) { nodes { postId post { restId text } } } }\n}": types.PostsOfPromotedPostsDocument,
    "query PreviewsOfPromotedPosts($account: ID!) {\n  account(id: $account) { promotedPosts(first: 60) { nodes { postId post { id restId preview { preview } } } } }\n}": types.PreviewsOfPromotedPostsDocument,
    "query NullcastOfPromotedPosts($account: ID!) {\n  account(id: $account) { promotedPosts(first: 200) { nodes { post { nullcast } } } }\n}": types.NullcastOfPromotedPostsDocument,
    "query ScheduledPostsWithCreatives($account: ID!) {\n  account(id: $account) { scheduledPosts { nodes {\n    cardUri mediaKeys card { name } mediaItems { nodes { mediaType } } post { text } scheduledStatus\n  } } }\n}": types.ScheduledPostsWithCreativesDocument,
    "query ScheduledPostsOfPromoted($account: ID!, $first: Int) {\n  account(id: $account) { list: scheduledPromotedPosts(first: $first) {\n    nodes { scheduledPostId scheduledPost { restId scheduledAt createdAt text } }\n  } }\n}": types.ScheduledPostsOfPromotedDocument,
    "mutation OneBearerToken { createBearerToken { bearerToken { accessToken } } }": types.OneBearerTokenDocument,
    "query WebhookProblems { webhookConfigs { nodes { restId } problems { title type detail status } } }": types.WebhookProblemsDocument,
    "query BesideFaults($demo: ID!, $small: ID!) {\n  campaigns: account(id: $demo) { campaigns(first: 1) { nodes { id } } }\n  users: account(id: $demo) { promotableUsers(first: 1) { nodes { __typename } } }\n  account(id: $small) { name }\n}": types.BesideFaultsDocument,
    "query UserPage($account: ID!) {\n  account(id: $account) { promotableUsers { pageInfo { hasNextPage } } }\n}": types.UserPageDocument,
    "query CampaignsOfLineItems($account: ID!) {\n  account(id: $account) { lineItems(first: 2) { nodes { campaign { name } } } }\n}": types.CampaignsOfLineItemsDocument,
    "mutation CreateDespiteFaults($input: CreateCampaignInput!) {\n    outcome: createCampaign(input: $input) {\n      campaign { id name standardDelivery totalBudgetAmountLocalMicro purchaseOrderNumber } userErrors { code field rule }\n    }\n  }": types.CreateDespiteFaultsDocument,
    "mutation DeleteByPath($input: DeleteCampaignInput!) {\n          outcome: deleteCampaign(input: $input) { userErrors { field } }\n        }": types.DeleteByPathDocument,
    "query CampaignsWithDeleted($account: ID!) {\n  account(id: $account) { campaigns(withDeleted: true, first: 1000) { nodes { restId deleted } } }\n}": types.CampaignsWithDeletedDocument,
    "query CampaignByKeys($account: ID!, $id: ID!) {\n  campaign(id: $id, accountId: $account) { __typename id restId lineItems(first: 1) { nodes { id } } }\n}": types.CampaignByKeysDocument,
    "query CampaignByColumn($account: ID!, $id: ID!, $withDeleted: Boolean) {\n  campaign(id: $id, accountId: $account, withDeleted: $withDeleted) { restId name lineItems { nodes { id } } }\n}": types.CampaignByColumnDocument,
    "query CampaignByReference($account: ID!, $id: ID!) {\n  campaign(id: $id, accountId: $account) { restId fundingInstrument { id } }\n}": types.CampaignByReferenceDocument,
    "query SortedCampaigns($account: ID!, $sortBy: [CampaignSortBy!]) {\n  account(id: $account) { campaigns(sortBy: $sortBy) { nodes { name updatedAt } } }\n}": types.SortedCampaignsDocument,
    "query CountedCampaigns($account: ID!, $after: String) {\n  account(id: $account) {\n    campaigns(first: 3, after: $after) { nodes { id } pageInfo { endCursor } totalCount }\n  }\n}": types.CountedCampaignsDocument,
    "query CountedLineItems($account: ID!) {\n  account(id: $account) { campaigns { nodes { lineItems(first: 2) { totalCount nodes { id } } } } }\n}": types.CountedLineItemsDocument,
    "query ListsBelowCampaigns($account: ID!) {\n  account(id: $account) { campaigns(first: 3) { nodes { name lineItems { edges { cursor node { id } } nodes { id } pageInfo { hasNextPage startCursor endCursor } totalCount } } } }\n}": types.ListsBelowCampaignsDocument,
    "query CampaignsOfThree($a0: ID!, $a1: ID!, $a2: ID!) {\n  a0: account(id: $a0) { campaigns(first: 2) { nodes { name } } }\n  a1: account(id: $a1) { campaigns(first: 2) { nodes { name } } }\n  a2: account(id: $a2) { campaigns(first: 2) { nodes { name } } }\n}": types.CampaignsOfThreeDocument,
    "query KnownCampaign($account: ID!) {\n  account(id: $account) { campaigns(first: 1) { nodes { id } } }\n}": types.KnownCampaignDocument,
    "query CampaignEntities($representations: [_Any!]!) {\n  _entities(representations: $representations) {\n    ... on Campaign { id lineItems(first: 1) { nodes { __typename } } }\n  }\n}": types.CampaignEntitiesDocument,
    "query WholeAndPartLists {\n        account(id: \"a1\") { campaigns { nodes { lineItems(first: 700) { nodes { id } } } } }\n      }": types.WholeAndPartListsDocument,
    "query CountsByReading {\n          account(id: \"a1\") { campaigns(first: 2) { nodes { lineItems(first: 100) { nodes { id } totalCount } } } }\n        }": types.CountsByReadingDocument,
    "query WebhookConfigs { webhookConfigs {\n  resultCount nodes { restId url valid createdAt raw } problems { title type detail status }\n} }": types.WebhookConfigsDocument,
    "mutation NewBearerToken { createBearerToken { bearerToken { accessToken } } }": types.NewBearerTokenDocument,
    "query CountedPageOfOne($after: String) {\n  account(id: \"a1\") { campaigns(first: 1, after: $after) { totalCount nodes { restId } pageInfo { endCursor } } }\n}": types.CountedPageOfOneDocument,
    "query WithAndWithoutDeleted($account: ID!) { account(id: $account) {\n  shown: campaigns(first: 1000) { nodes { restId deleted } }\n  all: campaigns(first: 1000, withDeleted: true) { nodes { restId deleted } }\n} }": types.WithAndWithoutDeletedDocument,
    "query Entities($representations: [_Any!]!) {\n  _entities(representations: $representations) { __typename ... on LineItem { id name } ... on Campaign { id name } }\n}": types.EntitiesDocument,
    "query LineItemIds($account: ID!) {\n  account(id: $account) { lineItems(first: 990) { nodes { id } } }\n}": types.LineItemIdsDocument,
    "query OneCampaign($account: ID!) {\n  account(id: $account) { campaigns(first: 1) { nodes { id restId } } }\n}": types.OneCampaignDocument,
    "query Service { _service { sdl } }": types.ServiceDocument,
    "query Nodes($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }": types.NodesDocument,
    "query CampaignIds($account: ID!, $first: Int) {\n  account(id: $account) { campaigns(first: $first) { nodes { id } } }\n}": types.CampaignIdsDocument,
    "query ValidWebhooks { webhookConfigs { nodes { valid } } __schema { mutationType { fields { name } } } }": types.ValidWebhooksDocument,
    "query Tree($id: ID!) {\n  account(id: $id) { campaigns(first: 50) { nodes { name lineItems(first: 100) { nodes { name\n    promotedPosts(first: 10) { nodes { postId } }\n    targetingCriteria(first: 50) { nodes { targetingType targetingValue } }\n    mediaCreatives(first: 10) { nodes { id } }\n    trackingTags(first: 10) { nodes { id } }\n  } } } } }\n}": types.TreeDocument,
    "query ManyLineItems($id: ID!) {\n  account(id: $id) { campaigns(first: 200) { nodes {\n    lineItems(first: 100) { nodes { id } pageInfo { hasNextPage } }\n  } } }\n}": types.ManyLineItemsDocument,
    "query CountedAccounts { accounts { totalCount } }": types.CountedAccountsDocument,
    "query CallsOfManyLists {\n    account(id: \"a\") { campaigns { nodes { restId mediaCreatives { nodes { id } } } } }\n  }": types.CallsOfManyListsDocument,
    "query RowsOfTwoLevels($first: Int) {\n    account(id: \"a\") { campaigns { nodes { restId lineItems(first: $first) { nodes { restId } } } } }\n  }": types.RowsOfTwoLevelsDocument,
    "query ListsSideBySide { account(id: \"a\") {\n        campaigns { nodes { id } } fundingInstruments { nodes { id } } pollCards { nodes { id } }\n        lineItems { nodes { id } } mediaCreatives { nodes { id } }\n      } }": types.ListsSideBySideDocument,
    "query ChildrenOfMany {\n        account(id: \"a\") { campaigns(first: 201) { nodes { lineItems(first: 1) { nodes { restId } } } } }\n      }": types.ChildrenOfManyDocument,
    "query OwnAccounts { accounts { totalCount } }": types.OwnAccountsDocument,
    "mutation SharedBearerToken { createBearerToken { bearerToken { accessToken } } }": types.SharedBearerTokenDocument,
    "mutation RequestTokenOfApp {\n        token: createRequestToken(input: { callback: \"https://app.example\" }) { requestToken {\n          authorizeUrl(forceLogin: true, screenName: \"n\") authenticateUrl(forceLogin: true, screenName: \"n\")\n        } }\n      }": types.RequestTokenOfAppDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateAudience($accountId: ID!) {\n  createCustomAudience(\n    input: {accountId: $accountId, name: \"Newsletter readers 2030\", description: \"Readers of the weekly newsletter\"}\n  ) {\n    customAudience {\n      id\n      targetable\n      reasonsNotTargetable\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nmutation AddUsers($audienceId: ID!, $users: [AudienceUser!]!) {\n  updateCustomAudienceUsers(\n    input: {customAudienceId: $audienceId, hash: true, operations: [{update: {users: $users}}]}\n  ) {\n    successCount\n    totalCount\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nquery AudienceStatus($audienceId: ID!) {\n  customAudience(id: $audienceId) {\n    audienceSize\n    targetable\n    reasonsNotTargetable\n  }\n}\n\nmutation TargetAudience($accountId: ID!, $lineItemId: ID!, $audienceId: String!) {\n  createTargetingCriterion(\n    input: {accountId: $accountId, lineItemId: $lineItemId, targetingType: CUSTOM_AUDIENCE, operatorType: EQ, targetingValue: $audienceId}\n  ) {\n    targetingCriterion {\n      targetingType\n      customAudience {\n        name\n        audienceSize\n      }\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}"): typeof import('./graphql.ts').CreateAudienceDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query HistoryOfCampaigns($accountId: ID!, $startTime: DateTime!, $endTime: DateTime!, $after: String) {\n  account(id: $accountId) {\n    campaigns(first: 20, after: $after) {\n      nodes {\n        name\n        history(startTime: $startTime, endTime: $endTime) {\n          nodes {\n            changeTime\n            changeType\n            changeBy {\n              userId\n              platform\n            }\n            changes {\n              field\n              from\n              to\n            }\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').HistoryOfCampaignsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation ChangeBudgets($accountId: ID!, $operations: [CampaignOperation!]!) {\n  batchCampaigns(\n    input: {accountId: $accountId, operations: $operations}\n    skipInvalid: true\n  ) {\n    campaigns {\n      id\n      name\n      dailyBudgetAmountLocalMicro\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}"): typeof import('./graphql.ts').ChangeBudgetsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Drafts($accountId: ID!) {\n  account(id: $accountId) {\n    campaigns(withDraft: true) {\n      nodes {\n        id\n        name\n        entityStatus\n        dailyBudgetAmountLocalMicro\n        lineItems(withDraft: true) {\n          nodes {\n            id\n            name\n            entityStatus\n            startTime\n            endTime\n          }\n        }\n      }\n    }\n  }\n}\n\nmutation CheckCampaign($campaignId: ID!) {\n  updateCampaign(\n    input: {campaignId: $campaignId, entityStatus: ACTIVE}\n    validateOnly: true\n  ) {\n    validation {\n      checked\n      unchecked\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nmutation Activate($accountId: ID!, $campaignId: ID!, $lineItems: [LineItemOperation!]!) {\n  batchLineItems(input: {accountId: $accountId, operations: $lineItems}) {\n    lineItems {\n      id\n      entityStatus\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n  updateCampaign(input: {campaignId: $campaignId, entityStatus: ACTIVE}) {\n    campaign {\n      entityStatus\n      effectiveStatus\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}"): typeof import('./graphql.ts').DraftsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Prepare($accountId: ID!) {\n  account(id: $accountId) {\n    fundingInstruments {\n      nodes {\n        id\n        description\n        currency\n        ableToFund\n      }\n    }\n    promotableUsers {\n      nodes {\n        userId\n        type\n      }\n    }\n  }\n  targetingOptions {\n    locations(namePrefix: \"Germany\") {\n      nodes {\n        name\n        targetingValue\n      }\n    }\n  }\n}\n\nmutation CreateCampaign($accountId: ID!, $fundingInstrumentId: ID!, $campaignKey: String) {\n  createCampaign(\n    idempotencyKey: $campaignKey\n    input: {accountId: $accountId, fundingInstrumentId: $fundingInstrumentId, name: \"Spring 2030\", dailyBudgetAmountLocalMicro: \"50000000\", totalBudgetAmountLocalMicro: \"1500000000\", entityStatus: PAUSED}\n  ) {\n    campaign {\n      id\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nmutation AddLineItem($accountId: ID!, $campaignId: ID!, $startTime: DateTime!, $endTime: DateTime!, $lineItemKey: String) {\n  createLineItem(\n    idempotencyKey: $lineItemKey\n    input: {accountId: $accountId, campaignId: $campaignId, name: \"Bread lovers in Germany\", objective: ENGAGEMENTS, productType: PROMOTED_POSTS, placements: [ALL_ON_SVC], startTime: $startTime, endTime: $endTime, bidStrategy: AUTO, entityStatus: PAUSED}\n  ) {\n    lineItem {\n      id\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nmutation WritePost($accountId: ID!, $userId: ID!, $postKey: String) {\n  createPost(\n    idempotencyKey: $postKey\n    input: {accountId: $accountId, asUserId: $userId, text: \"Fresh sourdough, every morning 🍞\"}\n  ) {\n    post {\n      id\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nmutation PromoteAndTarget($accountId: ID!, $lineItemId: ID!, $postId: ID!, $location: String!, $promotionKey: String, $targetingKey: String) {\n  createPromotedPosts(\n    idempotencyKey: $promotionKey\n    input: {accountId: $accountId, lineItemId: $lineItemId, postIds: [$postId]}\n  ) {\n    promotedPosts {\n      approvalStatus\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n  batchTargetingCriteria(\n    idempotencyKey: $targetingKey\n    input: {accountId: $accountId, operations: [{create: {lineItemId: $lineItemId, targetingType: LOCATION, operatorType: EQ, targetingValue: $location}}, {create: {lineItemId: $lineItemId, targetingType: AGE, operatorType: EQ, targetingValue: \"AGE_25_TO_49\"}}]}\n  ) {\n    targetingCriteria {\n      targetingType\n      name\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}\n\nmutation Launch($campaignId: ID!, $lineItemId: ID!) {\n  updateLineItem(input: {lineItemId: $lineItemId, entityStatus: ACTIVE}) {\n    lineItem {\n      entityStatus\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n  updateCampaign(input: {campaignId: $campaignId, entityStatus: ACTIVE}) {\n    campaign {\n      entityStatus\n      effectiveStatus\n      servable\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}"): typeof import('./graphql.ts').PrepareDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Bids($campaignId: ID!) {\n  campaign(id: $campaignId) {\n    currency\n    lineItems {\n      nodes {\n        id\n        name\n        bidStrategy\n        bidAmountLocalMicro\n      }\n    }\n  }\n}\n\nmutation ChangeBids($accountId: ID!, $operations: [LineItemOperation!]!) {\n  batchLineItems(input: {accountId: $accountId, operations: $operations}) {\n    lineItems {\n      id\n      bidAmountLocalMicro\n    }\n    userErrors {\n      message\n      field\n      rule\n    }\n  }\n}"): typeof import('./graphql.ts').BidsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query NotServing($accountId: ID!) {\n  account(id: $accountId) {\n    campaigns {\n      nodes {\n        name\n        servable\n        reasonsNotServable\n        lineItems {\n          nodes {\n            id\n            name\n            servable\n            reasonsNotServable\n          }\n        }\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').NotServingDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CampaignsByPrefix($accountId: ID!, $namePrefix: String!) {\n  account(id: $accountId) {\n    campaigns(namePrefix: $namePrefix) {\n      nodes {\n        id\n        name\n        entityStatus\n      }\n    }\n  }\n}\n\nmutation PauseCampaigns($accountId: ID!, $operations: [CampaignOperation!]!) {\n  batchCampaigns(input: {accountId: $accountId, operations: $operations}) {\n    campaigns {\n      id\n      name\n      entityStatus\n    }\n    userErrors {\n      message\n      field\n    }\n  }\n}"): typeof import('./graphql.ts').CampaignsByPrefixDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Report($accountId: ID!) {\n  account(id: $accountId) {\n    name\n    lineItems {\n      nodes {\n        name\n        objective\n        entityStatus\n        bidAmountLocalMicro\n        campaign {\n          name\n        }\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').ReportDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Spend($accountId: ID!, $startTime: DateOrTime!, $endTime: DateOrTime!) {\n  account(id: $accountId) {\n    campaigns {\n      nodes {\n        name\n        stats(startTime: $startTime, endTime: $endTime) {\n          currency\n          billing {\n            billedChargeLocalMicro\n          }\n          engagement {\n            impressions\n            clicks\n          }\n        }\n      }\n    }\n  }\n}\n\nquery SpendByDay($accountId: ID!, $from: DateOrTime!, $endTime: DateOrTime!) {\n  account(id: $accountId) {\n    campaigns {\n      nodes {\n        name\n        stats(startTime: $from, endTime: $endTime, granularity: DAY) {\n          intervals {\n            startTime\n          }\n          billing {\n            billedChargeLocalMicro\n          }\n          engagement {\n            impressions\n            clicks\n          }\n        }\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').SpendDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query TaxSettings($accountId: ID!) {\n  account(id: $accountId) {\n    name\n    taxSettings {\n      taxId\n      taxCategory\n      invoiceJurisdiction\n      billTo\n      addressCompany\n      addressStreet1\n      addressPostalCode\n      addressCity\n      addressCountry\n    }\n  }\n}\n\nmutation ChangeTaxSettings($accountId: ID!, $taxId: String!) {\n  updateTaxSettings(\n    input: {accountId: $accountId, taxId: $taxId, taxCategory: BUSINESS_WITH_VAT}\n  ) {\n    taxSettings {\n      taxId\n      taxCategory\n    }\n    userErrors {\n      message\n      field\n    }\n  }\n}"): typeof import('./graphql.ts').TaxSettingsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WholeTree($accountId: ID!) {\n  account(id: $accountId) {\n    name\n    campaigns {\n      nodes {\n        name\n        entityStatus\n        fundingInstrument {\n          description\n        }\n        lineItems {\n          nodes {\n            name\n            objective\n            entityStatus\n            targetingCriteria {\n              nodes {\n                targetingType\n                operatorType\n                name\n              }\n            }\n            trackingTags {\n              nodes {\n                trackingTagUrl\n              }\n            }\n            mediaCreatives {\n              nodes {\n                landingUrl\n                accountMedia {\n                  mediaUrl\n                }\n              }\n            }\n            promotedPosts {\n              nodes {\n                approvalStatus\n                post {\n                  text\n                  card {\n                    name\n                    ...CardMedia\n                  }\n                }\n              }\n            }\n          }\n        }\n      }\n    }\n  }\n}\n\nfragment CardMedia on Card {\n  ... on ComposableCard {\n    components {\n      ...ComponentMedia\n    }\n    slides {\n      ...ComponentMedia\n    }\n  }\n  ... on ConversationCard {\n    media {\n      mediaUrl\n    }\n  }\n}\n\nfragment ComponentMedia on Component {\n  ... on MediaComponent {\n    media {\n      mediaUrl\n    }\n  }\n  ... on SwipeableMediaComponent {\n    swipeableMedia {\n      nodes {\n        mediaUrl\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').WholeTreeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ManyInTurns {\n  account(id: \"a1\") {\n    campaigns(first: 1000) {\n      nodes { id name lineItems(first: 30) { nodes { restId name raw campaign { restId } } pageInfo { hasNextPage } } }\n    }\n  }\n}"): typeof import('./graphql.ts').ManyInTurnsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query LowestBids { biddingRules { nodes { minimumCpeBidLocalMicro } } }"): typeof import('./graphql.ts').LowestBidsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CachedIabCategoryPage($first: Int, $after: String) {\n    iabCategories(first: $first, after: $after) { nodes { restId } pageInfo { endCursor hasNextPage } }\n  }"): typeof import('./graphql.ts').CachedIabCategoryPageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CountedApps($account: ID!) {\n  account(id: $account) {\n    apps(first: 2, withDeleted: true, sortBy: { field: \"createdAt\", direction: DESC }) {\n      totalCount edges { cursor } nodes { restId }\n    }\n  }\n}"): typeof import('./graphql.ts').CountedAppsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query NextApps($account: ID!, $after: String) {\n  account(id: $account) {\n    apps(first: 2, after: $after, withDeleted: true, sortBy: { field: \"createdAt\", direction: DESC }) { nodes { restId } }\n  }\n}"): typeof import('./graphql.ts').NextAppsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CampaignHistory($account: ID!, $entity: ID!, $start: DateTime!, $end: DateTime!) {\n  account(id: $account) {\n    history(entityType: CAMPAIGN, entityId: $entity, startTime: $start, endTime: $end) {\n      nodes { entity entityId changeType changeTime changeBy { userId platform } changes { field from to } entityData raw }\n    }\n  }\n}"): typeof import('./graphql.ts').CampaignHistoryDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query HistoryPage($account: ID!, $entity: ID!, $start: DateTime!, $end: DateTime!, $after: String) {\n  account(id: $account) {\n    history(entityType: CAMPAIGN, entityId: $entity, startTime: $start, endTime: $end, first: 1, after: $after) {\n      edges { cursor } nodes { changeType } pageInfo { hasNextPage }\n    }\n  }\n}"): typeof import('./graphql.ts').HistoryPageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Histories($account: ID!, $first: Int, $start: DateTime!, $end: DateTime!) {\n  account(id: $account) { campaigns(first: $first) { nodes {\n    restId\n    history(startTime: $start, endTime: $end) { nodes { entityId } }\n    again: history(startTime: $start, endTime: $end) { nodes { entityId } }\n  } } }\n}"): typeof import('./graphql.ts').HistoriesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Changes($account: ID!, $start: DateTime!, $end: DateTime!, $first: Int, $after: String) {\n      account(id: $account) {\n        history(entityType: CAMPAIGN, entityId: \"c1\", startTime: $start, endTime: $end, first: $first, after: $after) {\n          edges { cursor node { changeType } }\n        }\n      }\n    }"): typeof import('./graphql.ts').ChangesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateAccount($validateOnly: Boolean = false) {\n  outcome: createAccount(validateOnly: $validateOnly) { account { id name } userErrors { code field rule } }\n}"): typeof import('./graphql.ts').CreateAccountDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WrittenAccount($id: ID!) { accounts(ids: [$id]) { nodes { id name industryType } } }"): typeof import('./graphql.ts').WrittenAccountDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query AccountPage($first: Int, $after: String) {\n  accounts(first: $first, after: $after) { nodes { restId } pageInfo { endCursor } }\n}"): typeof import('./graphql.ts').AccountPageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Access($account: ID!) { account(id: $account) { ...Access } }\nfragment Access on Account { authenticatedUserAccess {\n  userId permissions canEditCampaigns canViewCampaigns canEditCreatives\n  canManageUsersAndSettings canComposePosts canViewOrganicAnalytics canManagePartnerAudiences\n} }"): typeof import('./graphql.ts').AccessDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query AccessOfTwo($demo: ID!, $yen: ID!) {\n  demo: account(id: $demo) { ...Access } again: account(id: $demo) { ...Access } yen: account(id: $yen) { ...Access }\n}"): typeof import('./graphql.ts').AccessOfTwoDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query BiddingRulesOfFunding($dollars: ID!, $yen: ID!) {\n  dollars: account(id: $dollars) { fundingInstruments { nodes { currency biddingRules { totalCount nodes { currency } } } } }\n  yen: account(id: $yen) { fundingInstruments { nodes { currency biddingRules { totalCount nodes { currency } } } } }\n}"): typeof import('./graphql.ts').BiddingRulesOfFundingDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query BiddingRules { biddingRules { nodes { currency } } }"): typeof import('./graphql.ts').BiddingRulesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CategoriesOfLineItems($account: ID!) {\n  account(id: $account) { lineItems(first: 500) { nodes {\n    objective categories advertiserBusinessCategories { nodes { restId name } } iabCategories { totalCount nodes { restId name } }\n  } } }\n}"): typeof import('./graphql.ts').CategoriesOfLineItemsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ContentCategories { contentCategories { nodes { name iabCategories { nodes { name parent { name } } } } } }"): typeof import('./graphql.ts').ContentCategoriesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CuratedCategoryPage($account: ID!, $countryCodes: [String!]!, $first: Int, $after: String) {\n  account(id: $account) {\n    curatedCategories(countryCodes: $countryCodes, first: $first, after: $after) {\n      nodes { restId } edges { cursor } pageInfo { hasNextPage endCursor }\n    }\n  }\n}"): typeof import('./graphql.ts').CuratedCategoryPageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Features($account: ID!) { account(id: $account) { features } }"): typeof import('./graphql.ts').FeaturesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateFundingInstrument($input: CreateFundingInstrumentInput!, $validateOnly: Boolean = false) {\n  outcome: createFundingInstrument(input: $input, validateOnly: $validateOnly) {\n    fundingInstrument { id type currency } userErrors { code field rule } validation { checked unchecked }\n  }\n}"): typeof import('./graphql.ts').CreateFundingInstrumentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WrittenFundingInstrument($id: ID!) {\n  fundingInstrument(id: $id) { type currency startTime creditLimitLocalMicro }\n}"): typeof import('./graphql.ts').WrittenFundingInstrumentDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CampaignsOfFunding($account: ID!) {\n  account(id: $account) { fundingInstruments { nodes { restId campaigns(first: 5) { nodes { fundingInstrumentId } } } } }\n}"): typeof import('./graphql.ts').CampaignsOfFundingDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query IabCategoryPage($after: String) {\n  iabCategories(first: 100, after: $after) { totalCount nodes { restId } pageInfo { endCursor hasNextPage } }\n}"): typeof import('./graphql.ts').IabCategoryPageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ContentOfPublishers { publishers { nodes { contentCategories { nodes { name } } } } }"): typeof import('./graphql.ts').ContentOfPublishersDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Recommendations($account: ID!, $empty: ID!) {\n  account(id: $account) { recommendations { nodes {\n    id restId accountId fundingInstrumentId status message createdAt updatedAt fundingInstrument { currency }\n  } } }\n  empty: account(id: $empty) { recommendations { nodes { id } } }\n}"): typeof import('./graphql.ts').RecommendationsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WrittenTaxSettings($account: ID!) {\n  account(id: $account) { taxSettings { taxId taxCategory addressCompany billTo clientAddressRegion } }\n}"): typeof import('./graphql.ts').WrittenTaxSettingsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WrittenUserSettings($account: ID!) {\n  account(id: $account) {\n    userSettings(userId: 1000000001) { notificationEmail contactPhone contactPhoneExtension subscribeEmailTypes }\n  }\n}"): typeof import('./graphql.ts').WrittenUserSettingsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation GrantCustomPermission(\n      $input: GrantCustomAudiencePermissionInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: grantCustomAudiencePermission(input: $input, validateOnly: $validateOnly) {\n        permission: customAudiencePermission { id restId grantedAccountId permissionLevel deleted }\n        userErrors { code message field rule } validation { unchecked }\n      }\n    }"): typeof import('./graphql.ts').GrantCustomPermissionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RevokeCustomPermission(\n      $input: RevokeCustomAudiencePermissionInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: revokeCustomAudiencePermission(input: $input, validateOnly: $validateOnly) {\n        deletedId\n        permission: customAudiencePermission { id restId grantedAccountId permissionLevel deleted }\n        userErrors { code message field rule } validation { unchecked }\n      }\n    }"): typeof import('./graphql.ts').RevokeCustomPermissionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation GrantTailoredPermission(\n      $input: GrantTailoredAudiencePermissionInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: grantTailoredAudiencePermission(input: $input, validateOnly: $validateOnly) {\n        permission: tailoredAudiencePermission { id restId grantedAccountId permissionLevel deleted }\n        userErrors { code message field rule } validation { unchecked }\n      }\n    }"): typeof import('./graphql.ts').GrantTailoredPermissionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RevokeTailoredPermission(\n      $input: RevokeTailoredAudiencePermissionInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: revokeTailoredAudiencePermission(input: $input, validateOnly: $validateOnly) {\n        deletedId\n        permission: tailoredAudiencePermission { id restId grantedAccountId permissionLevel deleted }\n        userErrors { code message field rule } validation { unchecked }\n      }\n    }"): typeof import('./graphql.ts').RevokeTailoredPermissionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query AudiencePermissions($account: ID!, $id: ID!, $tailored: ID!) { account(id: $account) {\n  customAudiences(first: 1) { nodes { id } }\n  shared: customAudiences(permissionScope: SHARED) { nodes { id } }\n  tailoredAudiencePermissions(tailoredAudienceId: $tailored) { nodes { restId grantedAccountId permissionLevel } }\n}\ncustomAudience(id: $id, accountId: $account) { permissions { nodes { restId grantedAccountId permissionLevel } } }\n}"): typeof import('./graphql.ts').AudiencePermissionsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query GrantedAccounts($first: Int) {\n  account(id: \"a1\") { customAudiences(first: $first) { nodes {\n    restId permissions { nodes { id grantedAccount { name } } }\n  } } }\n}"): typeof import('./graphql.ts').GrantedAccountsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation UpdateCustomAudienceUsers($input: UpdateCustomAudienceUsersInput!, $split: Boolean = false, $validateOnly: Boolean = false) {\n  outcome: updateCustomAudienceUsers(input: $input, split: $split, validateOnly: $validateOnly) {\n    successCount totalCount chunks { start count status } userErrors { code message field rule }\n  }\n}"): typeof import('./graphql.ts').UpdateCustomAudienceUsersDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query FirstCustomAudience($account: ID!) {\n  account(id: $account) { customAudiences(first: 1) { nodes { id } } }\n}"): typeof import('./graphql.ts').FirstCustomAudienceDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateCustomAudience($input: CreateCustomAudienceInput!, $validateOnly: Boolean = false) {\n  outcome: createCustomAudience(input: $input, validateOnly: $validateOnly) {\n    customAudience { id name targetable } userErrors { code message field rule } validation { checked unchecked }\n  }\n}"): typeof import('./graphql.ts').CreateCustomAudienceDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation UpdateCustomAudience($input: UpdateCustomAudienceInput!, $validateOnly: Boolean = false) {\n  outcome: updateCustomAudience(input: $input, validateOnly: $validateOnly) {\n    customAudience { id name } userErrors { code message field rule } validation { unchecked }\n  }\n}"): typeof import('./graphql.ts').UpdateCustomAudienceDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation BatchCustomAudiences($input: BatchCustomAudiencesInput!, $split: Boolean = false, $validateOnly: Boolean = false) {\n  outcome: batchCustomAudiences(input: $input, split: $split, validateOnly: $validateOnly) {\n    customAudiences { restId } chunks { start count status } userErrors { code message field rule } validation { unchecked }\n  }\n}"): typeof import('./graphql.ts').BatchCustomAudiencesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WrittenCustomAudiences($account: ID!) {\n  account(id: $account) { customAudiences(namePrefix: \"Written\") { nodes {\n    id name description targetable reasonsNotTargetable audienceSize\n  } } }\n}"): typeof import('./graphql.ts').WrittenCustomAudiencesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CustomAudienceNodes($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }"): typeof import('./graphql.ts').CustomAudienceNodesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query SharedAudiences($account: ID!) {\n  account(id: $account) { customAudiences(permissionScope: SHARED) { nodes {\n    restId isOwner permissionLevel ownerAccountId ownerAccount { name }\n  } } }\n}"): typeof import('./graphql.ts').SharedAudiencesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query AudiencesOfCriteria($account: ID!, $first: Int) {\n  account(id: $account) { lineItems(first: $first) { nodes { targetingCriteria { nodes {\n    targetingType targetingValue customAudience { restId name }\n  } } } } }\n}"): typeof import('./graphql.ts').AudiencesOfCriteriaDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query NamesOfAudiencesOfCriteria($first: Int) {\n  account(id: \"a1\") { lineItems(first: $first) { nodes { targetingCriteria { nodes { customAudience { name } } } } } }\n}"): typeof import('./graphql.ts').NamesOfAudiencesOfCriteriaDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation UpdateDoNotReachListUsers($input: UpdateDoNotReachListUsersInput!) {\n  outcome: updateDoNotReachListUsers(input: $input) {\n    successCount totalCount chunks { start count status } userErrors { code field rule }\n  }\n}"): typeof import('./graphql.ts').UpdateDoNotReachListUsersDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query DoNotReachListToUpload($account: ID!) {\n  account(id: $account) { doNotReachList { restId } }\n}"): typeof import('./graphql.ts').DoNotReachListToUploadDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query DoNotReachList($account: ID!) {\n  account(id: $account) { doNotReachList { restId description } }\n}"): typeof import('./graphql.ts').DoNotReachListDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query TailoredAudiencePermissions($account: ID!, $audience: ID!, $first: Int, $after: String) {\n  account(id: $account) {\n    list: tailoredAudiencePermissions(tailoredAudienceId: $audience, first: $first, after: $after) {\n      nodes { grantedAccount { id } } pageInfo { endCursor }\n    }\n  }\n}"): typeof import('./graphql.ts').TailoredAudiencePermissionsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query TargetedCampaigns($account: ID!, $audience: ID!, $withActive: Boolean) {\n  customAudience(id: $audience, accountId: $account) { targeted(withActive: $withActive) { nodes {\n    campaignId campaignName campaign { name } lineItems { name servable lineItem { restId name } }\n  } } }\n}"): typeof import('./graphql.ts').TargetedCampaignsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query TargetedCampaignPage($account: ID!, $audience: ID!, $first: Int, $after: String) {\n  customAudience(id: $audience, accountId: $account) {\n    targeted(withActive: false, first: $first, after: $after) { nodes { campaignId } pageInfo { hasNextPage endCursor } }\n  }\n}"): typeof import('./graphql.ts').TargetedCampaignPageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query TargetedByAudiences($first: Int) {\n  account(id: \"a1\") { customAudiences(first: $first) { nodes {\n    restId again: targeted { nodes { campaignId } } targeted { nodes { campaign { id } lineItems { lineItem { id } } } }\n  } } }\n}"): typeof import('./graphql.ts').TargetedByAudiencesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query NamesOfTargetedCampaigns {\n  customAudience(id: \"x7\", accountId: \"a1\") {\n    targeted { nodes { campaign { name } lineItems { lineItem { name } } } }\n  }\n}"): typeof import('./graphql.ts').NamesOfTargetedCampaignsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query AudienceEstimate($account: ID!, $input: AudienceEstimateInput!) {\n  account(id: $account) { audienceEstimate(input: $input) { audienceSize raw } }\n}"): typeof import('./graphql.ts').AudienceEstimateDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query LineItemAudienceEstimate($account: ID!) {\n  account(id: $account) { lineItems(first: 1) { nodes {\n    audienceEstimate { audienceSize } targetingCriteria { nodes { targetingType targetingValue operatorType } }\n  } } }\n}"): typeof import('./graphql.ts').LineItemAudienceEstimateDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query EstimatedLineItem($account: ID!) {\n  account(id: $account) { lineItems(first: 1) { nodes { id } } }\n}"): typeof import('./graphql.ts').EstimatedLineItemDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation BatchCampaigns($input: BatchCampaignsInput!, $split: Boolean = false, $skipInvalid: Boolean = false, $validateOnly: Boolean = false) {\n  batchCampaigns(input: $input, split: $split, skipInvalid: $skipInvalid, validateOnly: $validateOnly) {\n    campaigns { restId } chunks { start count status } userErrors { code message field rule }\n  }\n}"): typeof import('./graphql.ts').BatchCampaignsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query KeywordVolumes($start: DateTime!, $end: DateTime) {\n  days: keywordInsights(keywords: [\"coffee\"], granularity: DAY, startTime: $start, endTime: $end) {\n    relatedKeywords postVolume requestParams\n  }\n  hours: keywordInsights(keywords: [\"coffee\"], granularity: HOUR, startTime: $start, endTime: $end) {\n    relatedKeywords postVolume\n  }\n}"): typeof import('./graphql.ts').KeywordVolumesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateLineItemCuratedCategory($input: CreateLineItemCuratedCategoryInput!, $validateOnly: Boolean = false) {\n  outcome: createLineItemCuratedCategory(input: $input, validateOnly: $validateOnly) {\n    lineItemCuratedCategory { id lineItem { id } curatedCategory { id } curatedCategoryId } userErrors { code field rule }\n  }\n}"): typeof import('./graphql.ts').CreateLineItemCuratedCategoryDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateLineItem($input: CreateLineItemInput!, $validateOnly: Boolean = false) {\n  outcome: createLineItem(input: $input, validateOnly: $validateOnly) {\n    lineItem { id name bidAmountLocalMicro campaign { id } }\n    userErrors { code message field rule } validation { checked unchecked }\n  }\n}"): typeof import('./graphql.ts').CreateLineItemDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation UpdateLineItem($input: UpdateLineItemInput!, $validateOnly: Boolean = false) {\n  outcome: updateLineItem(input: $input, validateOnly: $validateOnly) {\n    lineItem { id } userErrors { code message field rule } validation { checked unchecked }\n  }\n}"): typeof import('./graphql.ts').UpdateLineItemDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DeleteLineItem($input: DeleteLineItemInput!) {\n  outcome: deleteLineItem(input: $input) { lineItem { id deleted name } userErrors { code field rule } }\n}"): typeof import('./graphql.ts').DeleteLineItemDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation BatchLineItems($input: BatchLineItemsInput!, $split: Boolean = false, $validateOnly: Boolean = false) {\n  outcome: batchLineItems(input: $input, split: $split, validateOnly: $validateOnly) {\n    lineItems { restId } chunks { start count status } userErrors { code message field rule } validation { unchecked }\n  }\n}"): typeof import('./graphql.ts').BatchLineItemsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query FirstLineItems($account: ID!) {\n  account(id: $account) { lineItems(first: 2) { nodes { id name } } }\n}"): typeof import('./graphql.ts').FirstLineItemsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query FundingInstrumentForLineItems($account: ID!) {\n  account(id: $account) { fundingInstruments(first: 1) { nodes { id } } }\n}"): typeof import('./graphql.ts').FundingInstrumentForLineItemsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateCampaignForLineItems($input: CreateCampaignInput!) {\n  createCampaign(input: $input) { campaign { id } }\n}"): typeof import('./graphql.ts').CreateCampaignForLineItemsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query LineItemToCopy($account: ID!) {\n  account(id: $account) { lineItems(first: 1) { nodes {\n    id campaign { id } objective productType placements categories\n    advertiserDomain androidAppStoreIdentifier iosAppStoreIdentifier\n  } } }\n}"): typeof import('./graphql.ts').LineItemToCopyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WrittenLineItem($id: ID!) {\n  node(id: $id) { ... on LineItem { name objective placements entityStatus endTime } }\n}"): typeof import('./graphql.ts').WrittenLineItemDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query LineItemStatuses($account: ID!, $withDraft: Boolean) {\n  account(id: $account) { lineItems(first: 1000, withDraft: $withDraft) { nodes { id entityStatus } } }\n}"): typeof import('./graphql.ts').LineItemStatusesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateMediaCreative($input: CreateMediaCreativeInput!, $validateOnly: Boolean = false) {\n  outcome: createMediaCreative(input: $input, validateOnly: $validateOnly) {\n    mediaCreative { id landingUrl } userErrors { code field rule } validation { checked unchecked }\n  }\n}"): typeof import('./graphql.ts').CreateMediaCreativeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query LineItemPlacements($account: ID!) {\n  account(id: $account) { lineItems(first: 500) { nodes { placements permittedPlacements } } }\n}"): typeof import('./graphql.ts').LineItemPlacementsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreatePromotedAccount($input: CreatePromotedAccountInput!, $validateOnly: Boolean = false) {\n  outcome: createPromotedAccount(input: $input, validateOnly: $validateOnly) {\n    promotedAccount { id userId } userErrors { code message field rule } validation { checked unchecked }\n  }\n}"): typeof import('./graphql.ts').CreatePromotedAccountDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreatePromotedPosts($input: CreatePromotedPostsInput!, $split: Boolean = false, $validateOnly: Boolean = false) {\n  outcome: createPromotedPosts(input: $input, split: $split, validateOnly: $validateOnly) {\n    promotedPosts { id postId } chunks { start count status } userErrors { code message field rule }\n  }\n}"): typeof import('./graphql.ts').CreatePromotedPostsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateScheduledPromotedPost($input: CreateScheduledPromotedPostInput!) {\n  outcome: createScheduledPromotedPost(input: $input) {\n    scheduledPromotedPost { id scheduledPostId postId } userErrors { code message field rule }\n  }\n}"): typeof import('./graphql.ts').CreateScheduledPromotedPostDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateTargetingCriterion($input: CreateTargetingCriterionInput!, $validateOnly: Boolean = false) {\n  outcome: createTargetingCriterion(input: $input, validateOnly: $validateOnly) {\n    targetingCriterion { id targetingValue } userErrors { code message field rule } validation { checked unchecked }\n  }\n}"): typeof import('./graphql.ts').CreateTargetingCriterionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation BatchTargetingCriteria($input: BatchTargetingCriteriaInput!, $split: Boolean = false, $validateOnly: Boolean = false) {\n  outcome: batchTargetingCriteria(input: $input, split: $split, validateOnly: $validateOnly) {\n    targetingCriteria { restId } chunks { start count status } userErrors { code message field rule } validation { unchecked }\n  }\n}"): typeof import('./graphql.ts').BatchTargetingCriteriaDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query HeldCriteria($account: ID!, $lineItem: ID!) {\n  account(id: $account) { targetingCriteria(lineItemIds: [$lineItem]) { nodes { id targetingType } } }\n}"): typeof import('./graphql.ts').HeldCriteriaDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query TwoLineItems($account: ID!) {\n  account(id: $account) { lineItems(first: 2) { nodes { id } } }\n}"): typeof import('./graphql.ts').TwoLineItemsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query TargetingCriteria($account: ID!, $lineItemIds: [ID!]!, $first: Int, $after: String) {\n  account(id: $account) {\n    targetingCriteria(lineItemIds: $lineItemIds, first: $first, after: $after) { nodes { id } pageInfo { endCursor } }\n  }\n}"): typeof import('./graphql.ts').TargetingCriteriaDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ConversationValues($first: Int, $after: String) {\n  targetingOptions {\n    list: conversations(first: $first, after: $after) { nodes { targetingValue } pageInfo { hasNextPage endCursor } }\n  }\n}"): typeof import('./graphql.ts').ConversationValuesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query EventValues($first: Int, $after: String) {\n  targetingOptions {\n    list: events(countryCodes: [\"JP\", \"US\"], first: $first, after: $after) {\n      nodes { targetingValue } pageInfo { hasNextPage endCursor }\n    }\n  }\n}"): typeof import('./graphql.ts').EventValuesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query GamesInStores { targetingOptions { appStoreCategories(namePrefix: \"games\") { nodes { osType } } } }"): typeof import('./graphql.ts').GamesInStoresDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ConversationTypes { __type(name: \"ConversationType\") { enumValues { name } } }"): typeof import('./graphql.ts').ConversationTypesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Catalogs {\n      targetingOptions {\n        interests(namePrefix: \"out\") { nodes { name targetingType targetingValue } }\n        languages(namePrefix: \"ger\") { nodes { name targetingType targetingValue } }\n        locations(namePrefix: \"ber\", countryCode: \"DE\", locationType: CITIES) { nodes { name targetingType targetingValue } }\n        networkOperators(countryCode: \"DE\") { nodes { name } }\n        platforms { nodes { name targetingType targetingValue } }\n        platformVersions(namePrefix: \"ios 17\") { nodes { name osType } }\n        tvMarkets { nodes { locale } }\n        tvShows(locale: \"en-US\", first: 60) { nodes { name } pageInfo { hasNextPage } }\n      }\n    }"): typeof import('./graphql.ts').CatalogsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query MediaOfCreatives($account: ID!) {\n  account(id: $account) {\n    mediaCreatives(first: 100) { nodes { accountMediaId accountMedia { restId creativeType } } }\n  }\n}"): typeof import('./graphql.ts').MediaOfCreativesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CreativesOfPromotedPosts($account: ID!) {\n  account(id: $account) { promotedPosts(first: 500) { nodes { post { cardUri text card {\n    __typename name raw\n    ... on ComposableCard { components { ...MediaOfComponent } slides { ...MediaOfComponent } }\n    ... on ConversationCard { media { mediaUrl } }\n  } } } } }\n}\nfragment MediaOfComponent on Component {\n  ... on MediaComponent { media { mediaUrl } } ... on SwipeableMediaComponent { swipeableMedia { nodes { mediaUrl } } }\n}"): typeof import('./graphql.ts').CreativesOfPromotedPostsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateCard($input: CreateCardInput!, $validateOnly: Boolean = false) {\n  outcome: createCard(input: $input, validateOnly: $validateOnly) {\n    card { id name cardType deleted } userErrors { code field rule } validation { unchecked }\n  }\n}"): typeof import('./graphql.ts').CreateCardDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation UpdateCard($input: UpdateCardInput!) {\n  outcome: updateCard(input: $input) { card { id name cardType deleted } userErrors { code field rule } validation { unchecked } }\n}"): typeof import('./graphql.ts').UpdateCardDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DeleteCard($input: DeleteCardInput!) {\n  outcome: deleteCard(input: $input) { card { id name cardType deleted } userErrors { code field rule } validation { unchecked } }\n}"): typeof import('./graphql.ts').DeleteCardDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query TwoImages($account: ID!) {\n  account(id: $account) { mediaItems(first: 2, mediaType: IMAGE) { nodes { mediaKey } } }\n}"): typeof import('./graphql.ts').TwoImagesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CardsByUri($account: ID!, $uris: [String!]!) {\n  account(id: $account) { cardsByUri(uris: $uris) { __typename id cardUri } }\n}"): typeof import('./graphql.ts').CardsByUriDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CardNodes($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Card { name } } }"): typeof import('./graphql.ts').CardNodesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query AnyCard($id: ID!) { card(id: $id) { id name } }"): typeof import('./graphql.ts').AnyCardDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CardUris($account: ID!) {\n  account(id: $account) { cards(first: 3) { nodes { cardUri } } }\n}"): typeof import('./graphql.ts').CardUrisDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query FoundConversationCard($id: ID!) {\n  node(id: $id) { __typename ... on ConversationCard { name media { mediaType } } }\n}"): typeof import('./graphql.ts').FoundConversationCardDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateImageConversationCard(\n      $input: CreateImageConversationCardInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: createImageConversationCard(input: $input, validateOnly: $validateOnly) {\n        card: imageConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }\n      }\n    }"): typeof import('./graphql.ts').CreateImageConversationCardDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation UpdateImageConversationCard(\n      $input: UpdateImageConversationCardInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: updateImageConversationCard(input: $input, validateOnly: $validateOnly) {\n        card: imageConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }\n      }\n    }"): typeof import('./graphql.ts').UpdateImageConversationCardDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DeleteImageConversationCard(\n      $input: DeleteImageConversationCardInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: deleteImageConversationCard(input: $input, validateOnly: $validateOnly) {\n        card: imageConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }\n      }\n    }"): typeof import('./graphql.ts').DeleteImageConversationCardDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WrittenImageConversationCard($id: ID!) {\n      card: imageConversationCard(id: $id) { title secondCta cardType media { mediaKey } }\n    }"): typeof import('./graphql.ts').WrittenImageConversationCardDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateVideoConversationCard(\n      $input: CreateVideoConversationCardInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: createVideoConversationCard(input: $input, validateOnly: $validateOnly) {\n        card: videoConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }\n      }\n    }"): typeof import('./graphql.ts').CreateVideoConversationCardDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation UpdateVideoConversationCard(\n      $input: UpdateVideoConversationCardInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: updateVideoConversationCard(input: $input, validateOnly: $validateOnly) {\n        card: videoConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }\n      }\n    }"): typeof import('./graphql.ts').UpdateVideoConversationCardDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DeleteVideoConversationCard(\n      $input: DeleteVideoConversationCardInput!, $validateOnly: Boolean = false\n    ) {\n      outcome: deleteVideoConversationCard(input: $input, validateOnly: $validateOnly) {\n        card: videoConversationCard { id name title deleted } userErrors { code field rule } validation { checked unchecked }\n      }\n    }"): typeof import('./graphql.ts').DeleteVideoConversationCardDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WrittenVideoConversationCard($id: ID!) {\n      card: videoConversationCard(id: $id) { title secondCta cardType media { mediaKey } }\n    }"): typeof import('./graphql.ts').WrittenVideoConversationCardDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateDraftPost($input: CreateDraftPostInput!, $validateOnly: Boolean = false) {\n  outcome: createDraftPost(input: $input, validateOnly: $validateOnly) { \n    draftPost { id text } userErrors { code field rule } validation { checked unchecked }\n  }\n}"): typeof import('./graphql.ts').CreateDraftPostDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation UpdateDraftPost($input: UpdateDraftPostInput!, $validateOnly: Boolean = false) {\n  outcome: updateDraftPost(input: $input, validateOnly: $validateOnly) { \n    draftPost { id text } userErrors { code field rule } validation { checked unchecked }\n  }\n}"): typeof import('./graphql.ts').UpdateDraftPostDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DeleteDraftPost($input: DeleteDraftPostInput!) {\n  outcome: deleteDraftPost(input: $input) { draftPost { id status text } userErrors { field } }\n}"): typeof import('./graphql.ts').DeleteDraftPostDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation SendDraftPostPreview($input: SendDraftPostPreviewInput!, $validateOnly: Boolean = false) {\n  outcome: sendDraftPostPreview(input: $input, validateOnly: $validateOnly) { isSent userErrors { field } }\n}"): typeof import('./graphql.ts').SendDraftPostPreviewDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WrittenDraftPost($id: ID!) {\n  draftPost(id: $id) { text name nullcast cardUri mediaKeys }\n}"): typeof import('./graphql.ts').WrittenDraftPostDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query PartsOfDraftPost($account: ID!) { account(id: $account) {\n  promotableUsers(first: 1) { nodes { userId } }\n  mediaItems(first: 1, mediaType: IMAGE) { nodes { mediaKey } }\n  cards(first: 1) { nodes { cardUri } }\n} }"): typeof import('./graphql.ts').PartsOfDraftPostDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query DraftsWithCreatives($account: ID!) {\n  account(id: $account) {\n    draftPosts { nodes { cardUri mediaKeys card { __typename name } mediaItems { nodes { mediaKey mediaType } } } }\n  }\n}"): typeof import('./graphql.ts').DraftsWithCreativesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query DraftIds($account: ID!) { account(id: $account) { draftPosts { nodes { id } } } }"): typeof import('./graphql.ts').DraftIdsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query DraftNodes($ids: [ID!]!) {\n  nodes(ids: $ids) { __typename id ... on DraftPost { text } }\n}"): typeof import('./graphql.ts').DraftNodesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CardTypes($account: ID!, $includeLegacyCards: Boolean) {\n  account(id: $account) { cards(includeLegacyCards: $includeLegacyCards) { nodes { __typename } } }\n}"): typeof import('./graphql.ts').CardTypesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query MediaLibraryPage($account: ID!, $first: Int, $after: String) {\n  account(id: $account) {\n    library: mediaItems(first: $first, after: $after) { nodes { restId } pageInfo { endCursor hasNextPage } }\n  }\n}"): typeof import('./graphql.ts').MediaLibraryPageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query MediaLibraryEdges($account: ID!, $first: Int, $after: String) {\n  account(id: $account) { mediaItems(first: $first, after: $after) { edges { cursor node { restId } } } }\n}"): typeof import('./graphql.ts').MediaLibraryEdgesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query MediaNodes($ids: [ID!]!) { nodes(ids: $ids) { id ... on Media { name } } }"): typeof import('./graphql.ts').MediaNodesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreatePollCard($input: CreatePollCardInput!, $validateOnly: Boolean = false) {\n  outcome: createPollCard(input: $input, validateOnly: $validateOnly) {\n    pollCard { id isOpen firstChoice } userErrors { code field rule } validation { unchecked }\n  }\n}"): typeof import('./graphql.ts').CreatePollCardDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query TimesOfPolls($account: ID!) {\n  account(id: $account) { pollCards { nodes { createdAt startTime endTime minutes: durationInMinutes } } }\n}"): typeof import('./graphql.ts').TimesOfPollsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query PreviewsOfPosts($account: ID!) { account(id: $account) {\n  published: posts(postType: PUBLISHED, first: 50) { nodes { restId preview { postId preview } } }\n  drafts: draftPosts { nodes { restId preview { postId preview } } }\n  scheduled: scheduledPosts(first: 50) { nodes { restId preview { postId preview } } }\n} }"): typeof import('./graphql.ts').PreviewsOfPostsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query PostPage($account: ID!, $postType: PostType!, $first: Int, $after: String) {\n  account(id: $account) {\n    posts(postType: $postType, first: $first, after: $after) { nodes { restId } pageInfo { endCursor } }\n  }\n}"): typeof import('./graphql.ts').PostPageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query PostsOfType($account: ID!, $postType: PostType!) {\n  account(id: $account) {\n    posts(postType: $postType, first: 3) {\n      nodes { __typename id text userId nullcast createdAt updatedAt deleted mediaKeys }\n    }\n  }\n}"): typeof import('./graphql.ts').PostsOfTypeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query PostNodes($ids: [ID!]!) {\n  nodes(ids: $ids) { __typename id ... on Post { text userId nullcast createdAt updatedAt deleted mediaKeys } }\n}"): typeof import('./graphql.ts').PostNodesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query PostWithTrimmedUser($account: ID!) {\n  account(id: $account) {\n    posts(postType: PUBLISHED, first: 1) { edges { cursor } nodes { userId name } }\n  }\n}"): typeof import('./graphql.ts').PostWithTrimmedUserDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query PostsOfPromotedPosts($account: ID!, $first: Int) {\n  account(id: $account) { promotedPosts(first: $first) { nodes { postId post { restId text } } } }\n}"): typeof import('./graphql.ts').PostsOfPromotedPostsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query PreviewsOfPromotedPosts($account: ID!) {\n  account(id: $account) { promotedPosts(first: 60) { nodes { postId post { id restId preview { preview } } } } }\n}"): typeof import('./graphql.ts').PreviewsOfPromotedPostsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query NullcastOfPromotedPosts($account: ID!) {\n  account(id: $account) { promotedPosts(first: 200) { nodes { post { nullcast } } } }\n}"): typeof import('./graphql.ts').NullcastOfPromotedPostsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ScheduledPostsWithCreatives($account: ID!) {\n  account(id: $account) { scheduledPosts { nodes {\n    cardUri mediaKeys card { name } mediaItems { nodes { mediaType } } post { text } scheduledStatus\n  } } }\n}"): typeof import('./graphql.ts').ScheduledPostsWithCreativesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ScheduledPostsOfPromoted($account: ID!, $first: Int) {\n  account(id: $account) { list: scheduledPromotedPosts(first: $first) {\n    nodes { scheduledPostId scheduledPost { restId scheduledAt createdAt text } }\n  } }\n}"): typeof import('./graphql.ts').ScheduledPostsOfPromotedDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation OneBearerToken { createBearerToken { bearerToken { accessToken } } }"): typeof import('./graphql.ts').OneBearerTokenDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WebhookProblems { webhookConfigs { nodes { restId } problems { title type detail status } } }"): typeof import('./graphql.ts').WebhookProblemsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query BesideFaults($demo: ID!, $small: ID!) {\n  campaigns: account(id: $demo) { campaigns(first: 1) { nodes { id } } }\n  users: account(id: $demo) { promotableUsers(first: 1) { nodes { __typename } } }\n  account(id: $small) { name }\n}"): typeof import('./graphql.ts').BesideFaultsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query UserPage($account: ID!) {\n  account(id: $account) { promotableUsers { pageInfo { hasNextPage } } }\n}"): typeof import('./graphql.ts').UserPageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CampaignsOfLineItems($account: ID!) {\n  account(id: $account) { lineItems(first: 2) { nodes { campaign { name } } } }\n}"): typeof import('./graphql.ts').CampaignsOfLineItemsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateDespiteFaults($input: CreateCampaignInput!) {\n    outcome: createCampaign(input: $input) {\n      campaign { id name standardDelivery totalBudgetAmountLocalMicro purchaseOrderNumber } userErrors { code field rule }\n    }\n  }"): typeof import('./graphql.ts').CreateDespiteFaultsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DeleteByPath($input: DeleteCampaignInput!) {\n          outcome: deleteCampaign(input: $input) { userErrors { field } }\n        }"): typeof import('./graphql.ts').DeleteByPathDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CampaignsWithDeleted($account: ID!) {\n  account(id: $account) { campaigns(withDeleted: true, first: 1000) { nodes { restId deleted } } }\n}"): typeof import('./graphql.ts').CampaignsWithDeletedDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CampaignByKeys($account: ID!, $id: ID!) {\n  campaign(id: $id, accountId: $account) { __typename id restId lineItems(first: 1) { nodes { id } } }\n}"): typeof import('./graphql.ts').CampaignByKeysDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CampaignByColumn($account: ID!, $id: ID!, $withDeleted: Boolean) {\n  campaign(id: $id, accountId: $account, withDeleted: $withDeleted) { restId name lineItems { nodes { id } } }\n}"): typeof import('./graphql.ts').CampaignByColumnDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CampaignByReference($account: ID!, $id: ID!) {\n  campaign(id: $id, accountId: $account) { restId fundingInstrument { id } }\n}"): typeof import('./graphql.ts').CampaignByReferenceDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query SortedCampaigns($account: ID!, $sortBy: [CampaignSortBy!]) {\n  account(id: $account) { campaigns(sortBy: $sortBy) { nodes { name updatedAt } } }\n}"): typeof import('./graphql.ts').SortedCampaignsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CountedCampaigns($account: ID!, $after: String) {\n  account(id: $account) {\n    campaigns(first: 3, after: $after) { nodes { id } pageInfo { endCursor } totalCount }\n  }\n}"): typeof import('./graphql.ts').CountedCampaignsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CountedLineItems($account: ID!) {\n  account(id: $account) { campaigns { nodes { lineItems(first: 2) { totalCount nodes { id } } } } }\n}"): typeof import('./graphql.ts').CountedLineItemsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ListsBelowCampaigns($account: ID!) {\n  account(id: $account) { campaigns(first: 3) { nodes { name lineItems { edges { cursor node { id } } nodes { id } pageInfo { hasNextPage startCursor endCursor } totalCount } } } }\n}"): typeof import('./graphql.ts').ListsBelowCampaignsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CampaignsOfThree($a0: ID!, $a1: ID!, $a2: ID!) {\n  a0: account(id: $a0) { campaigns(first: 2) { nodes { name } } }\n  a1: account(id: $a1) { campaigns(first: 2) { nodes { name } } }\n  a2: account(id: $a2) { campaigns(first: 2) { nodes { name } } }\n}"): typeof import('./graphql.ts').CampaignsOfThreeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query KnownCampaign($account: ID!) {\n  account(id: $account) { campaigns(first: 1) { nodes { id } } }\n}"): typeof import('./graphql.ts').KnownCampaignDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CampaignEntities($representations: [_Any!]!) {\n  _entities(representations: $representations) {\n    ... on Campaign { id lineItems(first: 1) { nodes { __typename } } }\n  }\n}"): typeof import('./graphql.ts').CampaignEntitiesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WholeAndPartLists {\n        account(id: \"a1\") { campaigns { nodes { lineItems(first: 700) { nodes { id } } } } }\n      }"): typeof import('./graphql.ts').WholeAndPartListsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CountsByReading {\n          account(id: \"a1\") { campaigns(first: 2) { nodes { lineItems(first: 100) { nodes { id } totalCount } } } }\n        }"): typeof import('./graphql.ts').CountsByReadingDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WebhookConfigs { webhookConfigs {\n  resultCount nodes { restId url valid createdAt raw } problems { title type detail status }\n} }"): typeof import('./graphql.ts').WebhookConfigsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation NewBearerToken { createBearerToken { bearerToken { accessToken } } }"): typeof import('./graphql.ts').NewBearerTokenDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CountedPageOfOne($after: String) {\n  account(id: \"a1\") { campaigns(first: 1, after: $after) { totalCount nodes { restId } pageInfo { endCursor } } }\n}"): typeof import('./graphql.ts').CountedPageOfOneDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query WithAndWithoutDeleted($account: ID!) { account(id: $account) {\n  shown: campaigns(first: 1000) { nodes { restId deleted } }\n  all: campaigns(first: 1000, withDeleted: true) { nodes { restId deleted } }\n} }"): typeof import('./graphql.ts').WithAndWithoutDeletedDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Entities($representations: [_Any!]!) {\n  _entities(representations: $representations) { __typename ... on LineItem { id name } ... on Campaign { id name } }\n}"): typeof import('./graphql.ts').EntitiesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query LineItemIds($account: ID!) {\n  account(id: $account) { lineItems(first: 990) { nodes { id } } }\n}"): typeof import('./graphql.ts').LineItemIdsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query OneCampaign($account: ID!) {\n  account(id: $account) { campaigns(first: 1) { nodes { id restId } } }\n}"): typeof import('./graphql.ts').OneCampaignDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Service { _service { sdl } }"): typeof import('./graphql.ts').ServiceDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Nodes($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }"): typeof import('./graphql.ts').NodesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CampaignIds($account: ID!, $first: Int) {\n  account(id: $account) { campaigns(first: $first) { nodes { id } } }\n}"): typeof import('./graphql.ts').CampaignIdsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ValidWebhooks { webhookConfigs { nodes { valid } } __schema { mutationType { fields { name } } } }"): typeof import('./graphql.ts').ValidWebhooksDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Tree($id: ID!) {\n  account(id: $id) { campaigns(first: 50) { nodes { name lineItems(first: 100) { nodes { name\n    promotedPosts(first: 10) { nodes { postId } }\n    targetingCriteria(first: 50) { nodes { targetingType targetingValue } }\n    mediaCreatives(first: 10) { nodes { id } }\n    trackingTags(first: 10) { nodes { id } }\n  } } } } }\n}"): typeof import('./graphql.ts').TreeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ManyLineItems($id: ID!) {\n  account(id: $id) { campaigns(first: 200) { nodes {\n    lineItems(first: 100) { nodes { id } pageInfo { hasNextPage } }\n  } } }\n}"): typeof import('./graphql.ts').ManyLineItemsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CountedAccounts { accounts { totalCount } }"): typeof import('./graphql.ts').CountedAccountsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CallsOfManyLists {\n    account(id: \"a\") { campaigns { nodes { restId mediaCreatives { nodes { id } } } } }\n  }"): typeof import('./graphql.ts').CallsOfManyListsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query RowsOfTwoLevels($first: Int) {\n    account(id: \"a\") { campaigns { nodes { restId lineItems(first: $first) { nodes { restId } } } } }\n  }"): typeof import('./graphql.ts').RowsOfTwoLevelsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ListsSideBySide { account(id: \"a\") {\n        campaigns { nodes { id } } fundingInstruments { nodes { id } } pollCards { nodes { id } }\n        lineItems { nodes { id } } mediaCreatives { nodes { id } }\n      } }"): typeof import('./graphql.ts').ListsSideBySideDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ChildrenOfMany {\n        account(id: \"a\") { campaigns(first: 201) { nodes { lineItems(first: 1) { nodes { restId } } } } }\n      }"): typeof import('./graphql.ts').ChildrenOfManyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query OwnAccounts { accounts { totalCount } }"): typeof import('./graphql.ts').OwnAccountsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation SharedBearerToken { createBearerToken { bearerToken { accessToken } } }"): typeof import('./graphql.ts').SharedBearerTokenDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RequestTokenOfApp {\n        token: createRequestToken(input: { callback: \"https://app.example\" }) { requestToken {\n          authorizeUrl(forceLogin: true, screenName: \"n\") authenticateUrl(forceLogin: true, screenName: \"n\")\n        } }\n      }"): typeof import('./graphql.ts').RequestTokenOfAppDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
