import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { AccountDocument, type FundingFragment } from '../graphql.ts'
import { Failure, reasonAt } from '../list/failure.tsx'
import { formatFlight } from '../row/flight.ts'
import { Money } from '../row/money.tsx'
import { wordsOf } from '../words.ts'

/** The account and what pays for its campaigns. Takes the global ID of the account. */
export function AccountHeader({ id }: { id: string }) {
  const { data, error, loading, refetch } = useQuery(AccountDocument, { variables: { id } })
  const account = data?.account
  const funding = account?.fundingInstruments
  const instruments = funding?.edges.map(({ node }) => node) ?? []
  const [past, present] = [instruments.filter(isPast), instruments.filter((each) => !isPast(each))]
  // Those that somebody should look at first are in view on a small screen too.
  const inOrder = present.toSorted((one, other) => Number(isWarning(other)) - Number(isWarning(one)))
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
          {inOrder.map((each) => (
            <FundingInstrument key={each.id} {...each} />
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <p className="facts past">
          Past funding:{' '}
          {past
            .map((each) =>
              [nameOf(each), formatFlight({ startTime: null, endTime: each.endTime }, account?.timezone)]
                .filter(Boolean)
                .join(', '),
            )
            .join(' · ')}
        </p>
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

const PAST = new Set(['EXPIRED', 'DELETED'])

/** What somebody has to wait for, or wanted. */
const EXPECTED = new Set(['CREDIT_CARD_APPROVAL_PENDING', 'PAUSED', 'STARTS_IN_FUTURE'])

/** The share of the credit below which somebody should see to it that campaigns do not stop. */
const LOW = 0.1

const nameOf = ({ description, type }: FundingFragment) => description ?? (type ? wordsOf(type) : 'Funding')

const isPast = ({ reasonsNotAbleToFund }: FundingFragment) =>
  reasonsNotAbleToFund?.some((reason) => PAST.has(reason)) ?? false

/** The share of the credit that is left, if there is a limit. */
function shareLeft({ creditRemainingLocalMicro: remaining, creditLimitLocalMicro: limit }: FundingFragment) {
  if (remaining === null || limit === null || limit === '0') return undefined
  return Number((BigInt(remaining) * 1000n) / BigInt(limit)) / 1000
}

/** Whether the credit is nearly spent. */
function isSpent(funding: FundingFragment): boolean {
  const left = shareLeft(funding)
  return left !== undefined && left < LOW
}

/** Whether somebody should do something about it. */
function isWarning(funding: FundingFragment): boolean {
  if (funding.ableToFund !== false) return isSpent(funding)
  return !(funding.reasonsNotAbleToFund ?? []).every((reason) => EXPECTED.has(reason))
}

function FundingInstrument(funding: FundingFragment) {
  const { currency, ableToFund, creditRemainingLocalMicro: remaining } = funding
  const { creditLimitLocalMicro: limit, fundedAmountLocalMicro: funded } = funding
  const reasons = funding.reasonsNotAbleToFund ?? []
  const left = shareLeft(funding)
  return (
    <li className={isWarning(funding) ? 'attention' : undefined}>
      <strong>{nameOf(funding)}</strong>
      <span>
        {ableToFund === false && `Cannot fund: ${reasons.map(wordsOf).join(', ').toLowerCase()} `}
        {ableToFund !== false && isSpent(funding) && 'Nearly spent: '}
        {remaining !== null && (
          <>
            <Money micros={remaining} currency={currency} /> left
            {limit !== null && (
              <>
                {' '}
                of <Money micros={limit} currency={currency} />
              </>
            )}
          </>
        )}
        {remaining === null && funded !== null && (
          <>
            <Money micros={funded} currency={currency} /> funded
          </>
        )}
        {remaining === null && funded === null && (currency ?? '')}
      </span>
      {left !== undefined && <meter min={0} max={1} low={LOW} optimum={1} value={left} aria-label="Credit left" />}
    </li>
  )
}
