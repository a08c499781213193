import { afterAll } from 'vitest'
import { removeTemporaryFiles } from './support/file.ts'
import { beyondData, overhear, takeLeaks } from './support/secrecy.ts'
import './support/steps.ts'

// Of every test file: nothing that Adgraph logged, traced or told as an error held a secret or what identifies a person.

const { fetch } = globalThis
const answers: Promise<void>[] = []

globalThis.fetch = async (...request) => {
  const response = await fetch(...request)
  if (isAnswer(response)) answers.push(hear(response.clone()))
  return response
}

function isAnswer({ url, headers }: Response): boolean {
  return new URL(url).pathname === '/graphql' && /^application\/.*json/.test(headers.get('content-type') ?? '')
}

async function hear(response: Response): Promise<void> {
  // An answer that breaks off is what some tests want.
  overhear('an answer', beyondData(await response.text().catch(() => '')))
}

afterAll(removeTemporaryFiles)

afterAll(async () => {
  globalThis.fetch = fetch
  await Promise.all(answers)
  const leaks = takeLeaks()
  if (leaks.length > 0) throw new Error(leaks.join('\n'))
})
