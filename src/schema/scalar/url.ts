/** No browser sends a longer one. Parsing megabytes takes milliseconds, and hundreds of fields can use the same variable. */
const MAX_URL_LENGTH = 100_000

/** Whether a text is a URL that a browser can open. */
export function isHttpUrl(text: string): boolean {
  return text.length <= MAX_URL_LENGTH && /^https?:/i.test(text) && URL.canParse(text)
}
