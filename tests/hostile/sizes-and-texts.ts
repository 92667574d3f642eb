import sharp from 'sharp'
import { isLongRun } from '@pas/testing/long-run'
import { countPixels } from './pictures'
import { stage } from './stage'

const maxDevicePixels = 16_384

describe('a message of any size', () => {
  const colour = '#20b0f0'
  const sizes = [
    { width: 300, height: 100_000, isQuick: false },
    { width: 300, height: 2_000_000, isQuick: true },
    { width: 200_000, height: 400, isQuick: true },
    { width: 200_000, height: 2_000_000, isQuick: false },
    { width: 2e9, height: 2e9, isQuick: false },
  ].filter(({ isQuick }) => isLongRun || isQuick)

  it.each(sizes)(
    'of $width × $height is cut at 16,384 device pixels, and described as truncated',
    async ({ width, height }) => {
      const box = `<div style="width:${width}px;height:${height}px;background:${colour}"></div>`
      const { status, guid } = await stage.post({ html_text: box })
      expect(status).toBe(200)
      const drawn = await stage.expectNeighbourInTime(stage.draw(guid, 'CHROMEGMAILNEW'))
      expect(drawn.status).toBe(301)
      const metadata = await sharp(drawn.png, { limitInputPixels: false }).metadata()
      expect(await stage.describe(guid, 'CHROMEGMAILNEW')).toMatchObject({
        truncated: true,
        width: metadata.width,
        height: metadata.height,
      })
      const longest = Math.max(metadata.width, metadata.height)
      expect(longest).toBe(maxDevicePixels)
      // The PNG is valid to its last row, and shows the email in both corners.
      const corner = { left: 0, top: 0, width: 300, height: 300 }
      const end = { ...corner, top: metadata.height - 300, left: width > height ? metadata.width - 300 : 0 }
      for (const region of [corner, end]) expect(await countPixels(drawn.png, colour, region)).toBe(300 * 300)
    },
  )

  it('is cut as text, too', async () => {
    const { guid } = await stage.post({ plain_text: 'line\n'.repeat(isLongRun ? 1_000_000 : 20_000) })
    const drawn = await stage.draw(guid, 'PLAINTEXT')
    const { height } = await sharp(drawn.png).metadata()
    expect(await stage.describe(guid, 'PLAINTEXT')).toMatchObject({ truncated: true, height })
    expect(height).toBeLessThanOrEqual(maxDevicePixels)
    expect(height).toBeGreaterThan(maxDevicePixels - 100)
  })
})

describe('any text', () => {
  const zalgo = Array.from(
    'readable',
    (letter) => letter + '\u0300\u0489\u035c\u0334'.repeat(isLongRun ? 500 : 50),
  ).join('')
  const texts = {
    'a byte order mark': '\ufeffreadable\ufeff',
    'NUL and other controls': 'read\0able\u0001\u001b[31m\u0085\u2028\u2029',
    'lone surrogates': 'readable \ud800 \udc00 \ud83d',
    'what UTF-8 never has': 'readable \ufffe\uffff\ufdd0 \u{10ffff}',
    'UTF-7': 'readable +ADw-script+AD4-document.body.remove()+ADw-/script+AD4-',
    'overlong and invalid bytes, as text': 'readable \u00c0\u00bc\u00ff\u00fe Ã¤Ã¶Ã¼',
    'right to left':
      'readable \u202eelbadaer\u202c \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 \u2066\u2067\u2068\u2069',
    emoji: 'readable 👩‍👩‍👧‍👦🏳️‍🌈🇨🇭👍🏿\u200d\u200d\ufe0f\u{e0067}',
    'every script': 'readable Ελληνικά Русский 漢字 かな 한국어 ไทย हिन्दी 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 ﷽ ꧅',
    zalgo,
    'invisible letters': `readable${'\u200b\u00ad\u2060\u034f'.repeat(1_000)}`,
  }

  async function expectLetters(
    content: Record<string, string>,
    emailClients: readonly string[],
  ): Promise<void> {
    const { status, guid } = await stage.post(content)
    expect(status).toBe(200)
    for (const emailClient of emailClients) {
      const drawn = await stage.draw(guid, emailClient)
      expect(drawn.status).toBe(301)
      const { dominant, channels } = await sharp(drawn.png).stats()
      expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240)
      // There is ink for at least a word.
      expect(channels[0]?.stdev).toBeGreaterThan(0.5)
    }
  }

  it('is drawn with its letters, whatever other characters are among them', async () => {
    const both = ['CHROMEGMAILNEW', 'PLAINTEXT']
    for (const text of Object.values(texts)) {
      await expectLetters({ plain_text: text }, isLongRun ? both : ['PLAINTEXT'])
      await expectLetters(
        { html_text: `<meta charset="utf-7"><p>${text}</p>` },
        isLongRun ? both : ['CHROMEGMAILNEW'],
      )
      if (!isLongRun) continue
      const names = { subject: text, from_address: text, from_display_name: text }
      await expectLetters({ html_text: `<p title="${text}">readable</p>`, plain_text: text, ...names }, both)
    }
  })

  it('is drawn as if NUL characters were not in it', async () => {
    for (const emailClient of ['CHROMEGMAILNEW', 'PLAINTEXT'])
      expect(await stage.picture('<p>rea\0dable</p>', emailClient)).toEqual(
        await stage.picture('<p>readable</p>', emailClient),
      )
  })
})
