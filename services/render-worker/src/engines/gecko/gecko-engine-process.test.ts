import { readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createTestFolder } from '@pas/testing/test-folder'
import { geckoEngineProcess } from './gecko-engine-process'
import type { GeckoProcess } from './gecko-process'

describe('a Gecko that an email has compromised', () => {
  it('cannot have a file of the worker published as its picture by a symbolic link to it', async () => {
    const folder = await createTestFolder()
    const secret = path.join(folder.path, 'secret')
    writeFileSync(secret, 'a secret')
    const program = {
      call: (_name: string, { file }: { file: string }) => {
        symlinkSync(secret, file)
        return Promise.resolve({ width: 1, height: 1 })
      },
    }
    const gecko = {
      ...{ pid: 1, version: 'Gecko/1', scratchFolder: folder.path, program },
      ...{ connection: { isClosed: false }, exited: new Promise<void>(() => undefined) },
    } as unknown as GeckoProcess
    const process = geckoEngineProcess(gecko, {
      prepare: () => Promise.resolve(),
      load: () =>
        Promise.resolve({
          area: { x: 0, y: 0, width: 1, height: 1 },
          left: 0,
          scale: 1,
          deviceScaleFactor: 1,
        }),
    })
    const drawing = process.draw({ kind: 'text', text: '', columns: 80 }, AbortSignal.timeout(5_000))
    await expect(drawing).rejects.toThrow('is no file of its own')
    expect(readdirSync(folder.path)).toEqual(['secret'])
    await folder.close()
  })
})
