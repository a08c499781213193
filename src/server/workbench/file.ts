import { open, type FileHandle } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { Handler } from '../http/exchange.ts'
import { acceptedEncodings } from '../http/accept.ts'
import { answerRefusal, refusal } from '../http/refusal.ts'
import type { Disclosure } from '../document/disclosure.ts'

/** The folder of the built page, which is the same for the sources and for the built server. */
export const BUILD_FOLDER = fileURLToPath(new URL('../../../dist/workbench', import.meta.url))

/** The path under which the files of the page are served. */
export const FILES_PATH = '/workbench/'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.graphql': 'text/plain; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.ttf': 'font/ttf',
}

/** The encodings in which the build stores each file, the smallest first, with the suffixes of the file names. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

const IDENTITY = 'identity'

/** The path of the list of rules. */
export const RULES_PATH = '/rules'

/** The names that the build gives, such as `index-B1x_0-aZ.js`. */
const FILE_NAME = /^\w[\w.-]*-[\w-]{8}\.\w+$/

const NO_FILE = refusal('NOT_FOUND', 404, 'The page has no such file. Reload it: it may have been rebuilt')

/** Creates the handler of the page's files, which are read from disk. The schema is served if introspection is allowed. */
export function createFiles({ introspection }: Disclosure): Handler {
  return async (request, response) => {
    const name = request.url!.split('?')[0]!.slice(FILES_PATH.length)
    const extension = extname(name)
    const type = TYPES[extension]
    const isServed = type !== undefined && FILE_NAME.test(name) && (introspection || extension !== '.graphql')
    const found = isServed && (await openEncoded(name, request.headers['accept-encoding'] ?? ''))
    if (!found) return answerRefusal(response, NO_FILE)

    const { size } = await found.file.stat()
    // A pipeline to a client that has already disconnected would not close the file.
    if (response.destroyed) return found.file.close()
    response.writeHead(200, {
      'content-type': type,
      'content-length': size,
      ...(found.encoding !== IDENTITY && { 'content-encoding': found.encoding }),
      // The name contains a hash of the content.
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    // If the client disconnects in the meantime, there is nothing to answer.
    await pipeline(found.file.createReadStream(), response).catch(() => response.destroy())
  }
}

/** Opens the smallest form of a file that the client accepts. Undefined if there is no such file. */
async function openEncoded(
  name: string,
  accepted: string,
): Promise<{ file: FileHandle; encoding: string } | undefined> {
  const encodings = acceptedEncodings(
    accepted,
    ENCODINGS.map(({ name }) => name),
  )
  const forms = ENCODINGS.filter((encoding) => encodings.includes(encoding.name))
  for (const { name: encoding, suffix } of [...forms, { name: IDENTITY, suffix: '' }]) {
    // The name comes from the request, so a name that cannot be opened for any reason is not that of a file.
    const file = await open(join(BUILD_FOLDER, name + suffix)).catch(() => undefined)
    if (file) return { file, encoding }
  }
  return undefined
}
