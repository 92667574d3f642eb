import type { configurationsBody } from '@pas/api-contract/clients'
import type { EmailClient } from '@pas/email-clients/email-client'
import { pixelRatioOf } from '@pas/email-clients/pixel-ratio'
import type { z } from 'zod'
import type { ServedEngine } from './engine-status'

export function configurationResponse(
  emailClient: EmailClient,
  served: ReadonlyMap<string, ServedEngine>,
): z.output<typeof configurationsBody>[string] {
  const { group, platform, fidelity, engine, asOf, confidence } = emailClient
  const running = served.get(engine)
  return {
    name: nameWithVersion(emailClient, running?.version),
    group,
    platform,
    ...(running
      ? { status: 'normal' }
      : { status: 'unavailable', status_reason: `No worker that serves the engine '${engine}' is running.` }),
    orientation_options: [...emailClient.orientationOptions],
    images_options: [...emailClient.imagesOptions],
    drawn_by: [...(running?.drawnBy ?? [])],
    pixel_ratio: pixelRatioOf(emailClient),
    fidelity,
    engine,
    as_of: asOf,
    confidence,
  }
}

/**
 * Adds the running version when the email client itself draws: `Thunderbird 153 Dark`. A minor version other than 0 is
 * shown.
 */
function nameWithVersion({ name, fidelity }: EmailClient, engineVersion: string | undefined): string {
  const [, product = '', major = '', minor = ''] = /^(\w+)\/(\d+)(?:\.(\d+))?/.exec(engineVersion ?? '') ?? []
  if (fidelity !== 'client' || product === '') return name
  const version = minor === '' || minor === '0' ? major : `${major}.${minor}`
  return name.replace(product, `${product} ${version}`)
}
