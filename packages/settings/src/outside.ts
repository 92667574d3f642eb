import { z } from 'zod'
import { settings } from './setting'
import { hostAndPort, onOff } from './value-schemas'

/** Comma-separated; each as in a URL's `hostname`. */
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

export interface OutboundProxy {
  origin: string
  /** `Proxy-Authorization`; null without credentials. */
  authorization: string | null
}

const proxyUrl = z.string().transform((text, context): OutboundProxy => {
  const url = URL.canParse(text) ? new URL(text) : null
  const [user, password] = [url?.username, url?.password].map((part = '') => {
    try {
      return decodeURIComponent(part)
    } catch {
      return null
    }
  })
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && `${url.pathname}${url.search}${url.hash}` === '/'
  if (!isOrigin || typeof user !== 'string' || typeof password !== 'string') {
    // Not quoted: the text may hold a password.
    context.addIssue('must be an http:// or https:// URL without a path, such as http://proxy.internal:3128; a user and a password in it are percent-encoded')
    return z.NEVER
  }
  const hasCredentials = user !== '' || password !== ''
  return { origin: url.origin, authorization: hasCredentials ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` : null }
})

const hostName = z.string().regex(/^(?=.{1,253}$)[a-z\d-]+(\.[a-z\d-]+)+$/i, 'must be the name of a public host, such as example.com')

/** `api/outbound` parses the lists of networks. */
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
    FETCH_TRACKING_PIXELS: {
      schema: onOff.default(false),
      about: '1: of mail that comes by SMTP, pictures of one pixel and addresses that count openings are fetched, too, which counts an opening each. 0: a transparent pixel stands in their place.',
    },
    FALLBACK_HOSTS: {
      schema: z.string().default('').pipe(hostList),
      about: "Hosts that any fallback_url may name, besides each application's own callback hosts; comma-separated, without ports.",
      example: 'images.partner.example',
    },
  }),
  ...settings(['api', 'pas'], {
    OUTBOUND_PROXY: {
      schema: proxyUrl.optional(),
      about:
        'The proxy through which images, links and webhooks are asked: an http:// or https:// URL, with a percent-encoded user and password if it asks for them. What the lists of networks name is asked directly.',
      example: 'http://user:password@proxy.internal:3128',
      isSecret: true,
    },
    OUTBOUND_CANARY: {
      schema: hostName.default('example.com'),
      about: 'A public host name by which the api tells a network without public names from a host that is not there. It is only looked up; `pas doctor` also asks the proxy for a connection to it.',
    },
    SPAMD: {
      schema: hostAndPort.optional(),
      about:
        "SpamAssassin's spamd, host:port, which the check `spam` asks. It gets the text and header of every email that is checked, over TCP without encryption: run it beside the api. Without it, that check is `unavailable`.",
      example: 'spamd:783',
    },
  }),
}
