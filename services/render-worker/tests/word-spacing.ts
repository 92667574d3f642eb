import sharp from 'sharp'
import { findEmailClient } from '@pas/email-clients/catalogue'
import { emulate } from '@pas/email-clients/emulate'
import type { EngineDocument } from '../src/engines/engine'
import { sharedEngine } from './shared-engine'

const table = (attributes: string, rows: string) =>
  `<table cellspacing="0" cellpadding="0" ${attributes}>${rows}</table>`
const line = 'style="font-size:1px;line-height:10px;mso-line-height-rule:exactly"'
const row = `<tr><td ${line}>&nbsp;</td></tr>`
const image = (colour: string, size: string) =>
  `<div><img src="https://x.y/${colour}" style="display:block" ${size}></div>`

const list =
  '<tr><td style="font:bold 30px Arial"><ul style="margin:0"><li style="color:#808000">E</li></ul></td></tr>'

/** Every rule has colours of its own, so that it does not matter where it stands. */
const email = `<body style="font-family:Arial">
${table('bgcolor="#ff0000" style="padding:15px 0 20px"', row)}
${table('bgcolor="#00ff00" style="margin:0 0 40px"', row + row)}
${table('bgcolor="#0000ff" style="margin:0 0 40px"', row.replace(':exactly', ':exactly;margin:0'))}
${table('bgcolor="#00ffff"', `<tr><td ${line}><a style="line-height:60px">&nbsp;</a></td></tr>`)}
<p><a href="https://x.y/" style="background:#ff00ff;color:#ffff00;font:bold 20px Arial;text-decoration:none"><i style="mso-text-raise:100%" hidden>&emsp;</i><span style="mso-text-raise:50%">EEE</span></a></p>
<p><span style="background:#800080;letter-spacing:50px">ab</span></p>
${table('', `<tr><td style="padding:0 0 0 100px">${table('', list)}</td></tr>`)}
${image('800000', 'width="164px" height="40px"')}
${image('008080', 'width="164" height="40"')}
${table('bgcolor="#808080"', row.replace('<td', '<td height="50px"'))}`

describe('the picture of what Word spaces', () => {
  const pictures = new Map<string, { data: Buffer; width: number; height: number }>()
  beforeAll(async () => {
    const chromium = await sharedEngine('chromium')
    const file = async (background: string) => {
      const png = await sharp({ create: { width: 600, height: 120, channels: 3, background } })
        .png()
        .toBuffer()
      return `data:image/png;base64,${png.toString('base64')}`
    }
    const files = new Map([
      ['https://x.y/800000', await file('#800000')],
      ['https://x.y/008080', await file('#008080')],
    ])
    for (const code of ['OL2016', 'OL365']) {
      const emailClient = findEmailClient(code)
      if (!emailClient) throw new Error(`no ${code}`)
      const content = {
        html: email,
        plainText: null,
        subject: null,
        fromAddress: null,
        fromDisplayName: null,
      }
      const { document } = emulate(emailClient, content, {
        orientation: 'vertical',
        images: 'allowed',
        assetUrl: (url) => files.get(url) ?? null,
      })
      const { png } = await chromium.capture(document as EngineDocument)
      const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      pictures.set(code, { data, ...info })
    }
  })

  /** The smallest box around all pixels of a colour. */
  function boxOf(code: 'OL2016' | 'OL365', colour: string) {
    const { data, width, height } = pictures.get(code) ?? { data: Buffer.of(), width: 0, height: 0 }
    const sought = Number.parseInt(colour.slice(1), 16)
    let [left, top, right, bottom] = [width, height, 0, 0]
    for (let at = 0; at < width * height; at++) {
      if (data.readUIntBE(at * 3, 3) !== sought) continue
      const [x, y] = [at % width, Math.floor(at / width)]
      ;[left, right] = [Math.min(left, x), Math.max(right, x + 1)]
      ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)]
    }
    return { left, top, right, bottom, width: right - left, height: bottom - top }
  }

  it('has the padding of a table in its cell', () => {
    expect(boxOf('OL2016', '#ff0000').height).toBe(15 + 10 + 20)
  })

  it('has the margins of a table in each of its cells that has none of its own', () => {
    expect(boxOf('OL2016', '#00ff00').height).toBe(2 * (10 + 40))
    expect(boxOf('OL2016', '#0000ff').height).toBe(10)
  })

  it('has lines as high as the paragraph says, whatever a link in it says', () => {
    expect(boxOf('OL2016', '#00ffff').height).toBe(10)
  })

  it.each(['OL2016', 'OL365'] as const)('has the label of a button inside its colour: %s', (code) => {
    const [button, label] = [boxOf(code, '#ff00ff'), boxOf(code, '#ffff00')]
    expect(label.top - button.top).toBeGreaterThan(8)
    expect(button.bottom - label.bottom).toBeGreaterThan(8)
    expect(Math.abs(label.top - button.top - (button.bottom - label.bottom))).toBeLessThan(4)
  })

  it('has letter-spacing up to 2021, and none in Microsoft 365', () => {
    expect(boxOf('OL2016', '#800080').width).toBeGreaterThan(100)
    expect(boxOf('OL365', '#800080').width).toBeLessThan(30)
  })

  it('has bullets of a list without a left margin since 2021, and none before', () => {
    expect(boxOf('OL2016', '#808000').width).toBeLessThan(24)
    expect(boxOf('OL365', '#808000').width).toBeGreaterThan(40)
    expect(boxOf('OL365', '#808000').left).toBeGreaterThanOrEqual(110)
  })

  it('has a picture as large as its file, and a cell as high as its text, where a size has a unit', () => {
    expect(boxOf('OL365', '#800000')).toMatchObject({ width: 600, height: 120 })
    expect(boxOf('OL365', '#008080')).toMatchObject({ width: 164, height: 40 })
    expect(boxOf('OL365', '#808080').height).toBe(10)
  })
})
