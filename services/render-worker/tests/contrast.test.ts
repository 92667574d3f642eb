import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { threadMsOf } from '@pas/testing/processor-time'
import sharp from 'sharp'
import type { MeasuredTexts, TextContrast } from '@pas/email-checks/measurements'
import { documentIn } from './document-in'
import { sharedEngine } from './shared-engine'
import { desktopFrame, type TestEngine } from './test-engine'

/** Relative luminance and contrast ratio, as WCAG 2.2 defines them, for greys from 0 to 255. */
const luminance = (grey: number): number =>
  grey / 255 <= 0.04045 ? grey / 255 / 12.92 : ((grey / 255 + 0.055) / 1.055) ** 2.4
function ratioOf(one: number, other: number): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const greys = Array.from({ length: 16 }, (_, index) => index * 17)
const hex = (grey: number): string => `#${grey.toString(16).padStart(2, '0').repeat(3)}`
const rgba = (grey: number, alpha: number): string => `rgba(${grey},${grey},${grey},${alpha})`

/** A table of each grey on each; `cell` makes one with its name in it. */
function card(cell: (text: number, background: number, name: string) => string, pageColour = 255): string {
  const rows = greys.map((background) => {
    const cells = greys.map((text) => cell(text, background, `${text}on${background}`))
    return `<tr>${cells.join('')}</tr>`
  })
  return `<!doctype html><body style="margin:0;background:${hex(pageColour)};font:13px sans-serif"><table>${rows.join('')}</table>`
}

