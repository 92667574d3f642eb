import type { ReadAttribute } from './attribute-reference'

/**
 * Addresses by which services count openings, at the host that each documents or at its sender's own.
 * Amazon SES, Brevo, Mailchimp and Mandrill, Mailgun, Mailjet, Postmark, Salesforce, SendGrid.
 */
const openings: readonly { host: RegExp | null; path: RegExp }[] = [
  { host: /\.awstrack\.me$/, path: /^\/I0\// },
  { host: /^[\w.-]*\.sendib[mt]\d\.com$/, path: /^\/(?:mk|tr)\/op\// },
  { host: null, path: /^\/track\/open\.php$/ },
  { host: null, path: /^\/o\/eJ[\w-]{40,}$/ },
  { host: /(?:^|\.)mjt\.lu$/, path: /^\/oo\// },
  { host: /(?:^|\.)pstmrk\.it$/, path: /^\/open\b/ },
  { host: /(?:^|\.)exct\.net$/, path: /^\/open\.aspx$/ },
  { host: null, path: /^\/wf\/open$/ },
]

/** `url`: normalised and absolute. */
export function countsOpenings(url: string): boolean {
  if (!url.startsWith('http') || !URL.canParse(url)) return false
  const { hostname, pathname } = new URL(url)
  return openings.some(({ host, path }) => (host?.test(hostname) ?? true) && path.test(pathname))
}

const maxStyleLength = 2_000

/** At most one pixel wide and high, by its attributes or its own style. */
export function isOnePixel(read: ReadAttribute): boolean {
  const style = (read('style') ?? '').slice(0, maxStyleLength)
  return (['width', 'height'] as const).every((name) => {
    const declared = new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]{1,40})`, 'i').exec(style)?.[1]
    const pixels = (declared ?? read(name) ?? '').toLowerCase().replace(/!important|px|\s/g, '')
    return /^[01](?:\.0+)?$/.test(pixels)
  })
}
