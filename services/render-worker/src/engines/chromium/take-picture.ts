import type { Picture } from '../engine'
import type { MessageArea } from '../message-area'
import { pictureArea } from '../picture-area'
import { pngSize } from '../png-size'
import type { PreparedPage } from './prepared-page'

/** The picture of a part of the page, wherever the screen ends. */
export async function takePicture(
  { session, frame }: PreparedPage,
  { area, scale }: MessageArea,
): Promise<Picture> {
  const { clip, truncated } = pictureArea(area, frame.deviceScaleFactor * scale)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    captureBeyondViewport: true,
    clip: { ...clip, scale },
  })
  const png = asBytes(data)
  return { png, ...pngSize(png), truncated }
}

/** Binary members are text in the protocol's types, which describe its JSON; the browser's pipe speaks CBOR. */
const asBytes = (binary: string): Buffer => binary as unknown as Buffer
