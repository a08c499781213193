import { expect, it } from 'vitest'
import { COUNTRIES } from '../../../reference/country.ts'
import { isCountry } from '../../../src/schema/scalar/country.ts'

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

it('knows the 249 countries of ISO 3166-1', () => {
  const pairs = LETTERS.flatMap((one) => LETTERS.map((other) => one + other))
  expect(COUNTRIES).toHaveLength(249)
  expect(pairs.filter(isCountry)).toEqual(COUNTRIES)
})

it('takes no former, reserved or private code for a country, and none in lowercase', () => {
  const others =
    'AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA XB XK YD YU ZR ZZ us USA'.split(' ')
  expect(others.filter(isCountry)).toEqual([])
})
