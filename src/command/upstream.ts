import { clientSettings, type Config } from '../config.ts'
import { startRecording } from '../extension/record/index.ts'
import { translatedStore } from '../rest/cache/translated-store.ts'
import { createClient } from '../rest/client.ts'
import type { Vocabulary } from '../rest/wire/vocabulary.ts'
import type { Logger } from '../server/observe/log.ts'
import { createMemoryState } from '../state/memory.ts'

/** The words of the service, if the settings name a file with them. */
export async function vocabularyOf(config: Config): Promise<Vocabulary | undefined> {
  return config.ADS_VOCABULARY === undefined ? undefined : (await import('./vocabulary.ts')).readVocabulary(config)
}

/** Connects to the service at this address, and to Redis if the settings name it. */
export async function connectUpstream(config: Config, adsBaseUrl: string, log: Logger) {
  const vocabulary = await vocabularyOf(config)
  const { REDIS_URL: url } = config
  const redis =
    url === undefined
      ? undefined
      : await (
          await import('../state/shared.ts')
        ).connectState({ url, serviceUrl: adsBaseUrl + (vocabulary?.hash ?? ''), log })
  const shared = redis?.state ?? createMemoryState()
  const { referenceStore: answers } = shared
  const state = { ...shared, referenceStore: vocabulary ? translatedStore(answers, vocabulary) : answers }
  const recorder = await startRecording(config, vocabulary, (message) => log.warn(message))
  return {
    state,
    /** The answers as the service gave them. */
    answers,
    observeRedis: redis?.observe,
    /** The store of all instances, which throws while it cannot be shared. Undefined without Redis. */
    sharedStore: redis?.state.strictStore,
    client: createClient({
      ...clientSettings(config, adsBaseUrl),
      vocabulary,
      onExchange: recorder?.onExchange,
      ...state,
      onWarning: (message, details) => log.warn(details, message),
    }),
    /** Disconnects Redis, and ends the recording. The client is closed by who uses it. */
    close: async () => {
      redis?.close()
      await recorder?.close()
    },
  }
}
