import { spawnSync } from 'node:child_process'
import sharp from 'sharp'
import { terminalSvg } from '../../services/render-worker/src/engines/text/terminal-svg'
import type { StartBareEngine } from './bare-engine'

/** w3m's dump of the page, drawn as one SVG. */
export const startBareText: StartBareEngine = ({ html, environment }) =>
  Promise.resolve({
    capture: () => {
      const { stdout } = spawnSync(
        'w3m',
        ['-dump', '-T', 'text/html', '-cols', '80', '-I', 'utf-8', '-O', 'utf-8'],
        {
          input: html,
          encoding: 'utf8',
          env: environment,
        },
      )
      return sharp(Buffer.from(terminalSvg(stdout.split('\n'), 80)))
        .png()
        .toBuffer()
    },
    close: () => Promise.resolve(),
  })
