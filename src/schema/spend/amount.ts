import { isCurrency } from '../account/currency.ts'

const MICROS = 1_000_000n

/** The number of decimals of a currency: two for EUR, none for JPY, three for KWD. */
export function decimalsOf(currency: string): number {
  if (!isCurrency(currency)) return 2
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/** The value of a decimal number, such as `500.00`, multiplied by 10 to the power of `digits`; undefined if it has more decimals. */
export function scaled(text: string, digits: number): bigint | undefined {
  const [, whole, decimals = ''] = /^(\d{1,15})(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || decimals.length > digits) return undefined
  return BigInt(whole + decimals.padEnd(digits, '0'))
}

/** An amount in micros as a decimal number with the decimals of its currency, or as many as it needs: `500.00 EUR`. */
export function amountText(micros: bigint, currency: string): string {
  return `${decimalText(micros, decimalsOf(currency))}${currency && ` ${currency}`}`
}

/** An amount in micros as a decimal number, with at least so many decimals. */
export function decimalText(micros: bigint, minDecimals: number): string {
  const absolute = micros < 0n ? -micros : micros
  const needed = String(absolute % MICROS)
    .padStart(6, '0')
    .replace(/0+$/, '')
  const decimals = needed.padEnd(minDecimals, '0')
  return `${micros < 0n ? '-' : ''}${absolute / MICROS}${decimals && `.${decimals}`}`
}
