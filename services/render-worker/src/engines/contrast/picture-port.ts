import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import type { PictureOrder, TakePicture } from './laid-out-page'

/** In a thread: asks for pictures through the port. Rejects when the other side closes it before it answers. */
export async function withPictureTaker<Result>(
  port: MessagePort,
  use: (take: TakePicture) => Promise<Result>,
): Promise<Result> {
  const closed = new AbortController()
  port.once('close', () => closed.abort())
  try {
    return await use(async (order) => {
      const answered = once(port, 'message', closed)
      port.postMessage(order)
      const [png] = (await answered) as [Uint8Array]
      return png
    })
  } finally {
    port.close()
  }
}

/** Answers from the port's other side. Never resolves; rejects as `take` does. */
export const takePictures = (port: MessagePort, take: TakePicture): Promise<never> =>
  new Promise((_resolve, reject) => {
    port.on('message', (order: PictureOrder) => {
      take(order).then((png) => port.postMessage(png), reject)
    })
  })
