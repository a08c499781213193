import type { Context } from '../../context.ts'
import { isObject } from '../../json/object.ts'
import { builder, inputType } from '../../schema/builder.ts'
import { semanticNonNull } from '../../schema/directive.ts'
import { badUserInput, CodedError, notFound, show } from '../../schema/errors.ts'
import { connectionType, pageArgs } from '../../schema/list/connection-type.ts'
import { listName } from '../../schema/list/cursor.ts'
import { rangeOf, wholePage } from '../../schema/list/read.ts'
import { closedEnum } from '../../schema/scalar/enum.ts'
import type {
  BulkError,
  BulkFile,
  BulkFormat,
  BulkListProgress,
  BulkOperation,
  BulkOperations,
  BulkProgress,
  BulkStatus,
} from './bulk-operation.ts'

const Format = builder.enumType('BulkFormat', {
  description: 'The format of the files of long work.',
  values: {
    NDJSON: { value: 'ndjson', description: 'One JSON object in each line, with the values of the graph.' },
    CSV: {
      value: 'csv',
      description:
        'A table as in RFC 4180. Nested objects are columns with dots. Text that a spreadsheet could take for a formula ' +
        'begins with an apostrophe.',
    },
  } satisfies Record<string, { value: BulkFormat; description: string }>,
})

const Status = closedEnum<BulkStatus>('BulkOperationStatus', 'The status of long work.', {
  CREATED: 'It has not started, because other long work is running.',
  RUNNING: 'It is being read.',
  WAITING: 'It waits for a rate limit or for the service, and then continues by itself: see `progress.waitingUntil`.',
  COMPLETED: 'It has finished. `errors` names the parts that could not be read; everything else is in the files.',
  FAILED: 'It cannot continue: see `errors`. The files have the rows that were read until then.',
  CANCELED: 'The caller canceled it, or signed out. The files have the rows that were read until then.',
  EXPIRED: 'Its files have been deleted.',
})

const ListProgress = builder.objectRef<BulkListProgress>('BulkListProgress').implement({
  description: 'The progress of long work with one of its lists.',
  fields: (t) =>
    t.given({
      path: 'The response keys of the fields that lead to the list: `account.campaigns.lineItems`.',
      rows: ['Int', 'The number of rows that have been read.'],
      pages: ['Int', 'The number of pages that have been read.'],
      done: ['Boolean', 'Whether the list has been read to its end, for all of its parents.'],
    }),
})

const Progress = builder.objectRef<BulkProgress>('BulkProgress').implement({
  description: 'The progress of long work.',
  fields: (t) => ({
    ...t.given({
      rows: ['Int', 'The number of rows of all lists.'],
      calls: ['Int', 'The number of calls to the service.'],
      lists: [[ListProgress], 'One for each connection of the query.'],
    }),
    ...t.properties({ waitingUntil: ['DateTime', 'When the operation continues. Null unless it is waiting.', timeOf] }),
  }),
})

const File = builder.objectRef<BulkFile>('BulkFile').implement({
  description: 'A file of long work.',
  fields: (t) =>
    t.given({
      name:
        'The path of its list and its format, for example `account.campaigns.ndjson`. `root.json` has the fields outside ' +
        'of lists, and `manifest.json` describes the files.',
      url:
        'The path of the file on this server, which needs the credentials of the caller who started the operation. Ranges of ' +
        'bytes can be requested, unless the file is compressed for the transfer.',
      bytes: ['Long', 'The length of the file.'],
      rows: ['Int', 'The number of rows; 0 for a file without a list.'],
      sha256: 'The SHA-256 of the file, in hexadecimal digits.',
    }),
})

const OperationError = builder.objectRef<BulkError>('BulkError').implement({
  description: 'A part of a query that long work could not read, or the reason why it failed.',
  fields: (t) => ({
    ...t.given({
      message: 'What happened.',
      path: [
        ['String'],
        'The response keys of the list, or of the field of one of its rows. Empty if the error is about everything.',
        (path: BulkError['path']) => path.map(String),
      ],
    }),
    ...t.properties({
      parents: [
        ['ID'],
        'The global IDs of the parents whose list could not be read. Null if the error is not about a list.',
      ],
      extensions: ['JSON', 'The code and further properties, as in the errors of operations.'],
    }),
  }),
})

const Operation = builder.objectRef<BulkOperation>('BulkOperation')

