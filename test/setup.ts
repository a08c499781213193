import { afterAll } from 'vitest'
import { takeLeaks } from './support/secrecy.ts'

// Of every test file: nothing that Adgraph logged, traced or told as an error held a secret or what identifies a person.
afterAll(() => {
  const leaks = takeLeaks()
  if (leaks.length > 0) throw new Error(leaks.join('\n'))
})
