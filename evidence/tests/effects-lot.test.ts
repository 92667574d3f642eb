import { findEmailClient } from '@pas/email-clients/catalogue'
import { emulate } from '@pas/email-clients/emulate'
import { isSeenAlone } from '../effects-lot/is-seen-alone'
import { startLot } from '../effects-lot/lot'

const emailClient = findEmailClient('CHROMEGMAILNEW')
if (!emailClient) throw new Error('no Gmail')

const changesOf = (html: string) =>
  emulate(
    emailClient,
    { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null },
    { orientation: 'vertical', images: 'allowed', assetUrl: () => null, listsPlaces: true },
  ).changes

describe('a lot of changes', () => {
  it('is the same for the same seed, and another for another', () => {
    const entries = Array.from({ length: 40 }, (_, number) => number)
    const drawn = startLot(7).shuffle(entries)
    expect(startLot(7).shuffle(entries)).toEqual(drawn)
    expect(startLot(8).shuffle(entries)).not.toEqual(drawn)
    expect([...drawn].sort((one, other) => one - other)).toEqual(entries)
  })

  it('is judged by the picture without the one change in its place, not without its like elsewhere', async () => {
    const html = '<p style="position:fixed">A</p>\n<p style="position:fixed;cursor:help">B</p>'
    const drawn = new Set<string>()
    // A browser in which only the first position is seen.
    const drawer = {
      hashOf: (document: { html: string }) => {
        drawn.add(document.html)
        return Promise.resolve(/position:\s*fixed[^<]*>A/.test(document.html) ? 'moved' : 'plain')
      },
    }
    const isSeen = (what: string, line: number): Promise<boolean> => {
      const change = changesOf(html).find((made) => made.what === what && made.where?.line === line)
      if (!change) throw new Error(`no ${what} in line ${line}`)
      return isSeenAlone({ emailClient, html, change, drawer, pictureName: 'picture.png' })
    }
    expect(await isSeen('position', 1)).toBe(true)
    expect(await isSeen('position', 2)).toBe(false)
    expect(await isSeen('cursor', 2)).toBe(false)
    expect(drawn.size).toBe(4)
  })
})
