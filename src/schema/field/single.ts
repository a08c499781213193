import type { FieldKind, FieldRef, InputFieldMap, SchemaTypes } from '@pothos/core'
import type { Context } from '../../context.ts'
import { keyOnly } from '../../execute/selection/selection.ts'
import { type Endpoint, hasMany } from '../../rest/endpoint.ts'
import type { Row } from '../../rest/types.ts'
import { callCost } from '../cost/cost.ts'
import { hasEmptyFilter, refuseEmptyTexts } from '../list/read.ts'
import {
  declareField,
  rootFieldBuilder,
  parentPathOf,
  untyped,
  type ArgsOf,
  type PathOptions,
  type TypeRef,
} from './field.ts'

declare global {
  namespace PothosSchemaTypes {
    interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /**
       * What exists once for the parent or the arguments, such as settings: one call per parent, which cannot be
       * batched. The field fails if the service does not have it.
       */
      single<Path extends string, Params extends object, Data, Args extends InputFieldMap = {}>(
        type: Data extends readonly string[] ? ['String'] : TypeRef<Types, Data>,
        endpoint: Endpoint<Path, Params, Data>,
        description: string,
        options: {
          args?: Args
          /** The parameters of the call, with their wire names. They may read only the ID and the account of the parent. */
          params?: (args: ArgsOf<Args>, parent: ParentShape, context: Context) => Params
        } & PathOptions<ParentShape, Path, Args>,
      ): FieldRef<Types, Data | null | undefined, Kind>
    }
  }
}

rootFieldBuilder.single = function single(type, endpoint, description, options) {
  const { args, params, path: pathOf = parentPathOf(endpoint) } = options
  return declareField(this, {
    type,
    nullable: Array.isArray(type) ? { list: true, items: false } : true,
    description,
    args,
    extensions: { ...keyOnly, ...callCost(endpoint) },
    resolve(parent: Row, args: object, context: Context) {
      refuseEmptyTexts(args)
      const sent: object = params?.(untyped(args), parent, context) ?? {}
      if (hasMany(endpoint) && hasEmptyFilter(sent)) return []
      return context.loaders.once(endpoint, untyped(pathOf(parent, untyped(args))), sent)
    },
  })
}
