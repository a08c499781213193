import { mapValues } from '../../json/object.ts'
import { builder } from '../builder.ts'

/**
 * Creates an enum with values that are spelled as on the wire. `values` has their descriptions. Rows can have all values of
 * the type `Wire`.
 */
export function closedEnum<const Value extends string, Wire extends string = Value>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
) {
  const described = mapValues<string, object>(values, (description, value) => ({ value, description }))
  return builder.enumType(name, {
    description,
    values: described as Record<Value, { value: Wire; description: string }>,
  })
}
