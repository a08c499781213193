const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const POST_DATE = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{2}) (\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2}) (\d{4})$/

/**
 * A moment that the list of posts writes as `Tue Aug 27 22:22:12 +0000 2019`, as ISO 8601 text in UTC. Text of any other
 * form, as drafts and scheduled posts have it in lists of their own, passes through.
 */
export function isoDate(text: string | null | undefined): string | null | undefined {
  const [, month, day, time, hours, minutes, year] = POST_DATE.exec(text ?? '') ?? []
  if (month === undefined || !MONTHS.includes(month)) return text
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, '0')
  return new Date(`${year}-${number}-${day}T${time}${hours}:${minutes}`).toISOString().replace('.000Z', 'Z')
}
