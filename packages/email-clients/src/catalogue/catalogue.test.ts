import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { profiles } from '../profiles/profiles'
import { emailClients, findEmailClient } from './catalogue'

describe('the catalogue', () => {
  it('offers exactly the clients that have a profile, sorted by code', () => {
    expect(emailClients.map(({ code }) => code)).toEqual([...profiles.keys()].sort())
  })

  it.each([
    'packages/email-clients/dist/catalogue/catalogue.js',
    'services/api/dist/app.js',
    'services/auth/dist/app.js',
  ])('is had by %s without loading what any client does to an email', (file) => {
    const script = `require(${JSON.stringify(path.resolve(__dirname, '../../../..', file))}); console.log(Object.keys(require.cache).join('\\n'))`
    const loaded = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).split('\n')
    expect(loaded.filter((name) => /email-clients\/dist\/(profiles|caniemail)\//.test(name))).toEqual([])
  })

  it.each(['GMAILNEW', 'gmailnew', 'GmailNew'])('finds a client as %s', (code) => {
    expect(findEmailClient(code)?.code).toBe('GMAILNEW')
  })

  it.each(['', 'GMAIL', 'OPERAGMAILNEW', 'constructor'])('has nothing under %j', (code) => {
    expect(findEmailClient(code)).toBeNull()
  })

  it('offers images on and off for webmail and none of it for plain text', () => {
    expect(findEmailClient('GOOGLEAPPS')?.imagesOptions).toEqual(['allowed', 'blocked'])
    expect(findEmailClient('PLAINTEXT')?.imagesOptions).toEqual(['allowed'])
  })
})
