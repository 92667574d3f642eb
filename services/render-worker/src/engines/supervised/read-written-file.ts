import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { EngineProcessError } from './engine-process'

/**
 * Refuses what a compromised program could put there: a link to a file that only the worker may read, or a pipe that
 * blocks. Rejects with an `EngineProcessError`.
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
