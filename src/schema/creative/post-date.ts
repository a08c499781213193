const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const POST_DATE = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{2}) (\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2}) (\d{4})$/

/**
 * Converts the date format of the list of posts (`Tue Aug 27 22:22:12 +0000 2019`) to ISO 8601 in UTC. Returns text in
 * any other format unchanged: the lists of drafts and of scheduled posts already use ISO 8601.
 */
export function isoDate(text: string | null | undefined): string | null | undefined {
  const [, month, day, time, hours, minutes, year] = POST_DATE.exec(text ?? '') ?? []
  if (month === undefined || !MONTHS.includes(month)) return text
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, '0')
  return new Date(`${year}-${number}-${day}T${time}${hours}:${minutes}`).toISOString().replace('.000Z', 'Z')
}
