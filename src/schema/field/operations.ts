import type { InputRef } from '@pothos/core'
import type { InputFields } from '../builder.ts'
import { MAX_BATCH_ITEMS, maxItems } from '../list-limit.ts'

/** The input field with the operations of a batch, which are of this type. */
export const operationsField = <Operation>(
  t: InputFields,
  type: InputRef<Operation>,
  description: string,
  max = MAX_BATCH_ITEMS,
) => ({ operations: t.field({ type: [type], required: true, extensions: maxItems(max), description }) })
