import cluster from 'node:cluster'

// Loaded into every server with --import: reports the CPU and memory usage of the process to the benchmark. The workers of
// a server inherit the option, and are left alone: their channel leads to the server.
if (cluster.isPrimary) {
  process.on('message', (message) => {
    if (message !== 'usage') return
    const { user, system } = process.cpuUsage()
    process.send({
      cpuMs: (user + system) / 1000,
      peakKb: process.resourceUsage().maxRSS,
      rssKb: process.memoryUsage.rss() / 1024,
    })
  })
  process.on('disconnect', () => process.exit())
  process.channel?.unref()
}
