import type { EmailClient } from '../email-client'
import type { Change } from '../engine/emulated-document'
import type { EmulateOptions } from '../engine/profile'
import { isForOtherClients } from './for-other-clients'
import { hasNoMeasuredEffect } from './measured-effects'

/**
 * `other_clients`: what was removed is for other email clients. `none`: measured, the picture stays the same.
 * `visible`: everything else, even if it was rarely measured.
 */
export type Effect = 'visible' | 'other_clients' | 'none'

export const effects = ['visible', 'other_clients', 'none'] as const satisfies readonly Effect[]

export type PreviewOptions = Pick<EmulateOptions, 'orientation' | 'images'>

export function effectOfChange(
  change: Pick<Change, 'rule' | 'what'>,
  emailClient: EmailClient,
  { orientation, images }: PreviewOptions,
): Effect {
  if (isForOtherClients(change, emailClient)) return 'other_clients'
  // Only upright previews with images were measured: in another width, or without images, the change may be seen.
  const isMeasured = orientation === 'vertical' && images === 'allowed'
  return isMeasured && hasNoMeasuredEffect(change, emailClient) ? 'none' : 'visible'
}
