/** A string with the colon after a key, or a number. */
const TOKEN = /"([^"\\]*(?:\\.[^"\\]*)*)"(:?)|-?\d[\d.eE+-]*/g

/**
 * A JSON text without spaces as a literal of JavaScript: keys have no quotes where they need none, and integers that a number
 * cannot represent exactly are bigints, which the client sends as digits.
 */
export function literal(json: string): string {
  return json.replace(TOKEN, (token, text?: string, colon?: string) => {
    if (text === undefined) return isLong(token) ? `${token}n` : token
    return colon && /^\w+$/.test(text) ? `${text}: ` : token
  })
}

function isLong(number: string): boolean {
  return /^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number))
}
