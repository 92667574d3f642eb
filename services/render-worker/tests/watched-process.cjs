// A process with a watchdog, as a render worker is. A message `{ ms, of }` has its main thread work for so long: `of` is
// 'processor' or 'elapsed' time. It answers `begun` and `done`.
const { Worker } = require('node:worker_threads')
const os = require('node:os')
const { createLogger } = require('@pas/runtime/logger')
const { startWatchdog } = require('../dist/watchdog/watchdog')

const watchdog = startWatchdog(createLogger('render-worker'))
const spin = 'for (;;);'
// Threads of this process that take the core from the main thread, which then gets a tenth of it.
if (process.argv[2] === 'starved') {
  new Worker(spin, { eval: true }).unref()
  os.setPriority(process.pid, 10)
}
const usedMs = {
  processor: () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  },
  elapsed: () => performance.now(),
}

process.on('message', ({ ms, of }) => {
  void watchdog.during('preview of-a-test', async () => {
    process.send('begun')
    const end = usedMs[of]() + ms
    while (usedMs[of]() < end);
    process.send('done')
  })
})
process.send('ready')
