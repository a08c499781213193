import SchemaBuilder from '@pothos/core'
import { graphql, printType } from 'graphql'
import { describe, expect, it } from 'vitest'
import '../../../src/schema/field/index.ts'

interface PollRow {
  id: string
  first_choice?: string | null
  vote_count?: number | null
  other_choices?: string[] | null
  end_time?: string | null
}

describe('t.columns', () => {
  it('exposes each column under its name in camel case, with its type and its description', async () => {
    const builder = new SchemaBuilder({})
    const Poll = builder.objectRef<PollRow>('Poll')
    Poll.implement({
      fields: (t) =>
        t.columns({
          firstChoice: 'The first choice.',
          voteCount: ['Int', 'The number of votes.'],
          otherChoices: [['String'], 'The other choices.'],
          endTime: ['String', 'When the poll closes.', (time: string) => time.slice(0, 10)],
        }),
    })
    const row: PollRow = {
      id: 'p1',
      first_choice: 'Tea',
      vote_count: 0,
      other_choices: [],
      end_time: '2026-03-01T10:00:00Z',
    }
    builder.queryType({ fields: (t) => ({ poll: t.field({ type: Poll, resolve: () => row }) }) })
    const schema = builder.toSchema()

    expect(printType(schema.getType('Poll')!)).toBe(`type Poll {
  """When the poll closes."""
  endTime: String

  """The first choice."""
  firstChoice: String

  """The other choices."""
  otherChoices: [String!]

  """The number of votes."""
  voteCount: Int
}`)
    const { data } = await graphql({ schema, source: '{ poll { firstChoice voteCount otherChoices endTime } }' })
    expect(data).toEqual({ poll: { firstChoice: 'Tea', voteCount: 0, otherChoices: [], endTime: '2026-03-01' } })
  })

  it('compiles only for columns that the row has, with the type of their values', () => {
    const builder = new SchemaBuilder({})
    builder.objectRef<PollRow>('Poll').implement({
      fields: (t) => ({
        // @ts-expect-error The row has no such column.
        ...t.columns({ secondChoice: 'The second choice.' }),
        // @ts-expect-error The values are numbers.
        ...t.columns({ voteCount: 'The number of votes.' }),
        // @ts-expect-error The function takes other values.
        ...t.columns({ endTime: ['String', 'When the poll closes.', (time: number) => String(time)] }),
        // @ts-expect-error The values are lists.
        ...t.columns({ otherChoices: 'The other choices.' }),
      }),
    })
    builder.queryType({ fields: (t) => ({ isOpen: t.boolean({ resolve: () => true }) }) })
    expect(() => builder.toSchema()).not.toThrow()
  })
})

describe('t.properties and t.given', () => {
  interface Job {
    id: string
    startedAt: number
    endedAt: number | null
  }

  it('expose properties by their own names, nullable or not, and leave null as it is', async () => {
    const builder = new SchemaBuilder({})
    const timeOf = (time: number) => new Date(time).toISOString()
    const Job = builder.objectRef<Job>('Job').implement({
      fields: (t) => ({
        ...t.given({ id: ['ID', 'The ID.'], startedAt: ['String', 'When it started.', timeOf] }),
        ...t.properties({ endedAt: ['String', 'When it ended.', timeOf] }),
      }),
    })
    const job: Job = { id: 'j1', startedAt: 0, endedAt: null }
    builder.queryType({ fields: (t) => ({ job: t.field({ type: Job, resolve: () => job }) }) })
    const schema = builder.toSchema()

    expect(printType(schema.getType('Job')!)).toContain('endedAt: String\n')
    expect(printType(schema.getType('Job')!)).toContain('startedAt: String!')
    const { data } = await graphql({ schema, source: '{ job { id startedAt endedAt } }' })
    expect(data).toEqual({ job: { id: 'j1', startedAt: '1970-01-01T00:00:00.000Z', endedAt: null } })
  })

  it('compile only for properties whose values fit', () => {
    const builder = new SchemaBuilder({})
    builder.objectRef<Job>('Job').implement({
      fields: (t) => ({
        // @ts-expect-error The value can be null.
        ...t.given({ endedAt: ['Float', 'When it ended.'] }),
        // @ts-expect-error There is no such property.
        ...t.properties({ started_at: ['Float', 'When it started.'] }),
      }),
    })
    builder.queryType({ fields: (t) => ({ isOpen: t.boolean({ resolve: () => true }) }) })
    expect(() => builder.toSchema()).not.toThrow()
  })
})
