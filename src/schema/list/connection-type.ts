import type { OutputRef } from '@pothos/core'
import { JoinedLists, type ResolveAll, sharesArguments } from '../../execute/resolver.ts'
import { keyOnly, leadsToRows } from '../../execute/selection/selection.ts'
import type { Row } from '../../rest/types.ts'
import { builder } from '../builder.ts'
import { shareable } from '../directive.ts'
import { ChildPage, type Connection } from './connection.ts'
import { MAX_FIRST } from './read.ts'

/** The arguments of a connection that returns so many items if `first` is not given. */
export const pageArgs = (defaultCount: number) =>
  builder.args((t) =>
    t.optional({
      first: ['Int', `The number of items to return, 1 to ${MAX_FIRST}. Defaults to ${defaultCount}.`],
      after:
        "Return the items after this cursor: an edge's `cursor` or a page's `endCursor`. It must come from the same list " +
        'with the same other arguments.',
    }),
  )

/** The argument that includes deleted entities. */
export const withDeletedArg = builder.args((t) => ({
  withDeleted: t.flag('Include deleted items.'),
}))

/** The argument that includes drafts (campaigns and line items only, R-CONV-18). */
export const withDraftArg = builder.args((t) => ({
  withDraft: t.flag('Include drafts.'),
}))

/** The argument of lists that can be searched by name (R-CONV-15). */
export const namePrefixArg = builder.args((t) =>
  t.optional({
    namePrefix: 'Return only items whose name starts with this text, ignoring case: 1 to 255 characters.',
  }),
)

/** The argument that filters a list by ID (R-CONV-16). */
export const idsArg = builder.args((t) =>
  t.optional({
    ids: [['ID'], 'Return only the items with these IDs, up to 200.'],
  }),
)

const PageInfo = builder.objectRef<Connection>('PageInfo').implement({
  description: 'The position of a page in its list. Lists are paged forward only.',
  extensions: shareable,
  fields: (t) => ({
    hasNextPage: t.boolean({
      nullable: false,
      description: 'Whether there are items after this page.',
      resolve: (connection) => connection.hasNext(),
    }),
    hasPreviousPage: t.boolean({
      nullable: false,
      description: 'Whether this page was requested with `after`, so that there are items before it.',
      resolve: (connection) => connection.hasPrevious,
    }),
    startCursor: t.string({
      description: 'The cursor of the first edge; null if the page is empty.',
      resolve: (connection) => connection.startCursor(),
    }),
    endCursor: t.string({
      description: 'The cursor of the last edge: pass it as `after` to get the next page. Null if the page is empty.',
      resolve: (connection) => connection.endCursor(),
    }),
  }),
})

interface Edge {
  connection: Connection
  index: number
  node: Row
}

/**
 * Creates the connection type of an entity and its edge type. A connection that resolves has been read: of its fields
 * only `totalCount` can fail. `counted` is true if the service counts the list, and `isWhole` if the list is always read
 * to its end.
 */
export function connectionType<R extends Row, C extends Connection<R> = Connection<R>>(
  Entity: EntityRef<R>,
  { counted = true, isWhole = false } = {},
) {
  // The builder needs only to know that an entity is a row. Callers know which one.
  const Item: OutputRef<Row> = Entity
  const Edge = builder.objectRef<Edge>(`${Entity.name}Edge`).implement({
    description: 'An item of a list, with its cursor.',
    fields: (t) => ({
      cursor: t.string({
        nullable: false,
        description: 'The position of the item: pass it as `after` to get the items after this one.',
        extensions: keyOnly,
        resolve: ({ connection, index }) => connection.cursorAt(index),
      }),
      node: t.field({
        type: Item,
        nullable: false,
        description: 'The item.',
        extensions: leadsToRows,
        resolve: ({ node }) => node,
      }),
    }),
  })

  return builder.objectRef<C>(`${Entity.name}Connection`).implement({
    description: 'A page of a list.',
    fields: (t) => ({
      nodes: t.field({
        type: [Item],
        nullable: false,
        description: 'The items of this page.',
        extensions: leadsToRows,
        resolve: sharesArguments((connection: Connection): readonly Row[] => connection.rows, rowsOfAll),
      }),
      edges: t.field({
        type: [Edge],
        nullable: false,
        description: 'The items of this page, each with its cursor.',
        extensions: leadsToRows,
        resolve: (connection): Edge[] => connection.rows.map((node, index) => ({ connection, index, node })),
      }),
      pageInfo: t.field({
        type: PageInfo,
        nullable: false,
        description: 'The position of this page in the list.',
        extensions: keyOnly,
        resolve: (connection) => connection,
      }),
      ...(counted && {
        totalCount: t.int({
          extensions: keyOnly,
          description: isWhole
            ? 'The number of items in the whole list.'
            : 'The number of items in the whole list; null if it could not be counted. It is requested together with ' +
              'the first page, and the service allows 200 such requests in 15 minutes (R-CONV-13). If the list is ' +
              'requested for several parents, Adgraph reads all items and counts them instead.',
          resolve: (connection) => connection.totalCount(),
        }),
      }),
    }),
  })
}

const rowsOfAll: ResolveAll = (connections) =>
  connections.every((connection) => connection instanceof ChildPage) ? new JoinedLists(connections) : undefined

type EntityRef<R extends Row> = OutputRef<R> & { name: string }
