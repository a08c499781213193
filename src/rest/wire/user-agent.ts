/** The version in package.json. A program that bundles Adgraph has no package.json beside it. */
export const VERSION = '0.1.0'

/** How Adgraph names itself to the service. */
const ADGRAPH = `adgraph/${VERSION}`

/** The `User-Agent` of every request: the name of the program, if it has one, and Adgraph's. */
export function userAgentOf(program: string | undefined): string {
  return program === undefined ? ADGRAPH : `${program} ${ADGRAPH}`
}
