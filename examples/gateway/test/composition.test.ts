import { composeServices } from '@theguild/federation-composition'
import { federateSubgraphs } from '@wundergraph/composition'
import { parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { adgraphSdl } from '../src/adgraph.ts'
import { notesSdl } from '../src/notes.ts'

describe('both subgraphs, each with Relay connections', () => {
  const services = [
    { name: 'ads', url: 'http://ads/graphql', typeDefs: parse(adgraphSdl()) },
    { name: 'notes', url: 'http://notes/graphql', typeDefs: parse(notesSdl) },
  ]

  it('compose by the composer of The Guild', () => {
    const { supergraphSdl, errors } = composeServices(services)

    expect(errors).toBeUndefined()
    expect(supergraphSdl).toMatch(/type PageInfo[^{]*@join__type\(graph: ADS\)[^{]*@join__type\(graph: NOTES\)/)
  })

  it('compose by the composer of WunderGraph Cosmo, without a warning', () => {
    const subgraphs = services.map(({ typeDefs, ...subgraph }) => ({ ...subgraph, definitions: typeDefs }))
    const result = federateSubgraphs({ subgraphs, version: '1' })

    expect([result.success, result.warnings]).toEqual([true, []])
    const names = result.success && Object.keys(result.federatedGraphClientSchema.getTypeMap())
    expect(names).toEqual(expect.arrayContaining(['CampaignConnection', 'NoteConnection', 'PageInfo']))
  })
})
