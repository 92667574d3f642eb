import { readdirSync, readFileSync } from 'node:fs'
import { describeWithEngine } from '@pas/testing/engines-found'
import { until } from './test-chromium'
import { startTestEngine } from './test-engine'

const limePage = '<body style="margin:0;background:#0f0">'

/** Number of X servers that our WebKit workers have started. They are in no process group of an engine. */
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
