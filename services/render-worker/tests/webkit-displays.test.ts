import { readdirSync, readFileSync } from 'node:fs'
import { describeWithEngine } from '@pas/testing/engines-found'
import { until } from './test-chromium'
import { startTestEngine } from './test-engine'

const limePage = '<body style="margin:0;background:#0f0">'

/** How many X servers run for us; they are in no process group of ours. */
const xServers = (): number =>
  readdirSync('/proc').filter((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      return line.startsWith('Xvfb') && line.includes(`pas-webkit-${process.pid}.`)
    } catch {
      return false
    }
  }).length

describeWithEngine('webkit', "WebKit's X servers", () => {
  it('end with the processes they are for', async () => {
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
