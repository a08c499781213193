import { createVocabulary } from '../src/rest/wire/vocabulary.ts'
import { wordList } from '../src/rest/wire/word-list.ts'

const { path, parameters, columns, values } = wordList()

/** A vocabulary that maps every word but the headers to one of the same length: its letters are of the other case. */
export const BENCH_WORDS = {
  path: otherCases(path),
  parameters: otherCases(parameters),
  columns: otherCases(columns),
  values: Object.fromEntries(Object.entries(values).map(([name, words]) => [name, otherCases(words)])),
}

function otherCases(words: object): Record<string, string> {
  return Object.fromEntries(Object.keys(words).map((word) => [word, inOtherCase(word)]))
}

function inOtherCase(word: string): string {
  return word.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))
}

/** Whether a request has the words of this vocabulary. */
export function isInOtherWords(target: string): boolean {
  return target.startsWith('/12/ACCOUNTS/')
}

/** The target of a request in our words. IDs and cursors of the data sets have no capitals. */
export function inOurWords(target: string): string {
  return target.replace(/(?<=[/?&])[A-Z_]+/g, (word) => word.toLowerCase())
}

/** A row in the words of this vocabulary: the names and values of an object are translated as names and values of parameters are. */
export const rowInOtherWords = createVocabulary({ ...BENCH_WORDS, parameters: BENCH_WORDS.columns }).params
