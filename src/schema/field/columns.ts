import type { FieldKind, FieldRef, OutputType, SchemaTypes, ShapeFromTypeParam } from '@pothos/core'
import { mapValues } from '../../json/object.ts'
import { rawRow } from '../node/row.ts'
import { snakeCase } from '../wire-name.ts'
import { fieldBuilder, untyped, type TypeOf } from './field.ts'

/** A function from a text or a number of a column to the value of its field. Other values stay as they are, for its type to refuse. */
type Convert = (value: never) => unknown

/**
 * A column: its GraphQL type, `[Type]` for a list, its description, and what converts its values, if anything. A
 * description alone declares a `String`.
 */
type Column<Types extends SchemaTypes> =
  | string
  | readonly [OutputType<Types> | [OutputType<Types>], string]
  | readonly [OutputType<Types> | [OutputType<Types>], string, Convert]

type Columns<Types extends SchemaTypes> = Readonly<Record<string, Column<Types>>>

/** The wire name of a field, as `snakeCase` returns it. */
type WireName<Name, Wire extends string = ''> = Name extends `${infer First}${infer Rest}`
  ? WireName<Rest, `${Wire}${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}`>
  : Wire

/** The value of a field: what its column is converted to. The type of the converter if it takes other values. */
type Converted<Declared, Value> = Declared extends readonly [unknown, string, infer Converter]
  ? Converter extends (value: NonNullable<Value>) => infer Result
    ? Result | Extract<Value, null | undefined>
    : Converter
  : Value

/** `unknown` if the property has values of the type of its field, and `never` otherwise. */
type CheckedColumn<
  Types extends SchemaTypes,
  Parent,
  Name,
  Declared,
  Nullable extends boolean,
> = Name extends keyof Parent
  ? TypeOf<Declared> extends infer Type extends OutputType<Types> | [OutputType<Types>]
    ? Converted<Declared, Parent[Name]> extends ShapeFromTypeParam<Types, Type, Nullable>
      ? unknown
      : never
    : never
  : never

declare global {
  namespace PothosSchemaTypes {
    interface FieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /**
       * The fields that expose one column of the row each. A field has the name of its column in camel case.
       * They are nullable, and the items of lists are not.
       */
      columns<Fields extends Columns<Types>>(
        fields: Fields & {
          [Name in keyof Fields]: CheckedColumn<Types, ParentShape, WireName<Name>, Fields[Name], true>
        },
      ): Record<string, FieldRef<Types, unknown, Kind>>

      /** The fields that expose a property of their name each, of a value that is not a row. They are nullable. */
      properties<Fields extends Columns<Types>>(
        fields: Fields & { [Name in keyof Fields]: CheckedColumn<Types, ParentShape, Name, Fields[Name], true> },
      ): Record<string, FieldRef<Types, unknown, Kind>>

      /** Like `properties`, for fields that are never null. */
      given<Fields extends Columns<Types>>(
        fields: Fields & { [Name in keyof Fields]: CheckedColumn<Types, ParentShape, Name, Fields[Name], false> },
      ): Record<string, FieldRef<Types, unknown, Kind>>

      /** The row as JSON. Throws the error of a row that could not be read. */
      raw(description?: string): FieldRef<Types, unknown, Kind>
    }
  }
}

type AnyBuilder = typeof fieldBuilder

fieldBuilder.columns = function columns(fields) {
  return exposed(this, fields, { nullable: true, nameOf: snakeCase })
}

fieldBuilder.properties = function properties(fields) {
  return exposed(this, fields, { nullable: true })
}

fieldBuilder.given = function given(fields) {
  return exposed(this, fields, { nullable: false })
}

function exposed(
  builder: AnyBuilder,
  columns: Columns<SchemaTypes>,
  { nullable, nameOf = String }: { nullable: boolean; nameOf?: (field: string) => string },
) {
  return mapValues(columns, (column, field) => {
    const [type, description, convert] = typeof column === 'string' ? (['String', column] as const) : column
    const name = untyped(nameOf(field))
    const resolve = convert && ((row: never) => (isScalar(row[name]) ? convert(row[name]) : row[name]))
    const options = untyped({ type, nullable, description, resolve })
    return convert ? builder.field(options) : builder.expose(name, options)
  })
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

fieldBuilder.raw = function raw(description = 'The JSON object as the service sent it.') {
  return this.field(untyped({ type: 'JSON', description, resolve: rawRow }))
}
