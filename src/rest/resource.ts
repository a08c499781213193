import { pickBy } from '../json/object.ts'
import {
  type BatchOperation,
  del,
  type Endpoint,
  get,
  list,
  type ListEndpoint,
  type ListOptions,
  type PathOf,
  post,
  postJson,
  put,
} from './endpoint.ts'
import type { EntityRow, Row, WithDeleted, WithLanguage } from './types.ts'
import { type Changed, id, type Listed, type Read, type Sent, text, type Value, type Values } from './value.ts'

/** The name of the last parameter of a path, which identifies a row. */
type IdParam<Path> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${string}/:${string}`
    ? IdParam<Rest>
    : Rest
  : never

/** The path of the list of the entity at this path. */
type ListPath<Path> = Path extends `${infer List}/:${IdParam<Path>}` ? List : never

/** An entity that is identified by something else, such as its media key, has no ID. */
type Identity<Path> = IdParam<Path> extends `${string}_id` ? EntityRow : Omit<EntityRow, 'id'>

/** Empty for a part of the declaration that is left out. */
type Part<V> = [V] extends [never] ? {} : V

/** What a part of the declaration makes, unless it is left out: then its type is `never`. */
type If<V, Made, Otherwise = never> = [V] extends [never] ? Otherwise : Made

type RowAt<Path, Columns extends Values, Create extends Values, Update extends Values> = Identity<Path> &
  Read<Columns> &
  Read<Part<Create>> &
  Read<Part<Update>>

type CreateParams<Create extends Values, Update extends Values> = Sent<Part<Create>> & Sent<Part<Update>>

/** The parameters of a list that the read of one row takes too. */
const OF_ONE: readonly string[] = ['with_deleted', 'lang'] satisfies (keyof WithLanguage)[]

type ParamsOfOne<Filters> = 'lang' extends keyof Filters
  ? WithLanguage
  : 'with_deleted' extends keyof Filters
    ? WithDeleted
    : Record<string, never>

/** The endpoints of an entity. Those that its declaration leaves out are undefined. */
export interface Resource<Path extends string, R, Filters, Created, Updated, Delete, Operation> {
  readonly list: R extends Row ? ListEndpoint<ListPath<Path>, Listed<Filters>, R> : never
  readonly get: Endpoint<Path, ParamsOfOne<Filters>, R>
  readonly create: If<Created, Endpoint<ListPath<Path>, Created & object, R>, undefined>
  readonly update: If<Updated, Endpoint<Path, Updated & object, R>, undefined>
  readonly delete: If<Delete, Endpoint<Path, Record<string, never>, R>, undefined>
  readonly batch: If<Operation, Endpoint<`batch/${ListPath<Path>}`, BatchOperation<Operation>[], R[]>, undefined>
}

/** The row of a resource: `interface CampaignRow extends RowOf<typeof campaigns> {}`. */
export type RowOf<R> = R extends { get: { types?: { data: infer Data } } } ? Data : never

/** The parameters of an endpoint: `interface CampaignParams extends ParamsOf<typeof createCampaign> {}`. */
export type ParamsOf<E> = E extends { types?: { params: infer Params } } ? Params : never

/** The declaration of an entity's wire. */
interface Parts<Columns, List, Create, Update, Delete, Batch> {
  /** The columns that only the service sets. */
  columns?: Columns
  /** The parameters of the list. The filter by the IDs of its rows has the name of the last parameter of the path: `campaign_ids`. */
  list: List
  /** The columns that can be set only by a creation. Its parameters are these and the parameters of `update`. */
  create?: Create
  /** The columns that can be changed, which are the parameters of an update. */
  update?: Update
  /** Whether a row can be deleted. */
  delete?: Delete
  /** Whether there is a batch of creations, updates and deletions. */
  batch?: Batch
}

/**
 * Declares the wire of an entity: the path of one row, as in the reference, its columns, and the parameters of its list. Its
 * endpoints, with the types of their rows and parameters, follow from this. An entity whose endpoints differ declares them with `list`, `get`, `post`
 * and so on.
 *
 * @example
 * const campaigns = resource('accounts/:account_id/campaigns/:campaign_id', {
 *   columns: { servable: flag },
 *   list: { ...LISTED, campaign_ids: ids },
 *   create: { funding_instrument_id: id },
 *   update: { name: text },
 *   delete: true,
 * })
 * export interface CampaignRow extends RowOf<typeof campaigns> {}
 * export const listCampaigns = campaigns.list
 */
export function resource<
  const Path extends string,
  List extends Values,
  Columns extends Values = {},
  Create extends Values = never,
  Update extends Values = never,
  Delete extends true = never,
  Batch extends true = never,
>(
  path: Path,
  parts: Parts<Columns, List, Create, Update, Delete, Batch>,
  options: Omit<ListOptions<Listed<Sent<List>>, Row>, 'get' | 'key'> = {},
): Resource<
  PathOf<Path>,
  RowAt<PathOf<Path>, Columns, Create, Update>,
  Sent<List>,
  If<Create, CreateParams<Create, Update>>,
  If<Update, Changed<Sent<Update>>>,
  Delete,
  If<Batch, Sent<Part<Create>> & Changed<Sent<Part<Update>>> & { [Id in IdParam<Path>]?: string }>
> {
  const idAt = path.lastIndexOf('/:')
  const listPath = path.slice(0, idAt)
  const idParam = path.slice(idAt + 2)
  const given: object = options
  const { list: params, create, update } = parts
  const writable = { ...create, ...update }
  const ids = `${idParam}s` in params ? `${idParam}s` : undefined
  const ofOne = pickBy<Value>(params, (_, name) => OF_ONE.includes(name))
  const operation = { operation_type: text, ...writable, [idParam]: id }
  const one = get<Row>()(path, { params: ofOne })
  // The types of the endpoints follow from the declaration, not from the calls that make them.
  return {
    get: one,
    list: list()(listPath, { params, ids, get: one, ...given }),
    create: create && post()(listPath, { params: writable }),
    update: update && put<Row, object>()(path, { params: update }),
    delete: parts.delete && del()(path, { params: {} }),
    batch: parts.batch && postJson()(`batch/${listPath}`, { params: operation, answer: 'rows' }),
  } as never
}
