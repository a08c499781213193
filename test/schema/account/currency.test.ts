import { expect, it } from 'vitest'
import { CURRENCIES } from '../../../reference/currency.ts'
import { isCurrency } from '../../../src/schema/account/currency.ts'

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

it('knows the 181 codes of ISO 4217, funds and metals included', () => {
  const codes = LETTERS.flatMap((one) => LETTERS.flatMap((two) => LETTERS.map((three) => one + two + three)))
  expect(CURRENCIES).toHaveLength(181)
  expect(codes.filter(isCurrency)).toEqual(CURRENCIES)
  expect(CURRENCIES).toEqual(expect.arrayContaining(['USD', 'CLF', 'UYW', 'XAU']))
})

it('takes no former code for a currency, and none in lowercase', () => {
  expect(['DEM', 'HRK', 'ZWL', 'ZZZ', 'usd', 'US', 'USDX'].filter(isCurrency)).toEqual([])
})
