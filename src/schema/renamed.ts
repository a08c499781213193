import {
  getNamedType,
  GraphQLError,
  isObjectType,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
  type ValidationRule,
} from 'graphql'

/**
 * The present name of each type by a former one that global IDs begin with. IDs with a former name are still decoded, in
 * the representations of a federated gateway too.
 */
export const RENAMED_IN_IDS: Readonly<Record<string, string>> = {
  Post: 'PublishedPost',
}

/** The present name of a type from a global ID or a representation. */
export function presentTypeOf(type: string): string {
  return Object.hasOwn(RENAMED_IN_IDS, type) ? RENAMED_IN_IDS[type]! : type
}

/**
 * The present name of each type by its former one, and of each field (`<type>.<field>`) and argument
 * (`<type>.<field>.<argument>`). The types before a dot have their present names. A field of an interface is also one of
 * the types that implement it. A former name that is in use again, for something else, is not listed.
 */
export const RENAMED: Readonly<Record<string, string>> = {
  AnyPost: 'Post',
  AnyPostConnection: 'PostConnection',
  AnyPostEdge: 'PostEdge',
  Oauth2InvalidateTokenInput: 'InvalidateBearerTokenInput',
  Oauth2InvalidateTokenPayload: 'InvalidateBearerTokenPayload',
  Oauth2TokenPayload: 'CreateBearerTokenPayload',
  OauthAccessTokenInput: 'CreateAccessTokenInput',
  OauthAccessTokenPayload: 'CreateAccessTokenPayload',
  OauthInvalidateTokenInput: 'InvalidateAccessTokenInput',
  OauthInvalidateTokenPayload: 'InvalidateAccessTokenPayload',
  OauthRequestTokenInput: 'CreateRequestTokenInput',
  OauthRequestTokenPayload: 'CreateRequestTokenPayload',
  SandboxAddAccountFeaturesInput: 'AddAccountFeaturesInput',
  SandboxAddAccountFeaturesPayload: 'AddAccountFeaturesPayload',
  SandboxCreateAccountPayload: 'CreateAccountPayload',
  SandboxCreateFundingInstrumentInput: 'CreateFundingInstrumentInput',
  SandboxCreateFundingInstrumentPayload: 'CreateFundingInstrumentPayload',
  SandboxDeleteAccountInput: 'DeleteAccountInput',
  SandboxDeleteAccountPayload: 'DeleteAccountPayload',
  SandboxDeleteFundingInstrumentInput: 'DeleteFundingInstrumentInput',
  SandboxDeleteFundingInstrumentPayload: 'DeleteFundingInstrumentPayload',
  SandboxRemoveAccountFeaturesInput: 'RemoveAccountFeaturesInput',
  SandboxRemoveAccountFeaturesPayload: 'RemoveAccountFeaturesPayload',
  WebhookConfigList: 'WebhookConfigConnection',
  'Account.accountMedia': 'Account.accountMediaItems',
  'Account.accountMediaItem': 'Query.accountMedia',
  'Account.anyCard': 'Query.card',
  'Account.campaign': 'Query.campaign',
  'Account.card': 'Query.card',
  'Account.curatedCategory': 'Query.curatedCategory',
  'Account.customAudience': 'Query.customAudience',
  'Account.draftPost': 'Query.draftPost',
  'Account.fundingInstrument': 'Query.fundingInstrument',
  'Account.imageConversationCard': 'Query.imageConversationCard',
  'Account.lineItem': 'Query.lineItem',
  'Account.lineItemCuratedCategory': 'Query.lineItemCuratedCategory',
  'Account.media': 'Query.media',
  'Account.mediaCreative': 'Query.mediaCreative',
  'Account.mediaLibrary': 'Account.mediaItems',
  'Account.pollCard': 'Query.pollCard',
  'Account.post': 'Query.publishedPost',
  'Account.promotableUser': 'Query.promotableUser',
  'Account.promotedAccount': 'Query.promotedAccount',
  'Account.promotedPost': 'Query.promotedPost',
  'Account.recommendation': 'Query.recommendation',
  'Account.scheduledPost': 'Query.scheduledPost',
  'Account.scheduledPromotedPost': 'Query.scheduledPromotedPost',
  'Account.targetingCriterion': 'Query.targetingCriterion',
  'Account.trackingTag': 'Query.trackingTag',
  'Account.videoConversationCard': 'Query.videoConversationCard',
  'Mutation.oauth2InvalidateToken': 'Mutation.invalidateBearerToken',
  'Mutation.oauth2Token': 'Mutation.createBearerToken',
  'Mutation.oauthAccessToken': 'Mutation.createAccessToken',
  'Mutation.oauthInvalidateToken': 'Mutation.invalidateAccessToken',
  'Mutation.oauthRequestToken': 'Mutation.createRequestToken',
  'Mutation.sandboxAddAccountFeatures': 'Mutation.addAccountFeatures',
  'Mutation.sandboxCreateAccount': 'Mutation.createAccount',
  'Mutation.sandboxCreateFundingInstrument': 'Mutation.createFundingInstrument',
  'Mutation.sandboxDeleteAccount': 'Mutation.deleteAccount',
  'Mutation.sandboxDeleteFundingInstrument': 'Mutation.deleteFundingInstrument',
  'Mutation.sandboxRemoveAccountFeatures': 'Mutation.removeAccountFeatures',
  'Payload.checked': 'Validation.checked',
  'Payload.unchecked': 'Validation.unchecked',
  'Post.media': 'Post.mediaItems',
  'PromotableUser.promotableUserType': 'PromotableUser.type',
  'Query.anyCard': 'Query.card',
  'Query.post': 'Query.publishedPost',
  'RecommendedChange.operationType': 'RecommendedChange.operation',
  'RecommendedChange.params': 'RecommendedChange.operation',
}

