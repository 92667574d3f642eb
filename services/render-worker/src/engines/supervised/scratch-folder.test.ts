import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createScratchFolder, removeAbandonedScratchFolders, removeScratchFolder } from './scratch-folder'

describe('scratch folders that earlier workers have left', () => {
  it.each([
    ['of a process that has ended', `pas-test-${2 ** 22 - 1}.1-`],
    ['of a process that had our process id, as in a container', `pas-test-${process.pid}.1-`],
  ])('%s are removed', (_whose, prefix) => {
    const folder = mkdtempSync(path.join(tmpdir(), prefix))
    removeAbandonedScratchFolders()
    const isThere = existsSync(folder)
    rmSync(folder, { recursive: true, force: true })
    expect(isThere).toBe(false)
  })

  it('are not those that are in use', () => {
    const folder = createScratchFolder('test')
    removeAbandonedScratchFolders()
    expect(existsSync(folder)).toBe(true)
    removeScratchFolder(folder)
    expect(existsSync(folder)).toBe(false)
  })
})
