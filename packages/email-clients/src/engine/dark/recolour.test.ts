import { ChangeLog } from '../change-log'
import { openMessage, writeStyles } from '../open-message'
import { parseHtml } from '../parse-html'
import { serializeHtml } from '../serialize-html'
import { createSupport } from '../support'
import { readColour, writeColour } from './colour'
import { fullInversion, invertLightness, outlookBase, outlookDarkColours } from './inversions'
import { recolour, type ColourMapping } from './recolour'
import type { ColourSite } from './visit-colours'

function recoloured(body: string, map: ColourMapping, keeps?: (site: ColourSite) => boolean) {
  const changes = new ChangeLog(true)
  const document = parseHtml(`<!DOCTYPE html><body>${body}`)
  const message = openMessage(document, {
    support: createSupport({}),
    images: 'allowed',
    clipped: false,
    styleSheet: () => null,
    isLost: () => false,
    changes,
  })
  recolour({ rule: 'darkened', source: 'engineering rule: test', map, ...(keeps ? { keeps } : {}) })(message)
  writeStyles(message)
  const html = serializeHtml(document)
  return { body: html.slice(html.indexOf('<body>') + 6, html.indexOf('</body>')), changes: changes.list() }
}

const byRole: ColourMapping = (colour, role) => {
  const channels = { text: [1, 0, 0], background: [0, 1, 0], border: [0, 0, 1], gradient: [1, 1, 0] } as const
  if (role === 'other') return null
  const [r, g, b] = channels[role]
  return { ...colour, r, g, b }
}

