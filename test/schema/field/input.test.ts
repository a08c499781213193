import SchemaBuilder from '@pothos/core'
import { printSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import '../../../src/schema/field/input.ts'

describe('t.required and t.optional', () => {
  it('declare input fields and arguments with their types and descriptions', () => {
    const builder = new SchemaBuilder({})
    const PollInput = builder.inputType('PollInput', {
      fields: (t) => ({
        ...t.required({ firstChoice: 'The first choice.' }),
        ...t.optional({ minutes: ['Int', 'The duration.'], others: [['String'], 'The other choices.'] }),
      }),
    })
    builder.queryType({
      fields: (t) => ({
        poll: t.string({
          args: {
            ...t.arg.required({ input: [PollInput, 'The poll.'] }),
            ...t.arg.optional({ ids: [['ID'], 'IDs.'] }),
          },
          resolve: (_root, { input, ids }) => {
            // Compiles only if the fields have these types.
            const first: string = input.firstChoice
            const minutes: number | null | undefined = input.minutes
            const others: readonly string[] | null | undefined = input.others
            return `${first} ${minutes} ${others?.length} ${ids?.length}`
          },
        }),
      }),
    })

    expect(printSchema(builder.toSchema())).toBe(`input PollInput {
  """The first choice."""
  firstChoice: String!

  """The duration."""
  minutes: Int

  """The other choices."""
  others: [String!]
}

type Query {
  poll(
    """IDs."""
    ids: [ID!]

    """The poll."""
    input: PollInput!
  ): String
}`)
  })
})
