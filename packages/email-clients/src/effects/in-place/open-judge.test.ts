import { findEmailClient } from '../../catalogue'
import type { EmailClient } from '../../email-client'
import { emulate } from '../../emulate'
import type { Change } from '../../engine/emulated-document'
import type { EmulateOptions } from '../../engine/profile'
import { explainChange } from '../explain-change'

const options = {
  orientation: 'vertical',
  images: 'allowed',
  assetUrl: () => 'http://assets.invalid/a',
} as const

const outlook = clientOf('OL365')

function clientOf(code: string): EmailClient {
  const emailClient = findEmailClient(code)
  if (!emailClient) throw new Error(`no ${code}`)
  return emailClient
}

/** `effect what` of each change of the rule, in order. */
function effects(code: string, html: string, rule: string, more: Partial<EmulateOptions> = {}): string[] {
  const emailClient = clientOf(code)
  const content = { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null }
  return emulate(emailClient, content, { ...options, ...more })
    .changes.filter((change) => change.rule === rule)
    .map((change) => `${explainChange(change, emailClient, options).effect} ${change.what}`)
}

const unsupported = 'declaration-unsupported'
const onElement = 'property-not-on-element'

/** `none` or `visible`, the client, what is changed, HTML, the rule (default: an unsupported declaration). */
type Row = [effect: string, code: string, what: string, html: string, rule?: string]

describe('what is not displayed', () => {
  it.each<Row>([
    ['none', 'OL365', 'opacity', '<div style="display:none;opacity:0"><p>x</p></div>'],
    ['none', 'OL365', 'opacity', '<div style="mso-hide:all"><p style="opacity:.5">x</p></div>'],
    [
      'none',
      'OL365',
      'opacity',
      '<style>.p{display:none}.q{opacity:0}</style><div class="p"><p class="q">x</p></div>',
    ],
    [
      'none',
      'CHROMEYAHOO',
      'box-sizing',
      '<div style="display:none"><p style="box-sizing:border-box">x</p></div>',
    ],
    [
      'none',
      'CHROMEYAHOO',
      'box-sizing',
      '<style>.p{display:none!important}</style><p class="p" style="box-sizing:border-box">x',
    ],
    [
      'none',
      'CHROMEYAHOO',
      '<webversion>',
      '<div style="display:none"><webversion>x</webversion></div>',
      'element-unsupported',
    ],
    ['visible', 'OL365', 'opacity', '<div style="opacity:0">x</div>'],
    // Word shows tables in hidden elements.
    [
      'visible',
      'OL365',
      'opacity',
      '<div style="display:none"><table style="opacity:.5"><tr><td>x</table></div>',
    ],
    [
      'visible',
      'CHROMEYAHOO',
      'box-sizing',
      '<style>@media (max-width:9px){.p{display:none}}</style><p class="p" style="box-sizing:border-box">x',
    ],
    [
      'visible',
      'CHROMEYAHOO',
      'box-sizing',
      '<style>.p{display:none}p{display:block}</style><p class="p" style="box-sizing:border-box">x',
    ],
    // What would show it is no part of what is hidden.
    [
      'visible',
      'OL365',
      'display: block',
      '<span style="display:none;display:block">x</span>',
      'value-refined',
    ],
  ])('%s: %s, %s, %s', check)
})

describe('rules for nothing in the email', () => {
  it.each<Row>([
    ['none', 'OL365', 'opacity', '<style>.menu{opacity:.5}</style><p>x'],
    ['none', 'OL365', 'display: block', '<style>.menu{display:block}</style><p>x', 'value-refined'],
    ['none', 'OL365', '.menu>p', '<style>.menu>p{color:red}</style><p>x', 'selector-unsupported'],
    [
      'none',
      'OUTLOOKNEW',
      '.a:first-child',
      '<style>.a:first-child{color:red}</style><p>x',
      'selector-unsupported',
    ],
    ['visible', 'OL365', 'opacity', '<style>.menu{opacity:.5}</style><p class="MENU">x'],
    ['visible', 'OL365', 'opacity', '<style>.a.b{opacity:.5}</style><p class="a">x'],
    ['visible', 'OL365', 'p>b', '<style>p>b{color:red}</style><p><b>x', 'selector-unsupported'],
  ])('%s: %s, %s, %s', check)
})

