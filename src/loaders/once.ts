import type { Session } from '../rest/client.ts'
import type { Endpoint, PathParams } from '../rest/endpoint.ts'
import { UpstreamError } from '../rest/errors.ts'
import { inRounds, type InTurn } from './side-by-side.ts'
import { variantMap } from './variant.ts'

/** Reads that serve one key each, because the interface cannot join them: equal ones are one call. */
export interface Once {
  /** The `data` of the answer, or null where there is none (404). Throws an UpstreamError as the session's `call` does. */
  <Path extends string, Params extends object, Data>(
    endpoint: Endpoint<Path, Params, Data>,
    path: PathParams<Path>,
    params?: Params,
  ): Promise<Data | null>
}

/** A loader of single reads for one caller's operation. */
export function createOnce(session: Session, inTurn: InTurn): Once {
  const rounds = variantMap<InTurn>()
  const reads = variantMap<Promise<unknown>>()

  return function once<Path extends string, Params extends object, Data>(
    endpoint: Endpoint<Path, Params, Data>,
    path: PathParams<Path>,
    params: Params = {} as Params,
  ) {
    const inRound = rounds(endpoint, [], () => inRounds(inTurn))
    const read = () => inRound(() => session.call(endpoint, path, params)).catch(noneOf404)
    return reads(endpoint, [path, params], read) as Promise<Data | null>
  }
}

function noneOf404(error: unknown): null {
  if (error instanceof UpstreamError && error.code === 'NOT_FOUND') return null
  throw error
}
