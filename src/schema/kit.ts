// What entities declare their types, fields and lists with, in one place to import from.
export { builder, type InputFields, type InputOf } from './builder.ts'
export {
  connectionType,
  idsArg,
  namePrefixArg,
  pageArgs,
  referencePageArgs,
  withDeletedArg,
  withDraftArg,
} from './list/connection-type.ts'
export { COMMON_ATTRIBUTES, sortArg, sortArgOf } from './list/sort-by.ts'
export { Entity, finderOf, Node, nodeType, restIdOption } from './node/entity.ts'
export { badUserInput, fromUpstream, show } from './errors.ts'
export { accountOf, type OfAccount, partOf, rowOf, setTypeName, typeNameOf } from './node/row.ts'
export { accountAndId, parseGlobalId, restId, restIds, restLong, restUserId } from './node/global-id.ts'
export { openEnum } from './scalar/open-enum.ts'
export { nameAndDraftFilters, nameFilter, nameQuery } from './list/name-query.ts'
export { queryNode } from './field/by-id.ts'
export { closedEnum } from './scalar/closed-enum.ts'
