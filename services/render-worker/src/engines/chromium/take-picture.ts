import type { Picture } from '../engine'
import type { MessageArea } from '../message-area'
import { pictureArea } from '../picture-area'
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

/** Binary members are text in the protocol's types, which describe its JSON; `CdpConnection` speaks CBOR. */
const asBytes = (binary: string): Buffer => binary as unknown as Buffer

/** PNG (third edition) §11.2.1: width and height are the header's first two 32-bit words. */
function pngSize(png: Buffer): { width: number; height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}
