import { agents } from './agents/index.ts'
import { bulk } from './bulk/index.ts'
import { doctor } from './doctor/index.ts'
import type { Extension } from './extension.ts'
import { record } from './record/index.ts'

/** The extensions, which the command line and the servers that it starts have. */
export const EXTENSIONS: readonly Extension[] = [bulk, agents, doctor, record]
