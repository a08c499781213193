import {
  InputFieldBuilder,
  type InputOrArgRef,
  type InputShapeFromTypeParam,
  type InputType,
  type SchemaTypes,
} from '@pothos/core'
import { mapValues } from '../../json/object.ts'
import { untyped, type TypeOf } from './field.ts'

/**
 * An input field or an argument: its GraphQL type, `[Type]` for a list, and its description. A description alone is that
 * of a `String`.
 */
type Input<Types extends SchemaTypes> = string | readonly [InputType<Types> | [InputType<Types>], string]

type Inputs<Types extends SchemaTypes> = Readonly<Record<string, Input<Types>>>

/** The references to these fields. */
type RefsOf<Types extends SchemaTypes, Fields, Required extends boolean, Kind extends 'Arg' | 'InputObject'> = {
  [Name in keyof Fields]: TypeOf<Fields[Name]> extends infer Type extends InputType<Types> | [InputType<Types>]
    ? InputOrArgRef<Types, InputShapeFromTypeParam<Types, Type, Required>, Kind>
    : never
}

declare global {
  namespace PothosSchemaTypes {
    interface InputFieldBuilder<Types extends SchemaTypes, Kind extends 'Arg' | 'InputObject'> {
      /** Input fields or arguments that can be omitted or null. The items of lists cannot be null. */
      optional<Fields extends Inputs<Types>>(fields: Fields): RefsOf<Types, Fields, false, Kind>

      /** Required input fields or arguments. The items of lists cannot be null. */
      required<Fields extends Inputs<Types>>(fields: Fields): RefsOf<Types, Fields, true, Kind>

      /** A Boolean that is false by default, and cannot be null. */
      flag(description: string): InputOrArgRef<Types, boolean, Kind>
    }
  }
}

type AnyBuilder = PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'Arg' | 'InputObject'>

const inputFieldBuilder = InputFieldBuilder.prototype as AnyBuilder

inputFieldBuilder.optional = function optional(fields) {
  return declare(this, fields, false)
}

inputFieldBuilder.required = function required(fields) {
  return declare(this, fields, true)
}

inputFieldBuilder.flag = function flag(description) {
  return untyped(this.boolean({ required: true, defaultValue: false, description }))
}

function declare(builder: AnyBuilder, fields: Inputs<SchemaTypes>, required: boolean): never {
  const refs = mapValues(fields, (field) => {
    const [type, description] = typeof field === 'string' ? ['String', field] : field
    return builder.field(untyped({ type, required, description }))
  })
  return untyped(refs)
}
