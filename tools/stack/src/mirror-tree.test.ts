import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { mirrorTree } from './mirror-tree'
import { isReachable } from '@pas/engine-programs/reachable'

const nobody = { name: 'nobody', uid: 65_534, gid: 65_534, isDropped: true }

describe('a tree that the run user cannot reach', () => {
  let root: string
  let source: string
  let target: string

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'pas-mirror-'))
    chmodSync(root, 0o755)
    source = path.join(root, 'closed', 'clone')
    target = path.join(root, 'open')
    mkdirSync(path.join(source, 'dist'), { recursive: true })
    writeFileSync(path.join(source, 'dist', 'main.js'), 'run', { mode: 0o600 })
    writeFileSync(path.join(source, 'tool'), 'tool', { mode: 0o700 })
    writeFileSync(path.join(source, '.env'), 'secret')
    symlinkSync('dist/main.js', path.join(source, 'entry'))
    chmodSync(path.join(root, 'closed'), 0o700)
  })

  afterEach(() => {
    rmSync(root, { recursive: true })
  })

  const mirror = (): Promise<void> => mirrorTree(source, target, (relative) => relative === '.env')

  it('is reachable in its mirror, which omits the excluded entries', async () => {
    const file = path.join('dist', 'main.js')
    expect(isReachable(path.join(source, file), nobody)).toBe(false)
    await mirror()
    expect(isReachable(path.join(target, file), nobody)).toBe(true)
    expect(statSync(path.join(target, 'tool')).mode & 0o777).toBe(0o755)
    expect(readlinkSync(path.join(target, 'entry'))).toBe('dist/main.js')
    expect(() => statSync(path.join(target, '.env'))).toThrow('ENOENT')
  })

  it('follows changes and removals', async () => {
    await mirror()
    writeFileSync(path.join(source, 'dist', 'main.js'), 'run anew')
    rmSync(path.join(source, 'tool'))
    await mirror()
    expect(readFileSync(path.join(target, 'dist', 'main.js'), 'utf8')).toBe('run anew')
    expect(() => statSync(path.join(target, 'tool'))).toThrow('ENOENT')
  })

  it('is unreachable when it does not exist, for ourselves, too', () => {
    const ourselves = { ...nobody, isDropped: false }
    expect(isReachable(source, ourselves)).toBe(true)
    expect(isReachable(path.join(source, 'nothing'), ourselves)).toBe(false)
    expect(isReachable(path.join(source, 'nothing'), nobody)).toBe(false)
  })

  it('is unreachable through a symbolic link into it', () => {
    symlinkSync(source, path.join(root, 'link'))
    expect(isReachable(path.join(root, 'link', 'dist'), nobody)).toBe(false)
  })
})
