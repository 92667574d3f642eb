import type { EmailClient } from '../email-client'
import type { Change } from '../engine/emulated-document'
import type { EmulateOptions } from '../engine/profile'
import { isForOtherClients } from './for-other-clients'
import { hasNoMeasuredEffect } from './measured-effects'

/**
 * Whether a change matters in the picture. `other_clients`: what was removed is written for other email clients, and
 * would do nothing here. `none`: it was measured that the picture stays the same. `visible`: everything else, also what
 * was not measured often enough.
 */
export type Effect = 'visible' | 'other_clients' | 'none'

/** The effects, in the order in which a reader is shown them. */
export const effects = ['visible', 'other_clients', 'none'] as const satisfies readonly Effect[]

/** The options of a preview, which decide what is seen in it. */
export type PreviewOptions = Pick<EmulateOptions, 'orientation' | 'images'>

/** The effect of a change that this email client makes in a preview with these options. */
export function effectOfChange(
  change: Pick<Change, 'rule' | 'what'>,
  emailClient: EmailClient,
  { orientation, images }: PreviewOptions,
): Effect {
  if (isForOtherClients(change, emailClient)) return 'other_clients'
  // Measured are upright previews with images: another width, or no pictures, may show what these do not.
  const isMeasured = orientation === 'vertical' && images === 'allowed'
  return isMeasured && hasNoMeasuredEffect(change, emailClient) ? 'none' : 'visible'
}
