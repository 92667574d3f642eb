import { writeLinkMail } from './send-link-mail'
import { mailLanguages } from './write-mail'

const sender = {
  authUrl: 'https://auth.example.com',
  product: { name: 'Mail & Previews', supportUrl: 'mailto:help@example.com', logoUrl: null },
}
const link = {
  userId: 7,
  purpose: 'invite',
  language: 'en',
  email: 'ada@example.com',
  firstName: '<img src=x>',
  token: 'pas_lnk_secret',
} as const

describe('the mail with a one-time link', () => {
  const url = 'https://auth.example.com/password/choose?link=pas_lnk_secret'

  it('names the person, the product, the link and the support, in each language and for each purpose', () => {
    const subjects = new Set<string>()
    for (const language of mailLanguages) {
      for (const purpose of ['invite', 'reset'] as const) {
        const mail = writeLinkMail(sender, { ...link, language, purpose })
        subjects.add(mail.subject)
        for (const part of [
          url,
          'ada@example.com',
          'Mail & Previews',
          '<img src=x>',
          'mailto:help@example.com',
        ])
          expect(mail.text).toContain(part)
        // The button, and below it the address for a reader whose button does not work.
        expect(mail.html.split(`href="${url}"`)).toHaveLength(3)
        expect(mail.html).toContain(`>${url}</a>`)
        expect(mail.html).toContain(`<html lang="${language}"`)
      }
    }
    expect(subjects.size).toBe(2 * mailLanguages.length)
  })

  it('escapes names in its HTML, and is in English when the language is not known', () => {
    const { html, subject } = writeLinkMail(sender, { ...link, language: 'xx' })
    expect(subject).toBe('Your access to Mail & Previews')
    expect(html).toContain('&lt;img src=x&gt;')
    expect(html).not.toContain('<img')
  })
})