Operation.implement({
  description: 'Long work: a query that is read to the end of its connections, into files.',
  fields: (t) => ({
    ...t.given({
      id: ['ID', 'The ID of the operation.'],
      status: [Status, 'The status of the operation.'],
      format: [Format, 'The format of the files of lists.'],
      progress: [Progress, 'The progress of the operation.'],
      errors: [
        [OperationError],
        'The parts that could not be read, at most 1,000, and the reason if the operation failed.',
      ],
      files: [[File], 'The files. Empty until the operation has ended, and after its files have been deleted.'],
      createdAt: ['DateTime', 'When the operation was started.', timeOf],
    }),
    query: t.string({
      nullable: false,
      description: 'The document.',
      resolve: async ({ text }) => (await text()).query,
    }),
    operationName: t.string({
      description: 'The name of the operation in the document.',
      resolve: async ({ text }) => (await text()).operationName,
    }),
    variables: t.field({
      type: 'JSON',
      nullable: false,
      description: 'The values of the variables.',
      resolve: async ({ text }) => (await text()).variables,
    }),
    ...t.properties({
      startedAt: ['DateTime', 'When its first page was read.', timeOf],
      endedAt: ['DateTime', 'When the operation ended. Null until then.', timeOf],
      expiresAt: ['DateTime', 'When its files are deleted. Null until the operation has ended.', timeOf],
    }),
  }),
})

function timeOf(time: number): string {
  return new Date(time).toISOString()
}

const StartBulkQueryInput = inputType('StartBulkQueryInput', 'A query to read to the end of its connections.', (t) => ({
  ...t.required({
    query:
      'A document with a query that selects at least one connection, nested at most ten deep. `first` limits a ' +
      'connection; without it, the connection is read to its end. Mutations are refused.',
  }),
  ...t.optional({
    operationName: 'The name of the operation. Required if the document has several.',
    variables: ['JSON', 'The values of the variables: an object. Defaults to none.'],
    format: [Format, 'The format of the files of lists. Defaults to NDJSON.'],
  }),
}))

const CancelBulkOperationInput = inputType('CancelBulkOperationInput', 'The long work to cancel.', (t) =>
  t.required({ bulkOperationId: ['ID', 'The ID of the operation.'] }),
)

builder.mutationFields((t) => ({
  startBulkQuery: t.field({
    type: Operation,
    description:
      'Starts long work: a query is read to the end of its connections, into files. Nothing is written to the service. A ' +
      'caller can have five operations that have not ended; of the others, the last 100 are kept. Each has at most ten ' +
      'million rows. A query and its variables have at most 100,000 characters together. The operation ends when the user ' +
      'who started it signs out.',
    args: { input: t.arg({ type: StartBulkQueryInput, required: true, description: 'The query.' }) },
    extensions: semanticNonNull,
    resolve(_root, { input: { query, operationName = null, variables, format } }, context) {
      return bulkOf(context).start({ query, operationName, variables: asObject(variables), format: format ?? 'ndjson' })
    },
  }),
  cancelBulkOperation: t.field({
    type: Operation,
    description:
      'Cancels long work of the caller. Its files keep the rows that were read. An operation that has ended is not changed.',
    args: { input: t.arg({ type: CancelBulkOperationInput, required: true, description: 'The operation.' }) },
    extensions: semanticNonNull,
    async resolve(_root, { input: { bulkOperationId: id } }, context) {
      const canceled = await bulkOf(context).cancel(id)
      if (!canceled) throw notFound(`The caller has no bulk operation ${show(id)}`)
      return canceled
    },
  }),
}))

const BulkOperationConnection = connectionType(Operation)

/** A long page of a list that is known without a call. */
const PAGE = 100

const name = () => listName('bulk', {}, {})

builder.queryFields((t) => ({
  bulkOperation: t.field({
    type: Operation,
    description: 'Long work of the caller. Null if the caller has none with this ID.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the operation.' }) },
    resolve: (_root, { id }, { extension }) => extension?.().bulk?.get(id),
  }),
  bulkOperations: t.field({
    type: BulkOperationConnection,
    description: 'The long work of the caller, newest first. No call is made.',
    args: pageArgs(PAGE),
    extensions: semanticNonNull,
    async resolve(_root, args, { extension }) {
      const range = rangeOf(name, args, PAGE)
      return wholePage({ key: undefined }, name, (await extension?.().bulk?.list()) ?? [], range)
    },
  }),
}))

function bulkOf({ extension }: Context): BulkOperations {
  const { bulk } = extension?.() ?? {}
  if (bulk) return bulk
  throw new CodedError('There is no long work here', { code: 'BULK_UNAVAILABLE' })
}

function asObject(variables: unknown): Readonly<Record<string, unknown>> {
  const given = variables ?? {}
  if (!isObject(given)) throw badUserInput('variables', '`variables` must be an object')
  return { ...given }
}
