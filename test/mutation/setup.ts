import * as fc from 'fast-check'

// The first counterexample shows that a property test has noticed a change. Finding the smallest one takes long.
fc.configureGlobal({ endOnFailure: true })
