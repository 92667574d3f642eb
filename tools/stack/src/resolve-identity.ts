import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { Identity } from '@pas/engine-programs/identity'
import { programEnvironment } from './program-environment'
import { StackError } from './progress'

/** Runs programs when we are root: PostgreSQL and browsers' sandboxes refuse root. */
const systemUserName = 'pas'

/** Our own user; for root, the unprivileged system user, made when missing. Throws a `StackError`. */
export function resolveIdentity(): Identity {
  const { uid, gid, username } = userInfo()
  if (uid !== 0) return { name: username, uid, gid, isDropped: false }
  const found = findSystemUser()
  if (found) return found
  const { status, stderr, error } = spawnSync(
    'useradd',
    [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/var/lib/pas',
      '--shell',
      '/usr/sbin/nologin',
      systemUserName,
    ],
    { encoding: 'utf8', env: programEnvironment() },
  )
  // Look again even if useradd failed: another start may have made the user at the same time.
  const made = findSystemUser()
  if (made) return made
  throw new StackError(
    `The unprivileged system user '${systemUserName}' could not be made (useradd, exit ${status}: ${(error?.message ?? stderr).trim()}).`,
  )
}

function findSystemUser(): Identity | null {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (name === systemUserName && Number(uid) > 0)
      return { name, uid: Number(uid), gid: Number(gid), isDropped: true }
  }
  return null
}
