import type { Picture } from '../engine'
import type { MessageArea } from '../message-area'
import { pictureArea, pngSize } from '../picture-area'
import type { PreparedPage } from './prepared-page'

export async function takePicture(
  { session, frame }: PreparedPage,
  { area, left, scale }: MessageArea,
): Promise<Picture> {
  const { clip, truncated } = pictureArea(area, frame.deviceScaleFactor * scale)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    captureBeyondViewport: true,
    // The protocol counts from where the page begins, also beyond the window's left.
    clip: { ...clip, x: clip.x - left, scale },
  })
  const png = asBytes(data)
  return { png, ...pngSize(png), truncated }
}

/** The protocol's types describe JSON; over CBOR, binary members are a Buffer. */
const asBytes = (binary: string): Buffer => binary as unknown as Buffer
