import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** What a reader holds in memory at most, however slow it is. */
export const blockBytes = 512 * 1024
/** A connection that breaks in the middle of a block is worth another. */
const maxAttempts = 3

/**
 * An object as a stream of blocks, each read whole as soon as the reader wants it: a reader who pauses holds neither a connection to the store
 * nor more than a block, and its pauses are not taken for the store's silence. `first` is the body of the block at 0, unread;
 * `getBlock` asks for the block at an offset. Fails with the last error of a block that could not be read.
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
    // Nothing is read ahead.
    highWaterMark: 0,
    read: () => {
      readBlock().then(
        (block) => {
          offset += block.byteLength
          // An empty one would end the reading and not the stream.
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