describe('other windows, themes and media', () => {
  it.each<Row>([
    [
      'none',
      'OL365',
      '@media',
      '<style>@media (max-width:600px){p{color:red}}</style><p>x',
      'at-rule-unsupported',
    ],
    ['none', 'OL365', '@media', '<style>@media print{p{color:red}}</style><p>x', 'at-rule-unsupported'],
    [
      'none',
      'OL365',
      '@media',
      '<style>@media (prefers-color-scheme:dark){p{color:red}}</style><p>x',
      'at-rule-unsupported',
    ],
    ['none', 'CHROMEGMAILNEW', 'position', '<style>@media (max-width:600px){p{position:fixed}}</style><p>x'],
    [
      'visible',
      'OL365',
      '@media',
      '<style>@media (min-width:600px){p{color:red}}</style><p>x',
      'at-rule-unsupported',
    ],
    [
      'visible',
      'OL365',
      '@media',
      '<style>@media print, screen{p{color:red}}</style><p>x',
      'at-rule-unsupported',
    ],
    [
      'visible',
      'OL365',
      '@media',
      '<style>@media not print{p{color:red}}</style><p>x',
      'at-rule-unsupported',
    ],
    [
      'visible',
      'OL365',
      '@media',
      '<style>@media (max-width:2000px){p{color:red}}</style><p>x',
      'at-rule-unsupported',
    ],
    [
      'visible',
      'OL365DARK',
      '@media',
      '<style>@media (prefers-color-scheme:dark){p{color:red}}</style><p>x',
      'at-rule-unsupported',
    ],
  ])('%s: %s, %s, %s', check)
})

describe('states that a still reader never has', () => {
  it.each<Row>([
    [
      'none',
      'OL365',
      'a:hover',
      '<style>a:hover{color:red}</style><a href="https://x.example">x',
      'selector-unsupported',
    ],
    [
      'none',
      'ANDROIDSAMSUNG15',
      'a:visited',
      '<style>a:visited{color:red}</style><a href="https://x.example">x',
      'selector-unsupported',
    ],
    ['none', 'OL365', 'transition', '<p style="transition:all 1s">x'],
    ['none', 'OL365', 'cursor', '<p style="cursor:pointer">x'],
    [
      'visible',
      'OL365',
      'a:not(:hover)',
      '<style>a:not(:hover){color:red}</style><a href="https://x.example">x',
      'selector-unsupported',
    ],
  ])('%s: %s, %s, %s', check)
})

