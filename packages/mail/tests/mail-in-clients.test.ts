import { popularEmailClients } from '@pas/settings/default-email-clients'
import { emailClients, findEmailClient } from '@pas/email-clients/catalogue'
import { emulate } from '@pas/email-clients/emulate'
import type { Emulation } from '@pas/email-clients/engine/emulated-document'
import { documentText } from '@pas/email-clients/engine/document-text'
import { writeInvitationMail } from '../src/send-invitation-mail'
import { writeLinkMail } from '../src/send-link-mail'
import { writeWrongCodesMail } from '../src/send-wrong-codes-mail'
import { mailLanguages } from '../src/write-mail'
import type { Mail } from '../src/mailer'

const sender = {
  authUrl: 'https://auth.example.com',
  product: { name: 'Mail & Previews', supportUrl: 'https://help.example.com', logoUrl: null },
}
const person = { userId: 7, email: 'ada@example.com', firstName: 'Ada' }
const invitation = {
  id: 1,
  email: 'ada@example.com',
  accountName: 'Newsletters',
  invitedBy: 'joan@example.com',
}

/** Every mail that we send, in each language. */
const mails: Mail[] = mailLanguages.flatMap((language) => [
  ...(['invite', 'reset'] as const).map((purpose) =>
    writeLinkMail(sender, { ...person, purpose, language, token: 'pas_lnk_secret' }),
  ),
  ...[true, false].map((isTaken) =>
    writeInvitationMail(sender, { ...invitation, language, isTaken, token: 'pas_inv_secret' }),
  ),
  writeWrongCodesMail(sender, { ...person, language, wrongCodes: 10, createdAt: new Date(0) }),
])

/** What email clients drop of our mails, or do to them, and why nothing that is seen is lost. */
const notMissed: readonly RegExp[] = [
  // Corners are square.
  /border-radius/,
  // The dark colours of clients that take them; others stay light, or darken the mail by themselves.
  /^media-query-unsupported: \(prefers-color-scheme:dark\)$/,
  /^at-rule-unsupported: @media$/,
  /^selector-unsupported: :root$/,
  /^meta-unsupported: <meta name="(?:supported-)?color-schemes?">$/,
  /^(?:darkened|dark-partial-inversion): /,
  // What is for Word alone: the table of fixed width, and the padding of the button's cell.
  /^(?:comment-removed: conditional comment|conditional-shown: \[if mso\])$/,
  /: mso-(?:hide|padding-alt)$/,
  // In Word the button's cell has the padding, not its link; and the table is the ground, not the body.
  /^property-not-on-element: (?:padding on <a>|margin on <body>)$/,
  /^value-refined: display: inline-block$/,
  /^body-replaced: <body>$/,
  // The table around everything has its ground.
  /^body-attribute-dropped: style$/,
  // The preheader, which `mso-hide` hides in Word.
  /^declaration-unsupported: (?:overflow|max-height)$/,
  /^value-refined: font-size: 1px$/,
  // Word breaks long addresses by itself; Gmail marks where.
  /^declaration-unsupported: word-break$/,
  /^word-break-inserted: <wbr>$/,
  // Outlook on iOS makes all text larger.
  /^text-zoomed: (?:font-size|line-height) /,
  // The next font of the list.
  /^font-substituted: Segoe UI$/,
  // The person's own address becomes a link.
  /^link-detected: email address$/,
]

function emulatedIn(code: string, mail: Mail): Emulation {
  const emailClient = findEmailClient(code)
  if (!emailClient) throw new Error(`${code} is not in the catalogue`)
  const content = {
    html: mail.html,
    plainText: mail.text,
    subject: mail.subject,
    fromAddress: null,
    fromDisplayName: null,
  }
  return emulate(emailClient, content, { orientation: 'vertical', images: 'allowed', assetUrl: () => null })
}

describe('our own mails', () => {
  it.each(popularEmailClients)('lose nothing that is seen in %s', (code) => {
    for (const mail of mails) {
      const { changes } = emulatedIn(code, mail)
      const missed = changes
        .map(({ rule, what }) => `${rule}: ${what}`)
        .filter((change) => !notMissed.some((harmless) => harmless.test(change)))
      expect([mail.subject, missed]).toEqual([mail.subject, []])
    }
  })

  it('have their link and all of their words in every email client', () => {
    for (const mail of mails) {
      const words = mail.text.split(/\s+/)
      for (const { code, fidelity, engine } of emailClients) {
        if (fidelity === 'client' || engine === 'text') continue
        const html = documentText(emulatedIn(code, mail).document)
        const text = html.replace(/<style.*?<\/style>|<[^>]*>?|\s/gs, '').replaceAll('&amp;', '&')
        expect([code, words.filter((word) => !text.includes(word))]).toEqual([code, []])
      }
    }
  })

  it('ask for nothing from elsewhere, but for the operator’s logo', () => {
    for (const { html } of mails) expect(html).not.toMatch(/<img|\bsrc=|url\(|@import|<link/i)
    const logo = (logoUrl: string): string =>
      writeLinkMail(
        { ...sender, product: { ...sender.product, logoUrl } },
        { ...person, purpose: 'invite', language: 'en', token: 'x' },
      ).html
    expect(logo('https://cdn.example.com/logo.png')).toContain('<img src="https://cdn.example.com/logo.png"')
    expect(logo('/logo.png')).toContain(
      '<img src="https://auth.example.com/logo.png" alt="Mail &amp; Previews"',
    )
    // Most email clients show no SVG.
    expect(logo('/logo.svg')).not.toContain('<img')
  })
})
