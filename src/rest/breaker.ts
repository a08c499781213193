/**
 * Stops calling an endpoint of which nearly all calls fail, and lets one call at a time find out when it works again.
 * Not cockatiel: there, calls wait for the probe, which can take as long as a timeout, instead of failing at once.
 */
export interface Breaker {
  /** Whether a call of this endpoint would be refused now. */
  isOpen(endpoint: string, now: number): boolean
  /** Lets a call pass, or gives undefined. Who passes calls `leave` once. Where the breaker is open, the call is a probe. */
  enter(endpoint: string, now: number): Pass | undefined
  /** Takes note of how a call ended; undefined where that says nothing about the service. */
  leave(pass: Pass, failed: boolean | undefined, now: number): void
}

/** A call that the breaker let pass. */
export interface Pass {
  readonly circuit: Circuit
  readonly isProbe: boolean
}

/** What is known of the calls of one endpoint. */
interface Circuit {
  /** The last calls, one bit each: 1 for a failure. */
  failures: number
  /** When the last call ended. */
  endedAt: number
  /** When the next probe may be sent; undefined while the circuit is closed. */
  probeAt: number | undefined
  isProbing: boolean
}

/** The calls that are looked at: 19 of the last 20 must fail. Where a third of the calls fail, that is one case in 80 million. */
const CALLS = 20
const ALL_FAILED = 2 ** CALLS - 1

/** How long calls are remembered after the last one. */
const REMEMBER_MS = 60_000

/** The time between two probes. */
const PROBE_INTERVAL_MS = 1_000

/** A breaker that is closed for every endpoint. Times are milliseconds. */
export function createBreaker(): Breaker {
  const circuits = new Map<string, Circuit>()

  return {
    isOpen(endpoint, now) {
      const circuit = circuits.get(endpoint)
      return circuit?.probeAt !== undefined && (circuit.isProbing || now < circuit.probeAt)
    },

    enter(endpoint, now) {
      let circuit = circuits.get(endpoint)
      if (!circuit) {
        circuit = { failures: 0, endedAt: now, probeAt: undefined, isProbing: false }
        circuits.set(endpoint, circuit)
      }
      if (circuit.probeAt === undefined) return { circuit, isProbe: false }
      if (circuit.isProbing || now < circuit.probeAt) return undefined
      circuit.isProbing = true
      return { circuit, isProbe: true }
    },

    leave({ circuit, isProbe }, failed, now) {
      if (isProbe) circuit.isProbing = false
      if (failed === undefined) return
      const remembered = now - circuit.endedAt <= REMEMBER_MS ? circuit.failures : 0
      circuit.failures = ((remembered << 1) | Number(failed)) & ALL_FAILED
      circuit.endedAt = now
      if (!failed) {
        if (circuit.probeAt !== undefined) circuit.failures = 0
        circuit.probeAt = undefined
      } else if (circuit.probeAt === undefined ? isNearlyAll(circuit.failures) : isProbe) {
        circuit.probeAt = now + PROBE_INTERVAL_MS
      }
    },
  }
}

/** Whether at most one of the last calls did not fail. */
function isNearlyAll(failures: number): boolean {
  const successes = ~failures & ALL_FAILED
  return (successes & (successes - 1)) === 0
}