describe('the value that it has anyway', () => {
  it.each<Row>([
    ['none', 'OL365', 'float', '<p style="float:none">x'],
    ['none', 'OL365', 'border-radius', '<p style="border-radius:0">x'],
    ['none', 'CHROMEGMAILNEW', 'visibility', '<p style="visibility:visible">x'],
    ['none', 'OL365', 'border on <img>', '<img src="https://x.example/a.png" style="border:0">', onElement],
    [
      'none',
      'OL365',
      'height on <img>',
      '<img src="https://x.example/a.png" style="height:auto">',
      onElement,
    ],
    [
      'none',
      'OL365',
      'width on <img>',
      '<img src="https://x.example/a.png" width="40" style="width:40px">',
      onElement,
    ],
    ['none', 'OL365', 'width on <div>', '<div style="width:100%">x</div>', onElement],
    ['none', 'OL365', 'display: block', '<div style="display:block">x</div>', 'value-refined'],
    [
      'none',
      'OL365',
      'max-width on <div>',
      '<table width="600"><tr><td><div style="max-width:600px">Hello World</div></table>',
      onElement,
    ],
    [
      'visible',
      'OL365',
      'max-width on <div>',
      '<table width="600"><tr><td><div style="max-width:600px"><img src="https://x.example/a.png"></div></table>',
      onElement,
    ],
    ['none', 'OL365', 'margin: auto', '<div style="margin:0 auto">x</div>', 'margin-refused'],
    ['visible', 'OL365', 'float', '<img align="left" src="https://x.example/a.png" style="float:none">'],
    ['visible', 'OL365', 'border-radius', '<p style="border-radius:0 4px">x'],
    [
      'visible',
      'OL365',
      'border on <img>',
      '<img src="https://x.example/a.png" border="1" style="border:0">',
      onElement,
    ],
    [
      'visible',
      'OL365',
      'height on <img>',
      '<img src="https://x.example/a.png" height="9" style="height:auto">',
      onElement,
    ],
    [
      'visible',
      'OL365',
      'width on <img>',
      '<img src="https://x.example/a.png" width="40" style="width:41px">',
      onElement,
    ],
    ['visible', 'OL365', 'width on <div>', '<div style="width:100%;border:1px solid">x</div>', onElement],
    ['visible', 'OL365', 'display: block', '<span style="display:block">x</span>', 'value-refined'],
    ['visible', 'OL365', 'margin: auto', '<table style="margin:0 auto"><tr><td>x</table>', 'margin-refused'],
  ])('%s: %s, %s, %s', check)
})

describe('a prefixed property', () => {
  it.each<Row>([
    ['none', 'CHROMEYAHOO', '-webkit-hyphens', '<p style="-webkit-hyphens:none">x'],
    ['visible', 'CHROMEYAHOO', '-webkit-hyphens', '<p style="-webkit-hyphens:none">x&shy;x'],
    [
      'none',
      'CHROMEYAHOO',
      '-webkit-border-radius',
      '<p style="border-radius:4px;-webkit-border-radius:4px">x',
    ],
    [
      'visible',
      'CHROMEYAHOO',
      '-webkit-border-radius',
      '<p style="border-radius:4px;-webkit-border-radius:5px">x',
    ],
  ])('%s: %s, %s, %s', check)
})

describe('a replaced <body>', () => {
  const rule = 'body-replaced'
  it.each<Row>([
    [
      'none',
      'CHROMEGMAILNEW',
      '<body>',
      '<style>body{margin:0!important}</style><body style="padding:0">x',
      rule,
    ],
    ['visible', 'CHROMEGMAILNEW', '<body>', '<body style="background:#eee">x', rule],
    ['visible', 'CHROMEGMAILNEW', '<body>', '<body bgcolor="#eeeeee">x', rule],
    ['visible', 'OUTLOOKNEW', '<body>', '<style>body{background:#eee}</style><body>x', rule],
    ['visible', 'CHROMEGMAILNEW', '<body>', '<style>body p{color:red}</style><body><p>x', rule],
  ])('%s: %s, %s, %s', check)
})

describe('word breaks', () => {
  const long = 'Donaudampfschifffahrtsgesellschaft'
  it.each<Row>([
    ['none', 'CHROMEYAHOO', 'word-break', '<p style="word-break:break-word">Hello World'],
    ['visible', 'CHROMEYAHOO', 'word-break', `<p style="word-break:break-word">${long}`],
    [
      'visible',
      'CHROMEYAHOO',
      'word-break',
      '<p style="word-break:break-word"><b style="font-size:60px">Hello</b>',
    ],
    [
      'visible',
      'CHROMEYAHOO',
      'word-break',
      '<table width="50"><tr><td style="word-break:break-word">Hello</table>',
    ],
    ['visible', 'CHROMEYAHOO', 'word-break', '<p style="word-break:break-all">Hello World'],
  ])('%s: %s, %s, %s', check)
})

