import { readFileSync } from 'node:fs'
import { EngineStartError } from '../engine-start-error'

/** The kernel settings that can forbid the user namespaces Chromium's sandbox is made of, and the value that allows them. */
const settings = [
  { name: 'kernel.unprivileged_userns_clone', forbids: '0', allows: '1' },
  { name: 'user.max_user_namespaces', forbids: '0', allows: '15000' },
  { name: 'kernel.apparmor_restrict_unprivileged_userns', forbids: '1', allows: '0' },
]

const otherwise = 'or set ALLOW_UNSANDBOXED=1 to draw untrusted email without a sandbox.'

/** Chromium gives root no sandbox. */
export function assertNotRoot(): void {
  if (process.getuid?.() !== 0) return
  throw new EngineStartError(
    'chromium',
    `started as root it has no sandbox; run the worker as an ordinary user, ${otherwise}`,
  )
}

/** What to say when the browser ended by itself at its start. */
export function sandboxStartError(cause: Error): EngineStartError {
  const forbidding = settings.filter(({ name, forbids }) => readSetting(name) === forbids)
  const remedy = forbidding.length
    ? forbidding.map(({ name, allows }) => `set 'sysctl -w ${name}=${allows}'`).join(' and ')
    : 'allow unprivileged user namespaces (in a container: its seccomp profile)'
  return new EngineStartError('chromium', `the browser found no usable sandbox; ${remedy}, ${otherwise}`, {
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
