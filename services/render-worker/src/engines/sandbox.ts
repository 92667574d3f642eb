import { readFileSync } from 'node:fs'
import { EngineStartError } from './engine-start-error'

const settings = [
  { name: 'kernel.unprivileged_userns_clone', forbids: '0', allows: '1' },
  { name: 'user.max_user_namespaces', forbids: '0', allows: '15000' },
  { name: 'kernel.apparmor_restrict_unprivileged_userns', forbids: '1', allows: '0' },
]

const otherwise = 'or set ALLOW_UNSANDBOXED=1 to draw untrusted email without a sandbox.'

/** Started by root, a browser has no sandbox, or one that restricts nothing. Throws an `EngineStartError`. */
export function assertNotRoot(engine: string): void {
  if (process.getuid?.() !== 0) return
  throw new EngineStartError(
    engine,
    `started as root it has no sandbox; run the worker as an ordinary user, ${otherwise}`,
  )
}

export function sandboxStartError(engine: string, cause?: Error): EngineStartError {
  const forbidding = settings.filter(({ name, forbids }) => readSetting(name) === forbids)
  const remedy = forbidding.length
    ? forbidding.map(({ name, allows }) => `set 'sysctl -w ${name}=${allows}'`).join(' and ')
    : 'allow unprivileged user namespaces (in a container: its seccomp profile)'
  return new EngineStartError(engine, `it found no usable sandbox; ${remedy}, ${otherwise}`, {
    cause,
  })
}

function readSetting(name: string): string | null {
  try {
    return readFileSync(`/proc/sys/${name.replaceAll('.', '/')}`, 'utf8').trim()
  } catch {
    return null
  }
}
