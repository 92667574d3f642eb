import { z } from 'zod'
import { settings } from './setting'
import { hostAndPort } from './value-schemas'

/** Hosts in the form of a URL's `hostname`, without a port, comma-separated. */
const hostList = z.string().transform((text, context): ReadonlySet<string> => {
  const hosts = text
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '')
  for (const host of hosts) {
    if (!URL.canParse(`https://${host}/`) || new URL(`https://${host}/`).hostname !== host) context.addIssue(`'${host}' is no host; write a comma-separated list such as images.example.com`)
  }
  return new Set(hosts)
})

/** The hosts that the api may call or name; `api/outbound` reads the first two further. */
export const outsideSettings = {
  ...settings(['api'], {
    ASSET_ALLOW: {
      schema: z.string().default(''),
      about: 'Networks and hosts that are not public from which emails may load images and style sheets: CIDR[:port] or host[:port], comma-separated.',
      example: '10.20.0.0/16,assets.internal:8080',
    },
    WEBHOOK_ALLOW: {
      schema: z.string().default(''),
      about: 'Networks and hosts that are not public to which webhooks may be sent, also over http; in the same form.',
      example: '10.30.0.0/16,receiver.internal:8080',
    },
    FALLBACK_HOSTS: {
      schema: z.string().default('').pipe(hostList),
      about: "Hosts that any fallback_url may name, besides each application's own callback hosts; comma-separated, without ports.",
      example: 'images.partner.example',
    },
  }),
  ...settings(['api', 'pas'], {
    SPAMD: {
      schema: hostAndPort.optional(),
      about:
        "SpamAssassin's spamd, host:port, which the check `spam` asks. It gets the text and header of every email that is checked, over TCP without encryption: run it beside the api. Without it, that check is `unavailable`.",
      example: 'spamd:783',
    },
  }),
}
