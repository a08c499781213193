import { builder } from '../builder.ts'
import { closedEnum } from '../scalar/closed-enum.ts'

const ChunkStatus = closedEnum('ChunkStatus', 'The status of a chunk. Its operations succeed or fail together.', {
  DONE: 'All operations were carried out.',
  FAILED: 'No operation was carried out.',
  UNKNOWN: 'The operations may have been carried out: no response confirms it. Check before you send them again.',
  NOT_TRIED: 'The operations were not sent, because the input was refused or an earlier chunk failed.',
})

/** The operations of one call, whether it was sent or not. */
export interface Chunk {
  /** The indexes of its operations in the input. */
  indexes: number[]
  status: typeof ChunkStatus.$inferType
}

export const BatchChunk = builder.objectRef<Chunk>('BatchChunk').implement({
  description: 'The operations of a batch that are sent in one call.',
  fields: (t) => ({
    start: t.int({
      nullable: false,
      description: 'The index of the first operation of the chunk in the input.',
      resolve: ({ indexes }) => indexes[0] ?? 0,
    }),
    count: t.int({
      nullable: false,
      description: 'The number of operations in the chunk, without those that `skipInvalid` left out.',
      resolve: ({ indexes }) => indexes.length,
    }),
    status: t.expose('status', { type: ChunkStatus, nullable: false, description: 'The status of the operations.' }),
  }),
})

/** The bytes of the brackets of a JSON array. */
export const BRACKETS_BYTES = 2

/** Divides operations into calls, each as large as the limits on items and bytes allow. */
export function chunksOf(
  indexes: readonly number[],
  maxItems: number,
  sizes: readonly number[] | undefined,
  maxBytes = Infinity,
): Chunk[] {
  const chunks: Chunk[] = []
  let bytes = 0
  for (const index of indexes) {
    const size = sizes?.[index] ?? 0
    const last = chunks.at(-1)
    if (last && last.indexes.length < maxItems && bytes + 1 + size <= maxBytes) {
      last.indexes.push(index)
      bytes += 1 + size
    } else {
      chunks.push({ indexes: [index], status: 'NOT_TRIED' })
      bytes = BRACKETS_BYTES + size
    }
  }
  return chunks
}
