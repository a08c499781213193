import { readFileSync } from 'node:fs'
import { buildASTSchema, parse } from 'graphql'
import { expect, it } from 'vitest'
import { pageDescriptions } from '../description.ts'

it('shows a badge for what only the live service has, at fields, arguments, input fields and enum values', () => {
  const sdl = parse(readFileSync('schema.graphql', 'utf8'))
  const prepared = pageDescriptions(sdl, 'https://ads.example/rules')
  const schema = buildASTSchema(prepared)
  const descriptions = JSON.stringify(prepared, (key, value: unknown) => (key === 'loc' ? undefined : value))

  expect(schema.getQueryType()!.getFields()['scheduledPost']!.description).toContain('***Not documented***')
  expect(descriptions.split('***Not documented***')).toHaveLength(
    readFileSync('schema.graphql', 'utf8').split('Not documented by the service.').length,
  )
  expect(descriptions).not.toContain('Not documented by the service.')
})

it('links the IDs of rules to the list of rules, which has each of them', () => {
  const sdl = parse('type Query { "At most 200 (R-CONV-5, R-LI-12)." ids: [ID!] }')
  const schema = buildASTSchema(pageDescriptions(sdl, 'https://ads.example/rules'))

  expect(schema.getQueryType()!.getFields()['ids']!.description).toBe(
    'At most 200 ([R-CONV-5](https://ads.example/rules#r-conv-5), [R-LI-12](https://ads.example/rules#r-li-12)).',
  )
  const rules = readFileSync('docs/rules.md', 'utf8')
  const named = readFileSync('schema.graphql', 'utf8').match(/\bR-[A-Z]+-\d+\b/g)!
  expect([...new Set(named)].filter((id) => !rules.includes(`<a id="${id.toLowerCase()}"></a>`))).toEqual([])
})
