import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import type { PictureOrder, TakePixels } from './laid-out-page'
import type { PicturePixels } from './picture-pixels'

/** In a thread: asks for pictures through the port. Rejects when the other side closes it before it answers. */
export async function withPictureTaker<Result>(
  port: MessagePort,
  use: (take: TakePixels) => Promise<Result>,
): Promise<Result> {
  const closed = new AbortController()
  port.once('close', () => closed.abort())
  try {
    return await use(async (order) => {
      const answered = once(port, 'message', closed)
      port.postMessage(order)
      const [pixels] = (await answered) as [PicturePixels]
      return pixels
    })
  } finally {
    port.close()
  }
}

/** Answers from the port's other side. Never resolves; rejects as `take` does. */
export const takePictures = (port: MessagePort, take: TakePixels): Promise<never> =>
  new Promise((_resolve, reject) => {
    port.on('message', (order: PictureOrder) => {
      take(order).then((pixels) => port.postMessage(pixels), reject)
    })
  })
