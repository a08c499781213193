import { parse, print, type DocumentNode, type FieldNode } from 'graphql'

// The documents of an export are made as text.

/** A field under a response key, with these arguments, and with what is selected below it. */
export function fieldText(key: string, name: string, args: readonly string[], below?: string): string {
  const given = args.length > 0 ? `(${args.join(', ')})` : ''
  return `${key}: ${name}${given}${below === undefined ? '' : ` { ${below} }`}`
}

/** The arguments of a field, without those with these names. */
export function argumentTexts({ arguments: args = [] }: FieldNode, ...without: readonly string[]): string[] {
  return args.filter(({ name }) => !without.includes(name.value)).map(print)
}

/** A document with one query. It declares no variables, because it is executed with the values of all. */
export function queryDocument(selections: string): DocumentNode {
  return parse(`{ ${selections} }`, { noLocation: true })
}
