import { execFileSync } from 'node:child_process'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { findUpgradeStart } from './upgrade-start'

describe('the upgrade of npm run test:containers starts from', () => {
  let folder: TestFolder
  const git = (...args: string[]): void => {
    const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgSign=false']
    execFileSync('git', [...author, ...args], { cwd: folder.path, stdio: 'ignore' })
  }
  const commit = (): void => git('commit', '--allow-empty', '--message', 'one')
  beforeEach(async () => {
    folder = await createTestFolder()
    git('init')
    commit()
    commit()
  })
  afterEach(() => folder.close())

  it('the commit before, while there is no release', () => {
    git('tag', 'verified')
    git('tag', 'v1.0.0')
    expect(findUpgradeStart(folder.path)).toBe('HEAD^')
  })

  it('the newest release before this commit', () => {
    git('tag', 'v1.0.0')
    commit()
    git('tag', 'v1.1.0')
    expect(findUpgradeStart(folder.path)).toBe('v1.0.0')
    commit()
    expect(findUpgradeStart(folder.path)).toBe('v1.1.0')
  })
})
