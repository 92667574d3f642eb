import { execFileSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import type { Picture } from '../engine'
import { pictureOfPixels } from './picture-of-pixels'

describe('the pixels that a program wrote, which may have been taken over', () => {
  let folder: TestFolder
  let file: string
  beforeEach(async () => {
    folder = await createTestFolder()
    file = path.join(folder.path, 'pixels')
  })
  afterEach(() => folder.close())

  /** Of two pixels. */
  const draw = (): Promise<Picture> =>
    pictureOfPixels(
      { path: file, width: 2, height: 1, stride: 8 },
      { area: { x: 0, y: 0, width: 2, height: 1 }, scale: 1, truncated: false },
      1,
    )

  it('are a picture', async () => {
    writeFileSync(file, Buffer.alloc(8))
    expect(await draw()).toMatchObject({ width: 2, height: 1, truncated: false })
  })

  it('are not those of a file that only we may read, to which it has put a link', async () => {
    const secret = path.join(folder.path, 'secret')
    writeFileSync(secret, 'a secret')
    symlinkSync(secret, file)
    await expect(draw()).rejects.toThrow('is no file of its own')
  })

  it('keep nobody waiting who would read a pipe', async () => {
    execFileSync('mkfifo', [file])
    await expect(draw()).rejects.toThrow('is no file of its own')
  })

  it('are no more than it said', async () => {
    writeFileSync(file, Buffer.alloc(1_000))
    await expect(draw()).rejects.toThrow('is no file of its own')
  })
})
