import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readMigrations } from '@pas/db/migration-files'
import { version } from '@pas/runtime/version'
import { StackError } from '@pas/stack/progress'
import { findChangelogSection } from './changelog'
import type { ReleaseState } from './judge-release'
import { listPublishedPackages } from './published-packages'

/** Throws a `StackError` where there is no Git. */
export async function readReleaseState(clone: string): Promise<ReleaseState & { commit: string }> {
  const git = (...args: string[]): string[] => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: clone, encoding: 'utf8' })
    if (status !== 0) throw new StackError(`'git ${args.join(' ')}' failed: ${stderr.trim()}`)
    return stdout.split('\n').filter(Boolean)
  }
  return {
    version,
    commit: git('rev-parse', 'HEAD')[0] ?? '',
    section: findChangelogSection(readFileSync(path.join(clone, 'CHANGELOG.md'), 'utf8'), version),
    tags: git('tag', '--points-at', 'HEAD', '--list', 'v*'),
    changedFiles: git('status', '--porcelain').map((line) => line.slice(3)),
    packages: listPublishedPackages(clone),
    migrations: await readMigrations(path.join(clone, 'prisma/migrations')),
  }
}
