import { ConfigError, type Config } from '../config.ts'
import { createVocabulary, type Vocabulary } from '../rest/wire/vocabulary.ts'
import { vocabularyFaults, vocabularyFile, wordsIn } from '../rest/wire/word-list.ts'

/** Prints a vocabulary file with every word that may be mapped, each mapped to itself. */
export function printVocabulary(): void {
  process.stdout.write(vocabularyFile())
}

/** The words of the service. Throws a ConfigError that lists every fault of the file. */
export function readVocabulary(config: Partial<Config>): Vocabulary {
  checkVocabulary(config, 'ADS_VOCABULARY')
  return createVocabulary(wordsIn(config.ADS_VOCABULARY))
}

/** Throws a ConfigError that lists every fault of the file that a setting names. */
export function checkVocabulary(config: Partial<Config>, setting: 'ADS_VOCABULARY' | 'SANDBOX_VOCABULARY'): void {
  const faults = vocabularyFaults(config[setting])
  if (faults.length > 0) throw new ConfigError(faults.map((fault) => `${setting}: ${fault}`).join('\n'))
}
