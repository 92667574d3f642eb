import { writeWrongCodesMail } from './send-wrong-codes-mail'
import { mailLanguages } from './write-mail'

describe('the mail about wrong codes', () => {
  it('names the person, the product, the number and the page for a new password, in each language', () => {
    const sender = {
      authUrl: 'https://auth.example.com',
      product: { name: 'Mail & Previews', supportUrl: 'mailto:help@example.com', logoUrl: null },
    }
    const warning = {
      userId: 7,
      email: 'ada@example.com',
      firstName: '<b>',
      wrongCodes: 10,
      createdAt: new Date(),
    }
    const subjects = new Set<string>()
    for (const language of [...mailLanguages, 'xx', null]) {
      const mail = writeWrongCodesMail(sender, { ...warning, language })
      subjects.add(mail.subject)
      for (const part of [
        'https://auth.example.com/password/lost',
        'ada@example.com',
        'Mail & Previews',
        ' 10 ',
        '<b>',
      ])
        expect(mail.text).toContain(part)
      expect(mail.html).toContain(' href="https://auth.example.com/password/lost"')
      expect(mail.html).not.toContain('<b>')
    }
    expect(subjects.size).toBe(mailLanguages.length)
  })
})
