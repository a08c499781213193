import { MAX_IDS } from '../../rest/endpoint.ts'
import { badUserInput, openEnum } from '../kit.ts'
import { restLong } from '../node/global-id.ts'

export const PostType = openEnum(
  'PostType',
  'The type of a post. The documents list these values only for previews; this graph uses the same values for lists ' +
    'of posts (R-CARD-26).',
  {
    DRAFT: 'A draft, which is not published yet.',
    PUBLISHED: 'A published post.',
    SCHEDULED: 'A post that will be published at a set time.',
  },
)

const TYPES: Readonly<Record<string, string>> = {
  DRAFT: 'DraftPost',
  PUBLISHED: 'PublishedPost',
  SCHEDULED: 'ScheduledPost',
}

/** The name of the GraphQL type of a post type. */
export function typeOfPosts(postType: string): string {
  return TYPES[postType]!
}

export function postTypeOf(typeName: string): string {
  return Object.keys(TYPES).find((postType) => TYPES[postType] === typeName)!
}

/**
 * The service's IDs of posts of one type, from an argument that takes global IDs and the service's IDs. Throws
 * BAD_USER_INPUT if there are fewer than `least` or more than 200, or if an ID is not a number.
 */
export function postIds(
  postType: string,
  account: string,
  texts: readonly string[],
  field: string,
  { least, rule }: { least: number; rule: string },
): string[] {
  if (texts.length < least || texts.length > MAX_IDS)
    throw badUserInput(field, `\`${field}\` has ${texts.length} IDs; it must have ${least} to ${MAX_IDS}`, rule)
  return texts.map((text) => restLong(typeOfPosts(postType), account, text, field))
}
