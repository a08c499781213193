import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { AccountDocument, type FundingFragment } from '../graphql.ts'
import { Failure, reasonAt } from '../list/failure.tsx'
import { formatMoney } from '../money.ts'
import { wordsOf } from '../words.ts'

/** The account and what pays for its campaigns. Takes the global ID of the account. */
export function AccountHeader({ id }: { id: string }) {
  const { data, error, loading, refetch } = useQuery(AccountDocument, { variables: { id } })
  const account = data?.account
  const funding = account?.fundingInstruments
  useEffect(() => {
    document.title = account?.name ? `${account.name} · Campaigns` : 'Campaigns'
  }, [account?.name])
  return (
    <header className="account">
      <h1>{account?.name ?? (loading ? '\u00A0' : id)}</h1>
      <p className="facts">
        {[account?.businessName, account?.timezone?.replaceAll('_', ' ')].filter(Boolean).join(' · ') || '\u00A0'}
        {account?.approvalStatus && account.approvalStatus !== 'ACCEPTED' && (
          <span className="badge attention">{wordsOf(account.approvalStatus)}</span>
        )}
      </p>
      {funding && funding.edges.length > 0 && (
        <ul className="funding" aria-label="Funding" tabIndex={0}>
          {funding.edges.map(({ node }) => (
            <FundingInstrument key={node.id} {...node} />
          ))}
        </ul>
      )}
      {!funding && loading && <div className="funding placeholder" aria-hidden="true" />}
      {!funding && !loading && (
        <Failure
          what={account ? 'Funding' : 'The account'}
          reason={reasonAt(error, 'account', 'fundingInstruments')}
          onRetry={refetch}
        />
      )}
    </header>
  )
}

function FundingInstrument(funding: FundingFragment) {
  const { description, type, currency, ableToFund, reasonsNotAbleToFund } = funding
  const { creditRemainingLocalMicro: remaining, creditLimitLocalMicro: limit, fundedAmountLocalMicro: funded } = funding
  const left =
    remaining !== null && limit !== null && limit !== '0'
      ? Number((BigInt(remaining) * 1000n) / BigInt(limit)) / 1000
      : undefined
  return (
    <li className={ableToFund === false ? 'attention' : undefined}>
      <strong>{description ?? (type && wordsOf(type))}</strong>
      {ableToFund === false ? (
        <span>Cannot fund: {(reasonsNotAbleToFund ?? []).map(wordsOf).join(', ').toLowerCase()}</span>
      ) : (
        <span>
          {remaining !== null && `${formatMoney(remaining, currency)} left`}
          {remaining !== null && limit !== null && ` of ${formatMoney(limit, currency)}`}
          {remaining === null && funded !== null && `${formatMoney(funded, currency)} funded`}
          {remaining === null && funded === null && (currency ?? '')}
        </span>
      )}
      {left !== undefined && <meter min={0} max={1} low={0.1} optimum={1} value={left} aria-label="Credit left" />}
    </li>
  )
}
