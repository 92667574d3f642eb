import { spawnSync } from 'node:child_process'
import { librariesBeside } from '@pas/engine-programs/libraries-beside'
import sharp from 'sharp'
import { findOnPath } from '../../services/render-worker/src/engines/text/browser-files'
import { terminalSvg } from '../../services/render-worker/src/engines/text/terminal-svg'
import type { StartBareEngine } from './bare-engine'

/** w3m's dump of the page, drawn as one SVG. */
export const startBareText: StartBareEngine = async ({ html, environment }) => {
  const w3m = await findOnPath('w3m', environment.PATH ?? '')
  if (w3m === null) throw new Error('w3m is not on PATH')
  const env = { ...environment, LD_LIBRARY_PATH: await librariesBeside(w3m) }
  return {
    capture: () => {
      const { status, stdout, stderr } = spawnSync(
        w3m,
        ['-dump', '-T', 'text/html', '-cols', '80', '-I', 'utf-8', '-O', 'utf-8'],
        { input: html, encoding: 'utf8', env },
      )
      if (status !== 0) throw new Error(`w3m ended with status ${status}: ${stderr}`)
      return sharp(Buffer.from(terminalSvg(stdout.split('\n'), 80)))
        .png()
        .toBuffer()
    },
    close: () => Promise.resolve(),
  }
}
