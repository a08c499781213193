import { createVocabulary, type VocabularyWords, type WordMap } from '../../src/rest/wire/vocabulary.ts'
import { wordList } from '../../src/rest/wire/word-list.ts'

const { values, ...scopes } = wordList()

function changed(words: object, change: (word: string) => string): WordMap {
  return Object.fromEntries(Object.keys(words).map((word) => [word, change(word)]))
}

/** A vocabulary in which every word that may be mapped differs from ours. */
export const OTHER_WORDS = {
  path: changed(scopes.path, (segment) => `path_${segment}`),
  parameters: changed(scopes.parameters, (name) => `sent_${name}`),
  columns: changed(scopes.columns, (name) => `col_${name}`),
  values: Object.fromEntries(
    Object.entries(values).map(([name, words]) => [name, changed(words, (value) => `THEIR_${value}`)]),
  ),
  headers: changed(scopes.headers, (name) => name.replace('x-', 'x-their-')),
} satisfies VocabularyWords

/** The options of a sandbox that plays these words, and of a graph over it. */
export const IN_OTHER_WORDS = {
  sandbox: { vocabulary: OTHER_WORDS },
  graph: { vocabulary: createVocabulary(OTHER_WORDS) },
}
