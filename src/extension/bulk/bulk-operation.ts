declare module '../../context.ts' {
  interface ExtensionContext {
    /** The long work of the caller. Undefined where there is none. */
    bulk?: BulkOperations | undefined
  }
}

/** The long work of one caller: queries that are read to the end of their lists, into files. */
export interface BulkOperations {
  /** Starts to read a query. Throws BAD_USER_INPUT for a query that cannot be exported. */
  start(started: BulkQuery): Promise<BulkOperation>
  /** Ends an operation of the caller. One that has ended stays as it is. Undefined if the caller has no such operation. */
  cancel(id: string): Promise<BulkOperation | undefined>
  /** Undefined if the caller has no such operation. */
  get(id: string): Promise<BulkOperation | undefined>
  /** The operations of the caller, newest first. */
  list(): Promise<readonly BulkOperation[]>
}

/** A query to read to its end. */
export interface BulkQuery extends BulkText {
  format: BulkFormat
}

export interface BulkText {
  query: string
  operationName: string | null
  variables: Readonly<Record<string, unknown>>
}

export type BulkFormat = 'ndjson' | 'csv'

export type BulkStatus = 'CREATED' | 'RUNNING' | 'WAITING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | 'EXPIRED'

/** A query that is read to its end, and how far it is. Times are in milliseconds since the epoch. */
export interface BulkOperation {
  id: string
  format: BulkFormat
  /** Reads its query, which is in the memory of no process. */
  text: () => Promise<BulkText>
  status: BulkStatus
  progress: BulkProgress
  /** What could not be read, and why it has failed. */
  errors: readonly BulkError[]
  /** The files, once it has ended. */
  files: readonly BulkFile[]
  createdAt: number
  startedAt: number | null
  endedAt: number | null
  /** When its files are deleted. Null until the operation has ended. */
  expiresAt: number | null
}

export interface BulkProgress {
  rows: number
  calls: number
  lists: readonly BulkListProgress[]
  waitingUntil: number | null
}

export interface BulkListProgress {
  /** The response keys of the fields that lead to the list. */
  path: string
  rows: number
  pages: number
  /** Whether the list has been read to its end, for all of its parents. */
  done: boolean
}

export interface BulkError {
  message: string
  path: readonly (string | number)[]
  /** The parents of a list that could not be read. */
  parents?: readonly string[] | undefined
  extensions?: Readonly<Record<string, unknown>> | undefined
}

export interface BulkFile {
  name: string
  /** The path of the file on this server. */
  url: string
  bytes: number
  rows: number
  /** In hexadecimal digits. */
  sha256: string
}
