import { exactMoney } from '../money.ts'

/**
 * The message of a user error in the words of the form: names of fields become their labels, and amounts in micros become
 * money if the message is about an amount.
 */
export function readable(
  message: string,
  labels: Readonly<Record<string, string>>,
  currency: string | null,
  isAmount: boolean,
): string {
  const named = message.replace(/`(\w+)`/g, (quoted, name: string) => labels[name] ?? quoted)
  return isAmount ? named.replace(/-?\b\d+\b(?!\.\d|%)/g, (micros) => exactMoney(micros, currency)) : named
}
