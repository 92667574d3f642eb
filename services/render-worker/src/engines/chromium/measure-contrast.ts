import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import type { AssetOrigin } from '../../asset-origin'
import { auditLines } from '../contrast/audit-lines'
import type { TextLine } from '../contrast/laid-out-text'
import { picturePixels, type PicturePixels } from '../contrast/picture-pixels'
import type { ContrastAudit } from '@pas/email-checks/evidence'
import type { Picture } from '../engine'
import { pictureArea, type Area } from '../picture-area'
import { readProgram } from '../read-program'
import { CdpError } from './cdp-connection'
import { withLaidOut } from './draw-document'
import type { LoadedPage, PreparedPage } from './prepared-page'
import { readLines } from './read-lines'
import { snapshotStyles } from './snapshot-elements'
import { takePicture } from './take-picture'

/** Maximum number of pixels of each of an audit's pictures, whose pixels are in memory together. */
const maxPixels = 24_000_000
/** Matches the HTML of a document in which colours may be drawn that no style names: by a property or an attribute. */
const mayRecolour = /(?:filter|blend-mode|mask(?:-[a-z]+)*)\s*[:=]/i
/**
 * Device pixels per CSS pixel in which most strokes have pixels of the text's own colour. With fewer, pixels are mixtures
 * of it and the background, which is enough where styles name the colour. With more, the picture only takes longer.
 */
const densityForStrokes = 2

const colourTextsSource = readProgram('colour-texts')

/**
 * Draws a document, if need be also without its texts, and measures the contrast of each text. Rejects with a `CdpError`,
 * and when `signal` aborts.
 */
export async function measureContrast(
  page: PreparedPage,
  document: HtmlDocument,
  serveDocument: AssetOrigin['serveDocument'],
  signal: AbortSignal,
): Promise<ContrastAudit> {
  return withLaidOut(page, document, serveDocument, async (loaded, { area, scale }) => {
    const { deviceScaleFactor, isDarkenedByEngine = false } = loaded.frame
    const mayBeRecoloured = isDarkenedByEngine || mayRecolour.test(document.html)
    const shown = mayBeRecoloured
      ? Math.max(deviceScaleFactor, densityForStrokes)
      : Math.min(deviceScaleFactor, densityForStrokes)
    const density = shown * scale
    const { clip, truncated } = pictureArea(area, density, maxPixels)
    const take = (): Promise<Picture> =>
      takePicture(loaded, { area: clip, scale: density / deviceScaleFactor })
    const { png } = await take()
    const [drawn, snapshot] = await Promise.all([
      picturePixels(png),
      loaded.session.send('DOMSnapshot.captureSnapshot', { computedStyles: [...snapshotStyles] }),
    ])
    const takeWithTextsIn = async (colour: string): Promise<PicturePixels> => {
      await colourTexts(loaded, colour)
      return picturePixels((await take()).png)
    }
    const linesIn = (part: Area): TextLine[] =>
      readLines(snapshot, { area: part, density, scale, isDarkenedByEngine })
    const audit = await auditLines(linesIn(clip), drawn, takeWithTextsIn, signal)
    const cutOff = truncated ? linesIn({ ...area, y: clip.y + clip.height }).length : 0
    return { ...audit, unmeasured: audit.unmeasured + cutOff }
  })
}

async function colourTexts({ session, worldId }: LoadedPage, colour: string): Promise<void> {
  const { exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(() => { ${colourTextsSource}\ncolourTexts(window, ${JSON.stringify(colour)}) })()`,
    contextId: worldId,
    silent: true,
  })
  if (exceptionDetails) throw new CdpError(`the texts were not coloured: ${exceptionDetails.text}`)
}
