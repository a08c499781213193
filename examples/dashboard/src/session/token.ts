import { ApolloLink } from '@apollo/client'

/** The bearer token that the user has entered. It lasts until the tab is closed. */
const KEY = 'adgraph-token'

export const readToken = () => sessionStorage.getItem(KEY)

export const writeToken = (token: string) => sessionStorage.setItem(KEY, token)

/** Presents the token with each operation. Without one, the browser presents the cookie of the session, if there is one. */
export const tokenLink = new ApolloLink((operation, forward) => {
  const token = readToken()
  if (token !== null)
    operation.setContext(({ headers }) => ({ headers: { ...headers, authorization: `Bearer ${token}` } }))
  return forward(operation)
})
