import {
  GraphQLObjectType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  isTypeDefinitionNode,
  Kind as NodeKind,
  parse,
  print,
  printType,
  specifiedScalarTypes,
  visit,
  type GraphQLNamedType,
  type GraphQLSchema,
  type ObjectTypeExtensionNode,
  type TypeDefinitionNode,
} from 'graphql'

export const KINDS = ['QUERY', 'MUTATION', 'OBJECT', 'INTERFACE', 'UNION', 'INPUT', 'ENUM', 'SCALAR'] as const

export type Kind = (typeof KINDS)[number]

/** A part of the schema: a type, or a field of `Query` or `Mutation`. */
export type SchemaPart = ReturnType<typeof partOf>

const KIND_OF: Readonly<Record<TypeDefinitionNode['kind'], Kind>> = {
  [NodeKind.OBJECT_TYPE_DEFINITION]: 'OBJECT',
  [NodeKind.INTERFACE_TYPE_DEFINITION]: 'INTERFACE',
  [NodeKind.UNION_TYPE_DEFINITION]: 'UNION',
  [NodeKind.INPUT_OBJECT_TYPE_DEFINITION]: 'INPUT',
  [NodeKind.ENUM_TYPE_DEFINITION]: 'ENUM',
  [NodeKind.SCALAR_TYPE_DEFINITION]: 'SCALAR',
}

/** The types whose fields are parts. */
const ROOTS: Readonly<Record<string, Kind>> = { Query: 'QUERY', Mutation: 'MUTATION' }

/** The parts of a schema, in the order of their types. */
export function partsOf(schema: GraphQLSchema): SchemaPart[] {
  const types = Object.values(schema.getTypeMap())
  return types.filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type)).flatMap(partsOfType)
}

function partsOfType(type: GraphQLNamedType): SchemaPart[] {
  const root = ROOTS[type.name]
  if (root === undefined || !isObjectType(type))
    return definitionsOf(type).map((definition) => partOf(type.name, KIND_OF[definition.kind], definition))
  return Object.entries(type.toConfig().fields).flatMap(([field, config]) =>
    definitionsOf(new GraphQLObjectType({ name: type.name, fields: { [field]: config } }))
      .filter((definition) => definition.kind === NodeKind.OBJECT_TYPE_DEFINITION)
      .map((definition) =>
        partOf(`${type.name}.${field}`, root, { ...definition, kind: NodeKind.OBJECT_TYPE_EXTENSION }),
      ),
  )
}

function definitionsOf(type: GraphQLNamedType): TypeDefinitionNode[] {
  return parse(printType(type), { noLocation: true }).definitions.filter(isTypeDefinitionNode)
}

function partOf(name: string, kind: Kind, definition: TypeDefinitionNode | ObjectTypeExtensionNode) {
  const refersTo = new Set<string>()
  visit('interfaces' in definition ? { ...definition, interfaces: [] } : definition, {
    NamedType: (type) => void refersTo.add(type.name.value),
  })
  for (const { name } of specifiedScalarTypes) refersTo.delete(name)
  const short = visit(definition, {
    InputValueDefinition: (argument) => (kind === 'OBJECT' ? { ...argument, description: undefined } : undefined),
  })
  return {
    /** The name of the type, or the coordinate of the field, such as `Mutation.updateCampaign`. */
    name,
    kind,
    /** The definition. The arguments of fields of object types have no descriptions here: all lists have the same. */
    sdl: print(short),
    fullSdl: print(definition),
    /** The named types that the part refers to. */
    refersTo: [...refersTo],
  }
}

/**
 * What people call the types of the service, besides the words of their definitions. Words are compared without their endings and
 * without stop words.
 */
