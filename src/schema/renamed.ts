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
