import { type Config, ConfigError } from '../../config.ts'
import type { Vocabulary } from '../../rest/wire/vocabulary.ts'
import type { Extension } from '../extension.ts'
import type { Recorder } from './recorder.ts'

/** Recordings of exchanges with the service, without what identifies someone, and their replay. */
export const record: Extension = {
  commands(program, settings) {
    program
      .command('replay')
      .description(
        'serve a recording of ADS_RECORD in place of the service; print at the end the requests without an answer',
      )
      .argument('<folder>', 'the folder of the recording')
      .action(async (folder: string) => (await import('./replay.ts')).replay(folder, settings().SANDBOX_PORT))
  },
}

/** Starts to record into the folder of ADS_RECORD, if it is set. Throws a ConfigError if that is not possible. */
export async function startRecording(
  { ADS_RECORD: folder }: Config,
  vocabulary: Vocabulary | undefined,
  onWarning: (message: string) => void,
): Promise<Recorder | undefined> {
  if (folder === undefined) return undefined
  const { createRecorder } = await import('./recorder.ts')
  return used(() => createRecorder(folder, { vocabulary, onWarning }))
}

/** Throws a ConfigError if nothing can be recorded into the folder of ADS_RECORD, which it does not create. */
export async function checkRecording({ ADS_RECORD: folder }: Partial<Config>): Promise<void> {
  if (folder === undefined) return
  const { checkFolder } = await import('./recorder.ts')
  used(() => checkFolder(folder))
}

function used<Result>(use: () => Result): Result {
  try {
    return use()
  } catch (error) {
    throw new ConfigError(`ADS_RECORD must be the path of an empty or a new folder: ${(error as Error).message}`)
  }
}
