import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { StartBareEngine } from './bare-engine'

/** One process of WebKitGTK under Xvfb (bare-webkit.py) that opens a new view for each picture. */
export const startBareWebkit: StartBareEngine = async ({ html, frame, proxyUrl, folder, environment }) => {
  const page = path.join(folder, 'page.html')
  const picture = path.join(folder, 'picture.png')
  writeFileSync(page, html)
  const display = spawn('Xvfb', ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', '640x480x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: environment,
  })
  const [number] = (await once(display.stdio[3] ?? display, 'data')) as [Buffer]
  const settings = { proxy: proxyUrl, width: frame.width, height: frame.height, picture }
  const child = spawn(
    '/usr/bin/python3',
    [path.join(__dirname, 'bare-webkit.py'), page, JSON.stringify(settings)],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {
        ...environment,
        DISPLAY: `:${number.toString().trim()}`,
        GDK_SCALE: String(frame.deviceScaleFactor),
      },
    },
  )
  const lines = createInterface({ input: child.stdout })
  await once(lines, 'line')
  return {
    capture: async () => {
      const isDrawn = once(lines, 'line')
      child.stdin.write('\n')
      await isDrawn
      return readFileSync(picture)
    },
    close: async () => {
      child.stdin.end()
      await once(child, 'exit')
      display.kill()
      await once(display, 'exit')
    },
  }
}