describe('the contrast of the texts of an email', () => {
  let chromium: TestEngine
  beforeAll(async () => {
    chromium = await sharedEngine('chromium')
  })

  const measure = (html: string, document?: Partial<HtmlDocument>): Promise<MeasuredTexts> =>
    chromium.measureContrast({ kind: 'html', html, frame: desktopFrame, captureSelector: null, ...document })

  /** What is found of a page's only text. */
  async function only(body: string): Promise<TextContrast | null> {
    const { texts } = await measure(`<!doctype html><body style="background:#fff">${body}`)
    expect(texts.length).toBeLessThan(2)
    return texts[0] ?? null
  }

  const measureIn = (code: string, html: string): Promise<MeasuredTexts> =>
    chromium.measureContrast(documentIn(code, html, true))

  it.each<
    [
      what: string,
      html: string,
      drawnOver: (text: number, background: number) => [number, number],
      tolerance: number,
    ]
  >([
    [
      'inline styles',
      card(
        (text, ground, name) => `<td style="color:${hex(text)};background-color:${hex(ground)}">${name}</td>`,
      ),
      (text, ground) => [text, ground],
      0.01,
    ],
    [
      'cells with bgcolor and fonts with a colour',
      card(
        (text, ground, name) => `<td bgcolor="${hex(ground)}"><font color="${hex(text)}">${name}</font></td>`,
      ),
      (text, ground) => [text, ground],
      0.01,
    ],
    [
      'translucent texts in translucent cells with translucent backgrounds',
      card(
        (text, ground, name) =>
          `<td><div style="opacity:.9;background:${rgba(ground, 0.7)}"><span style="color:${rgba(text, 0.8)}">${name}</span></div></td>`,
        0x66,
      ),
      // The cell is 0.7 of its background, and its text 0.8 of itself and 0.2 of that; 0.9 of all lies over the page.
      (text, ground) => [
        0.9 * (0.8 * text + 0.2 * 0.7 * ground) + (1 - 0.9 * (0.8 + 0.2 * 0.7)) * 0x66,
        0.9 * 0.7 * ground + (1 - 0.9 * 0.7) * 0x66,
      ],
      // Each colour is rounded to whole channels more than once, which weighs most where it is dark.
      0.03,
    ],
  ])(
    'is what arithmetic says, for 16 greys on 16 greys, in %s',
    async (_what, html, drawnOver, tolerance) => {
      const measured = await measure(html, { frame: { ...desktopFrame, width: 1_600 } })
      expect(measured.texts).toHaveLength(256)
      for (const text of greys) {
        for (const background of greys) {
          const name = `${text}on${background}`
          const found = measured.texts.find((one) => one.text === name)
          const ratio = ratioOf(...drawnOver(text, background))
          const isFar = Math.abs((found?.ratio ?? 0) - ratio) > Math.max(0.01, tolerance * ratio)
          expect({ name, isFar, ratio, found: isFar ? found : null }).toEqual({
            name,
            isFar: false,
            ratio,
            found: null,
          })
          if (Math.abs(ratio - 4.5) > tolerance * 4.5)
            expect({ name, verdict: found?.verdict }).toEqual({
              name,
              verdict: ratio >= 4.5 ? 'passes' : 'fails',
            })
        }
      }
    },
  )

  it('has to be 4.5, or 3 from 24 px on, and from 18.66 px on in bold, also where the client shows a page smaller', async () => {
    const text = (size: string, weight: number): string =>
      `<p style="margin:0;color:#888;font:${weight} ${size}/2 sans-serif">${size} ${weight}</p>`
    const html = `<!doctype html><body>${text('23.9px', 400)}${text('24px', 400)}${text('18.6px', 700)}${text('14pt', 700)}${text('14pt', 600)}`
    const measured = await measure(html)
    expect(measured.texts.map(({ text: name, needed, verdict }) => [name, needed, verdict])).toEqual([
      ['23.9px 400', 4.5, 'fails'],
      ['24px 400', 3, 'passes'],
      ['18.6px 700', 4.5, 'fails'],
      ['14pt 700', 3, 'passes'],
      ['14pt 600', 4.5, 'fails'],
    ])
    const smaller = await measure(html, { frame: { ...desktopFrame, zoom: 0.9 } })
    expect(smaller.texts.every(({ needed }) => needed === 4.5)).toBe(true)
  })

  it('is that of the drawn colours in a dark email client, and names the place in the HTML as sent', async () => {
    const html = `<html><body><table><tr>
      <td style="background:#c8c8c8;color:#1a1a1a">A text that is dark on purpose</td></tr></table></body></html>`
    // In the dark, Chromium inverts the text and leaves the background as it is, which is just too dark for that.
    const where = { line: 2, column: 7 }
    expect((await measureIn('ANDROID15GMAILAPP', html)).texts).toMatchObject([
      { where, verdict: 'passes', textColour: '#1a1a1a', background: '#c8c8c8', ratio: 10.4 },
    ])
    expect((await measureIn('ANDROID15GMAILAPPDARK', html)).texts).toMatchObject([
      { where, verdict: 'fails', textColour: '#ffffff', background: '#c8c8c8', ratio: 1.67 },
    ])
  })

  it('is found in a client that recolours the email itself', async () => {
    const html = `<html><body><p style="color:#1a1a1a">Dark</p><p style="color:#bbb">Pale</p></body></html>`
    const light = await measureIn('CHROMEOUTLOOKCOM', html)
    const dark = await measureIn('CHROMEOUTLOOKCOMDARK', html)
    expect(light.texts.map(({ verdict }) => verdict)).toEqual(['passes', 'fails'])
    expect(dark.texts[0]).toMatchObject({ verdict: 'passes', background: '#292929' })
  })

  it('is left out for texts that are hidden in one of the usual ways', async () => {
    const hidden = [
      'display:none',
      'visibility:hidden',
      'opacity:0',
      'font-size:1px;color:#fff',
      'font-size:0',
      'max-height:0;overflow:hidden',
      'height:0;width:0;overflow:hidden',
      'position:absolute;left:-9999px',
      'color:transparent',
      'position:absolute;clip:rect(1px,1px,1px,1px)',
      'position:absolute;clip-path:inset(50%)',
      'text-indent:-9999px',
    ]
    const html = hidden.map((style) => `<div style="${style}">${style}</div>`).join('')
    const { texts } = await measure(
      `<!doctype html><body style="background:#fff">${html}<p>&zwnj;&nbsp;&#847;</p><p>Shown</p>`,
    )
    expect(texts.map(({ text }) => text)).toEqual(['Shown'])
  })

  it('is left out for marks that only set words apart, and not for symbols', async () => {
    const { texts } = await measure(
      `<!doctype html><body style="background:#fff"><p style="color:#eee"><a href="#">Terms</a> | <a href="#">Help</a> &bull; &mdash; <a href="#">Leave</a>.</p>${['✓', '★', '$', '&copy;', '?'].map((symbol) => `<p style="color:#999">${symbol}</p>`).join('')}`,
    )
    expect(texts.map(({ text, verdict }) => [text, verdict])).toEqual([
      ...['Terms', 'Help', 'Leave'].map((text) => [text, 'passes']),
      ...['✓', '★', '$', '©', '?'].map((text) => [text, 'fails']),
    ])
  })

  it('is 1 for a white text on white that nothing else hides', async () => {
    expect(await only('<p style="color:#fff">White on white</p>')).toMatchObject({
      ratio: 1,
      verdict: 'fails',
      textColour: '#ffffff',
      background: '#ffffff',
    })
    expect(
      await only('<p style="filter:invert(1);color:#777;background:#777">Grey on grey</p>'),
    ).toMatchObject({
      ratio: 1,
      verdict: 'fails',
    })
  })

  it('cannot be told for a text over a picture, and for one that is covered', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const photograph = await sharp({
      create: { width: 300, height: 100, channels: 3, background: '#a42', noise },
    })
      .png()
      .toBuffer()
    const url = `data:image/png;base64,${photograph.toString('base64')}`
    const unknown = { verdict: 'cannot-tell', ratio: null, textColour: null, background: null }
    expect(await only(`<p style="background:url(${url})">Over a picture</p>`)).toMatchObject({
      ...unknown,
      reason: 'background-varies',
    })
    expect(
      await only(
        `<p>Below a block</p><div style="position:absolute;top:0;left:0;width:300px;height:90px;background:#ccc">`,
      ),
    ).toMatchObject({ ...unknown, reason: 'covered' })
    expect(
      await only(
        `<p style="color:#ccc">Of the colour of a block above it</p><div style="position:absolute;top:0;left:0;width:300px;height:90px;background:#ccc">`,
      ),
    ).toMatchObject({ ...unknown, reason: 'covered' })
    expect(
      await only(
        '<p style="background:linear-gradient(90deg,red,blue);-webkit-background-clip:text;color:transparent">A gradient',
      ),
    ).toMatchObject({ ...unknown, reason: 'background-varies' })
  })

  it('cannot be told for texts that lie on each other', async () => {
    const { texts } = await measure(
      `<!doctype html><p style="position:absolute;top:0;left:0">Below the other</p><p style="position:absolute;top:0;left:0;background:#ff0">On the other</p>`,
    )
    expect(texts.map(({ reason }) => reason)).toEqual(['covered', 'covered'])
  })

  it('is the lowest over a gradient whose colours all pass or all fail, and else cannot be told', async () => {
    const on = (stops: string, colour: string): Promise<TextContrast | null> =>
      only(
        `<p style="margin:0;display:inline-block;font-size:16px;background:linear-gradient(90deg,${stops});color:${colour}">${'A long text on it. '.repeat(2)}`,
      )
    expect(await on('#000,#333', '#fff')).toMatchObject({ verdict: 'passes' })
    expect((await on('#000,#333', '#fff'))?.ratio).toBeLessThan(14)
    expect(await on('#999,#ccc', '#fff')).toMatchObject({ verdict: 'fails' })
    expect(await on('#000,#fff', '#fff')).toMatchObject({
      verdict: 'cannot-tell',
      reason: 'background-varies',
    })
  })

  it('is that of the text itself beside its shadow, emoji, underline, and a link of another colour', async () => {
    const { texts } = await measure(`<!doctype html><body style="background:#fff">
      <p style="color:#888;text-shadow:0 0 3px #000">Shadow</p>
      <p style="color:#888">😀😀 Emoji 😀</p><p>😀</p>
      <p style="color:#777">Around <a href="#" style="color:#00f">the link</a> and on</p>
      <ul style="color:#888"><li>Item</ul>
      <p style="color:#888;transition:all 3s">Moves</p>
      <p><span style="-webkit-text-fill-color:#888 !important;border-bottom:1px solid #000;line-height:10px">Filled</span></p>`)
    expect(texts.map(({ text, textColour, verdict }) => [text, textColour, verdict])).toEqual([
      ['Shadow', '#888888', 'fails'],
      ['😀😀 Emoji 😀', '#888888', 'fails'],
      ['Around and on', '#777777', 'fails'],
      ['the link', '#0000ff', 'passes'],
      ['Item', '#888888', 'fails'],
      ['Moves', '#888888', 'fails'],
      ['Filled', '#888888', 'fails'],
    ])
  })

  it('is told over a gradient also if the text cannot be hidden by a rule, or changes slowly', async () => {
    const styles = ['-webkit-text-fill-color:#fff !important', 'color:#fff;transition:all 3s']
    for (const style of styles)
      expect(
        await only(`<p style="background:linear-gradient(90deg,#000,#333);${style}">On a gradient`),
      ).toMatchObject({ verdict: 'passes', textColour: '#ffffff' })
  })

  it('is that of the pixels under a CSS filter', async () => {
    expect(
      await only('<p style="filter:invert(1);color:#999;background:#fff;font-size:12px">Inverted'),
    ).toMatchObject({
      textColour: '#666666',
      background: '#000000',
      verdict: 'fails',
    })
  })

  it('is measured up to a bound; the lines beyond it are counted', async () => {
    const { texts, unmeasured } = await measure(`<!doctype html><body>${'<p>Line</p>'.repeat(2_100)}`)
    expect(unmeasured).toBeGreaterThanOrEqual(100)
    expect(texts.length + unmeasured).toBe(2_100)
  })

  it('finds the texts of a page from right to left that goes beyond its window', async () => {
    const cells = ['#fff', '#ddd', '#777'].map((colour) => `<td width="400" bgcolor="${colour}">Text`)
    const page = `<body dir="rtl"><table width="1200" style="color:#777"><tr>${cells.join('')}</table>`
    const { texts } = await measure(`<!doctype html>${page}`)
    expect(texts.map(({ background }) => background)).toEqual(['#ffffff', '#dddddd', '#777777'])
  })

  it.each([
    ['a style of 200 KB that begins again and again', `<p style="${'mask-'.repeat(40_000)}">x`],
    ['40,000 texts', '<b>x</b> '.repeat(40_000)],
  ])('leaves the main thread to other emails, with %s', async (_what, html) => {
    // The first measurement starts a thread.
    await only('<p>text</p>')
    expect(await threadMsOf(() => measure(html))).toBeLessThan(700)
  })

  it('ends with its signal, and is refused for a text', async () => {
    const never = { id: 'never', contentType: 'image/png', body: new Promise<null>(() => undefined) }
    const serving = chromium.assetOrigin.serve([never])
    const document: HtmlDocument = {
      kind: 'html',
      html: '<p>text<img src="http://assets.invalid/never">',
      frame: desktopFrame,
      captureSelector: null,
    }
    await expect(chromium.measureContrast(document, 300)).rejects.toMatchObject({
      kind: 'capture_timeout',
    })
    serving.release()
    await expect(
      chromium.measureContrast({ kind: 'text', text: 'x\n', columns: 80 }, 1_000),
    ).rejects.toMatchObject({ kind: 'unsupported_document' })
  })

  it('leaves pictures as they are: those with marks, and those of the page after it', async () => {
    const html =
      '<html><body><table bgcolor="#eeeeee"><tr><td><h1>News</h1><p>Text <b>bold</b></p></td></tr></table></body></html>'
    for (const code of ['CHROMEGMAILNEW', 'IPHONE15', 'ANDROID15GMAILAPPDARK']) {
      const plain = documentIn(code, html)
      const { png } = await chromium.capture(plain)
      const marked = documentIn(code, html, true)
      expect(marked.html).not.toBe(plain.html)
      expect((await chromium.capture(marked)).png.equals(png)).toBe(true)
      await chromium.measureContrast(marked, 100_000, 'reader')
      expect((await chromium.capture(plain, 100_000, 'reader')).png.equals(png)).toBe(true)
    }
  })
})
