import { amountText } from './amount.ts'

/** Why an operation is refused: the limit, what was asked, and the input field that it is about. */
export interface Refused {
  /** The limit of `SPEND_LIMITS`, or `account` or `currency` if none of its rules holds. */
  kind: string
  /** Undefined if it is about the whole input. */
  field?: string | undefined
  message: string
  limit: string | null
  asked: string | null
}

const refused = (kind: string, message: string, asked: string | null = null): Refused => ({
  kind,
  message,
  limit: null,
  asked,
})

export const storeUnavailable = (): Refused =>
  refused(
    'activatedPerHour',
    'The spend is not known, because the store that instances share is unavailable. Try it again later',
  )

export const budgetNotKept = (): Refused =>
  refused(
    'dailyBudget',
    'This sends the current daily budget again, which another write can change meanwhile, because the store that instances ' +
      'share is unavailable. Try it again later',
  )

export const hourUnknown = (): Refused =>
  refused(
    'activatedPerHour',
    'The amount that is left of the hour is not known, because the store that instances share is unavailable or ' +
      'full, or has changed. Try it again later',
  )

export const accountUnnamed = (account: string, action: string): Refused =>
  refused('account', `No rule names the account ${account}, so nothing may be spent in it`, action)

export const currencyUnknown = (): Refused =>
  refused(
    'currency',
    'The currency of the funding instrument that pays is not known, or is not the currency of the amounts, so they cannot ' +
      'be compared',
  )

export const currencyUnnamed = (account: string, currency: string): Refused =>
  refused('currency', `No rule of the account ${account} is in ${currency}, so nothing in it may be spent`, currency)

export const currencyChanged = (currency: string): Refused => ({
  ...refused(
    'currency',
    `The amounts of the campaign and its line items are not in ${currency}, or that is not known. Create another campaign`,
    currency,
  ),
  field: 'fundingInstrumentId',
})

export function activationUnknown(currency: string, limit: bigint): Refused {
  const text = amountText(limit, currency)
  const message = `It is not known how much this activates, because it has no budget that is known, so set one; the limit is ${text} an hour`
  return { ...refused('activatedPerHour', message), limit: text }
}

export function activationExceeds(
  currency: string,
  micros: bigint,
  { left, limit }: { left: bigint; limit: bigint },
): Refused {
  const [asked, rest, text] = [micros, left, limit].map((amount) => amountText(amount, currency)) as [
    string,
    string,
    string,
  ]
  const message = `This activates ${asked}, and ${rest} of the hour are left; the limit is ${text} an hour`
  return { ...refused('activatedPerHour', message, asked), limit: text }
}
