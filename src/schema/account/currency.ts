const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Whether a text is a currency code of ISO 4217. */
export function isCurrency(text: string): boolean {
  return CURRENCIES.has(text)
}
