/**
 * What is wrong with the columns of rows, which should be the documented ones in the documented order, given as one text;
 * a column with a question mark should be absent from some rows and present in others. Empty when all is well.
 */
export function columnFaults(rows: readonly object[], documented: string): string[] {
  const names = documented.split(' ')
  const order = names.map((name) => name.replace('?', ''))
  const required = names.filter((name) => !name.endsWith('?'))
  const faults = new Set<string>()
  for (const columns of rows.map((row) => Object.keys(row))) {
    const expected = order.filter((name) => columns.includes(name))
    if (columns.join(' ') !== expected.join(' ')) faults.add(`not in order, or unknown: ${columns.join(' ')}`)
    for (const name of required) if (!columns.includes(name)) faults.add(`${name} is missing`)
  }
  for (const name of order.filter((name) => !required.includes(name))) {
    const holders = rows.filter((row) => name in row).length
    if (holders === 0 || holders === rows.length) faults.add(`${name} is in ${holders} of ${rows.length} rows`)
  }
  return [...faults]
}
