import { z } from 'zod'
import { settings } from './setting'
import { hostAndPort, onOff } from './value-schemas'

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

/** The hosts that the api may call or name; `api/outbound` reads the lists of networks further. */
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
    LINK_CHECKS: {
      schema: onOff.default(true),
      about: '1: the check of links asks their addresses whether they answer, when a check is asked for. 0: nothing is asked.',
    },
    LINK_ALLOW: {
      schema: z.string().default(''),
      about: 'Networks and hosts that are not public whose links are asked, too; in the same form.',
      example: '10.40.0.0/16,shop.internal:8080',
    },
    LINK_FOLLOW_TRACKERS: {
      schema: onOff.default(false),
      about: '1: also asks links that lead through a click tracker, which counts each as a click, and may unsubscribe a reader.',
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
