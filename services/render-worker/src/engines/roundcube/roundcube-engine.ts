import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { assertMessage } from '../assert-document'
import { findChromiumProgram } from '../chromium/chromium-process'
import { EngineStartError } from '../engine-start-error'
import type { EngineSurroundings } from '../engine-surroundings'
import type { RecycleLimits } from '../supervised/engine-run'
import type { EngineProcess } from '../supervised/engine-process'
import { sandboxStartError } from '../sandbox'
import { startTimeoutMs } from '../supervised/start-program'
import { SupervisedEngine } from '../supervised/supervised-engine'
import { findRoundcube, type RoundcubeInstallation } from './roundcube-installation'
import { startRoundcubeProcess } from './roundcube-process'
import { webmailCorner } from './webmail-files'

/** Width, density and colour scheme belong to the page. */
const onlyKind = 'webmail'

const limits: RecycleLimits = { captures: 200, residentBytes: 4 * 1024 ** 3 }

/**
 * Draws messages in Roundcube, which a Chromium looks at, several at a time. Rejects with an `EngineStartError` when it cannot be served
 * here.
 */
export async function startRoundcubeEngine(surroundings: EngineSurroundings): Promise<SupervisedEngine> {
  const { chromiumPath, concurrency, framesOf, recycle, onStartFailed } = surroundings
  if (process.getuid?.() === 0) {
    throw new EngineStartError(
      'roundcube',
      'its mail server keeps no mail as root; run the worker as an ordinary user.',
    )
  }
  const executablePath = findChromiumProgram(chromiumPath)
  if (executablePath === null) {
    throw new EngineStartError(
      'roundcube',
      "no Chromium was found to look at it; type 'apt-get install chromium-headless-shell' or set CHROMIUM_PATH.",
    )
  }
  const installation = await findRoundcube()
  if (surroundings.isSandboxed) await assertCorner(installation)
  const frames = framesOf('roundcube')
  const start = (): Promise<EngineProcess> =>
    startRoundcubeProcess({ ...surroundings, executablePath, installation, frames })
  return SupervisedEngine.start(
    {
      name: 'roundcube',
      kindOf: (document) => {
        assertMessage('roundcube', document)
        return onlyKind
      },
      start,
      capacity: concurrency,
      limits: { ...limits, ...recycle },
      onStartFailed,
    },
    onlyKind,
  )
}

/** Rejects with an `EngineStartError` where the webmail's programs cannot be confined. */
async function assertCorner(installation: RoundcubeInstallation): Promise<void> {
  const [command = '', ...args] = webmailCorner({ installation, folder: '/tmp' })
  try {
    await promisify(execFile)(command, [...args, '/bin/true'], { timeout: startTimeoutMs })
  } catch (cause) {
    throw sandboxStartError('roundcube', cause as Error)
  }
}
