import { describe, expect, it } from 'vitest'
import { connectAgent } from '../../support/agent.ts'
import { useGraphOver } from '../../support/graph.ts'
import { openForTests } from '../../support/open.ts'

interface Prepared {
  confirmation: string
  writes: { inputs: { action: string; id: string | null }[]; changes: Record<string, unknown>[] }[]
}

const TAX = { tax_category: 'INDIVIDUAL', tax_id: 'DE1', address_city: 'Springfield' }

const { upstream, graph } = useGraphOver(
  ({ path, body }) => {
    if (path.endsWith('/authenticated_user_access'))
      return { body: { data: { user_id: '1', permissions: ['ACCOUNT_ADMIN'] } } }
    if (path.endsWith('/tax_settings')) {
      const taxId = new URLSearchParams(body).get('tax_id')
      if (taxId !== null) TAX.tax_id = taxId
      return { body: { data: TAX } }
    }
    return { body: { data: { contact_phone: '+15550001' } } }
  },
  { agents: 'write' },
)
const agent = openForTests(() => connectAgent(graph.url))

const writes = () => upstream.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path)

describe('settings of an account', () => {
  const document =
    'mutation { updateTaxSettings(input: { accountId: "a1", taxId: "DE2", addressCity: null }) { taxSettings { taxId } } }'

  it('are changed, with their current values beside the new ones', async () => {
    const { value, isError } = await agent.call<Prepared>('prepare_write', { document })

    expect(isError).toBe(false)
    expect(value.writes[0]).toMatchObject({
      inputs: [{ action: 'UPDATE', id: 'Account:a1' }],
      changes: [
        { path: 'input.taxId', id: 'Account:a1', name: 'taxId', current: 'DE1', new: 'DE2' },
        { path: 'input.addressCity', id: 'Account:a1', name: 'addressCity', current: 'Springfield', new: null },
      ],
    })
    expect(writes()).toEqual([])
  })

  it('are not changed if a value that was shown has changed since', async () => {
    const { value } = await agent.call<Prepared>('prepare_write', { document })
    const { confirmation } = value
    TAX.tax_id = 'DE9'
    expect(await agent.call('confirm_write', { confirmation })).toMatchObject({ isError: true })
    expect(writes()).toEqual([])
    TAX.tax_id = 'DE1'
    expect(await agent.call('confirm_write', { confirmation })).toMatchObject({ isError: false })
    expect(writes()).toEqual(['/12/accounts/a1/tax_settings'])
  })

  it("of a user are shown with the account's", async () => {
    const { value } = await agent.call<Prepared>('prepare_write', {
      document: `mutation {
        updateTaxSettings(input: { accountId: "a1", taxId: "DE3" }) { userErrors { code } }
        updateUserSettings(input: { accountId: "Account:a1", userId: "1", contactPhone: "+15559" }) { userErrors { code } }
      }`,
    })

    expect(value.writes.map(({ inputs, changes }) => [inputs[0]?.action, changes[0]?.['current']])).toEqual([
      ['UPDATE', 'DE2'],
      ['UPDATE', '+15550001'],
    ])
  })
})
