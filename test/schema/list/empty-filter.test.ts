import { expect, it } from 'vitest'
import { useGraphOver } from '../../support/graph.ts'

const { upstream, graph } = useGraphOver(() => ({ body: { data: [], next_cursor: null } }))

it.each([
  ['account(id: "a1") { mediaCreatives(campaignId: "") { nodes { id } } }', 'campaignId'],
  ['account(id: "a1") { campaigns(namePrefix: "") { nodes { id } } }', 'namePrefix'],
  ['account(id: "a1") { draftPosts(userId: "") { nodes { id } } }', 'userId'],
  ['targetingOptions { locations(countryCode: "") { nodes { name } } }', 'countryCode'],
  ['targetingOptions { networkOperators(countryCode: "") { nodes { name } } }', 'countryCode'],
  ['targetingOptions { platforms(lang: "") { nodes { name } } }', 'lang'],
  ['targetingOptions { tvShows(locale: "") { nodes { name } } }', 'locale'],
])('an empty text does not filter, and is refused: %s', async (document, field) => {
  const { errors } = await graph.query(`{ ${document} }`)

  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field } }])
  expect(upstream.requests).toEqual([])
})
