// Loaded with --import into the instrumented server of layers.ts, in which every function of Adgraph calls `__enter` first. After
// the message `record`, each call of one is recorded; the message `calls` ends that and returns them.

/** The instrumented modules, with a slash at its end. */
const DIST = new URL('../node_modules/.cache/instrumented/dist/', import.meta.url).href

Error.stackTraceLimit = 200

let calls

globalThis.__enter = () => {
  if (!calls) return
  const [site, ...callers] = callSites(globalThis.__enter)
  const [file, name, at] = [fileOf([site]), site.getFunctionName() ?? '', site.getPosition()]
  calls.push({ file, name, at, caller: fileOf(callers) })
}

process.on('message', (message) => {
  process.send(calls ?? [])
  calls = message === 'record' ? [] : undefined
})

/** The call sites of the stack, from the caller of this function on. */
function callSites(fn) {
  const { prepareStackTrace } = Error
  const holder = {}
  Error.prepareStackTrace = (_error, sites) => sites
  Error.captureStackTrace(holder, fn)
  const { stack } = holder
  Error.prepareStackTrace = prepareStackTrace
  return stack
}

/**
 * The file of Adgraph that called a function, directly or through functions of packages. Undefined if the event loop called it:
 * the functions that await it are on the stack too, but only as asynchronous calls.
 */
function fileOf(sites) {
  for (const site of sites) {
    if (site.isAsync()) return undefined
    const file = site.getFileName() ?? ''
    if (file.startsWith(DIST)) return file.slice(DIST.length)
  }
  return undefined
}
