import { after } from '../../loaders/index.ts'
import type { Row } from '../../rest/types.ts'
import { builder } from '../builder.ts'
import { shareable } from '../directive.ts'
import { MAX_FIRST, type Connection } from './connection.ts'
import { SortBy } from './sort-by.ts'

/** The arguments of every connection. */
export const pageArgs = builder.args((t) => ({
  first: t.int({
    description: `How many rows, 1 to ${MAX_FIRST}. Left out: as many as a page of this list has by default.`,
  }),
  after: t.string({
    description:
      "The rows after this place: the cursor of an edge, or a page's `endCursor`. Only a cursor of this very list, " +
      'with the same other arguments, is taken.',
  }),
}))

/** The argument of connections that the interface can sort. */
export const sortArg = builder.args((t) => ({
  sortBy: t.field({
    type: [SortBy],
    description: "The order, first attribute first. Left out: the service's own.",
  }),
}))

/** The argument that shows deleted rows. */
export const withDeletedArg = builder.args((t) => ({
  withDeleted: t.boolean({ description: 'Whether deleted rows are shown too.', defaultValue: false }),
}))

/** The argument that shows drafts (campaigns and line items only, R-CONV-18). */
export const withDraftArg = builder.args((t) => ({
  withDraft: t.boolean({ description: 'Whether drafts are listed too.', defaultValue: false }),
}))

/** The argument of lists that can be searched by name (R-CONV-15). */
export const queryArg = builder.args((t) => ({
  query: t.string({
    description: 'Only rows whose name begins with this text, upper and lower case alike: 1 to 255 characters.',
  }),
}))

const PageInfo = builder.objectRef<Connection>('PageInfo').implement({
  description: 'Where a page stands in its list. Lists are read forward only.',
  extensions: shareable,
  fields: (t) => ({
    hasNextPage: t.boolean({
      nullable: false,
      description: 'Whether rows follow.',
      resolve: (connection) => after(connection.slice(), ({ hasNext }) => hasNext),
    }),
    hasPreviousPage: t.boolean({
      nullable: false,
      description: 'Whether this page was asked for with `after`, so that rows precede it.',
      resolve: (connection) => connection.hasPrevious,
    }),
    startCursor: t.string({
      description: 'The cursor of the first edge; null on an empty page.',
      resolve: (connection) => connection.startCursor(),
    }),
    endCursor: t.string({
      description: 'The cursor of the last edge, to go on from; null on an empty page.',
      resolve: (connection) => connection.endCursor(),
    }),
  }),
})

interface Edge {
  connection: Connection
  index: number
  node: Row
}

/** The connection of an entity and its edge, named after it. `counted` where the interface counts the list. */
export function connectionType<R extends Row>(Entity: EntityRef<R>, { counted = true } = {}) {
  // To the builder every entity is a row; which one it is, only callers need to know.
  const Item = Entity as unknown as EntityRef<Row>
  const Edge = builder.objectRef<Edge>(`${Entity.name}Edge`).implement({
    description: `A row of type ${Entity.name} in a list, and its place there.`,
    fields: (t) => ({
      cursor: t.string({
        nullable: false,
        description: 'Its place: given as `after`, the list goes on exactly behind it.',
        resolve: ({ connection, index }) => connection.cursorAt(index),
      }),
      node: t.field({ type: Item, nullable: false, description: 'The row.', resolve: ({ node }) => node }),
    }),
  })

  return builder.objectRef<Connection<R>>(`${Entity.name}Connection`).implement({
    description: `A list of rows of type ${Entity.name}, a page at a time.`,
    fields: (t) => ({
      nodes: t.field({
        type: [Item],
        nullable: false,
        description: 'The rows of this page.',
        resolve: (connection) => connection.rows(),
      }),
      edges: t.field({
        type: [Edge],
        nullable: false,
        description: 'The rows of this page, each with its cursor.',
        resolve: (connection) =>
          after(connection.slice(), ({ rows }) => rows.map((node, index) => ({ connection, index, node }))),
      }),
      pageInfo: t.field({
        type: PageInfo,
        nullable: false,
        description: 'Where this page stands.',
        resolve: (connection) => connection,
      }),
      ...(counted && {
        totalCount: t.int({
          description:
            'How many rows the whole list has. It rides on the first page, and the service allows 200 such requests in ' +
            '15 minutes (R-CONV-13); below several parents the rows are read and counted here instead.',
          resolve: (connection) => connection.totalCount(),
        }),
      }),
    }),
  })
}

type EntityRef<R extends Row> = ReturnType<typeof builder.objectRef<R>> | ReturnType<typeof builder.interfaceRef<R>>
