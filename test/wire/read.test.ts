import { describe, expect, it } from 'vitest'
import { askedRows } from '../support/asked-row.ts'
import { useGraphOver } from '../support/graph.ts'
import { READS } from './read-case.ts'

const { upstream, graph } = useGraphOver((request) => ({
  body: {
    data: askedRows(request, {}),
    next_cursor: null,
    total_count: 1,
  },
}))

describe('each read of the reference', () => {
  it.each(READS.map((read) => [read.endpoint, read] as const))(
    '%s sends its parameters in their exact spelling',
    async (_name, read) => {
      const { errors } = await graph.query(read.query ?? `{ account(id: "a1") { ${read.inAccount} } }`)

      expect(errors).toBeUndefined()
      const ids = ['a1', ...(read.ids ?? [])]
      const [method, version, template] = read.endpoint.split(' ')
      const path = `/${version}/${template!.replace(/:\w+/g, () => ids.shift()!)}`
      expect(
        upstream.requests.map(({ method, path, query, body }) => [
          method,
          path,
          query,
          body && (JSON.parse(body) as unknown),
        ]),
      ).toEqual([[method, path, read.params ?? {}, read.body ?? '']])
    },
  )
})