export const ALIASES: Readonly<Record<string, string>> = {
  Account: 'advertiser, agency, client, brand, organization, company profile, time zone, beta, eligible',
  AccountApp: 'mobile app, our app, deep link, conversion tracking',
  AccountHistory: 'who, audit, log, changelog, activity, changed, edited, undo',
  AccountMedia: 'vast, banner, interstitial, uploaded video, hosted media',
  AdvertiserBusinessCategory: 'vertical, sector, brand category, brand safety',
  AppDestination: 'app link, install link, open app',
  AppStoreCategoryOption: 'app category, game, installed app',
  AudienceEstimate: 'potential, reach, estimate, forecast, big, large, broad, size',
  AuthenticatedUserAccess: `
    who, access, permission, role, right, allowed, authorize, login, admin, team, teammate, read only, compose`,
  BiddingRule: `
    minimum bid, maximum bid, smallest bid, lowest bid, highest bid, bid limit, bid floor, bid increment`,
  ButtonComponent: 'cta, call to action, install button',
  Campaign: `
    spend, spent, pacing, budget, frequency, often, po number, delivery, deliver, live, running, launch, pause, unpause,
    resume, stop, start, turn off, disable, enable, archive`,
  Card: 'creative, rich ad, unfurl',
  ComposableCard: `
    carousel, video, image, link, website card, app card, slide, swipe, headline, website, landing page, call to action, cta`,
  ContentCategory: 'brand safety, sensitive content, topic',
  ConversationCard: 'hashtag, conversation',
  ConversationOption: 'topic, talk, discuss, conversation, sport, celebrity, movie, music, fan',
  CuratedCategory: 'publisher list, preroll, pre roll, sponsorship, video content',
  CustomAudience: `
    tailored audience, remarketing, retarget, crm, customer, email list, mailing list, subscriber, lookalike, match rate,
    segment, visitor, visited, buyer, bought, purchased, upload, hashed, phone number`,
  CustomAudienceMetadata: 'flexible audience, combine, and or, boolean, lookback',
  CustomAudiencePermission: 'share, grant, revoke, partner, audience access',
  DetailsComponent: 'headline, title',
  DeviceOption: 'phone, handset, smartphone, mobile, tablet, device model, iphone, ipad',
  DoNotReachList: `
    not reach, opt out, unsubscribe, suppress, suppression, blocklist, blacklist, do not contact, do not target, gdpr`,
  DraftPost: 'unpublished, unfinished, not published, save, later',
  EventOption: 'holiday, festival, match, game, conference, concert, sporting event, occasion',
  FundingInstrument: `
    credit card, debit card, card on file, payment, payment method, pay, billing, balance, prepaid, funding source,
    insertion order, io, credit line, money, fund, charge, wallet, credit`,
  IabCategory: 'brand safety, iab, taxonomy, block category',
  ImageConversationCard: 'image, picture, photo, hashtag',
  InterestOption: 'hobby, passion, like, fan, affinity',
  KeywordInsights: 'trend, popular, volume, hashtag, related term, search term, mention, keyword research',
  LanguageOption: 'speak, speaker, spoken, language',
  LegacyCard: 'old card, former, deprecated, discontinued',
  LineItem: `
    ad group, ad set, adset, adgroup, flight, bid, cpm, cpc, cpa, cpi, cpe, objective, goal, optimize, schedule, placement,
    pause, unpause, resume, stop, turn off, disable, enable, run, live, serve, deliver, spend, pacing, frequency, often,
    launch, automatic bid, max bid, bid cap, app install`,
  LineItemCuratedCategory: 'preroll, pre roll, sponsorship, block publisher, exclude publisher',
  LineItemPlacements: 'placement, placed, displayed, appear, position, timeline, search result, profile',
  LocationOption: `
    country, city, region, state, zip, zip code, postal code, postcode, metro, dma, geo, geography, place, near, radius,
    location`,
  Media: `
    image, picture, photo, video, gif, asset, file, library, thumbnail, poster, upload, processing, transcode, clip`,
  MediaCreative: 'creative, preroll, pre roll, in stream, banner, display ad, video ad, ad creative',
  MediaComponent: 'image, video',
  NetworkOperatorOption: 'carrier, mobile network, telecom, provider, operator, sim',
  PlatformOption: 'android, ios, iphone, desktop, operating system, os, mobile',
  PlatformVersionOption: 'os version, ios version, android version, version',
  PollCard: 'survey, quiz, vote, question, answer, choice, poll, ask',
  Post: 'status, message, timeline',
  PostPreview: 'preview, before publish, before post, mockup, look like, render, appearance',
  PromotableUser: 'post as, handle, profile, username, on behalf, allowed to promote, may promote',
  PromotedAccount: 'follower, follow, gain follower, grow, promote profile, handle, promoted user',
  PromotedPost: `
    ad, advert, advertisement, sponsored, boost, sponsored post, ad approval, rejected, disapproved, creative, unpromote`,
  PublishedPost: 'dark post, organic, nullcast, published, like, favorite, repost, reply, status',
  Publisher: 'site, network, channel, content partner, monetize',
  RateLimit: 'quota, throttle, too many request, api call, call, limit, 429',
  Reach: 'unique, frequency, how often, reached',
  Recommendation: 'tip, advice, suggestion, suggested, improve, improvement, optimization, recommend, insight',
  ScheduledPost: `
    tomorrow, monday, tuesday, wednesday, thursday, friday, saturday, sunday, schedule, later, next week, future, calendar,
    publish time, go live, goes out, postpone, reschedule`,
  ScheduledPromotedPost: 'go live, not published, future, scheduled ad, boost',
  SegmentNode: 'segment, combine, boolean, lookback, visitor, recency',
  Stats: `
    spend, spent, cost, money, report, reporting, performance, analytics, metric, statistic, result, delivered, hourly, daily,
    day, per day, over time`,
  StatsBilling: 'spend, spent, cost, charge, billed',
  StatsEngagement: 'impression, click, like, daily, day, performance, report',
  SwipeableMediaComponent: 'carousel, swipe, slide, gallery',
  TailoredAudiencePermission: 'share, grant, revoke, partner',
  TargetedCampaign: 'use audience',
  TargetingCriterion: `
    target, who sees, exclude, negative keyword, age, gender, women, men, male, female, adult, teenager, demographic,
    keyword, interest, location, lookalike, similar, device, phone, mobile, language, geo, follower lookalike, wifi,
    audience, competitor`,
  TargetingOptions: `
    target, targetable, option, choose, select, available, interest, location, device, language, event`,
  TaxSettings: `
    vat, tax, gst, invoice, company address, billing address, business address, exempt, tax id, legal`,
  TrackingTag: `
    pixel, tracker, impression, impression tracker, third party, tag, view tag, measure, measurement, click tracker`,
  TvMarket: 'tv, television, tv market, broadcast',
  TvShowOption: 'tv, television, series, watch, episode, viewer, show, program',
  UserSettings: `
    notification, alert, contact, phone number, newsletter, email preference, contact detail, subscribe`,
  VideoConversationCard: 'video, clip, hashtag',
  WebsiteDestination: 'landing page, url, link, website',
}
