import type { WriteStream } from 'node:tty'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDisplay, frameOf } from '../../../src/extension/bulk/export-command.ts'
import type { ExportProgress } from '../../../src/extension/bulk/walk/walk.ts'
import { createLog } from '../../../src/server/observe/log.ts'

const PROGRESS: ExportProgress = {
  rows: 1_200,
  calls: 3,
  lists: [
    { path: 'account.campaigns', rows: 200, pages: 1, done: true },
    { path: 'account.campaigns.lineItems', rows: 1_000, pages: 1, done: false },
  ],
  waitingUntil: undefined,
  isOutage: false,
  share: 0.25,
  rateLimit: undefined,
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }))
afterEach(() => void vi.useRealTimers())

describe('without a terminal', () => {
  it('the log has a line every ten seconds, and one at the end', () => {
    const lines: { msg: string; rows?: number; seconds?: number }[] = []
    const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
    const display = createDisplay(log, { isTTY: false } as WriteStream)

    vi.advanceTimersByTime(10_000)
    expect(lines).toEqual([])
    display.update(PROGRESS)
    vi.advanceTimersByTime(9_999)
    expect(lines).toEqual([])
    vi.advanceTimersByTime(1)
    expect(lines).toHaveLength(1)
    vi.advanceTimersByTime(10_000)
    display.update({ ...PROGRESS, rows: 5_000 })
    vi.advanceTimersByTime(10_000)
    expect(lines.map(({ msg, rows, seconds }) => [msg, rows, seconds])).toEqual([
      ['exporting', 1_200, 20],
      ['exporting', 1_200, 30],
      ['exporting', 5_000, 40],
    ])
    expect(lines[0]).toMatchObject({ calls: 3, lists: PROGRESS.lists })

    display.end('5,000 rows')
    display.close()
    vi.advanceTimersByTime(60_000)
    expect(lines.slice(3).map(({ msg }) => msg)).toEqual(['exporting', '5,000 rows'])
  })
})

describe('a terminal shows', () => {
  it('the rate and the time that is left', () => {
    expect(frameOf(PROGRESS, 1_200, 10).split('\n')).toEqual([
      'account.campaigns                    200 rows        1 page   done',
      'account.campaigns.lineItems        1,000 rows        1 page',
      '1,200 rows, 3 calls, 120 rows a second, about 30 seconds left',
    ])
  })
})
