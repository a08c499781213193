#!/usr/bin/env -S node --min-semi-space-size=16 --max-semi-space-size=32 --no-allocation-site-pretenuring --no-memory-reducer --heap-growing-percent=200 --v8-pool-size=1
// The V8 options trade memory for speed; bench/README.md gives the reasons and the measurements.

// This file has no imports and only old syntax, so that an old Node.js can say that it is too old.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    'Adgraph needs Node.js 20.19 or later; this is ' + process.version + '. Install a newer one: https://nodejs.org\n',
  )
  process.exit(1)
}
void import('./main.ts')
