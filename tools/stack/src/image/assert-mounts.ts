import { spawnSync } from 'node:child_process'
import type { EngineName } from '@pas/email-clients/email-client'
import { StackError } from '../progress'

/** Their sandboxes mount a root or a /proc of their own, which Docker forbids while it masks parts of /proc (ADR 20). */
const mounting: readonly EngineName[] = ['webkit', 'thunderbird', 'roundcube']

/** Throws a `StackError` that names the container's options. Without user namespaces, `assertSandboxPossible` throws. */
export function assertMountsPossible(engines: readonly EngineName[], isUnsandboxedAllowed: boolean): void {
  const needed = engines.filter((engine) => mounting.includes(engine))
  if (needed.length === 0 || isUnsandboxedAllowed) return
  const others = engines.filter((engine) => !mounting.includes(engine))
  const canMount = succeeds(['--mount', '--pid', '--fork', '--mount-proc'])
  if (canMount || !succeeds([])) return
  throw new StackError(
    `The sandboxes of ${needed.join(', ')} may not mount: start the container also with '--security-opt systempaths=unconfined --security-opt apparmor=unconfined', or leave these engines out with '--env ENGINES=${others.join(',')}'.`,
  )
}

const succeeds = (namespaces: readonly string[]): boolean =>
  spawnSync('unshare', ['--user', '--map-root-user', ...namespaces, 'true'], { stdio: 'ignore' }).status === 0
