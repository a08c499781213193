import type { FieldKind, FieldRef, SchemaTypes } from '@pothos/core'
import type { Long } from '../../rest/types.ts'
import { fieldBuilder } from './field.ts'

export type IdColumn<Parent> = {
  [Column in keyof Parent & string]: Parent[Column] extends Long | null | undefined ? Column : never
}[keyof Parent & string]

declare global {
  namespace PothosSchemaTypes {
    interface FieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /**
       * The service's ID of what the row refers to: the column of the row with the ID, or a function that returns it. The
       * description says what it is the ID of, with its article, and ends with the note.
       */
      foreignKey(
        id: IdColumn<ParentShape> | ((row: ParentShape) => Long | null | undefined),
        of: string,
        note?: string,
      ): FieldRef<Types, unknown, Kind>
    }
  }
}

fieldBuilder.foreignKey = function foreignKey(id, of, note) {
  const description = `The service's ID of ${of}.${note ? ` ${note}` : ''}`
  return typeof id === 'function' ? this.id({ description, resolve: id }) : this.exposeID(id, { description })
}
