import { expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'

const POST = `mutation ($at: DateTime!) {
  createScheduledPost(validateOnly: true, input: { accountId: "18ce5h7k2qa", asUserId: "1000000001", scheduledAt: $at, text: "Hello" }) {
    userErrors { field message }
  }
}`

/** The user errors of the first operation of a server whose sandbox is in 2030. */
async function firstErrors(at: string): Promise<unknown> {
  const server = runCommand(['start'], { PORT: '0', SANDBOX_NOW: '2030-06-01T12:00:00Z' })
  try {
    const [url] = await server.printed(/http:\S+\/graphql/)
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: POST, variables: { at } }),
    })
    const { data } = (await response.json()) as { data: { createScheduledPost: { userErrors: unknown } } }
    return data.createScheduledPost.userErrors
  } finally {
    await server.stop()
  }
}

it('is known before the first answer: a time that has passed there is refused', async () => {
  expect(await firstErrors('2030-05-01T12:00:00Z')).toEqual([
    { field: ['input', 'scheduledAt'], message: '`scheduledAt` is 2030-05-01T12:00:00Z; it must be in the future' },
  ])
})
