import { expect } from 'vitest'
import { type Sandbox, type SandboxOptions } from '../../sandbox/index.ts'
import { examine, type Examined } from '../../src/extension/doctor/examine.ts'
import { type CheckResult, type Report, announcement, linesOf, summaryOf } from '../../src/extension/doctor/report.ts'
import { createMemoryState } from '../../src/state/memory.ts'
import { closedAfterTest } from './open.ts'
import { startSandbox } from './sandbox.ts'

/** A sandbox for one test. */
export async function open(options?: SandboxOptions): Promise<Sandbox> {
  return closedAfterTest(await startSandbox({ now: undefined, ...options }))
}

export async function diagnose(
  { url, credentials }: Pick<Sandbox, 'url' | 'credentials'>,
  given: Partial<Examined> = {},
  baseUrl = url,
): Promise<Report> {
  const report = await examine({
    service: url,
    client: { adsBaseUrl: baseUrl, authBaseUrl: baseUrl, environment: 'sandbox', ...createMemoryState() },
    credentials,
    redis: undefined,
    proxies: [],
    ...given,
  })
  expect(tooLong(report)).toEqual([])
  return report
}

/** The printed lines that do not fit into a terminal of 80 columns. */
function tooLong(report: Report): string[] {
  return textOf(report)
    .split('\n')
    .filter((line) => line.length > 80)
}

/** Everything that the command prints. */
export function textOf(report: Report): string {
  return [announcement(report), ...report.checks.map(linesOf), summaryOf(report)].join('\n')
}

/** The results that are not passed. */
export function faultsIn({ checks }: Report): CheckResult[] {
  return checks.filter(({ status }) => status !== 'passed')
}

/** The result with this name. */
export function find({ checks }: Report, name: string): CheckResult | undefined {
  return checks.find((check) => check.name === name)
}
