import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { EngineStartError } from '../engine-start-error'
import { sandboxStartError } from '../sandbox'
import { type RunningProgram, startProgram, withinStartTimeout } from '../supervised/start-program'
import { ChromeProgram } from './chrome-program'
import { geckoPreferences, type Preferences, profileText } from './gecko-preferences'
import { MarionetteConnection } from './marionette-connection'

export interface GeckoPlan {
  engine: string
  product: string
  /** Not Debian's start script. */
  executablePath: string
  preferences: Preferences
  confinement: readonly string[]
  source: string
}

export interface GeckoContext {
  proxyUrl: string
  isSandboxed: boolean
  niceness?: number | undefined
  environment: Readonly<Record<string, string>>
}

export interface GeckoProcess extends Pick<RunningProgram, 'pid' | 'exited' | 'residentBytes' | 'kill'> {
  version: string
  scratchFolder: string
  connection: MarionetteConnection
  program: ChromeProgram
}

const portPollMs = 10

export async function startGecko(plan: GeckoPlan, context: GeckoContext): Promise<GeckoProcess> {
  const { engine, executablePath } = plan
  const running = await startProgram({
    engine,
    command: '/usr/bin/env',
    args: (scratchFolder) => commandLine(plan, context, scratchFolder),
    environment: context.environment,
    niceness: context.niceness,
    isWatched: true,
  })
  const { pid, exited, scratchFolder } = running
  const kill = (): Promise<void> => running.kill()
  try {
    const gone = exited.then(() => {
      throw new Error('it ended by itself')
    })
    const connecting = connect(running)
    const connection = await withinStartTimeout(Promise.race([connecting, gone]))
    const program = new ChromeProgram(connection)
    const version = await withinStartTimeout(Promise.race([program.install(plan.source), gone]))
    const residentBytes = (): Promise<number> => running.residentBytes()
    const versionText = `${plan.product}/${version}`
    return { pid, version: versionText, exited, residentBytes, kill, scratchFolder, connection, program }
  } catch (error) {
    await kill()
    const reason = error instanceof Error ? error.message : String(error)
    const cause = new Error(running.errorOutput() || reason, { cause: error })
    if (context.isSandboxed && cause.message.includes('unshare')) throw sandboxStartError(engine, cause)
    throw new EngineStartError(engine, `'${executablePath}' did not come up (${reason}).`, { cause })
  }
}

function commandLine(
  { executablePath, preferences, confinement }: GeckoPlan,
  { proxyUrl, isSandboxed, environment }: GeckoContext,
  scratchFolder: string,
): string[] {
  const folderOf = (name: string): string => path.join(scratchFolder, name)
  for (const name of ['profile', 'home', 'tmp']) mkdirSync(folderOf(name))
  const prefs = { ...geckoPreferences(proxyUrl, environment.FONTCONFIG_FILE), ...preferences }
  writeFileSync(folderOf('profile/user.js'), profileText(prefs))
  return [
    `HOME=${folderOf('home')}`,
    `TMPDIR=${folderOf('tmp')}`,
    // Fontconfig's cache stays, so that later processes reuse it.
    ...(environment.HOME
      ? [`XDG_CACHE_HOME=${environment.XDG_CACHE_HOME ?? `${environment.HOME}/.cache`}`]
      : []),
    'LC_ALL=C.UTF-8',
    'TZ=UTC',
    'MOZ_CRASHREPORTER_DISABLE=1',
    // Without it, Gecko ignores `services.settings.server`.
    'MOZ_REMOTE_SETTINGS_DEVTOOLS=1',
    'NO_AT_BRIDGE=1',
    'GSETTINGS_BACKEND=memory',
    ...(isSandboxed ? [] : ['MOZ_DISABLE_CONTENT_SANDBOX=1']),
    ...(isSandboxed ? confinement : []),
    executablePath,
    '--headless',
    '--no-remote',
    '--marionette',
    '--remote-allow-system-access',
    '--profile',
    folderOf('profile'),
  ]
}

/** Gecko chooses Marionette's port and writes it into its profile. */
async function connect({ scratchFolder, child }: RunningProgram): Promise<MarionetteConnection> {
  const portFile = path.join(scratchFolder, 'profile', 'MarionetteActivePort')
  for (;;) {
    const port = Number(await readFile(portFile, 'utf8').catch(() => ''))
    if (port > 0) return MarionetteConnection.open(port)
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('it ended by itself')
    await new Promise((resolve) => setTimeout(resolve, portPollMs))
  }
}

export function findGeckoProgram(
  engine: string,
  configured: string | null,
  usualPaths: readonly string[],
  remedy: string,
): string {
  const found = configured ?? usualPaths.find((candidate) => existsSync(candidate))
  if (found === undefined) throw new EngineStartError(engine, `the program was not found; ${remedy}.`)
  if (existsSync(found)) return found
  throw new EngineStartError(engine, `there is no program at '${found}'; ${remedy}.`)
}
