import type { configurationsBody } from '@pas/api-contract/clients'
import type { EmailClient } from '@pas/email-clients/email-client'
import { pixelRatioOf } from '@pas/email-clients/pixel-ratio'
import type { z } from 'zod'

/** One email client in `GET /clients/configurations` (docs/contract.md §4.11). */
export function configurationResponse(
  emailClient: EmailClient,
  served: ReadonlyMap<string, string>,
): z.output<typeof configurationsBody>[string] {
  const { group, platform, fidelity, engine, asOf, confidence } = emailClient
  return {
    name: liveName(emailClient, served.get(engine)),
    group,
    platform,
    ...(served.has(engine)
      ? { status: 'normal' }
      : { status: 'unavailable', status_reason: `No worker that serves the engine '${engine}' is running.` }),
    orientation_options: [...emailClient.orientationOptions],
    images_options: [...emailClient.imagesOptions],
    pixel_ratio: pixelRatioOf(emailClient),
    fidelity,
    engine,
    as_of: asOf,
    confidence,
  }
}

/**
 * The name with the version of the running program, for a client whose pictures are taken in it: `Thunderbird Dark`
 * drawn by `Thunderbird/153.0.1` is `Thunderbird 153 Dark`; a minor version other than 0 is shown, as in `Roundcube
 * 1.6`.
 */
function liveName({ name, fidelity }: EmailClient, engineVersion: string | undefined): string {
  const [, product = '', major = '', minor = ''] = /^(\w+)\/(\d+)(?:\.(\d+))?/.exec(engineVersion ?? '') ?? []
  if (fidelity !== 'client' || product === '') return name
  const version = minor === '' || minor === '0' ? major : `${major}.${minor}`
  return name.replace(product, `${product} ${version}`)
}
