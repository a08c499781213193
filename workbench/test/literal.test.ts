import { describe, expect, it } from 'vitest'
import { literal } from '../operation/literal.ts'

describe('JSON as a literal', () => {
  it('has exact amounts, and keys without quotes', () => {
    const body = String.raw`[{"operation_type":"Create","params":{"name":"\"9007199254740993: x","a b":"\\","daily_budget_amount_local_micro":9007199254740993,"total":-9007199254740993,"share":0.12345678901234567,"days":3}}]`

    expect(literal(body)).toBe(
      String.raw`[{operation_type: "Create",params: {name: "\"9007199254740993: x","a b":"\\",daily_budget_amount_local_micro: 9007199254740993n,total: -9007199254740993n,share: 0.12345678901234567,days: 3}}]`,
    )
  })
})
