declare module 'negotiator' {
  /** Content negotiation by the headers of a request. The published types lack the order of preference. */
  export default class Negotiator {
    constructor(request: { headers: { accept?: string | undefined; 'accept-encoding'?: string | undefined } })
    /** The available media types that the client accepts, the best first. */
    mediaTypes(available: readonly string[]): string[]
    /** The available encodings that the client accepts, the best first. `preferred` orders encodings of the same quality. */
    encodings(available: readonly string[], options: { preferred: readonly string[] }): string[]
  }
}
