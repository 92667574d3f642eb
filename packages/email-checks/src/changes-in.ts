import {
  byClients,
  ChangesOfConfigurations,
  groupAlike,
  uprightWithImages,
  type ChangeOfClients,
} from '@pas/email-clients/effects/changes-of-clients'
import type { EmailClient } from '@pas/email-clients/email-client'
import type { EmailContent } from '@pas/email-clients/engine/emulated-document'
import { emulate } from '@pas/email-clients/emulate'

export function changesIn(content: EmailContent, emailClients: readonly EmailClient[]): ChangeOfClients[] {
  const gathered = new ChangesOfConfigurations()
  for (const alike of groupAlike(uprightWithImages(emailClients))) {
    const [{ emailClient, orientation, images }] = alike
    gathered.add(emulate(emailClient, content, { orientation, images, assetUrl: () => null }).changes, alike)
  }
  return byClients(gathered.list())
}
