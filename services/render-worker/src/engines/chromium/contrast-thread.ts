import type { MessagePort } from 'node:worker_threads'
import type { MeasuredTexts } from '@pas/email-checks/measurements'
import { measureLines } from '../contrast/measure-lines'
import type { LaidOutPage, TakePicture } from '../contrast/laid-out-page'
import type { TextLine } from '../contrast/laid-out-text'
import { withPictureTaker } from '../contrast/picture-port'
import { type PicturePixels, picturePixels } from '../contrast/picture-pixels'
import { pictureArea, type Area } from '../picture-area'
import { decodeMessage } from './cbor'
import type { CdpResult } from './cdp-connection'
import { readLines } from './read-lines'

/** The pixels of all pictures of a page are in memory together. */
const maxPixels = 24_000_000
/**
 * Device pixels per CSS pixel in which most strokes have pixels of the text's own colour. Fewer give mixtures, which is
 * enough where styles name the colour.
 */
const densityForStrokes = 2

export interface PageInThread {
  page: LaidOutPage
  port: MessagePort
}

export const measureInThread = ({ page, port }: PageInThread): Promise<MeasuredTexts> =>
  withPictureTaker(port, (take) => measurePage(page, take))

async function measurePage(
  { snapshot, area, scale, deviceScaleFactor, isDarkenedByEngine }: LaidOutPage,
  take: TakePicture,
): Promise<MeasuredTexts> {
  const { buffer, byteOffset, byteLength } = snapshot
  const decoded = decodeMessage(
    Buffer.from(buffer, byteOffset, byteLength),
  ) as CdpResult<'DOMSnapshot.captureSnapshot'>
  const linesIn = (part: Area, density: number): TextLine[] =>
    readLines(decoded, { area: part, density, scale, isDarkenedByEngine })
  const isRecoloured = linesIn(area, densityForStrokes).some(({ paint }) => paint.isRecoloured)
  const shownDensity = isRecoloured
    ? Math.max(deviceScaleFactor, densityForStrokes)
    : Math.min(deviceScaleFactor, densityForStrokes)
  const density = shownDensity * scale
  const { clip, truncated } = pictureArea(area, density, maxPixels)
  const pixelsWith = async (textColour: string | null): Promise<PicturePixels> =>
    picturePixels(await take({ area: clip, density, textColour }))
  const drawn = await pixelsWith(null)
  const measured = await measureLines(linesIn(clip, density), drawn, pixelsWith)
  const cutOff = truncated ? linesIn({ ...area, y: clip.y + clip.height }, density).length : 0
  return { ...measured, unmeasured: measured.unmeasured + cutOff }
}
