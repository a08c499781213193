import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BREAKING_HEADING, faultsOf } from '../../release/contract.ts'

const schema = readFileSync('schema.graphql', 'utf8')

const SMALL = 'type Query { campaign(id: ID!): Campaign } type Campaign { id: ID!, name: String }'

function faults(next: string, { changes = '', last = '1.2.3', version = '1.2.3', from = SMALL } = {}): string[] {
  const changelog = `# Changelog\n\n## Unreleased\n\n${changes}\n\n## 1.2.3\n\n- Things.\n`
  return faultsOf({ version: last, schema: from }, { version, schema: next, changelog })
}

describe('the check of the schema against the last release', () => {
  it('accepts an addition', () => {
    expect(faults(SMALL.replace('name:', 'currency: String, name:'))).toEqual([])
  })

  it('fails on a breaking change that the changelog does not name', () => {
    const removed = schema.replace(/(^type CampaignEdge [^}]*)cursor: /m, '$1position: ')

    expect(faults(removed, { from: schema })).toEqual([
      `A breaking change is not under "${BREAKING_HEADING}" in CHANGELOG.md: CampaignEdge.cursor was removed.`,
    ])
  })

  it('passes if the section of the next release names the change', () => {
    const changes = `${BREAKING_HEADING}\n\n- \`Campaign.name\` was\n  removed. Use \`title\`.\n`

    expect(faults(SMALL.replace(', name: String', ''), { changes })).toEqual([])
  })

  it.each([
    ['another section', `### Errors\n\n- Campaign.name was removed.`],
    ['an earlier release', `## 1.0.0\n\n${BREAKING_HEADING}\n\n- Campaign.name was removed.`],
    ['the name of another field', `${BREAKING_HEADING}\n\n- Campaign.names was removed.`],
    ['the name of another type', `${BREAKING_HEADING}\n\n- AdCampaign.name was removed.`],
    ['the name of a field of another type', `${BREAKING_HEADING}\n\n- Draft.Campaign.name was removed.`],
  ])('fails if the change is named in %s', (_where, changes) => {
    expect(faults(SMALL.replace(', name: String', ''), { changes })).toHaveLength(1)
  })

  it('passes if a sentence about a longer name comes before the sentence of the change', () => {
    const changes = `${BREAKING_HEADING}\n\n- AdCampaign.name was removed.\n- Campaign.name was removed.\n`

    expect(faults(SMALL.replace(', name: String', ''), { changes })).toEqual([])
  })

  it('does not take a change to another type for one to a type whose name begins like it', () => {
    const changed = SMALL.replace('name: String', 'name: [String]')
    const said = (type: string) => `${BREAKING_HEADING}\n\n- Campaign.name changed type from String to ${type}.\n`

    expect(faults(changed, { changes: said('[String]') })).toEqual([])
    expect(faults(changed, { changes: said('[String]!') })).toHaveLength(1)
  })

  it.each([
    ['1.2.4', ['Version 1.2.4 has breaking changes of the schema: it must be 2.0.0 or higher']],
    ['2.0.0', []],
    ['1.1.0', ['Version 1.1.0 must be higher than 1.2.3']],
  ])('holds version %s to semantic versioning', (version, expected) => {
    const changes = `${BREAKING_HEADING}\n\n- Campaign.name was removed.\n`

    expect(faults(SMALL.replace(', name: String', ''), { changes, version })).toEqual(expected)
  })

  it.each([
    ['0.2.5', '0.2.0-rc.1', false],
    ['0.2.5', '0.2.5-rc.1', false],
    ['0.2.5', '0.2.6-rc.1', true],
    ['0.2.0-rc.1', '0.2.0', true],
    ['0.2.0-rc.2', '0.2.0-rc.10', true],
    ['0.2.0-rc.10', '0.2.0-rc.2', false],
    ['0.2.0-rc', '0.2.0-rc.1', true],
    ['0.2.0-1', '0.2.0-beta', true],
    ['0.2.0-rc.1', '0.2.0-beta.2', false],
    ['1.9.0', '1.10.0', true],
    ['0.2.5', '0.3', false],
    ['0.2.5', 'next', false],
  ])('orders versions as semantic versioning does: %s, then %s', (last, version, isHigher) => {
    expect(faults(SMALL, { last, version }).length === 0).toBe(isHigher)
  })

  it('announces a breaking change by a prerelease of the next major version, whose later ones promise nothing', () => {
    const changes = `${BREAKING_HEADING}\n\n- Campaign.name was removed.\n`
    const removed = SMALL.replace(', name: String', '')

    expect(faults(removed, { changes, version: '2.0.0-rc.1' })).toEqual([])
    expect(faults(removed, { changes, last: '2.0.0-rc.1', version: '2.0.0-rc.2' })).toEqual([])
    expect(faults(removed, { changes, version: '1.3.0-rc.1' })).toHaveLength(1)
  })

  it('announces a breaking change before 1.0.0 by the minor number', () => {
    const changes = `${BREAKING_HEADING}\n\n- Campaign.name was removed.\n`
    const removed = SMALL.replace(', name: String', '')

    expect(faults(removed, { changes, last: '0.1.0', version: '0.2.0' })).toEqual([])
    expect(faults(removed, { changes, last: '0.1.0', version: '0.1.1' })).toEqual([
      'Version 0.1.1 has breaking changes of the schema: it must be 0.2.0 or higher',
    ])
  })

  it.each([
    ['`Campaign.name`', []],
    ['`Campaign.*`', []],
    ['`*.name`', []],
    ['`Campaign`', ['Campaign.name was removed.']],
    ['`Campaign.names`', ['Campaign.name was removed.']],
  ])('accepts before 1.0.0 that the section lists %s', (name, unnamed) => {
    const changes = `${BREAKING_HEADING}\n\n| Before | Now |\n| --- | --- |\n| ${name} | \`Campaign.title\` |\n`
    const removed = SMALL.replace(', name: String', '')
    const expected = (list: string[]) =>
      list.map((change) => `A breaking change is not under "${BREAKING_HEADING}" in CHANGELOG.md: ${change}`)

    expect(faults(removed, { changes, last: '0.1.0', version: '0.1.0' })).toEqual(expected(unnamed))
    expect(faults(removed, { changes })).toEqual(expected(['Campaign.name was removed.']))
  })

  it.each([
    ['an argument', SMALL.replace('id: ID!)', 'key: ID!)'), ['`Query.campaign.id`', '`Query.campaign.key`']],
    ['the type of an argument', SMALL.replace('id: ID!)', 'id: Int!)'), ['`Query.campaign.id`']],
    ['the type of a field', SMALL.replace('name: String', 'name: Int'), ['`Campaign.name`']],
    ['a type', SMALL.replaceAll('Campaign', 'Ad'), ['`Campaign`']],
  ])('knows before 1.0.0 the elements of a change of %s', (_of, next, names) => {
    const listed = (list: string[]) => `${BREAKING_HEADING}\n\n- ${list.join(', ')}\n`

    expect(faults(next, { changes: listed(names), last: '0.1.0', version: '0.1.0' })).toEqual([])
    expect(faults(next, { changes: listed([]), last: '0.1.0', version: '0.1.0' })).not.toEqual([])
  })

  it('requires a date in the reason of a deprecation', () => {
    const deprecated = (reason: string) => SMALL.replace('name: String', `name: String @deprecated${reason}`)
    const fault = 'The reason of the deprecation of Campaign.name must have the date of its removal (YYYY-MM-DD)'

    expect(faults(deprecated(''))).toEqual([fault])
    expect(faults(deprecated('(reason: "Use title.")'))).toEqual([fault])
    expect(faults(deprecated('(reason: "Use title. Removed after 2027-06-30.")'))).toEqual([])
  })
})
