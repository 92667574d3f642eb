import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { EngineName } from '@pas/email-clients/catalogue/email-client'
import { enginePackages } from '@pas/engine-programs/engine-packages'
import { StackError, progress } from './progress'

/** invoke-rc.d(8) runs this script before a package starts a daemon; exit status 101 forbids the start. */
const policyFile = '/usr/sbin/policy-rc.d'
const policy =
  '#!/bin/sh\n# For as long as the engines of the Partner Access Service are installed.\nexit 101\n'

/**
 * Installs the engines' missing Debian packages without asking and without starting their daemons. Throws a
 * `StackError` when it fails; when not run as root, with the line to type.
 */
export function installEngines(engines: readonly EngineName[], env: NodeJS.ProcessEnv): void {
  const missing = engines
    .flatMap((engine) => enginePackages[engine])
    .filter((name) => !isInstalled(name, env))
  if (missing.length === 0) return
  const line = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`
  if (process.getuid?.() !== 0)
    throw new StackError(`Installing engines needs root. Type: sudo sh -c '${line}'`)
  progress(`installing ${missing.join(', ')}`)
  withoutDaemons(() => {
    const { status, stderr, error } = spawnSync('sh', ['-c', line], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (status === 0) return
    throw new StackError(`'${line}' failed: ${error?.message ?? stderr.trim().split('\n').at(-1)}`)
  })
}

function isInstalled(name: string, env: NodeJS.ProcessEnv): boolean {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Status}', name], { encoding: 'utf8', env })
  return stdout.endsWith(' installed')
}

/**
 * Runs `install` under a policy that forbids starting daemons. A policy file that the machine already has is left
 * alone.
 */
function withoutDaemons(install: () => void): void {
  // A run that was killed may have left our own file behind.
  const isOurs = !existsSync(policyFile) || readFileSync(policyFile, 'utf8') === policy
  if (isOurs) writeFileSync(policyFile, policy, { mode: 0o755 })
  try {
    install()
  } finally {
    if (isOurs) rmSync(policyFile, { force: true })
  }
}
