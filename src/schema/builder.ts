import SchemaBuilder, { type InputFieldMap, type InputShapeFromFields } from '@pothos/core'
import type { Context } from '../context.ts'
// `builder.args` calls its function at once, so the methods for arguments must be there before.
import './field/input.ts'

export interface SchemaTypes {
  Context: Context
  Scalars: {
    ID: { Input: string; Output: string | number }
    /** A 64-bit integer. */
    Long: { Input: bigint; Output: number | string | bigint }
    /** A date and time in ISO 8601 format. */
    DateTime: { Input: string; Output: string }
    /** A date, or a date and time in ISO 8601 format with an offset. */
    DateOrTime: { Input: string; Output: string }
    JSON: { Input: unknown; Output: unknown }
    /** The representation of an entity in the request of a federated gateway. */
    _Any: { Input: unknown; Output: unknown }
  }
}

/** The schema builder. Fields are nullable by default, because the responses of the service are sparse. */
export const builder: Builder = new SchemaBuilder<SchemaTypes>({})

/** An interface instead of a type, so that compiler errors show its name. */
interface Builder extends InstanceType<typeof SchemaBuilder<SchemaTypes>> {}

/** The builder of input fields, for functions that several input types share. */
export type InputFields = PothosSchemaTypes.InputFieldBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>,
  'InputObject'
>

/** The values of the input fields that such a function returns. */
export type InputOf<Fields extends (t: InputFields, required: boolean) => InputFieldMap> = InputShapeFromFields<
  ReturnType<Fields>
>

/** Creates an input type with these fields. */
export function inputType<Fields extends InputFieldMap>(
  name: string,
  description: string,
  fields: (t: InputFields) => Fields,
) {
  return builder.inputType(name, { description, fields })
}

export type MutationFields = PothosSchemaTypes.MutationFieldBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>,
  object
>

export type MutationField = ReturnType<MutationFields['field']>

builder.queryType({ description: 'The root of all queries.' })
