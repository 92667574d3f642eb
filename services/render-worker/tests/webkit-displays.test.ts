import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { listPids } from '@pas/runtime/process-stat'
import { describeWithEngine } from '@pas/testing/engines-found'
import { commandLineOf } from '@pas/testing/processes'
import { createTestFolder } from '@pas/testing/test-folder'
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

  it('that end before they have a display are named, with what they said, when the engine is refused', async () => {
    const folder = await createTestFolder()
    const xvfb = path.join(folder.path, 'Xvfb')
    await writeFile(xvfb, '#!/bin/sh\necho "cannot establish any listening sockets" >&2\nexit 1\n', {
      mode: 0o755,
    })
    const starting = startTestEngine(
      'webkit',
      {},
      { isSandboxed: false, environment: { PATH: `${folder.path}:/usr/bin:/bin` } },
    )
    await expect(starting).rejects.toThrow(
      /^The engine 'webkit' cannot start: it has no display, Xvfb ended with status 1: cannot establish any listening sockets; type 'apt-get install .*xvfb'\.$/,
    )
    await folder.close()
  })
})
