import { profiles } from '../profiles/profiles'
import { emailClients, findEmailClient } from './catalogue'

describe('the catalogue', () => {
  it('offers exactly the clients that have a profile, sorted by code', () => {
    expect(emailClients.map(({ code }) => code)).toEqual([...profiles.keys()].sort())
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
