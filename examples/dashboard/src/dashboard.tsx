import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { AccountHeader } from './account/account-header.tsx'
import { Accounts } from './account/accounts.tsx'
import { Campaigns } from './campaign/campaigns.tsx'
import { CostBar } from './cost/cost-bar.tsx'
import { costs } from './cost/cost.ts'
import { Undo } from './edit/undo.tsx'
import { AccountsDocument } from './graphql.ts'
import { Trouble } from './list/trouble.tsx'
import { usePlace } from './location.ts'
import { isRefused, SessionBar } from './session/session.tsx'

/** The whole page: the accounts, the account that is open, and what the screen cost. */
export function Dashboard() {
  const place = usePlace()
  const accounts = useQuery(AccountsDocument)
  const first = accounts.data?.accounts?.edges[0]?.node.restId
  const refused = isRefused(accounts.error)
  const account = refused ? undefined : (place.account ?? first)

  useEffect(() => {
    if (place.account) costs.set([])
  }, [place.account])

  return (
    <>
      <a className="skip" href="#campaigns">
        Skip to campaigns
      </a>
      <aside>
        <p className="brand">
          <img src="/icon.svg" alt="" width="26" height="26" /> Adgraph <span>Campaigns</span>
        </p>
        {!refused && <Accounts open={account} />}
        <SessionBar refused={refused} />
      </aside>
      <main>
        <Trouble />
        {account !== undefined && (
          <>
            <AccountHeader key={`header ${account}`} id={`Account:${account}`} />
            <Campaigns key={account} account={account} place={place} />
          </>
        )}
        {account === undefined && !accounts.loading && (
          <p className="empty">{refused ? 'Nobody is signed in.' : 'Choose an account.'}</p>
        )}
      </main>
      <Undo />
      <CostBar />
    </>
  )
}