describe('a web font', () => {
  const importing = '<style>@import url(https://fonts.googleapis.com/css?family=Open+Sans:400);</style>'
  it.each<Row>([
    [
      'other_clients',
      'CHROMEGMAILNEW',
      '@import',
      `${importing}<p style="font-family:'Open Sans',Arial">x`,
      'at-rule-unsupported',
    ],
    [
      'other_clients',
      'CHROMEGMAILNEW',
      '<link>',
      '<link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=Inter:wght@400&family=Open+Sans"><p style="font-family:Inter,&quot;Open Sans&quot;,serif">x',
      'element-unsupported',
    ],
    [
      'visible',
      'CHROMEGMAILNEW',
      '@import',
      `${importing}<p style="font-family:'Open Sans'">x`,
      'at-rule-unsupported',
    ],
    [
      'visible',
      'CHROMEGMAILNEW',
      '@import',
      '<style>@import url(https://x.example/a.css);</style><p>x',
      'at-rule-unsupported',
    ],
  ])('%s: %s, %s, %s', check)
})

describe('colour schemes', () => {
  const meta = (content: string): string => `<head><meta name="color-scheme" content="${content}"></head><p>x`
  const what = '<meta name="color-scheme">'
  it.each<Row>([
    ['none', 'OL365', what, meta('light dark'), 'meta-unsupported'],
    ['visible', 'OL365', what, meta('dark'), 'meta-unsupported'],
    [
      'none',
      'CHROMEGMAILNEW',
      ':root',
      '<style>:root{color-scheme:light dark}</style><p>x',
      'selector-unsupported',
    ],
    [
      'visible',
      'CHROMEGMAILNEW',
      ':root',
      '<style>:root{color-scheme:light;color:red}</style><p>x',
      'selector-unsupported',
    ],
  ])('%s: %s, %s, %s', check)
})

function check(effect: string, code: string, what: string, html: string, rule: string = unsupported): void {
  expect(effects(code, html, rule)).toContain(`${effect} ${what}`)
  expect(effects(code, html, rule).filter((row) => row.endsWith(` ${what}`))).toHaveLength(1)
}

describe('what an email has for Word', () => {
  it.each([
    ['conditional-shown', '<!--[if mso]><p>x</p><![endif]-->'],
    ['office-property', '<p style="mso-hide:all">x'],
    [
      'vml-drawn',
      '<html xmlns:v="urn:schemas-microsoft-com:vml"><body><v:rect style="width:90px;height:30px" fillcolor="red" stroke="f"></v:rect>',
    ],
  ])('did its work: %s, %s', (rule, html) => {
    const found = effects('OL365', html, rule)
    expect(found.length).toBeGreaterThan(0)
    for (const row of found) expect(row).toMatch(/^none /)
  })
})

it('a change that is seen in one place and not in another is listed for each, with its own first place', () => {
  const html = '<p style="float:none">x</p>\n<p style="float:left">x</p>\n<p style="float:right">x</p>'
  const content = { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null }
  const { changes } = emulate(outlook, content, options)
  expect(
    changes
      .filter(({ what }) => what === 'float')
      .map((change) => [change.where?.line, change.count, explainChange(change, outlook, options).effect]),
  ).toEqual([
    [1, 1, 'none'],
    [2, 2, 'visible'],
  ])
})

const ghostCell = (width: string): string =>
  `<!--[if mso | IE]><table><tr><td style="width:${width}"><![endif]-->`
const column = (around: string): string =>
  `<table width="600"><tr><td>${around}<div style="font-size:0; width:50%">x</div>`
const picture = (style: string, width: number): string =>
  `<table><tr><td><img src="https://x.example/a.png" width="${width}" style="${style}"></table>`
const button = (cell: string, inside = '', lineHeight = '2'): string =>
  `<table><tr>${cell}<a href="https://x.example" style="padding:14px 30px;line-height:${lineHeight}">${inside}Buy</a></table>`
const characters = (style: string): string => `<!--[if mso]><i style="${style}" hidden>&emsp;</i><![endif]-->`
const divider = (next: string): string => `<div><p style="border-top:1px solid red"></p>${next}</div>`
const line = '<table><tr><td style="border-top:1px solid red">&nbsp;</td></tr></table>'
const queried = (rules: string, cell = '<td>'): string =>
  `<style>@media (min-width:480px){${rules}}</style><table width="600"><tr>${cell}<div class="c d">x</div>`

