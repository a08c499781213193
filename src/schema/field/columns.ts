import type { FieldKind, FieldRef, OutputType, SchemaTypes, ShapeFromTypeParam } from '@pothos/core'
import { snakeCase } from '../wire-name.ts'
import { fieldBuilder, type TypeOf } from './field.ts'

/** A function from the value of a column to that of its field. */
type Convert = (value: never) => unknown

/**
 * A column: its GraphQL type, `[Type]` for a list, its description, and what converts its values, if anything. A
 * description alone is that of a `String`.
 */
type Column<Types extends SchemaTypes> =
  | string
  | readonly [OutputType<Types> | [OutputType<Types>], string]
  | readonly [OutputType<Types> | [OutputType<Types>], string, Convert]

/** The wire name of a field, as `snakeCase` returns it. */
type WireName<Name, Wire extends string = ''> = Name extends `${infer First}${infer Rest}`
  ? WireName<Rest, `${Wire}${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}`>
  : Wire

/** The value of a field: what its column is converted to. The type of the converter if it takes other values. */
type Converted<Declared, Value> = Declared extends readonly [unknown, string, infer Converter]
  ? Converter extends (value: Value) => infer Result
    ? Result
    : Converter
  : Value

/** The columns, if each is a column of the row and its type is that of the values; `never` for one that is not. */
type Checked<Types extends SchemaTypes, Parent, Columns> = {
  [Name in keyof Columns]: WireName<Name> extends infer Wire extends keyof Parent
    ? TypeOf<Columns[Name]> extends infer Type extends OutputType<Types> | [OutputType<Types>]
      ? Converted<Columns[Name], Parent[Wire]> extends ShapeFromTypeParam<Types, Type, true>
        ? unknown
        : never
      : never
    : never
}

declare global {
  export namespace PothosSchemaTypes {
    export interface FieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /**
       * The fields that expose a column of the row each. The names of the fields are those of the columns in camel case.
       * They are nullable, and the items of lists are not.
       */
      columns<Columns extends Readonly<Record<string, Column<Types>>>>(
        columns: Columns & Checked<Types, ParentShape, Columns>,
      ): Record<string, FieldRef<Types, unknown, Kind>>

      /** The row as JSON. */
      raw(description?: string): FieldRef<Types, unknown, Kind>
    }
  }
}

fieldBuilder.columns = function columns(columns: Readonly<Record<string, Column<SchemaTypes>>>) {
  const fields = Object.entries(columns).map(([name, column]) => {
    const [type, description, convert] = typeof column === 'string' ? (['String', column] as const) : column
    const wire = snakeCase(name) as never
    const resolve = convert && ((row: never) => convert(row[wire]))
    const options = { type, description, resolve } as never
    return [name, convert ? this.field(options) : this.expose(wire, options)]
  })
  return Object.fromEntries(fields)
}

fieldBuilder.raw = function raw(description = 'The JSON object as the service sent it.') {
  return this.field({ type: 'JSON', description, resolve: (row: object) => row } as never)
}
