/** How many items a list argument, or a list field of an input, takes at most. */
export interface ListLimit {
  maxItems: number
}

/**
 * Declares the limit of a list argument or of a list field of an input, as its `extensions`. It is checked on the
 * variables as they were sent. What the service documents for less is checked by the field itself.
 */
export function maxItems(maxItems: number): { listLimit: ListLimit } {
  return { listLimit: { maxItems } }
}

/** Items of a list that declares no limit of its own. */
const DEFAULT_LIMIT: ListLimit = { maxItems: 1000 }

/** Items of a batch, which `split` can send in several calls. */
export const MAX_BATCH_ITEMS = 2000

/** Operations of an upload, which `split` can send in three calls. */
export const MAX_UPLOAD_OPERATIONS = 7500

/** Users in one operation of an upload. */
export const MAX_USERS = 2500

/** The limit of a list argument, or of a list field of an input: its own, or the default. */
export function listLimitOf({ extensions }: { extensions: Readonly<Record<string, unknown>> }): ListLimit {
  return (extensions['listLimit'] as ListLimit | undefined) ?? DEFAULT_LIMIT
}
