import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { EngineProcessError } from './engine-process'

/**
 * What a program wrote into its scratch folder, of `maxBytes` at most. The program may have been taken over, and its folder is its own: a link
 * there may lead to what we may read and it may not, and a pipe would hold one of our few threads for ever. Rejects with an
 * `EngineProcessError`.
 */
export async function readWrittenFile(file: string, maxBytes: number): Promise<Buffer> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stats = await handle.stat()
      if (!stats.isFile() || stats.size > maxBytes) throw new Error('it is a pipe, a folder or too large')
      return await handle.readFile()
    } finally {
      await handle.close()
    }
  } catch (cause) {
    throw new EngineProcessError('what the program should have written is no file of its own', { cause })
  }
}
