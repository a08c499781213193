import { exactMoney, formatMoney } from '../money.ts'

/** An amount with the digits of its currency, and all its digits when the pointer is on it. */
export function Money({ micros, currency }: { micros: string; currency: string | null }) {
  const exact = exactMoney(micros, currency)
  const text = formatMoney(micros, currency)
  return text === exact ? text : <span title={exact}>{text}</span>
}