describe('recolouring an email', () => {
  it.each([
    ['color:#333', 'color:#ff0000'],
    ['color:rgb(1, 2, 3)', 'color:#ff0000'],
    ['color:rgb(1 2 3 / 50%)', 'color:#ff000080'],
    ['color:hsl(120,50%,50%)', 'color:#ff0000'],
    ['COLOR:NAVY', 'COLOR:#ff0000'],
    ['text-decoration:underline navy', 'text-decoration:underline #ff0000'],
    ['background:#fff url(white.png) no-repeat', 'background:#00ff00 url(white.png)no-repeat'],
    ['background-color:white', 'background-color:#00ff00'],
    ['background:linear-gradient(to right,red,#fff)', 'background:linear-gradient(to right,#ffff00,#ffff00)'],
    ['border:1px solid tan', 'border:1px solid #0000ff'],
    ['border-left-color:#ccc', 'border-left-color:#0000ff'],
    ['outline:1px solid red', 'outline:1px solid #0000ff'],
  ])('knows what %s paints', (before, after) => {
    expect(recoloured(`<p style="${before}">x</p>`, byRole).body).toBe(`<p style="${after}">x</p>`)
    expect(recoloured(`<style>p{${before}}</style>`, byRole).body).toBe(`<style>p{${after}}</style>`)
  })

  it.each([
    'color:currentcolor',
    'color:windowtext',
    'color:var(--x)',
    'color:rgb(var(--x))',
    'color:inherit',
    'color:#12',
    'color:fff',
    'background:transparent',
    'font-family:Tan',
    'animation-name:red',
    'box-shadow:0 0 1px red',
    '--brand:#fff',
    'background:url(red)',
  ])('leaves %s alone', (declaration) => {
    const { body, changes } = recoloured(`<p style="${declaration}">x</p>`, fullInversion(0))
    expect(body.replace(/[\s"']/g, '')).toBe(`<p style="${declaration}">x</p>`.replace(/[\s"']/g, ''))
    expect(changes).toEqual([])
  })

  it.each([
    ['<table bgcolor="#ffffff"></table>', '<table bgcolor="#00ff00"></table>'],
    ['<table bgcolor="ffffff"></table>', '<table bgcolor="#00ff00"></table>'],
    ['<table bordercolor="white"></table>', '<table bordercolor="#0000ff"></table>'],
    ['<font color="navy">x</font>', '<font color="#ff0000">x</font>'],
    ['<p color="navy">x</p>', '<p color="navy">x</p>'],
    ['<svg bgcolor="#fff"></svg>', '<svg bgcolor="#fff"></svg>'],
    ['<table bgcolor=""></table>', '<table bgcolor=""></table>'],
  ])('knows that %s becomes %s', (before, after) => {
    expect(recoloured(before, byRole).body).toBe(after)
  })

  it('reads the text and link colours of the body', () => {
    const { changes } = recoloured('<body text="black" link="navy" vlink="navy" alink="navy">', byRole)
    expect(changes.map(({ what }) => what)).toEqual(['text', 'link', 'vlink', 'alink'])
  })

  it('reports each property once, counted, with its first place', () => {
    const { changes } = recoloured(
      '<p style="color:#000">x</p>\n<p style="color:#000">y</p><b style="color:#111">z</b>',
      byRole,
    )
    expect(changes).toEqual([
      {
        rule: 'darkened',
        what: 'color',
        source: 'engineering rule: test',
        where: { line: 1, column: 25 },
        count: 3,
      },
    ])
  })

  it('leaves what the client keeps', () => {
    const css = '@media (prefers-color-scheme:dark){p{color:#000}}'
    const keeps = ({ atrule }: ColourSite) => atrule !== null
    expect(recoloured(`<style>${css}</style>`, byRole, keeps).body).toBe(`<style>${css}</style>`)
  })

  it('reads legacy colours as HTML says', () => {
    const same = (value: string) => recoloured(`<table bgcolor="${value}"></table>`, fullInversion(0)).body
    expect(same('chucknorris')).toBe(same('#c00000'))
    expect(same('fff')).toBe(same('#0f0f0f'))
    expect(same('#fff')).toBe(same('#ffffff'))
  })
})

describe('the dark mappings', () => {
  const drawn = (map: ColourMapping, css: string) =>
    /style="(.*?)"/.exec(recoloured(`<p style="${css}">x</p>`, map).body)?.[1]

  // Pairs seen in mails copied out of Outlook on the web, 2023-10, and in email-bugs 64, 2019-07; at most one step of
  // 255 off.
  it.each([
    ['color:#000', 'color:#ffffff'],
    ['color:#fff', 'color:#fff'],
    ['color:#111', 'color:#f5f5f5'],
    ['color:#333', 'color:#d6d6d6'],
    ['color:#666', 'color:#aeaeae'],
    ['color:rgb(118,118,118)', 'color:#a3a3a3'],
    ['color:rgb(36,99,209)', 'color:#83a6ff'],
    ['background:#fff', 'background:#292929'],
    ['background:#000', 'background:#000'],
    ['background:green', 'background:green'],
    ['background:red', 'background:#ef0000'],
    ['background:rgb(85,125,161)', 'background:#527a9e'],
    ['border:1px solid #dcdcdc', 'border:1px solid #dcdcdc'],
  ])('of Outlook.com make %s %s', (before, after) => {
    expect(drawn(outlookDarkColours(outlookBase), before)).toBe(after)
  })

  it.each([
    ['color:#fff', 'color:#000000'],
    ['background:#000', 'background:#ffffff'],
    ['background:#fff', 'background:#000000'],
    ['background:linear-gradient(#fff,#fff)', 'background:linear-gradient(#fff,#fff)'],
  ])('fully inverted make %s %s', (before, after) => {
    expect(drawn(fullInversion(0), before)).toBe(after)
  })

  // microsoft/roosterjs, getDarkColorTest.ts: with the base #333333, whose lightness is 21.247.
  it.each([
    ['#51a7f9', '#0076c2'],
    ['#6fc040', '#217a00'],
    ['#f5d427', '#5d4d00'],
    ['#c82613', '#ff6847'],
    ['#174e86', '#93b8f9'],
    ['#002451', '#cedbff'],
    ['#cccccc', '#535353'],
    ['#333333', '#cfcfcf'],
    ['#00ffff', '#005357'],
    ['#ffff00', '#383e00'],
    ['#ff0000', '#ff2711'],
    ['#ffc080', '#77490b'],
  ])("roosterjs's getDarkColor makes %s %s", (light, dark) => {
    const colour = readColour(light)
    const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
    const inverted = channels(colour ? writeColour(invertLightness(colour, 21.247)) : '')
    const most = Math.max(...channels(dark).map((channel, at) => Math.abs(channel - (inverted[at] ?? NaN))))
    expect(most).toBeLessThanOrEqual(1)
  })
})
