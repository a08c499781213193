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

/** An amount that was typed, in micros, or a problem: a number in the reader's language, with all of its grouping or none. */
export function parseMoney(text: string, locale?: string): { micros: string } | { problem: string } {
  const format = new Intl.NumberFormat(locale, { useGrouping: 'always' })
  const decimal = format.formatToParts(0.5).find(({ type }) => type === 'decimal')!.value
  const [whole = '', fraction = '', ...rest] = typeable(text.trim(), locale).split(typeable(decimal, locale))
  const digits = whole.replace(/\D/g, '')
  // A separator in another place may be the decimal separator of another language: "1,50" is not 150.
  const isGrouped = digits !== '' && whole === typeable(format.format(BigInt(digits)), locale)
  if (rest.length > 0 || !(isGrouped || /^\d+$/.test(whole)) || !/^\d*$/.test(fraction))
    return { problem: `Enter an amount such as ${format.format(1250.5)}` }
  if (fraction.length > MICRO_DIGITS) return { problem: `Enter at most ${MICRO_DIGITS} decimal places` }
  return { micros: (BigInt(digits) * MICROS + BigInt(fraction.padEnd(MICRO_DIGITS, '0'))).toString() }
}

/** A number of a language with the digits 0 to 9, and with the spaces and apostrophes of a keyboard. */
function typeable(number: string, locale?: string): string {
  const digits = new Intl.NumberFormat(locale, { useGrouping: false }).format(9876543210)
  const values = new Map(Array.from(digits, (digit, index) => [digit, String(9 - index)]))
  return Array.from(number, (character) => values.get(character) ?? character)
    .join('')
    .replace(/\s/g, ' ')
    .replaceAll('’', "'")
}
