import { execFileSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import type { Picture } from '../engine'
import { pictureOfPixels } from './picture-of-pixels'

describe('the pixel file of a program that an email may have compromised', () => {
  let folder: TestFolder
  let file: string
  beforeEach(async () => {
    folder = await createTestFolder()
    file = path.join(folder.path, 'pixels')
  })
  afterEach(() => folder.close())

  /** Makes the picture of a file of two pixels. */
  const draw = (): Promise<Picture> =>
    pictureOfPixels(
      { path: file, width: 2, height: 1, stride: 8 },
      { area: { x: 0, y: 0, width: 2, height: 1 }, scale: 1, truncated: false },
      1,
    )

  it('becomes a picture', async () => {
    writeFileSync(file, Buffer.alloc(8))
    expect(await draw()).toMatchObject({ width: 2, height: 1, truncated: false })
  })

  it('is refused when it is a symbolic link, which may lead to a file that only the worker may read', async () => {
    const secret = path.join(folder.path, 'secret')
    writeFileSync(secret, 'a secret')
    symlinkSync(secret, file)
    await expect(draw()).rejects.toThrow('is no file of its own')
  })

  it('is refused when it is a pipe, instead of waiting for its data', async () => {
    execFileSync('mkfifo', [file])
    await expect(draw()).rejects.toThrow('is no file of its own')
  })

  it('is refused when it is larger than announced', async () => {
    writeFileSync(file, Buffer.alloc(1_000))
    await expect(draw()).rejects.toThrow('is no file of its own')
  })
})
