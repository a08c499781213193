import type { DocumentNode, GraphQLFieldConfig } from 'graphql'
import type { Context } from '../../../context.ts'
import type { SharedList } from '../../../schema/list/shared-list.ts'

// An operation is divided into one operation for each of its connections. What follows describes them.

/** A connection of an operation: a list of an export, with a file of its own. */
export interface ExportList {
  /** The index among the lists of the operation. */
  index: number
  /** The response keys of the fields that lead to it: `account.campaigns.lineItems`. */
  path: string
  /** The list whose nodes are its parents; undefined if it is not below another list. */
  above: ExportList | undefined
  /** The number of lists that it is in, itself included. */
  level: number
  /** How it is read; undefined if it is read with the page that it is in. */
  walked: WalkedList | undefined
  /** Whether it is read in the order of creation. Otherwise the service cannot sort it, or the query requests another order. */
  oldestFirst: boolean
  /** Whether `first` bounds it, so that it is not read to its end. */
  bounded: boolean
  /** What is below its nodes. */
  shape: Shape
  columns: readonly TableColumn[]
}

/** The different paths of lists. */
export function pathsOf(lists: readonly ExportList[]): string[] {
  return [...new Set(lists.map(({ path }) => path))]
}

/** How a list is read: an operation whose variables are the cursor, the number of rows unless `first` bounds the list and, from outside the document, the parents. */
export interface WalkedList {
  document: DocumentNode
  /** The same without the order that was added; undefined if none was. */
  unsorted: DocumentNode | undefined
  /** The response keys from a parent, or from the root, to the connection. */
  keys: readonly string[]
  /** Whether it is a list of parents. Otherwise it is read from the root of the query. */
  hasParents: boolean
  /** How the lists of several parents are read as one, and the field that has them. Undefined if each is read by itself. */
  shared: { list: SharedList; field: GraphQLFieldConfig<unknown, Context> } | undefined
  /** The maximum number of parents in one operation. They are in one account. */
  maxParents: number
}

/** What is below the objects of a selection, by the name of their type. */
export type Shape = ReadonlyMap<string, ObjectShape>

export interface ObjectShape {
  /** The response keys of objects, or lists of objects, that have lists below them. */
  inside: ReadonlyMap<string, Shape>
  /** The lists that are read with the object, by response key. */
  inline: ReadonlyMap<string, ExportList>
  /** The lists that are read later, with the object as their parent. */
  walked: readonly ExportList[]
}

/** A column of a CSV file. */
export interface TableColumn {
  /** The response keys from the node to the value. */
  keys: readonly string[]
  /** Whether its values are text, which a spreadsheet could take for a formula. */
  isText: boolean
}

/** The response keys of what an export selects of every object with lists. No query may use them. */
export const TYPE_KEY = 'exportType'
export const ID_KEY = 'exportId'
export const REST_ID_KEY = 'exportRestId'
export const RAW_KEY = 'exportRaw'

/** The names of the variables with the cursor and the number of rows of a page, and of the fields of the root that have the parents. */
export const CURSOR_VARIABLE = 'exportCursor'
export const FIRST_VARIABLE = 'exportFirst'
export const PARENTS_FIELD = 'exportParents'
export const TOGETHER_FIELD = 'exportTogether'
