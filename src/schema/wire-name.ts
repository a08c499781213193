/** The wire name of a field. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The field name of a wire name. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** The name of a field that is named after a type: `campaign` of `Campaign`. */
export function firstToLower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** The name of a type that is named after a field: `Campaign` of `campaign`. */
export function firstToUpper(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
