import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit'
import { GraphQLError } from 'graphql'

/** The URL that operations are sent to: the path of the page. */
export const ENDPOINT = location.pathname

const send = createGraphiQLFetcher({
  url: ENDPOINT,
  // Every response contains the plan of its operation and the calls that were made.
  headers: { 'x-upstream-plan': '1', 'x-upstream-trace': '1' },
})

/** Sends operations to the graph. A network failure is returned as an error of the response, without a stack trace. */
export const fetcher: Fetcher = async (params, options) => {
  try {
    return await send(params, options)
  } catch (error) {
    return { errors: [new GraphQLError(`The server did not answer: ${(error as Error).message}`)] }
  }
}
