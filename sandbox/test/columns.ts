/**
 * The faults in the columns of rows, which should be the documented ones, given as one text; a column with a question
 * mark should be absent from some rows and present in others. Empty when all is well.
 */
export function columnFaults(rows: readonly object[], documented: string): string[] {
  const known = documented.split(' ')
  const unknown = new Set(
    rows.flatMap((row) => Object.keys(row)).filter((name) => !new RegExp(`\\b${name}\\b`).test(documented)),
  )
  const wrong = known.filter((name) => {
    const holders = rows.filter((row) => name.replace('?', '') in row).length
    return name.endsWith('?') ? holders === 0 || holders === rows.length : holders < rows.length
  })
  return [...unknown, ...wrong]
}
