import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

export const blockBytes = 512 * 1024
/** A connection may break in the middle of a block. */
const maxAttempts = 3

/**
 * A pausing reader holds no connection and at most one block. `first` is the unread body of the block at offset 0.
 * Fails with the last error of a block.
 */
export function streamOfBlocks(
  first: Readable,
  objectBytes: number,
  getBlock: (offset: number, signal: AbortSignal) => Promise<Readable>,
): Readable {
  const ended = new AbortController()
  let unread: Readable | null = first
  let offset = 0

  const readBlock = async (): Promise<Buffer> => {
    const wantedBytes = Math.min(blockBytes, objectBytes - offset)
    for (let attempt = 1; ; attempt++) {
      try {
        unread ??= await getBlock(offset, ended.signal)
        if (ended.signal.aborted) unread.destroy()
        const block = await buffer(unread)
        if (block.byteLength !== wantedBytes)
          throw new Error(`${block.byteLength} bytes came instead of ${wantedBytes}`)
        return block
      } catch (error) {
        if (attempt === maxAttempts || ended.signal.aborted) throw error
      } finally {
        unread = null
      }
    }
  }

  const stream = new Readable({
    // Reads nothing ahead.
    highWaterMark: 0,
    read: () => {
      readBlock().then(
        (block) => {
          offset += block.byteLength
          // An empty push would stop the reading without ending the stream.
          if (block.byteLength > 0) stream.push(block)
          if (offset === objectBytes) stream.push(null)
        },
        (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))),
      )
    },
    destroy: (error, callback) => {
      ended.abort()
      unread?.destroy()
      callback(error)
    },
  })
  return stream
}
