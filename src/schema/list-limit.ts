/** The maximum number of items of a list argument or of a list field of an input. */
export interface ListLimit {
  maxItems: number
}

/**
 * Declares the limit of a list argument or of a list field of an input, as its `extensions`. It is checked on the raw
 * variables. A lower limit that the service documents is checked by the field.
 */
export function maxItems(maxItems: number): { listLimit: ListLimit } {
  return { listLimit: { maxItems } }
}

/** The limit of a list that declares none. */
const DEFAULT_LIMIT: ListLimit = { maxItems: 1000 }

/** The maximum number of operations of a batch, which `split` sends in several calls. */
export const MAX_BATCH_ITEMS = 2000

/** The maximum number of operations of an upload, which `split` sends in three calls. */
export const MAX_UPLOAD_OPERATIONS = 7500

/**
 * The maximum number of users in an upload, and of their identifiers of each kind. The service limits the bytes of an upload,
 * which are checked when it is sent; this limits the work before.
 */
export const MAX_USERS = 200_000

/** The limit of a list argument, or of a list field of an input: its own, or the default. */
export function listLimitOf({ extensions }: { extensions: Readonly<Record<string, unknown>> }): ListLimit {
  return (extensions['listLimit'] as ListLimit | undefined) ?? DEFAULT_LIMIT
}

/** Whether a list argument, or a list field of an input, declares its limit. */
export function hasOwnLimit({ extensions }: { extensions: Readonly<Record<string, unknown>> }): boolean {
  return 'listLimit' in extensions
}
