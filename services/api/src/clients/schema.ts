import type { EmailClient } from '@pas/email-clients/catalogue/email-client'

/** One email client in `GET /clients/configurations` (contract §4). */
export function configurationResponse(
  emailClient: EmailClient,
  served: ReadonlyMap<string, string>,
): Record<string, string | readonly string[]> {
  const { name, group, platform, fidelity, engine } = emailClient
  return {
    name,
    group,
    platform,
    ...(served.has(engine)
      ? { status: 'normal' }
      : { status: 'unavailable', status_reason: `No worker that serves the engine '${engine}' is running.` }),
    orientation_options: emailClient.orientationOptions,
    images_options: emailClient.imagesOptions,
    fidelity,
    engine,
  }
}
