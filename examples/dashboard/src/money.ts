/** Micros in one unit of a currency. */
const MICROS = 1_000_000n
const MICRO_DIGITS = 6

type Decimal = Intl.StringNumericLiteral

/** An amount in micros as a decimal number with all its digits: "40000000" is "40", "1" is "0.000001". */
export function decimalOf(micros: string): Decimal {
  const amount = BigInt(micros)
  const [sign, size] = amount < 0n ? ['-', -amount] : ['', amount]
  const fraction = (size % MICROS).toString().padStart(MICRO_DIGITS, '0').replace(/0+$/, '')
  return `${sign}${size / MICROS}${fraction && `.${fraction}`}` as Decimal
}

type Currency = string | null | undefined

const styleOf = (currency: Currency) => (currency ? { style: 'currency' as const, currency } : {})

/** An amount in micros as money of an ISO 4217 currency, in the reader's language, with all its digits. */
export function exactMoney(micros: string, currency: Currency, locale?: string): string {
  const options = { ...styleOf(currency), maximumFractionDigits: MICRO_DIGITS }
  return new Intl.NumberFormat(locale, options).format(decimalOf(micros))
}

/** The same, rounded to the digits of the currency. An amount that would be rounded to 0 keeps its digits. */
export function formatMoney(micros: string, currency: Currency, locale?: string): string {
  const format = new Intl.NumberFormat(locale, styleOf(currency))
  const amount = decimalOf(micros)
  const isSmall = Number(amount) !== 0 && /^[^1-9]*$/.test(format.format(amount))
  return isSmall ? exactMoney(micros, currency, locale) : format.format(amount)
}

/** An amount in micros as somebody would type it: without a currency or grouping. */
export function editableMoney(micros: string, currency: Currency, locale?: string): string {
  const { minimumFractionDigits } = new Intl.NumberFormat(locale, styleOf(currency)).resolvedOptions()
  const digits = { minimumFractionDigits, maximumFractionDigits: MICRO_DIGITS, useGrouping: false }
  return new Intl.NumberFormat(locale, digits).format(decimalOf(micros))
}

/** An amount that was typed, in micros: digits with the grouping and decimal separators of the language, or a problem. */
export function parseMoney(text: string, locale?: string): { micros: string } | { problem: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(12345678.9)
  const separator = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const [whole = '', fraction = '', ...rest] = text
    .trim()
    .replaceAll(separator('group'), '')
    .replace(/\s/g, '')
    .split(separator('decimal'))
  if (rest.length > 0 || !/^\d+$/.test(whole) || !/^\d*$/.test(fraction))
    return { problem: `Enter an amount such as ${new Intl.NumberFormat(locale).format(1250.5)}` }
  if (fraction.length > MICRO_DIGITS) return { problem: `Enter at most ${MICRO_DIGITS} decimal places` }
  return { micros: (BigInt(whole) * MICROS + BigInt(fraction.padEnd(MICRO_DIGITS, '0'))).toString() }
}
