import cluster from 'node:cluster'

// Loaded into every server with --import: reports the CPU and memory usage of the process to the benchmark. The workers of
// a server inherit the option, and are left alone: their channel leads to the server.
if (cluster.isPrimary) {
  process.on('message', (message) => {
    if (message !== 'usage') return
    const { user, system } = process.cpuUsage()
    process.send({
      cpuMs: (user + system) / 1000,
      peakMb: process.resourceUsage().maxRSS / 1024,
      rssMb: process.memoryUsage.rss() / 2 ** 20,
    })
  })
  process.on('disconnect', () => process.exit())
  process.channel?.unref()
}
