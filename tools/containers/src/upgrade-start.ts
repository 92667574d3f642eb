import { spawnSync } from 'node:child_process'

/** What the upgrade's test starts from: the newest release before HEAD, else the commit before. */
export function findUpgradeStart(clone: string): string {
  const args = ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^']
  const { status, stdout } = spawnSync('git', args, { cwd: clone, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : 'HEAD^'
}
