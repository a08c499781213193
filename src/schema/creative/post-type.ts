import { MAX_IDS } from '../../rest/endpoint.ts'
import { badUserInput } from '../errors.ts'
import { restId } from '../node/global-id.ts'
import { openEnum } from '../scalar/open-enum.ts'

export const PostType = openEnum(
  'PostType',
  'What a post is: not published yet, published, or to be published at a set time. The documents list these for previews ' +
    'only; lists of posts are taken to have the same (R-CARD-26).',
  {
    DRAFT: 'A draft.',
    PUBLISHED: 'A published post.',
    SCHEDULED: 'A scheduled post.',
  },
)

/** The graph's type of each type of post. */
const TYPES: Readonly<Record<string, string>> = { DRAFT: 'DraftPost', PUBLISHED: 'Post', SCHEDULED: 'ScheduledPost' }

/** The name of the type that holds posts of a type. */
export function typeOfPosts(postType: string): string {
  return TYPES[postType]!
}

/** The type of posts that a type of the graph holds. */
export function postTypeOf(typeName: string): string {
  return Object.keys(TYPES).find((postType) => TYPES[postType] === typeName)!
}

/** The ids of posts of one type in an argument that takes either kind: so many at least, 200 at most, all of digits. */
export function postIds(
  postType: string,
  account: string,
  texts: readonly string[],
  field: string,
  { least, rule }: { least: number; rule: string },
): string[] {
  if (texts.length < least || texts.length > MAX_IDS)
    throw badUserInput(field, `\`${field}\` names ${texts.length} posts; it can name ${least} to ${MAX_IDS}`, rule)
  const ids = texts.map((text) => restId(typeOfPosts(postType), account, text, field))
  const wrong = ids.find((id) => !/^\d{1,19}$/.test(id))
  if (wrong === undefined) return ids
  throw badUserInput(field, `\`${field}\`: "${wrong}" is no id of a post: those are 64-bit numbers`, 'R-CONV-22')
}
