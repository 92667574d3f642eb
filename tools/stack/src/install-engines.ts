import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { EngineName } from '@pas/email-clients/email-client'
import { enginePackages } from '@pas/engine-programs/engine-packages'
import { programEnvironment } from './program-environment'
import { StackError, progress } from './progress'
import { runProgram } from './run-program'

/** invoke-rc.d(8) runs it before a package starts a daemon; exit status 101 forbids the start. */
const policyFile = '/usr/sbin/policy-rc.d'
const policy =
  '#!/bin/sh\n# For as long as the engines of the Partner Access Service are installed.\nexit 101\n'

export const installEngines = (
  engines: readonly EngineName[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<void> =>
  installPackages(
    'engines',
    engines.flatMap((engine) => enginePackages[engine]),
    env,
    signal,
  )

/**
 * Installs missing Debian packages without asking and without starting daemons. Rejects with a `StackError`; when not
 * run as root, with the line to type.
 */
export async function installPackages(
  what: string,
  packages: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<void> {
  const missing = packages.filter((name) => !isInstalled(name, env))
  if (missing.length === 0) return
  const install = ['install', '-y', '--no-install-recommends', ...missing]
  if (process.getuid?.() !== 0)
    throw new StackError(
      `Installing ${what} needs root. Type: sudo sh -c 'apt-get update && apt-get ${install.join(' ')}'`,
    )
  progress(`installing ${missing.join(', ')}`)
  await withoutDaemons(async () => {
    for (const args of [['update'], install]) {
      const { status, stderr } = await runProgram('apt-get', args, {
        env: { ...programEnvironment(env), DEBIAN_FRONTEND: 'noninteractive' },
        signal,
      })
      // An update fails when one package source does not answer; the packages may still be installable.
      if (status !== 0 && args === install)
        throw new StackError(`'apt-get ${args.join(' ')}' failed: ${stderr.trim().split('\n').at(-1)}`)
    }
  })
}

function isInstalled(name: string, env: NodeJS.ProcessEnv): boolean {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Status}', name], {
    encoding: 'utf8',
    env: programEnvironment(env),
  })
  return stdout.endsWith(' installed')
}

/** Leaves a policy file of the machine's own alone. */
async function withoutDaemons(install: () => Promise<void>): Promise<void> {
  // A run that was killed may have left our own file behind.
  const isOurs = !existsSync(policyFile) || readFileSync(policyFile, 'utf8') === policy
  if (isOurs) writeFileSync(policyFile, policy, { mode: 0o755 })
  try {
    await install()
  } finally {
    if (isOurs) rmSync(policyFile, { force: true })
  }
}
