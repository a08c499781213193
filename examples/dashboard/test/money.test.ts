import { describe, expect, it } from 'vitest'
import { readable } from '../src/edit/refusal.ts'
import { editableMoney, exactMoney, formatMoney, parseMoney } from '../src/money.ts'

describe('money', () => {
  it.each([
    ['40000000', 'USD', 'en-US', '$40.00'],
    ['1', 'USD', 'en-US', '$0.000001'],
    ['-1500000', 'USD', 'en-US', '-$1.50'],
    ['9223372036854775807', 'USD', 'en-US', '$9,223,372,036,854.775807'],
    ['49999000000', 'JPY', 'ja-JP', '￥49,999'],
    ['1250500000', 'EUR', 'de-DE', '1.250,50\u00A0€'],
    ['1250500000', null, 'en-US', '1,250.5'],
  ])('shows %s micros of %s in %s as %s, with every digit', (micros, currency, locale, expected) => {
    expect(exactMoney(micros, currency, locale)).toBe(expected)
  })

  it.each([
    ['687673967', 'USD', 'en-US', '$687.67'],
    ['9223372036854775807', 'USD', 'en-US', '$9,223,372,036,854.78'],
    ['49999500000', 'JPY', 'ja-JP', '￥50,000'],
    ['1250500000', 'EUR', 'de-DE', '1.250,50\u00A0€'],
    ['4000', 'USD', 'en-US', '$0.004'],
    ['0', 'USD', 'en-US', '$0.00'],
  ])(
    'shows %s micros of %s in %s as %s, in the digits of the currency unless that would be 0',
    (micros, currency, locale, expected) => {
      expect(formatMoney(micros, currency, locale)).toBe(expected)
    },
  )

  it.each([
    ['1,250.50', 'en-US', '1250500000'],
    ['1.250,50', 'de-DE', '1250500000'],
    ['1 250,5', 'fr-FR', '1250500000'],
    ['9,223,372,036,854.775807', 'en-US', '9223372036854775807'],
    ['0', 'en-US', '0'],
    ['7.', 'en-US', '7000000'],
    ['1250.5', 'en-US', '1250500000'],
    ['1.250', 'de-DE', '1250000000'],
    ['1.250', 'es-ES', '1250000000'],
    ['12,34,567.5', 'en-IN', '1234567500000'],
    ["1'250.50", 'de-CH', '1250500000'],
    ['1\u202F250,5', 'fr-FR', '1250500000'],
  ])('reads %s in %s as %s micros', (text, locale, micros) => {
    expect(parseMoney(text, locale)).toEqual({ micros })
  })

  it.each(['', 'ten', '-5', '1.2.3', '.5', '1e3'])('does not take %j for an amount', (text) => {
    expect(parseMoney(text, 'en-US')).toEqual({ problem: 'Enter an amount such as 1,250.5' })
  })

  it.each([
    ['1,50', 'en-US', '1,250.5'],
    ['12,34', 'en-US', '1,250.5'],
    ['1250,500', 'en-US', '1,250.5'],
    ['0,500', 'en-US', '1,250.5'],
    ['1,,250', 'en-US', '1,250.5'],
    ['1.5,0', 'en-US', '1,250.5'],
    ['1 50', 'en-US', '1,250.5'],
    ['1.50', 'de-DE', '1.250,5'],
    ['1.50', 'es-ES', '1.250,5'],
    ['1 50', 'fr-FR', '1\u202F250,5'],
    ['1234,567.5', 'en-IN', '1,250.5'],
  ])('does not take %j in %s for an amount, because its grouping is another', (text, locale, example) => {
    expect(parseMoney(text, locale)).toEqual({ problem: `Enter an amount such as ${example}` })
  })

  it('refuses digits that a micro cannot hold, instead of rounding them', () => {
    expect(parseMoney('1.0000001', 'en-US')).toEqual({ problem: 'Enter at most 6 decimal places' })
  })

  it.each([
    ['7440000000', 'USD', 'en-US'],
    ['1', 'EUR', 'de-DE'],
    ['49999000000', 'JPY', 'ja-JP'],
    ['9223372036854775807', 'USD', 'fr-FR'],
    ['1250500000', 'EGP', 'ar-EG'],
    ['1250500000', 'IRR', 'fa-IR'],
    ['1250500000', 'BDT', 'bn-BD'],
  ])('reads what it puts into a field: %s micros of %s in %s', (micros, currency, locale) => {
    expect(parseMoney(editableMoney(micros, currency, locale), locale)).toEqual({ micros })
  })
})

describe('the message of a user error', () => {
  const labels = { name: 'Name', dailyBudgetAmountLocalMicro: 'Daily budget' }

  it('names the field as the form does, and its amounts as money', () => {
    const message = '`dailyBudgetAmountLocalMicro` is 9000000000; it must not exceed the total budget, 7440000000'
    expect(readable(message, labels, 'USD', true)).toBe(
      'Daily budget is $9,000.00; it must not exceed the total budget, $7,440.00',
    )
  })

  it('leaves numbers alone that are no amounts', () => {
    expect(readable('`name` has 300 characters; the maximum is 255', labels, 'USD', false)).toBe(
      'Name has 300 characters; the maximum is 255',
    )
  })
})
