import { readFileSync } from 'node:fs'
import { GraphQLError } from 'graphql'
import { createSchema, createYoga } from 'graphql-yoga'
import { listen, type Service } from './service.ts'

/** The SDL of the subgraph, as composition and `_service` take it. */
export const notesSdl = readFileSync(new URL('notes.graphql', import.meta.url), 'utf8')

/** What federation adds to every subgraph. The definitions of its directives are not needed to execute operations. */
const FEDERATION_SDL = `
  scalar _Any
  union _Entity = Campaign | LineItem | Note
  type _Service { sdl: String! }
  extend type Query {
    _entities(representations: [_Any!]!): [_Entity]!
    _service: _Service!
  }
`

/** The types that notes are about, by the first part of their global IDs. */
const SUBJECTS = ['Campaign', 'LineItem']

/** An entity as the gateway describes it: its type, its key, and the fields of Adgraph that a field requires. */
interface Representation {
  __typename: string
  id: string
  name?: string | null
  servable?: boolean | null
}

interface Note {
  id: string
  subjectId: string
  text: string
}

interface Page {
  first: number
  after?: string | null
}

/** Serves notes from memory. They are not protected: whoever reaches the port reads and writes all of them. */
export async function startNotes({ port = 0 } = {}): Promise<Service> {
  const notes: Note[] = []

  const notesOf = ({ id }: Representation, page: Page) =>
    connection(
      notes.filter(({ subjectId }) => subjectId === id),
      page,
    )

  const schema = createSchema({
    typeDefs: [notesSdl, FEDERATION_SDL],
    assumeValidSDL: true,
    resolvers: {
      Query: {
        notes: (_root, page: Page) => connection(notes, page),
        _service: () => ({ sdl: notesSdl }),
        _entities: (_root, { representations }: { representations: Representation[] }) =>
          representations.map((representation) =>
            representation.__typename === 'Note'
              ? (notes.find(({ id }) => id === representation.id) ?? null)
              : representation,
          ),
      },
      Mutation: {
        addNote(_root, { input: { subjectId, text } }: { input: { subjectId: string; text: string } }) {
          if (!SUBJECTS.includes(typeOf(subjectId)))
            throw new GraphQLError('`subjectId` must be the global ID of a campaign or a line item', {
              extensions: { code: 'BAD_USER_INPUT' },
            })
          const note = { id: `Note:${notes.length + 1}`, subjectId, text }
          notes.push(note)
          return { note }
        },
      },
      _Entity: { __resolveType: ({ id }: { id: string }) => typeOf(id) },
      Node: { __resolveType: ({ id }: { id: string }) => typeOf(id) },
      Note: {
        campaign: ({ subjectId }: Note) => subjectOf('Campaign', subjectId),
        lineItem: ({ subjectId }: Note) => subjectOf('LineItem', subjectId),
      },
      Campaign: {
        notes: notesOf,
        noteTemplate: ({ name, servable }: Representation) => `${name}${servable ? '' : ' (cannot serve)'}: `,
      },
      LineItem: { notes: notesOf },
    },
  })
  const yoga = createYoga({ schema, logging: false })
  return listen(yoga, port)
}

/** The type of an entity: the first part of its global ID. */
function typeOf(id: string): string {
  return id.slice(0, id.indexOf(':'))
}

/** The reference to what a note is about, if it is of this type. The gateway reads its fields from Adgraph. */
function subjectOf(type: string, id: string) {
  return typeOf(id) === type ? { __typename: type, id } : null
}

/** A Relay connection over these notes. A cursor is the ID of a note. */
function connection(notes: readonly Note[], { first, after }: Page) {
  const start = after ? notes.findIndex(({ id }) => id === after) + 1 : 0
  const nodes = notes.slice(start, start + first)
  return {
    edges: nodes.map((node) => ({ cursor: node.id, node })),
    nodes,
    pageInfo: {
      hasNextPage: start + first < notes.length,
      hasPreviousPage: start > 0,
      startCursor: nodes[0]?.id,
      endCursor: nodes.at(-1)?.id,
    },
  }
}
