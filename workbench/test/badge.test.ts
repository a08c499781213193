import { readFileSync } from 'node:fs'
import { buildASTSchema, parse } from 'graphql'
import { expect, it } from 'vitest'
import { withBadges } from '../badge.ts'

it('shows a badge for what is beyond the documents, at fields, arguments, input fields and enum values', () => {
  const sdl = parse(readFileSync('schema.graphql', 'utf8'))
  const schema = buildASTSchema(withBadges(sdl))
  const descriptions = JSON.stringify(withBadges(sdl), (key, value: unknown) => (key === 'loc' ? undefined : value))

  expect(schema.getQueryType()!.getFields()['scheduledPost']!.description).toContain('***Beyond the documents***')
  expect(descriptions.split('***Beyond the documents***')).toHaveLength(
    readFileSync('schema.graphql', 'utf8').split('@beyondDocuments(reason').length,
  )
  expect(descriptions).not.toContain('Beyond the documents.')
})
