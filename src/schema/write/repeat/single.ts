import type { Context } from '../../../context.ts'
import type { Endpoint } from '../../../rest/endpoint.ts'
import { rowOf } from '../../node/row.ts'
import type { Target } from '../input.ts'
import { lookFor, type Made } from './look.ts'
import { changeOf, idOfMade, readMade, rowOrId } from './made.ts'
import { asData, targetId } from '../mutation.ts'
import type { RepeatableCall } from './repeatable.ts'

/** How a change is recognized. */
export interface ShownChange {
  /** What is compared with a parameter that has no column of its name. */
  shownBy?: Made['shownBy']
  /** The endpoint that reads what the write changes if that has no ID, with the path of the write. */
  shownAt?: Endpoint<string, object, object>
}

/** The parameters of a call: those of its path, and its own. */
interface SentParams {
  path: Record<string, string>
  sent: Record<string, unknown>
}

/** How a call is repeated: the rows of its data, and how they are found. */
type Repeated<Data> = Pick<RepeatableCall<Data>, 'idsOf' | 'read' | 'look'>

/** A call that makes a row. */
export function creating<Data>(context: Context, makes: Made, { path, sent }: SentParams): Repeated<Data> {
  return {
    idsOf: (row) => [idOfMade(makes, row)],
    read: ([id = null]) => readMade<Data>(context, makes, id),
    look: lookFor(context, makes, path, { sought: [{ position: 0, sent }], changed: [] }),
  }
}

/** A call that changes or deletes a row. */
export function changing<Data>(
  context: Context,
  target: Target | undefined,
  { path, sent }: SentParams,
  { endpoint, shownBy, shownAt }: ShownChange & { endpoint: Endpoint },
): Repeated<Data> {
  const own = { position: 0, sent: endpoint.method === 'DELETE' ? undefined : sent, isShownDeleted: false }
  const row = changeOf(context, target, own)
  const read = shownAt && (() => context.rest.with({ askers: new Set() }).call(shownAt, path))
  const changed = row ?? (read && { ...own, endpoint: `GET ${shownAt.path}`, id: null, read })
  return {
    idsOf: () => [target ? targetId(target) : null],
    // The service does not show what it has deleted.
    async read() {
      if (!target) return asData<Data>((await changed?.read()) ?? null)
      const row = changed && (await rowOrId(target, changed.read))
      return asData<Data>(row ?? rowOf(target.account, target.id))
    },
    look: lookFor(context, { shownBy }, path, {
      endpoint: changed?.endpoint,
      sought: [],
      changed: changed ? [changed] : [],
    }),
  }
}
