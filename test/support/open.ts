import { afterAll, beforeAll, onTestFinished } from 'vitest'

interface Closable {
  close(): unknown
}

/** What is open while the tests of a file, or of a `describe`, run. It has no members before. */
export function openForTests<Opened extends Closable>(open: () => Promise<Opened>): Opened {
  const opened = {} as Opened
  beforeAll(async () => {
    Object.assign(opened, await open())
  })
  afterAll(async () => {
    await opened.close()
  })
  return opened
}

/** Closes it after the test that runs. What was opened last is closed first. */
export function closedAfterTest<Opened extends Closable>(opened: Opened): Opened {
  onTestFinished(async () => {
    await opened.close()
  })
  return opened
}
