import type { Picture } from '../engine'
import { pictureArea } from '../picture-area'
import { measureArea } from './measure-area'
import type { PreparedPage } from './prepared-page'

/** The picture of an element's border box, or of the whole page for null, wherever the screen ends. */
export async function takePicture(
  { session, frame }: PreparedPage,
  elementId: number | null,
): Promise<Picture> {
  const area = await measureArea(session, elementId)
  const { clip, truncated } = pictureArea(area, frame.deviceScaleFactor)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    captureBeyondViewport: true,
    clip: { ...clip, scale: 1 },
  })
  const png = Buffer.from(data, 'base64')
  return { png, ...pngSize(png), truncated }
}

/** PNG (third edition) §11.2.1: width and height are the header's first two 32-bit words. */
function pngSize(png: Buffer): { width: number; height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}
