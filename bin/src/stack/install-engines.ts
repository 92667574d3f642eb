import { spawnSync } from 'node:child_process'
import { StackError, progress } from './progress'
import { enginePackages } from './stack-options'

/** Installs the engines' Debian packages that are missing. Throws a `StackError` with the line to type where that takes root. */
export function installEngines(engines: readonly string[]): void {
  const missing = engines
    .flatMap((engine) => enginePackages[engine] ?? [])
    .filter((name) => !isInstalled(name))
  if (missing.length === 0) return
  const line = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`
  if (process.getuid?.() !== 0)
    throw new StackError(`Installing engines takes root. Type: sudo sh -c '${line}'`)
  progress(`installing ${missing.join(', ')}`)
  const { status, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (status !== 0) throw new StackError(`'${line}' failed: ${stderr.trim().split('\n').at(-1)}`)
}

function isInstalled(name: string): boolean {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Status}', name], { encoding: 'utf8' })
  return stdout.endsWith(' installed')
}
