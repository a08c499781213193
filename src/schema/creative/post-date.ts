const POST_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{2}:\d{2}:\d{2} [+-]\d{4} \d{4}$/

/**
 * Converts the date format of the list of posts (`Tue Aug 27 22:22:12 +0000 2019`) to ISO 8601 in UTC. Returns text in
 * any other format unchanged: the lists of drafts and of scheduled posts already use ISO 8601.
 */
export function isoDate(text: string): string {
  const timeMs = POST_DATE.test(text) ? Date.parse(text) : NaN
  return isNaN(timeMs) ? text : new Date(timeMs).toISOString().replace('.000Z', 'Z')
}
