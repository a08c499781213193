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
    expect(supergraphSdl).toMatch(/input CampaignOperation[^{]*@oneOf/)
  })

  it('compose by the composer of WunderGraph Cosmo, without a warning', () => {
    const subgraphs = services.map(({ typeDefs, ...subgraph }) => ({ ...subgraph, definitions: typeDefs }))
    const result = federateSubgraphs({ subgraphs, version: '1' })

    expect([result.success, result.warnings]).toEqual([true, []])
    const types = result.success && result.federatedGraphClientSchema.getTypeMap()
    expect(Object.keys(types)).toEqual(expect.arrayContaining(['CampaignConnection', 'NoteConnection', 'PageInfo']))
    expect(types).toMatchObject({ CampaignOperation: { isOneOf: true } })
  })
})
