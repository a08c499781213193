import { describe, expect, it } from 'vitest'
import { createBreaker } from '../../../src/rest/policy/breaker.ts'

const NOW = 1_900_000_000_000

describe('the breaker', () => {
  const NAME = 'GET things'
  /** Ends calls with these results, one after another, and gives when the breaker opened. */
  function run(
    breaker: ReturnType<typeof createBreaker>,
    results: readonly (boolean | undefined)[],
    now = NOW,
  ): number {
    for (const [nth, failed] of results.entries()) {
      const pass = breaker.enter(NAME, now)
      if (!pass) return nth
      breaker.leave(pass, failed, now)
    }
    return breaker.isOpen(NAME, now) ? results.length : -1
  }
  const all = (count: number, failed = true) => Array.from({ length: count }, () => failed)

  it.each([
    ['19 failures', all(19), 19],
    ['18 failures', all(18), -1],
    ['19 failures and a success among them', [...all(10), false, ...all(9)], 20],
    ['two successes among 20', [...all(9), false, ...all(9), false], -1],
    ['a success before 19 failures', [false, ...all(19)], 20],
    ['ends that say nothing', [...all(18), ...Array.from({ length: 40 }, () => undefined)], -1],
    ['failures that outnumber successes two to one', Array.from({ length: 300 }, (_, nth) => nth % 3 > 0), -1],
  ])('opens or stays closed after %s', (_, results, opens) => {
    expect(run(createBreaker(), results)).toBe(opens)
  })

  it('forgets calls a minute after the last one', () => {
    const breaker = createBreaker()
    run(breaker, all(18))
    expect(run(breaker, all(1), NOW + 60_001)).toBe(-1)
    const other = createBreaker()
    run(other, all(18))
    expect(run(other, all(1), NOW + 60_000)).toBe(1)
  })

  it('lets one call pass a second after it opened, and again a second after that has failed', () => {
    const breaker = createBreaker()
    run(breaker, all(19))
    expect([breaker.isOpen(NAME, NOW + 999), breaker.enter(NAME, NOW + 999)]).toEqual([true, undefined])
    expect(breaker.isOpen(NAME, NOW + 1_000)).toBe(false)
    const probe = breaker.enter(NAME, NOW + 1_000)!
    expect(probe.isProbe).toBe(true)
    expect([breaker.isOpen(NAME, NOW + 9_000), breaker.enter(NAME, NOW + 9_000)]).toEqual([true, undefined])
    breaker.leave(probe, true, NOW + 9_000)
    expect(breaker.enter(NAME, NOW + 9_999)).toBeUndefined()
    const next = breaker.enter(NAME, NOW + 10_000)!
    expect(next.isProbe).toBe(true)
    breaker.leave(next, undefined, NOW + 10_000)
    expect(breaker.enter(NAME, NOW + 10_000)?.isProbe).toBe(true)
  })

  it('closes with the first success, and considers only later calls', () => {
    const breaker = createBreaker()
    run(breaker, all(19))
    breaker.leave(breaker.enter(NAME, NOW + 1_000)!, false, NOW + 1_000)
    expect(breaker.enter(NAME, NOW + 1_000)).toMatchObject({ isProbe: false })
    expect(run(breaker, all(18), NOW + 1_000)).toBe(-1)
  })

  it('closes with the success of a call that began before it opened, and stays open with its failure', () => {
    const breaker = createBreaker()
    const [early, late] = [breaker.enter(NAME, NOW)!, breaker.enter(NAME, NOW)!]
    run(breaker, all(19))
    breaker.leave(early, true, NOW + 500)
    expect([breaker.isOpen(NAME, NOW + 999), breaker.isOpen(NAME, NOW + 1_000)]).toEqual([true, false])
    breaker.leave(late, false, NOW + 600)
    expect(breaker.isOpen(NAME, NOW + 600)).toBe(false)
  })

  it('is separate for each endpoint', () => {
    const breaker = createBreaker()
    run(breaker, all(19))
    expect(breaker.isOpen('GET others', NOW)).toBe(false)
  })

  it('sends no second probe while calls that began before it opened come to their end', () => {
    const breaker = createBreaker()
    const late = breaker.enter(NAME, NOW)!
    run(breaker, all(19))
    breaker.enter(NAME, NOW + 1_000)
    breaker.leave(late, undefined, NOW + 1_001)
    expect(breaker.enter(NAME, NOW + 1_001)).toBeUndefined()
  })

  it('reports each endpoint that was called, and whether it is open for it', () => {
    const breaker = createBreaker()
    run(breaker, all(19))
    breaker.enter('GET others', NOW)
    expect([...breaker.states()]).toEqual([
      [NAME, true],
      ['GET others', false],
    ])
  })
})
