/** A call that the breaker let pass. */
export interface Pass {
  readonly circuit: Circuit
  readonly isProbe: boolean
}

/** The recent calls of one endpoint. */
interface Circuit {
  /** The last calls, one bit each: 1 for a failure. */
  failures: number
  /** When the last call ended. */
  endedAt: number
  /** When the next probe may be sent; undefined while the circuit is closed. */
  probeAt: number | undefined
  isProbing: boolean
}

/** The breaker opens if 19 of the last 20 calls failed. If a third of the calls fail, that is one case in 80 million. */
const CALLS = 20
const ALL_FAILED = 2 ** CALLS - 1

/** How long calls are remembered after the last one. */
const REMEMBER_MS = 60_000

/** The time between two probes. */
const PROBE_INTERVAL_MS = 1_000

/**
 * Creates a circuit breaker, which stops calls of an endpoint if nearly all of its calls fail, and then lets one call at a time pass
 * as a probe until one succeeds. It is closed for every endpoint. Times are those of `performance.now()`, which nobody sets back. The
 * library cockatiel is not used because its calls wait for the probe, which can take as long as a timeout, instead of failing at once.
 */
export function createBreaker() {
  const circuits = new Map<string, Circuit>()

  return {
    /** Whether a call of this endpoint would be refused now. */
    isOpen(endpoint: string, now: number) {
      const circuit = circuits.get(endpoint)
      return circuit?.probeAt !== undefined && (circuit.isProbing || now < circuit.probeAt)
    },

    /** Lets a call pass, or returns undefined. A call that passes must `leave` once. If the breaker is open, it is a probe. */
    enter(endpoint: string, now: number): Pass | undefined {
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

    /** Records how a call ended. `failed` is undefined if the outcome says nothing about the service. */
    leave({ circuit, isProbe }: Pass, failed: boolean | undefined, now: number) {
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

    /** Every endpoint that was called, and whether the breaker is open for it. */
    states: () =>
      Array.from(circuits, ([endpoint, { probeAt }]): [endpoint: string, isOpen: boolean] => [
        endpoint,
        probeAt !== undefined,
      ]),
  }
}

/** Whether at most one of the last calls did not fail. */
function isNearlyAll(failures: number): boolean {
  const successes = ~failures & ALL_FAILED
  return (successes & (successes - 1)) === 0
}
