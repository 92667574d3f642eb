import type { MeasuredTexts } from '@pas/email-checks/measurements'
import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import type { AssetOrigin } from '../../asset-origin'
import type { JudgeContrast } from '../contrast/laid-out-page'
import { readProgram } from '../read-program'
import { CdpError } from './cdp-connection'
import { withLaidOutPage } from './draw-document'
import type { LoadedPage, PreparedPage } from './prepared-page'
import { snapshotStyles } from './snapshot-elements'
import { takePicture } from './take-picture'

const colourTextsSource = readProgram('colour-texts')

export async function measureContrast(
  page: PreparedPage,
  document: HtmlDocument,
  serveDocument: AssetOrigin['serveDocument'],
  judge: JudgeContrast,
): Promise<MeasuredTexts> {
  return withLaidOutPage(page, document, serveDocument, async (loaded, { area, left, scale }) => {
    const { deviceScaleFactor, isDarkenedByEngine = false } = loaded.frame
    const snapshot = await loaded.session.sendForBytes('DOMSnapshot.captureSnapshot', {
      computedStyles: [...snapshotStyles],
    })
    const laidOut = { snapshot, area, scale, deviceScaleFactor, isDarkenedByEngine }
    return judge(laidOut, async (order) => {
      if (order.textColour !== null) await colourTexts(loaded, order.textColour)
      const messageArea = { area: order.area, left, scale: order.density / deviceScaleFactor }
      return (await takePicture(loaded, messageArea)).png
    })
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
