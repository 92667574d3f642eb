import { listPids } from '@pas/runtime/process-stat'
import { describeWithEngine } from '@pas/testing/engines-found'
import { commandLineOf } from '@pas/testing/processes'
import { until } from '@pas/testing/until'
import { startTestEngine } from './test-engine'

const limePage = '<body style="margin:0;background:#0f0">'

/** Number of X servers that our WebKit workers have started. They are in no process group of an engine. */
const xServers = (): number =>
  listPids().filter((pid) => {
    const line = commandLineOf(pid)
    return line.startsWith('Xvfb') && line.includes(`pas-webkit-${process.pid}.`)
  }).length

describeWithEngine('webkit', "WebKit's X servers", () => {
  it('end with the workers that started them', async () => {
    const webkit = await startTestEngine('webkit', { captures: 2 })
    try {
      for (let capture = 0; capture < 5; capture++) await webkit.draw(limePage)
      expect(xServers()).toBeGreaterThan(0)
      await until(() => xServers() <= 2)
    } finally {
      await webkit.close()
    }
    await until(() => xServers() === 0)
  })
})