describe('advice', () => {
  it.each([
    ['width on <div>', '<div style="width:600px">x</div>'],
    ['width on <img>', '<img src="https://x.example/a.png" style="width:100%">'],
    ['overflow', '<div style="max-height:0;overflow:hidden">x</div>'],
    ['margin: auto', '<table style="margin:0 auto"><tr><td>x</table>'],
    ['width on <body>', '<body style="width:50%"><p>x'],
  ])('is given: %s, %s', (what, html) => {
    expect(adviceOf(what, html)).toEqual(expect.any(String))
  })

  it.each([
    // A ghost table.
    [
      'width on <div>',
      '<!--[if mso]><table width="600"><tr><td><![endif]--><div style="width:600px">x</div>',
    ],
    ['width on <img>', '<img src="https://x.example/a.png" width="600" style="width:100%">'],
    ['overflow', '<div style="border-radius:4px;overflow:hidden">x</div>'],
    ['width on <body>', '<body style="width:50%"><table width="100%"><tr><td>x</table>'],
  ])('is not given where it is followed: %s, %s', (what, html) => {
    expect(adviceOf(what, html)).toBeNull()
  })

  it.each([
    // A ghost table inside, as Cerberus has it.
    [
      true,
      'max-width on <div>',
      '<div style="max-width:600px"><!--[if mso]><table width="600"><tr><td><![endif]-->x<!--[if mso]></table><![endif]--></div>',
    ],
    [
      false,
      'max-width on <div>',
      '<div style="max-width:600px"><table width="600"><tr><td>x</table><p>beside it</div>',
    ],
    [false, 'max-width on <div>', '<div style="max-width:600px"><table width="100%"><tr><td>x</table></div>'],
    // Another width than that of the table around.
    [false, 'width on <div>', '<table width="600"><tr><td><div style="width:300px">x</div></table>'],
    // A column that has its pixels from a cell for Outlook.
    [true, 'width on <div>', column(ghostCell('300px'))],
    [true, 'width on <div>', column(ghostCell('280px'))],
    [false, 'width on <div>', column(ghostCell('600px'))],
    [false, 'width on <div>', column(ghostCell('auto'))],
    [false, 'width on <div>', column('<td style="width:300px">')],
    // The attribute says how wide the picture is.
    [true, 'width on <img>', picture('width:100%;max-width:200px', 200)],
    [false, 'width on <img>', picture('width:100%;max-width:200px', 600)],
    [false, 'width on <img>', picture('width:100%', 200)],
    [false, 'width on <img>', picture('width:50%;max-width:200px', 200)],
    // A button that is padded for Outlook in another way.
    [true, 'padding on <a>', button('<td style="mso-padding-alt: 14px 30px">')],
    [true, 'padding on <a>', button('<!--[if mso]><td style="padding:7px 15px"><![endif]-->')],
    [true, 'padding on <a>', button('<td>', characters('mso-font-width:150%; mso-text-raise:21pt'))],
    [true, 'line-height on <a>', button('<td style="mso-padding-alt: 14px 30px">')],
    [false, 'line-height on <a>', button('<td style="mso-padding-alt: 14px 30px">', '', '80px')],
    [false, 'line-height on <a>', button('<td>')],
    [false, 'padding on <a>', button('<td style="mso-padding-alt: 14px 0">')],
    [false, 'padding on <a>', button('<td style="mso-padding-alt: 1px 0 0 0">')],
    [false, 'padding on <a>', button('<td style="padding: 14px 30px">')],
    [false, 'padding on <a>', button('<td>', characters('mso-font-width:150%'))],
    [false, 'padding on <a>', button('<td>', characters('mso-text-raise:21pt'))],
    [false, 'padding on <a>', button('<td>', characters('mso-font-width:150%; mso-text-raise:0'))],
    [
      false,
      'padding on <a>',
      button('<td>', '<i style="mso-font-width:150%;mso-text-raise:21pt">&emsp;</i>'),
    ],
    [true, 'hidden', '<p>x<!--[if mso]><i style="mso-text-raise:9px" hidden>&emsp;</i><![endif]--></p>'],
    [false, 'hidden', '<p>x<!--[if mso]>y<![endif]--></p><p hidden>x</p>'],
    // A divider that is a table for Outlook.
    [true, 'empty <p>', divider(`<!--[if mso | IE]>${line}<![endif]-->`)],
    [false, 'empty <p>', divider('<!--[if mso | IE]><table><tr><td>&nbsp;</td></tr></table><![endif]-->')],
    [false, 'empty <p>', divider('<!--[if mso]></td></tr></table><![endif]-->')],
    [false, 'empty <p>', divider(`<!--[if mso]><style>td{border:0}</style><![endif]-->${line}`)],
    [false, 'empty <p>', divider('<p>x</p>')],
    // What the media query sets has another way for Outlook, or is not for it.
    [
      true,
      '@media',
      queried(
        '.e{width:33.333333333333336%}.c{width:50%!important;max-width:50%}',
        `<td>${ghostCell('300px')}`,
      ),
    ],
    [false, '@media', queried('.c{width:50%!important;max-width:50%}', `<td>${ghostCell('600px')}`)],
    [true, '@media', queried('.c{width:300px}', `<td>${ghostCell('300px')}`)],
    [false, '@media', queried('.c{width:200px}', `<td>${ghostCell('300px')}`)],
    [false, '@media', queried('.c{width:50%}', `<td>${ghostCell('300px')}<p>y</p>`)],
    [false, '@media', queried('.c{width:50%}.d{display:none}', `<td>${ghostCell('300px')}`)],
    [true, '@media', queried('.c{font-family:Raleway,sans-serif}')],
  ])('settles what looks as it is meant to: %s, %s', (isSettled, what, html) => {
    expect(changeOf(what, html).isSettled ?? false).toBe(isSettled)
  })

  it.each([
    [true, '0 -1px'],
    [false, '0 -20px'],
  ])('settles a margin of a hair between columns: %s, %s', (isSettled, margin) => {
    const html = `<div style="display:inline-block;margin:${margin}">x</div>`
    const content = { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null }
    const { changes } = emulate(clientOf('CHROMEOUTLOOKCOM'), content, options)
    const change = changes.find(({ what }) => what === 'negative margin')
    expect([change?.rule, change?.isSettled ?? false]).toEqual(['value-refused', isSettled])
  })

  it('settles nothing while one of several places is without a remedy', () => {
    const ghost = '<div style="max-width:600px"><table width="600"><tr><td>x</table></div>'
    const html = `${ghost}\n<div style="max-width:600px">x</div>`
    expect(changeOf('max-width on <div>', `${ghost}\n${ghost}`).isSettled).toBe(true)
    expect(changeOf('max-width on <div>', html).isSettled).toBeUndefined()
  })

  it('names the first place where it is not followed', () => {
    const div = '<div style="width:600px">x</div>'
    const html = `<table width="600"><tr><td>${div}</table>\n<p>${div.replace('600', '500')}`
    expect(changeOf('width on <div>', html)).toMatchObject({ where: { line: 2 }, count: 2 })
    expect(adviceOf('width on <div>', html)).toEqual(expect.any(String))
  })
})

function changeOf(what: string, html: string): Change {
  const content = { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null }
  const [change, ...others] = emulate(outlook, content, options).changes.filter(
    (found) => found.what === what,
  )
  if (!change || others.length > 0) throw new Error(`${what} is not listed once`)
  return change
}

function adviceOf(what: string, html: string): string | null {
  const { effect, instead } = explainChange(changeOf(what, html), outlook, options)
  expect(effect).toBe('visible')
  return instead?.text ?? null
}
