import type { EmailClient } from '@pas/email-clients/email-client'
import { placeKey, type PlacedChange } from '@pas/email-clients/effects/measured-here'
import { emulate } from '@pas/email-clients/emulate'
import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { servedUrl, type Drawer } from '../fidelity/drawer'

export interface LeftOutChange {
  emailClient: EmailClient
  html: string
  change: PlacedChange
  drawer: Pick<Drawer, 'hashOf'>
  /** The asset that stands for every picture. */
  pictureName: string
}

/** Whether the picture is another one when the email client does all but this change. */
export async function isSeenAlone({
  emailClient,
  html,
  change,
  drawer,
  pictureName,
}: LeftOutChange): Promise<boolean> {
  const content = { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null }
  const emulated = (isLeftOut: (made: PlacedChange) => boolean): HtmlDocument => {
    const { document } = emulate(emailClient, content, {
      orientation: 'vertical',
      images: 'allowed',
      assetUrl: () => servedUrl(pictureName),
      listsPlaces: true,
      leavesOut: isLeftOut,
    })
    if (document.kind !== 'html') throw new Error(`${emailClient.code} does not show HTML.`)
    return document
  }
  const whole = emulated(() => false)
  const without = emulated((made) => placeKey(made) === placeKey(change))
  return (await drawer.hashOf(whole)) !== (await drawer.hashOf(without))
}
