import { emailClients } from '@pas/email-clients/catalogue'
import { emulate } from '@pas/email-clients/emulate'
import type { WireFinding } from '../src/answers'
import { changesIn } from '../src/changes-in'
import { openEmail } from '../src/checked-email'
import { unpublishedDarkClients } from '../src/dark/dark-styles'
import { emailOf } from './corpus'
import { findingsOfClients, type Pair } from './failing-texts'

const upright = { orientation: 'vertical', images: 'allowed' } as const

describe('contrast/text of a hair in the dark', () => {
  const page = (style: string) => `<!doctype html><html lang="en"><head>
<meta name="color-scheme" content="light dark"><style>${style}</style></head><body>
<p style="color:#333333;background:#ffffff">Coffee</p>
<p style="color:#444444;background:#ffffff">Terms</p></body></html>`
  const plain = page('p{margin:0}')
  const ownDark = page('@media (prefers-color-scheme: dark) { p { color: #787878 !important } }')
  const coffee: Pair = { text: 'Coffee', where: { line: 3, column: 1 }, ratio: 4.3 }
  const terms: Pair = { text: 'Terms', where: { line: 4, column: 1 }, ratio: 4.4 }
  const notPublished =
    'In the dark the contrast is a hair too low, in colours that the email client chooses and does not publish.'
  const told = (findings: readonly WireFinding[]) =>
    findings.map(({ severity, what, clients, description }) => [severity, what, clients, description])

  it('is a note where the email client chooses the colours, for each text in its email clients', () => {
    const findings = findingsOfClients(plain, {
      OL365DARK: [coffee],
      CHROMEOUTLOOKCOMDARK: [coffee, terms],
      ANDROID15GMAILAPPDARK: [terms],
    })
    expect(told(findings)).toEqual([
      ['note', 'Coffee', ['CHROMEOUTLOOKCOMDARK', 'OL365DARK'], notPublished],
      ['note', 'Terms', ['ANDROID15GMAILAPPDARK', 'CHROMEOUTLOOKCOMDARK'], notPublished],
    ])
  })

  it.each(['APPMAIL18DARK', 'IPHONE17DARK', 'ANDROIDSAMSUNG15DARK', 'CHROMEOUTLOOKCOMDARK'])(
    'is a warning in %s, which applies the dark styles of the email, one for each colour',
    (code) => {
      const findings = findingsOfClients(ownDark, {
        [code]: [{ ...coffee, textColour: '#787878', background: '#1a1a1a' }],
      })
      expect(told(findings)).toEqual([
        ['warning', 'Coffee', [code], 'In the dark the contrast is 4.3:1 where 4.5:1 is needed.'],
      ])
    },
  )

  it('is one row for each of the email’s own colours, but one for all that email clients choose', () => {
    const pairs: Pair[] = [
      { ...coffee, ratio: 3.5, textColour: '#686868', background: '#1a1a1a' },
      { ...terms, ratio: 3.6, textColour: '#6a6a6a', background: '#1a1a1a' },
    ]
    expect(findingsOfClients(ownDark, { APPMAIL18DARK: pairs })).toHaveLength(2)
    expect(findingsOfClients(ownDark, { ANDROID15GMAILAPPDARK: pairs })).toHaveLength(1)
  })

  it('is a note where the email client does not apply the dark styles of the email', () => {
    const codes = ['OL365DARK', 'ANDROID15GMAILAPPDARK', 'CHROMEYAHOODARK']
    for (const code of codes)
      expect(findingsOfClients(ownDark, { [code]: [coffee] })).toMatchObject([{ severity: 'note' }])
  })

  it('is a note in no email client of all that draws a colour of the email’s dark styles', () => {
    const content = emailOf(ownDark, {}, false)
    const dark = emailClients.filter(({ isDark, fidelity }) => isDark && fidelity !== 'client')
    const drawing = dark.filter((emailClient) => {
      const { document } = emulate(emailClient, content, { ...upright, assetUrl: () => null })
      return document.kind === 'html' && document.html.includes('#787878')
    })
    const unpublished = unpublishedDarkClients(openEmail({ ...content, changes: changesIn(content, dark) }))
    expect(drawing.map(({ code }) => code).filter((code) => unpublished.has(code))).toEqual([])
    expect([drawing.length, unpublished.size].every((size) => size > 10)).toBe(true)
  })

  it('is a warning in colours that are published, and in the light, too', () => {
    const inverted = '<!doctype html><html lang="en"><body><p style="color:#333333">Coffee</p></body></html>'
    const pair: Pair = { ...coffee, where: { line: 1, column: 38 } }
    expect(findingsOfClients(inverted, { APPMAIL18DARK: [pair] })).toMatchObject([{ severity: 'warning' }])
    expect(findingsOfClients(plain, { CHROMEGMAILNEW: [coffee], OL365DARK: [coffee] })).toMatchObject([
      { severity: 'warning', clients: ['CHROMEGMAILNEW', 'OL365DARK'] },
    ])
  })

  it('is an error for a large text, and a warning below 4.275:1', () => {
    const severityOf = (pair: Partial<Pair>) =>
      findingsOfClients(plain, { OL365DARK: [{ ...coffee, ...pair }] })[0]?.severity
    expect(severityOf({ ratio: 2.86, needed: 3 })).toBe('error')
    expect(severityOf({ ratio: 4.27 })).toBe('warning')
    expect(severityOf({ ratio: 4.28 })).toBe('note')
  })
})
