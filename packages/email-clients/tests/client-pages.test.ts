import { emailClients } from '@pas/email-clients/catalogue'
import { drawIn, emailOf, emulateFor, withHead } from './draw-in-client'

const pageOf = (code: string) => {
  const { document } = emulateFor(code, emailOf('<p>x</p>'))
  if (document.kind !== 'html') throw new Error(`${code} shows no HTML`)
  return document
}

const webmails = emailClients
  .filter(({ kind, fidelity }) => kind === 'web' && fidelity !== 'client')
  .map(({ code }) => code)
const isInIframe = (code: string): boolean => pageOf(code).captureSelector === null

describe('webmail', () => {
  it.each(webmails.filter((code) => !isInIframe(code)))(
    '%s lays a message out in a window of 1,366 px, to which media queries and vw refer, and shows the message alone',
    (code) => {
      const { frame, captureSelector, html } = pageOf(code)
      expect(frame).toMatchObject({ width: 1366, height: 768, mobile: false })
      expect(captureSelector).toBe('#pas-message')
      expect(html).toMatch(/<body><div[^>]* id="pas-message"/)
    },
  )

  it.each(webmails.filter(isInIframe))(
    '%s lays a message out in an iframe as wide as its column, to which media queries refer',
    (code) => {
      const { frame } = pageOf(code)
      expect(frame).toMatchObject({ height: 768, mobile: false })
      expect(frame.width).toBeLessThan(1366)
    },
  )

  it.each([
    ['COMCAST', 860],
    ['CHROMECOMCAST', 860],
    ['FFCOMCAST', 860],
    ['IONOS', 860],
    ['FREENETDE', 900],
    ['CHROMEFREENETDE', 900],
    ['FFFREENETDE', 900],
    ['FREEFR', 900],
    ['PROTONMAIL', 880],
  ])('%s has an iframe of %i px', (code, width) => {
    expect(pageOf(code)).toMatchObject({ frame: { width }, captureSelector: null })
  })

  it.each([
    ['CHROMEGMAILNEW', 1040],
    ['CHROMEOUTLOOKCOM', 820],
    ['CHROMEYAHOO', 900],
    ['CHROMEAOLONLINE', 900],
  ])('%s has a column of %i px', (code, width) => {
    expect(pageOf(code).html).toContain(`min-width:${width}px`)
  })
})

describe('text without a font of its own', () => {
  it.each([
    ['CHROMEGMAILNEW', 'small/1.5 Arial'],
    ['ANDROID11GMAILAPP', '12.8px/normal Roboto'],
    ['GMAILIOS', '16px/1.4 Roboto'],
    ['CHROMEOUTLOOKCOM', '15px/normal "Segoe UI"'],
    ['OUTLOOKNEW', '15px/normal "Segoe UI"'],
    ['ANDROIDOUTLOOK', '16px/normal Roboto'],
    ['OL2019MAC', '14px/normal Calibri'],
    ['CHROMEYAHOO', '13px/1.4 "Helvetica Neue"'],
    ['CHROMEAOLONLINE', '10pt/normal Arial'],
    ['YAHOOANDROID', '14px/1.4 Roboto'],
    ['APPMAIL16', '12px Helvetica'],
    ['IPHONE16', '17px -apple-system'],
    ['ANDROIDSAMSUNG10', '16px/1.4 Roboto'],
    ['FREENETDE', '16px/normal "Times New Roman"'],
    ['GMXDE', '12px/normal Verdana'],
    ['FFWEBDE', '12px/normal Verdana'],
    ['ANDROID6', '13.7px/normal Roboto'],
    ['ANDROIDGMAILAPP', '13.7px/normal Roboto'],
    ['OL2016', '12pt "Times New Roman"'],
    ['WINDOWS10MAIL', '12pt Calibri'],
    ['NOTES9', '16px/normal "Times New Roman"'],
    ['NOTES85', '16px/normal "Times New Roman"'],
  ])('is in %s set in %s', (code, font) => {
    expect(/[{;]font:([^;}]*)/.exec(pageOf(code).html)?.[1]?.startsWith(font)).toBe(true)
  })
})

