/**
 * The TypeScript types of the scalars, for the option `scalars` of GraphQL Code Generator: a `Long` is a decimal string, and
 * can be sent as an integer too; a `DateTime` is ISO 8601, and a `DateOrTime` can be a date alone.
 */
export const scalars = {
  ID: 'string',
  Long: { input: 'string | number', output: 'string' },
  DateTime: 'string',
  DateOrTime: 'string',
  JSON: 'unknown',
} as const
