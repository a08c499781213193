import { describe, expect, it } from 'vitest'
import { createRetryBudget } from '../../../src/rest/policy/retry.ts'

const NOW = 1_900_000_000_000

describe('the retry budget', () => {
  const taken = (budget: ReturnType<typeof createRetryBudget>, now: number, tries: number) =>
    Array.from({ length: tries }, () => budget.takeRetry(now)).filter(Boolean).length

  it('has ten retries without any first attempt, and ten again after ten seconds', () => {
    const budget = createRetryBudget()
    expect(taken(budget, NOW, 20)).toBe(10)
    expect(taken(budget, NOW + 9_900, 20)).toBe(0)
    expect(taken(budget, NOW + 10_000, 20)).toBe(0)
    expect(taken(budget, NOW + 10_100, 20)).toBe(10)
  })

  it('has 0.6 retries per first attempt of the last ten seconds', () => {
    const budget = createRetryBudget()
    for (let nth = 0; nth < 16; nth += 1) budget.countFirst(NOW)
    expect(taken(budget, NOW, 100)).toBe(10)
    for (let nth = 0; nth < 84; nth += 1) budget.countFirst(NOW + 50)
    expect(taken(budget, NOW + 50, 100)).toBe(50)
    expect(taken(budget, NOW + 9_900, 100)).toBe(0)
    for (let nth = 0; nth < 200; nth += 1) budget.countFirst(NOW + 9_950)
    expect(taken(budget, NOW + 9_950, 1_000)).toBe(120)
    // The 100 of the beginning are over, their 60 retries with the next bucket.
    expect(taken(budget, NOW + 10_050, 1_000)).toBe(0)
    expect(taken(budget, NOW + 10_150, 1_000)).toBe(0)
    for (let nth = 0; nth < 100; nth += 1) budget.countFirst(NOW + 10_150)
    expect(taken(budget, NOW + 10_150, 1_000)).toBe(60)
  })

  it('counts the first attempts of less than ten seconds, each moment of them', () => {
    const budget = createRetryBudget()
    for (let ms = 0; ms <= 20_000; ms += 100) budget.countFirst(NOW + ms)
    expect(taken(budget, NOW + 20_000, 100)).toBe(60)

    const [before, after] = [createRetryBudget(), createRetryBudget()]
    for (let nth = 0; nth < 100; nth += 1) for (const each of [before, after]) each.countFirst(NOW)
    expect(taken(before, NOW + 9_999, 100)).toBe(60)
    expect(taken(after, NOW + 10_000, 100)).toBe(10)
  })

  it('counts the retries of each moment of ten seconds', () => {
    for (let ms = 0; ms <= 10_000; ms += 100) {
      const budget = createRetryBudget()
      expect(taken(budget, NOW + ms, 20)).toBe(10)
      expect(taken(budget, NOW + ms + 10_000, 20)).toBe(0)
    }
  })

  it('has ten retries after a longer pause, and after the clock was set back', () => {
    const budget = createRetryBudget()
    expect(taken(budget, NOW, 20)).toBe(10)
    expect(taken(budget, NOW + 15_000, 20)).toBe(10)
    expect(taken(budget, NOW + 12_000, 20)).toBe(10)
  })
})
