import { expect } from 'vitest'

/** The texts that nobody may get: identifiers of people, plain or hashed (R-AUD-13), and secrets of every kind that the sandbox has. */
const FORMS: Record<string, RegExp> = {
  'a SHA-256': /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/i,
  'a mail address': /[\w.+-]{1,64}@[\w.-]{1,64}\.[a-z]{2,}\b/i,
  'a phone number': /(?<![\w:.])\+\d{9,15}\b/,
  'a secret of a client application or a token': /(consumer|token)-secret\b/,
  'an access token': /\b\d{10}-sandbox-(access-token|\d+-\d+)/,
  'a secret or a verifier': /\b(sandbox|verifier)-\d{24,30}\b/,
  'a bearer token': /SANDBOX(%2F|\/)\d{40}|\bBearer [\w.~+/%=-]{8,}/,
  'a signature': /oauth_signature=|oauth_signature%22/,
}

/** Shorter secrets of tests are words that may stand anywhere. */
const SHORTEST_SECRET = 12

const secrets = new Set<string>()
const leaks = new Set<string>()

/** Adds secrets that a test gives to Adgraph to those that are told to nobody. */
export function keepSecret(...given: readonly (string | undefined)[]): void {
  for (const secret of given) if (secret && secret.length >= SHORTEST_SECRET) secrets.add(secret)
}

/**
 * Greps what Adgraph has told, in its log, an answer or its output, for secrets of every form that is known and for those
 * that are kept. What is found fails the test file at its end (test/setup.ts).
 */
export function overhear(where: string, text: string): void {
  const found = Object.entries(FORMS).map(([what, form]) => [what, form.exec(text)?.index ?? -1] as const)
  const kept = [...secrets].map((secret) => ['a secret', text.indexOf(secret)] as const)
  for (const [what, index] of [...found, ...kept])
    if (index >= 0)
      leaks.add(`${where} holds ${what}: …${text.slice(Math.max(0, index - 120), index + 120)}… (${testName()})`)
}

/** All of an answer that is not data: errors, extensions, and the user errors of mutations; all of it if it is no JSON object. */
export function beyondData(text: string): string {
  if (!text.startsWith('{')) return text
  const { data, ...others } = JSON.parse(text) as { data?: Record<string, { userErrors?: unknown } | null> | null }
  return JSON.stringify({ ...others, userErrors: Object.values(data ?? {}).map((payload) => payload?.userErrors) })
}

/** What was found since it was last asked, each with its place. */
export function takeLeaks(): string[] {
  const found = [...leaks]
  leaks.clear()
  return found
}

function testName(): string {
  return expect.getState().currentTestName ?? 'outside of a test'
}
