import { z } from 'zod'

/**
 * The schema of FALLBACK_HOSTS: comma-separated hosts that every request's `fallback_url` may name, in the form of a
 * URL's `hostname`, without a port.
 */
export const fallbackHosts = z
  .string()
  .default('')
  .transform((text, context): ReadonlySet<string> => {
    const hosts = text
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== '')
    for (const host of hosts) {
      if (!URL.canParse(`https://${host}/`) || new URL(`https://${host}/`).hostname !== host)
        context.addIssue(`'${host}' is no host; write a comma-separated list such as images.example.com`)
    }
    return new Set(hosts)
  })
