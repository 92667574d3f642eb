import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { emailClients, emulatedLike, findEmailClient, inOtherTheme } from './catalogue'
import { defaultEmailClients } from './default-email-clients'
import { popularEmailClients } from '@pas/settings/default-email-clients'

describe('the catalogue', () => {
  it('offers clients that can be emulated, each once, sorted by code', () => {
    const codes = emailClients.map(({ code }) => code)
    expect(codes).toEqual([...new Set(codes)].sort())
    for (const emailClient of emailClients) expect(codes).toContain(emulatedLike(emailClient))
  })

  it.each([
    'packages/email-clients/dist/catalogue.js',
    'services/api/dist/app.js',
    'services/auth/dist/app.js',
  ])('can be loaded by %s without loading any profile', (file) => {
    const script = `require(${JSON.stringify(path.resolve(__dirname, '../../..', file))}); console.log(Object.keys(require.cache).join('\\n'))`
    const loaded = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).split('\n')
    expect(
      loaded.filter((name) => /email-clients\/dist\/(caniemail|clients\/[^/]+\/(?!clients\.js$))/.test(name)),
    ).toEqual([])
  })

  it.each(['GMAILNEW', 'gmailnew', 'GmailNew'])('finds a client as %s', (code) => {
    expect(findEmailClient(code)?.code).toBe('GMAILNEW')
  })

  it.each(['', 'GMAIL', 'OPERAGMAILNEW', 'constructor'])('has nothing under %j', (code) => {
    expect(findEmailClient(code)).toBeNull()
  })

  it('offers images on and off for webmail, and no choice for plain text', () => {
    expect(findEmailClient('GOOGLEAPPS')?.imagesOptions).toEqual(['allowed', 'blocked'])
    expect(findEmailClient('PLAINTEXT')?.imagesOptions).toEqual(['allowed'])
  })

  it('has the dark theme of a client under its code and DARK', () => {
    expect(emailClients.filter(({ code, isDark }) => code.endsWith('DARK') !== isDark)).toEqual([])
    const [dark, light] = [findEmailClient('OL365DARK'), findEmailClient('OL365')]
    expect(dark && inOtherTheme(dark)).toEqual(light)
    expect(light && inOtherTheme(light)).toEqual(dark)
    const webmail = findEmailClient('CHROMEGMAILNEW')
    expect(webmail && inOtherTheme(webmail)).toBeNull()
  })

  it('gives each client the month of its newest source, which is not in the future', () => {
    const thisMonth = new Date().toISOString().slice(0, 7)
    const wrong = emailClients.filter(
      ({ asOf }) => !/^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/.test(asOf) || asOf > thisMonth,
    )
    expect(wrong).toEqual([])
  })

  it('has confidence measured for every client that really runs', () => {
    const running = emailClients.filter(({ fidelity }) => fidelity === 'client')
    expect(running.length).toBeGreaterThan(0)
    expect(new Set(running.map(({ confidence }) => confidence))).toEqual(new Set(['measured']))
  })

  it.each([
    'APPMAIL26 IPHONE14 IPHONE14PROMAX IPHONE15 IPHONE15PLUS IPHONE17 IPHONE17PROMAX IPADGEN10 IPADA16',
    'ANDROID12GMAILAPP ANDROID15GMAILAPP ANDROIDSAMSUNG12 ANDROIDSAMSUNG15 OUTLOOKIOS ANDROIDOUTLOOK GMAILIOS26 OUTLOOKIOS26 ANDROID15OUTLOOK',
    'OL2019 OL2021 OL2024 OL365 OUTLOOKNEW OUTLOOKNEWMAC OUTLOOKCOM OFFICE365 YAHOO AOLONLINE K9MAIL THUNDERBIRDANDROID',
  ])('has light and dark of %s', (codes) => {
    for (const code of codes.split(' ')) {
      expect(findEmailClient(code)?.code).toBe(code)
      expect(findEmailClient(`${code}DARK`)?.name).toBe(`${findEmailClient(code)?.name ?? ''} Dark`)
    }
  })

  it('draws the set of 2026 as its predecessors, assumed, and not popular until it is measured', () => {
    const predecessors = {
      ...{ IPHONE17IOS27: 'IPHONE17', IPADA16IOS27: 'IPADA16', APPMAIL27: 'APPMAIL26' },
      ...{ GMAILIOS27: 'GMAILIOS26', OUTLOOKIOS27: 'OUTLOOKIOS26' },
      ...{ ANDROID16GMAILAPP: 'ANDROID15GMAILAPP', ANDROID16OUTLOOK: 'ANDROID15OUTLOOK' },
      ...{ ANDROIDSAMSUNG16: 'ANDROIDSAMSUNG15' },
    }
    for (const [light, lightBefore] of Object.entries(predecessors)) {
      for (const theme of ['', 'DARK']) {
        const [code, before] = [light + theme, lightBefore + theme].map(findEmailClient)
        expect(code?.code).toBe(light + theme)
        expect(code && emulatedLike(code)).toBe(before && emulatedLike(before))
        expect(code?.platform).toMatch(/^(?:(?:iOS|macOS) 27|Android 16)$/)
        expect(code?.confidence).toBe('assumed')
        expect(popularEmailClients).not.toContain(code?.code)
      }
    }
  })

  it('has Microsoft 365 on a Windows that is still supported', () => {
    for (const code of ['OL365', 'OL365DARK', 'OL365DPI120'])
      expect(findEmailClient(code)?.platform).toBe('Windows 11')
  })

  it('begins with at most 16 codes, each drawn in its own way, and one Outlook that draws with Word', () => {
    const codes = defaultEmailClients.parse(popularEmailClients.join(','))
    expect(codes).toHaveLength(16)
    const found = codes.flatMap((code) => findEmailClient(code) ?? [])
    expect(new Set(found.map(emulatedLike)).size).toBe(codes.length)
    const platforms = found.map(({ platform }) => platform)
    expect(platforms.filter((platform) => /^(?:iOS|Android) /.test(platform)).sort()).toEqual([
      ...['Android 15', 'Android 15', 'Android 15', 'Android 15'],
      ...['iOS 26', 'iOS 26', 'iOS 26', 'iOS 26', 'iOS 26'],
    ])
    for (const code of ['ANDROID15GMAILAPPDARK', 'OUTLOOKIOS26', 'IPADA16']) expect(codes).toContain(code)
    expect(codes.filter((code) => /^OL\d/.test(code))).toEqual(['OL365', 'OL365DARK'])
  })
})
