export type Bounds = typeof BOUNDS

/** The bounds of every server, which no setting changes. Tests have lower ones. */
export const BOUNDS = {
  /** The maximum number of bytes of a request body. An upload of users takes up to 5,000,000 bytes. */
  maxBodyBytes: 8_000_000,
  /** How long an operation waits for a slot or for memory. */
  queueTimeoutMs: 5_000,
  /** The maximum durations of what clients do. */
  timeouts: {
    /** Of receiving the headers. */
    headersMs: 10_000,
    /** Of receiving the whole request. */
    requestMs: 30_000,
    /** Of an idle connection: longer than in the usual proxies, which would otherwise send requests on closed ones. */
    keepAliveMs: 65_000,
    /** Of a client not reading its response. */
    writeMs: 10_000,
  },
}