describe('screens and panes', () => {
  it.each([
    ['ANDROID6', 360, 3],
    ['ANDROIDGMAILAPP', 360, 3],
    ['ANDROIDSAMSUNG7', 360, 3],
    ['ANDROID11GMAILAPP', 412, 1080 / 412],
    ['GMAILMOBILEWEB', 412, 1080 / 412],
    ['ANDROIDOUTLOOK', 412, 1080 / 412],
    ['YAHOOANDROID', 412, 1080 / 412],
    ['AOLANDROID', 412, 1080 / 412],
    ['PROTONANDROID', 412, 1080 / 412],
    ['GMAILIOS', 390, 3],
    ['OUTLOOKIOS', 390, 3],
    ['YAHOOIOS', 390, 3],
    ['IPHONESE', 320, 2],
    ['IPHONE8', 375, 2],
    ['IPHONE12MINI', 375, 3],
    ['IPHONE13', 390, 3],
    ['IPHONE16', 393, 3],
    ['IPAD', 768, 2],
    ['IPADPRO11IN', 834, 2],
    ['APPMAIL16', 800, 1],
    ['OL2019MAC', 800, 2],
    ['OL2016', 1332, 1],
    ['NOTES9', 1303, 1],
  ])('%s is %i px wide, %d pixels each', (code, width, deviceScaleFactor) => {
    expect(pageOf(code).frame).toMatchObject({ width, deviceScaleFactor })
  })
})

describe('a picture', () => {
  const phones = emailClients.filter(({ kind, engine }) => kind === 'mobile' && engine !== 'roundcube')

  it.each(phones.map(({ code }) => code))('of %s is as wide as the screen, whatever the message', (code) => {
    for (const orientation of ['vertical', 'horizontal'] as const) {
      const { document } = emulateFor(code, emailOf('<p>x</p>'), { orientation })
      if (document.kind !== 'html') throw new Error(`${code} shows no HTML`)
      expect(document.tooWide).toMatch(/^(?:scaled|narrowed)$/)
      const { width, deviceScaleFactor } = document.frame
      expect(Math.abs(width * deviceScaleFactor - Math.round(width * deviceScaleFactor))).toBeLessThan(1e-6)
    }
  })

  it.each(emailClients.filter(({ engine }) => engine !== 'text').map(({ code }) => code))(
    'of %s ends with its message, but not before a small window does',
    (code) => {
      expect(emulateFor(code, emailOf('<p>x</p>')).document).toMatchObject({ leastHeight: 320 })
    },
  )
})

describe('what media queries see of the device', () => {
  const isSeen = (code: string, query: string): boolean =>
    drawIn(code, withHead(`<style>@media ${query}{a{color:red}}</style>`)).styles[0]?.includes(
      '(min-width:0px)',
    ) ?? false

  it.each([
    [
      'IPHONE16',
      [
        'hover:none',
        'any-hover:none',
        'pointer:coarse',
        'any-pointer:coarse',
        'color-gamut:p3',
        'scripting:none',
      ],
    ],
    ['IPHONESE', ['hover:none', 'pointer:coarse', 'color-gamut:srgb', 'scripting:none']],
    ['ANDROIDSAMSUNG10', ['hover:none', 'pointer:coarse', 'color-gamut:srgb', 'scripting:none']],
    [
      'APPMAIL16',
      [
        'hover:hover',
        'any-hover:hover',
        'pointer:fine',
        'any-pointer:fine',
        'color-gamut:srgb',
        'scripting:none',
      ],
    ],
    ['CHROMEOUTLOOKCOM', ['hover:hover', 'pointer:fine', 'color-gamut:srgb', 'scripting:enabled']],
  ])('in %s is %s', (code, features) => {
    const others: Record<string, string> = {
      none: 'hover',
      hover: 'none',
      coarse: 'fine',
      fine: 'coarse',
      p3: 'rec2020',
      srgb: 'p3',
      enabled: 'none',
    }
    for (const feature of features) {
      const [name = '', value = ''] = feature.split(':')
      const other = name === 'scripting' && value === 'none' ? 'enabled' : others[value]
      expect([feature, isSeen(code, `(${feature})`)]).toEqual([feature, true])
      expect([feature, isSeen(code, `(${name}:${other ?? ''})`)]).toEqual([feature, false])
    }
  })

  it('is any value except none if a query has no value', () => {
    expect([isSeen('IPHONE16', '(hover)'), isSeen('APPMAIL16', '(hover)')]).toEqual([false, true])
    expect(isSeen('IPHONE16', '(pointer)')).toBe(true)
  })
})

describe('Arial and Times on Android, which has neither', () => {
  const phones = emailClients.filter(({ platform }) => platform.startsWith('Android')).map(({ code }) => code)

  it.each(phones)('are drawn in %s as Roboto and Noto Serif', (code) => {
    const { message } = drawIn(code, '<p style="font-family:Arial">a</p><p style="font-family:Times">b</p>')
    expect(message).toMatch(/font-family:(?:&quot;)?Roboto/)
    expect(message).toMatch(/font-family:(?:&quot;)?Noto Serif/)
  })
})

describe('images that are on', () => {
  const withPage = emailClients.filter(({ engine, fidelity }) => engine !== 'text' && fidelity !== 'client')
  it.each(withPage.map(({ code }) => code))('are drawn in %s', (code) => {
    expect(drawIn(code, '<img src="https://x.y/a.png">').message).toContain('/frozen/')
  })
})
