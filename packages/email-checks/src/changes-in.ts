import {
  byClients,
  gatherChanges,
  groupAlike,
  uprightWithImages,
  type ChangeOfClients,
} from '@pas/email-clients/effects/changes-of-clients'
import type { EmailClient } from '@pas/email-clients/email-client'
import type { EmailContent } from '@pas/email-clients/engine/emulated-document'
import { emulate } from '@pas/email-clients/emulate'

/** Place by place, as if every asset was fetched: Outlook changes nothing more of a picture that it has lost. */
export function changesIn(content: EmailContent, emailClients: readonly EmailClient[]): ChangeOfClients[] {
  const emulated = groupAlike(uprightWithImages(emailClients)).map((configurations) => {
    const [{ emailClient, orientation, images }] = configurations
    const options = { orientation, images, assetUrl: () => 'about:blank', listsPlaces: true }
    return { changes: emulate(emailClient, content, options).changes, configurations }
  })
  return byClients(gatherChanges(emulated))
}
