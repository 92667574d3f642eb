import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { installPackages } from '@pas/stack/install-engines'
import { findFreePort } from '@pas/stack/ports'
import { resolveIdentity } from '@pas/stack/resolve-identity'
import { Supervisor } from '@pas/stack/supervisor'

/** Has every server and s3api, but starts no daemon. */
const swiftPackage = 'python3-swift'
/** Debian's Python packages are for this interpreter; another `python3` on PATH would not find them. */
const debianPython = '/usr/bin/python3'
const program = path.join(__dirname, '../src/run_swift.py')
const accessKeyId = 'pas:s3'
/** No secret: it protects only a temporary server on loopback. */
const secretAccessKey = 'only-for-this-run'
const startTimeoutMs = 60_000

interface S3Server {
  env: Readonly<
    Record<'S3_ENDPOINT' | 'S3_FORCE_PATH_STYLE' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY', string>
  >
  stop(): Promise<void>
}

/** One disk, on a free loopback port and in a temporary folder, never as root. Rejects with a `StackError`. */
export async function startSwift(ofShell: NodeJS.ProcessEnv, signal: AbortSignal): Promise<S3Server> {
  await installPackages('OpenStack Swift', [swiftPackage], ofShell, signal)
  const identity = resolveIdentity()
  const home = mkdtempSync(path.join(tmpdir(), 'pas-swift-'))
  if (identity.isDropped) chownSync(home, identity.uid, identity.gid)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const supervisor = new Supervisor(home, () => undefined)
  const stop = async (): Promise<void> => {
    await supervisor.stop()
    rmSync(home, { recursive: true, force: true })
  }
  const plan = {
    name: 'swift',
    command: debianPython,
    args: [program, home, '127.0.0.1', String(port)],
    env: { PATH: '/usr/bin:/bin', HOME: home, SWIFT_USERS: `${accessKeyId}=${secretAccessKey}` },
    folder: home,
    identity,
    logFolder: home,
    recordFolder: home,
    stopSignal: 'SIGTERM' as const,
    stopGraceMs: 10_000,
    untilReady: (givenUp: AbortSignal) => untilAnswered(url, givenUp),
  }
  try {
    await supervisor.start(null, [plan], startTimeoutMs)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    env: {
      S3_ENDPOINT: url,
      S3_FORCE_PATH_STYLE: '1',
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
    stop,
  }
}

async function untilAnswered(url: string, givenUp: AbortSignal): Promise<void> {
  const answers = (): Promise<boolean> =>
    fetch(url).then(
      () => true,
      () => false,
    )
  while (!givenUp.aborted && !(await answers())) await delay(100)
}