/**
 * The errors of the validation of a document. Those for a former name say its present name. Nothing is looked up for a valid
 * document, nor if the names of the schema are not suggested.
 */
export function validateDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  { rules, hideSuggestions = false }: { rules?: readonly ValidationRule[]; hideSuggestions?: boolean } = {},
): readonly GraphQLError[] {
  const maxErrors = maxErrorsOf(document.loc?.source.body.length ?? 0)
  const errors = validate(schema, document, rules, { hideSuggestions, maxErrors })
  if (errors.length === 0 || hideSuggestions) return errors
  const former = formerNamesIn(schema, document)
  return errors.map((error) => {
    const name = former.get(error.nodes?.[0])
    if (name === undefined) return error
    const { nodes, extensions } = error
    return new GraphQLError(`${error.message} ${name} was renamed to ${RENAMED[name]}.`, { nodes, extensions })
  })
}

/**
 * The maximum number of errors of a document. It is that of graphql-js, except for a very long document: the whole of it is
 * searched for the line of each error.
 */
function maxErrorsOf(characters: number): number {
  return Math.max(MIN_ERRORS, Math.min(MAX_ERRORS, Math.floor(MAX_SEARCHED_CHARACTERS / characters)))
}

const MIN_ERRORS = 10
const MAX_ERRORS = 100
const MAX_SEARCHED_CHARACTERS = 3_000_000

/** The former names in a document, by the node that has one. */
function formerNamesIn(schema: GraphQLSchema, document: DocumentNode): ReadonlyMap<ASTNode | undefined, string> {
  const found = new Map<ASTNode | undefined, string>()
  const types = new TypeInfo(schema)
  const note = (node: ASTNode, ...names: (string | undefined)[]) => {
    const name = names.join('.')
    if (Object.hasOwn(RENAMED, name)) found.set(node, name)
  }
  visit(
    document,
    visitWithTypeInfo(types, {
      NamedType: (node) => note(node, node.name.value),
      Field(node) {
        const parent = types.getParentType()
        const interfaces = isObjectType(parent) ? parent.getInterfaces() : []
        for (const type of [parent, ...interfaces]) note(node, type?.name, node.name.value)
      },
      Argument: (node) => note(node, types.getParentType()?.name, types.getFieldDef()?.name, node.name.value),
      ObjectField: (node) => note(node, getNamedType(types.getParentInputType())?.name, node.name.value),
    }),
  )
  return found
}
