/**
 * The folder of what the build writes besides the program: the page, and what agents can read and search. The chunks of the program are
 * as deep below the root as this file.
 */
export const BUILD = new URL('../../dist/', import.meta.url)
