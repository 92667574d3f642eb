import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { glob } from '../src/glob'

describe('globs', () => {
  let folder: TestFolder

  beforeAll(async () => {
    folder = await createTestFolder()
    for (const file of [
      'a.html',
      'b.txt',
      'x/c.html',
      'x/y/d.eml',
      'x/.hidden/e.html',
      'node_modules/p/f.html',
    ]) {
      mkdirSync(path.dirname(path.join(folder.path, file)), { recursive: true })
      writeFileSync(path.join(folder.path, file), '')
    }
    symlinkSync('..', path.join(folder.path, 'x', 'loop'))
  })
  afterAll(() => folder.close())

  it.each([
    ['*.html', ['a.html']],
    ['**/*.html', ['a.html', 'x/c.html']],
    ['**/*.{html,eml}', ['a.html', 'x/c.html', 'x/y/d.eml']],
    ['x/**', ['x/c.html', 'x/y/d.eml']],
    ['?/c.h*l', ['x/c.html']],
    ['x/.hidden/*', ['x/.hidden/e.html']],
    ['x/../*.txt', ['b.txt']],
    ['*.nothing', []],
  ])('%s', (pattern, files) => {
    const found = glob(pattern, folder.path).map((file) => path.relative(folder.path, file))
    expect(found.sort()).toEqual(files)
  })

  it('matches a long name with many stars at once', () => {
    writeFileSync(path.join(folder.path, `${'a'.repeat(250)}`), '')
    expect(glob(`${'a*'.repeat(100)}b`, folder.path)).toEqual([])
  })
})
