import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { assertMessage } from '../engine'
import { findChromiumProgram } from '../chromium/chromium-process'
import { EngineStartError } from '../engine-start-error'
import type { EngineContext } from '../engine-context'
import { sampleMessage } from '../sample'
import { sandboxStartError } from '../sandbox'
import type { EngineLimits } from '../supervised/engine-run'
import { startTimeoutMs } from '../supervised/start-program'
import { SupervisedEngine } from '../supervised/supervised-engine'
import { webmailConfinement } from './rig-files'
import type { InstalledWebmail } from './webmail'
import { startWebmailProcess } from './webmail-process'

const onlyKind = 'webmail'

const limits: EngineLimits = { captures: 200, residentBytes: 4 * 1024 ** 3 }

/** `find` rejects with an `Error` that says what is missing; root then runs `installLine`. */
export async function startWebmailEngine(
  {
    engine,
    installLine,
    find,
  }: { engine: string; installLine: string; find: () => Promise<InstalledWebmail> },
  context: EngineContext,
): Promise<SupervisedEngine> {
  const { chromiumPath, concurrency, engineLimits, onStartFailed } = context
  if (process.getuid?.() === 0) {
    throw new EngineStartError(
      engine,
      'its mail server refuses to keep mail for root; run the worker as an ordinary user.',
    )
  }
  const executablePath = findChromiumProgram(chromiumPath)
  if (executablePath === null) {
    throw new EngineStartError(
      engine,
      "no Chromium was found to show its pages; type 'apt-get install chromium-headless-shell' or set CHROMIUM_PATH.",
    )
  }
  const webmail = await find().catch((cause: unknown) => {
    const what = cause instanceof Error ? cause.message : String(cause)
    throw new EngineStartError(engine, `${what}; type '${installLine}'.`, { cause })
  })
  if (context.isSandboxed) await assertConfinement(webmail, context)
  return SupervisedEngine.start(
    {
      name: engine,
      kindOf: (document) => {
        assertMessage(engine, document)
        return onlyKind
      },
      sampleOf: () => sampleMessage('light'),
      isSlowAtFirst: true,
      start: () => startWebmailProcess(webmail, { ...context, executablePath }),
      capacity: concurrency,
      limits: { ...limits, ...engineLimits },
      onStartFailed,
    },
    onlyKind,
  )
}

/** Rejects with an `EngineStartError` when bubblewrap cannot confine programs on this machine. */
async function assertConfinement(
  webmail: InstalledWebmail,
  { environment: env }: Pick<EngineContext, 'environment'>,
): Promise<void> {
  const [command = '', ...args] = webmailConfinement(webmail, '/tmp')
  try {
    await promisify(execFile)(command, [...args, '/bin/true'], { env, timeout: startTimeoutMs })
  } catch (cause) {
    throw sandboxStartError(webmail.engine, cause as Error)
  }
}
