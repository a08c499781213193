import SchemaBuilder from '@pothos/core'
import type { Context } from '../context.ts'

interface SchemaTypes {
  Context: Context
  Scalars: {
    ID: { Input: string; Output: string | number }
    /** A 64-bit integer. */
    Long: { Input: bigint; Output: number | string | bigint }
    /** A moment as ISO 8601 text. */
    DateTime: { Input: string; Output: string }
    JSON: { Input: unknown; Output: unknown }
    /** The representation of an entity that a federated gateway asks for. */
    _Any: { Input: unknown; Output: unknown }
  }
}

/** The schema's builder. Fields are nullable unless they say otherwise, because the service's answers are sparse. */
export const builder: Builder = new SchemaBuilder<SchemaTypes>({})

/** Named, so that compiler errors stay readable. */
interface Builder extends InstanceType<typeof SchemaBuilder<SchemaTypes>> {}

/** What declares the fields of an input type: for functions that several inputs share. */
export type InputFields = PothosSchemaTypes.InputFieldBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>,
  'InputObject'
>

/** What declares mutations. */
export type MutationFields = PothosSchemaTypes.MutationFieldBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>,
  object
>

builder.queryType({ description: 'Everything that can be read.' })
