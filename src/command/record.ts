import { ConfigError, type Config } from '../config.ts'
import { createRecorder, type Recorder } from '../extension/record/recorder.ts'
import type { Vocabulary } from '../rest/wire/vocabulary.ts'
import type { Logger } from '../server/observe/log.ts'

/** Starts to record into the folder of ADS_RECORD. Throws a ConfigError if that is not possible. */
export function startRecording(config: Config, vocabulary: Vocabulary | undefined, log: Logger): Recorder {
  const { ADS_RECORD: folder = '' } = config
  try {
    return createRecorder(folder, { vocabulary, onWarning: (message) => log.warn(message) })
  } catch (error) {
    throw new ConfigError(`ADS_RECORD must be the path of an empty or a new folder: ${String(error)}`)
  }
}
