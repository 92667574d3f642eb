import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { spawnIdentity, type Identity } from '@pas/engine-programs/identity'
import { programEnvironment } from './program-environment'
import { progress, StackError } from './progress'

/** Kernel settings that can forbid user namespaces, of which the browser's sandbox is made. */
const settings = [
  { name: 'kernel.unprivileged_userns_clone', forbids: '0', allow: '1' },
  { name: 'user.max_user_namespaces', forbids: '0', allow: '15000' },
  { name: 'kernel.apparmor_restrict_unprivileged_userns', forbids: '1', allow: '0' },
]

export const isUnsandboxedAllowed = (env: Readonly<Record<string, string | undefined>>): boolean =>
  ['1', 'true', 'yes'].includes(env.ALLOW_UNSANDBOXED ?? '')

/**
 * Throws a `StackError` that names the kernel setting. With `isUnsandboxedAllowed` (ALLOW_UNSANDBOXED) prints a warning
 * instead.
 */
export function assertSandboxPossible(identity: Identity, isUnsandboxedAllowed: boolean): void {
  if (canMakeUserNamespace(identity)) return
  const remedy = findRemedy()
  if (!isUnsandboxedAllowed)
    throw new StackError(
      `This kernel refuses the user '${identity.name}' the namespaces that the browser's sandbox needs: ${remedy}, or set ALLOW_UNSANDBOXED=1 to draw untrusted email without a sandbox.`,
    )
  progress(
    `WARNING: untrusted email is drawn without the browser's sandbox (ALLOW_UNSANDBOXED=1); to have it, ${remedy}`,
  )
}

function findRemedy(): string {
  const forbidding = settings.filter(({ name, forbids }) => readSetting(name) === forbids)
  const setting = forbidding.map(({ name, allow }) => `set 'sysctl -w ${name}=${allow}'`).join(' and ')
  if (hasSeccompFilter()) {
    const option =
      "start the container with '--security-opt seccomp=unconfined', or with infra/images/seccomp.json in its place, never with --privileged"
    return setting ? `${option}; if that does not help, ${setting} on its machine` : option
  }
  return setting || 'allow unprivileged user namespaces (a chroot forbids them)'
}

/** In a container: Docker's own profile forbids user namespaces. */
const hasSeccompFilter = (): boolean => /^Seccomp:\s*2$/m.test(readFileSync('/proc/self/status', 'utf8'))

function canMakeUserNamespace(identity: Identity): boolean {
  const { status } = spawnSync('unshare', ['--user', '--map-root-user', 'true'], {
    ...spawnIdentity(identity),
    cwd: '/',
    env: programEnvironment(),
  })
  return status === 0
}

function readSetting(name: string): string | null {
  try {
    return readFileSync(`/proc/sys/${name.replaceAll('.', '/')}`, 'utf8').trim()
  } catch {
    return null
  }
}
