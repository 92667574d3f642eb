import type { EmailClient } from '../email-client'
import type { Change } from '../engine/emulated-document'
import type { EmulateOptions } from '../engine/profile'
import { isForOtherClients } from './for-other-clients'
import { measuredEffectOf } from './measured-effects'

/** Content and properties that the email has for this very client, which shows them. */
const didItsWork: ReadonlySet<string> = new Set([
  'conditional-shown',
  'office-settings-hidden',
  'office-property',
  'vml-drawn',
])

/**
 * `other_clients`: what was removed is for other email clients. `none`: the picture stays the same. `visible`: everything
 * else, also what was never measured.
 */
export type Effect = 'visible' | 'other_clients' | 'none'

export const effects = ['visible', 'other_clients', 'none'] as const satisfies readonly Effect[]

/**
 * `rule`: the rule alone says so. `measured_elsewhere`: so it is in public templates. `measured_here`: this very email was
 * drawn without the change.
 */
export const bases = ['rule', 'measured_elsewhere', 'measured_here'] as const
export type Basis = (typeof bases)[number]

export interface EffectOfChange {
  effect: Effect
  basis: Basis
}

export type PreviewOptions = Pick<EmulateOptions, 'orientation' | 'images'>

/** Only upright previews with images are measured: in another width, or without images, a change may be seen. */
export const isMeasured = ({ orientation, images }: PreviewOptions): boolean =>
  orientation === 'vertical' && images === 'allowed'

export function effectOfChange(
  change: Pick<Change, 'rule' | 'what' | 'effect'>,
  emailClient: EmailClient,
  options: PreviewOptions,
): EffectOfChange {
  if (change.effect) return { effect: change.effect, basis: 'rule' }
  if (didItsWork.has(change.rule)) return { effect: 'none', basis: 'rule' }
  if (isForOtherClients(change, emailClient)) return { effect: 'other_clients', basis: 'rule' }
  const measured = isMeasured(options) ? measuredEffectOf(change, emailClient) : null
  return measured ? { effect: measured, basis: 'measured_elsewhere' } : { effect: 'visible', basis: 'rule' }
}
