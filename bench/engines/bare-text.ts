import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { terminalSvg } from '../../services/render-worker/src/engines/text/terminal-svg'
import type { StartBareEngine } from './bare-engine'

/** Debian's libraries lie beside a w3m that was unpacked, not installed: `<root>/usr/bin/w3m`. */
function besideW3m(searchPath = ''): string {
  const folder = searchPath.split(path.delimiter).find((entry) => existsSync(path.join(entry, 'w3m')))
  if (folder === undefined) throw new Error('w3m is not on PATH')
  const libraries = path.join(folder, '..', 'lib')
  return readdirSync(libraries, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(libraries, entry.name))
    .join(':')
}

/** w3m's dump of the page, drawn as one SVG. */
export const startBareText: StartBareEngine = ({ html, environment }) =>
  Promise.resolve({
    capture: () => {
      const { status, stdout, stderr } = spawnSync(
        'w3m',
        ['-dump', '-T', 'text/html', '-cols', '80', '-I', 'utf-8', '-O', 'utf-8'],
        {
          input: html,
          encoding: 'utf8',
          env: { ...environment, LD_LIBRARY_PATH: besideW3m(environment.PATH) },
        },
      )
      if (status !== 0) throw new Error(`w3m ended with status ${status}: ${stderr}`)
      return sharp(Buffer.from(terminalSvg(stdout.split('\n'), 80)))
        .png()
        .toBuffer()
    },
    close: () => Promise.resolve(),
  })
