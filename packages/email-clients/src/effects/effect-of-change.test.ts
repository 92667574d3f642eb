import { findEmailClient } from '../catalogue'
import type { EmailClient } from '../email-client'
import { emulate } from '../emulate'
import { citedSources } from '../sources/cited-sources'
import { adviceRows } from './advice'
import { effectOfChange } from './effect-of-change'
import { explainChange, notComputedChange } from './explain-change'
import { isWithoutEffect, measuredCodes } from './measured-effects'
import measured from './measured-effects.generated.json'

const client = (code: string): EmailClient => {
  const emailClient = findEmailClient(code)
  if (!emailClient) throw new Error(`no ${code}`)
  return emailClient
}
const unsupported = (what: string) => ({ rule: 'declaration-unsupported', what })
const plain = { orientation: 'vertical', images: 'allowed' } as const

describe('the effect of a change', () => {
  it.each([
    ['CHROMEGMAILNEW', unsupported('mso-hide')],
    ['CHROMEGMAILNEW', unsupported('-moz-border-radius')],
    ['CHROMEGMAILNEW', unsupported('display: -ms-grid')],
    ['CHROMEGMAILNEW', unsupported('-premailer-width')],
    ['CHROMEGMAILNEW', { rule: 'at-rule-unsupported', what: '@-ms-viewport' }],
    ['CHROMEGMAILNEW', { rule: 'comment-removed', what: 'conditional comment' }],
    ['CHROMEGMAILNEW', { rule: 'element-unsupported', what: '<v:roundrect>' }],
    ['CHROMEGMAILNEW', { rule: 'selector-unsupported', what: '[data-ogsc] .dark' }],
    ['CHROMEOUTLOOKCOM', { rule: 'selector-unsupported', what: 'a[x-apple-data-detectors]' }],
    ['OL365', unsupported('-webkit-text-size-adjust')],
    ['OL365', { rule: 'conditional-hidden', what: '[if !mso]' }],
    ['OL365', { rule: 'selector-unsupported', what: 'u+.body .gmail' }],
    ['OL365', { rule: 'media-query-unsupported', what: 'screen and (-webkit-min-device-pixel-ratio:0)' }],
  ])('of %s is for other clients: %j', (code, change) => {
    expect(effectOfChange(change, client(code), plain).effect).toBe('other_clients')
  })

  it.each([
    ['OL365', unsupported('mso-hide')],
    ['FFGMAILNEW', unsupported('-moz-border-radius')],
    ['CHROMEOUTLOOKCOM', { rule: 'selector-unsupported', what: '[data-ogsc] .dark' }],
    ['CHROMEGMAILNEW', { rule: 'selector-unsupported', what: '.mso-hide' }],
    ['CHROMEGMAILNEW', unsupported('position')],
    ['CHROMEGMAILNEW', { rule: 'asset-not-fetched', what: 'https://x.invalid/-ms-a.png' }],
    ['CHROMEGMAILNEW', { rule: 'never-measured', what: 'x' }],
    // No email client of its family is measured.
    ['NOTES9', unsupported('cursor')],
  ])('of %s is visible: %j', (code, change) => {
    expect(effectOfChange(change, client(code), plain).effect).toBe('visible')
  })

  it('is none only after 30 places of 5 templates without a changed picture', () => {
    expect(isWithoutEffect(['rule', 'what', 30, 5, 0])).toBe(true)
    expect(isWithoutEffect(['rule', 'what', 29, 29, 0])).toBe(false)
    expect(isWithoutEffect(['rule', 'what', 300, 4, 0])).toBe(false)
    expect(isWithoutEffect(['rule', 'what', 300, 50, 1])).toBe(false)
  })

  it('is none where that was measured, also for email clients that a measured one stands for', () => {
    const prefix = unsupported('-webkit-text-size-adjust')
    for (const code of ['CHROMEGMAILNEW', 'GMAILNEW', 'GOOGLEAPPS'])
      expect({ code, effect: effectOfChange(prefix, client(code), plain).effect }).toEqual({
        code,
        effect: 'none',
      })
  })

  it.each([
    { orientation: 'horizontal', images: 'allowed' },
    { orientation: 'vertical', images: 'blocked' },
  ] as const)('is not none where that was not measured: %j', (options) => {
    expect(effectOfChange(unsupported('cursor'), client('GMAILIOS26'), plain).effect).toBe('none')
    expect(effectOfChange(unsupported('cursor'), client('GMAILIOS26'), options).effect).toBe('visible')
    expect(effectOfChange(unsupported('mso-hide'), client('GMAILIOS26'), options).effect).toBe(
      'other_clients',
    )
  })

  it('is that of all four offsets together: without `position` none of them does anything', () => {
    for (const what of ['top', 'right', 'bottom', 'left'])
      expect([what, effectOfChange(unsupported(what), client('OL365'), plain).effect]).toEqual([what, 'none'])
  })

  it('of a padding or margin that Word ignores is visible, and one of 0, as resets have it, is no change', () => {
    const restricted = (style: string): string[] =>
      emulate(
        client('OL365'),
        {
          html: `<body style="${style}"><table style="${style}"><tr><td>x`,
          plainText: null,
          subject: null,
          fromAddress: null,
          fromDisplayName: null,
        },
        { ...plain, assetUrl: () => null },
      )
        .changes.filter(
          (change) =>
            change.rule === 'property-not-on-element' &&
            effectOfChange(change, client('OL365'), plain).effect === 'visible',
        )
        .map(({ what }) => what)
    expect(restricted('padding: 0px 0')).toEqual([])
    expect(restricted('padding: 4px 0')).toEqual(['padding on <body>'])
    // Browsers give <body> a margin.
    expect(restricted('margin: 0')).toEqual(['margin on <body>'])
  })
})

describe('the measured table', () => {
  it('names each template by its repository, path, commit and hash, and none twice', () => {
    expect(measured.templates.length).toBeGreaterThanOrEqual(150)
    for (const template of measured.templates)
      expect(template).toEqual({
        repository: expect.stringMatching(/^[\w.-]+\/[\w.-]+$/) as string,
        path: expect.stringMatching(/\.html?$/) as string,
        commit: expect.stringMatching(/^[\da-f]{40}$/) as string,
        sha256: expect.stringMatching(/^[\da-f]{64}$/) as string,
      })
    expect(new Set(measured.templates.map(({ sha256 }) => sha256)).size).toBe(measured.templates.length)
  })

  it('has rows of the email clients that are measured, and of no others', () => {
    expect(Object.keys(measured.clients).sort()).toEqual([...measuredCodes].sort())
  })
})

describe('leaving a change out', () => {
  const content = {
    html: '<style>.a{position:fixed;cursor:help}</style><p class="a">x</p>',
    plainText: null,
    subject: null,
    fromAddress: null,
    fromDisplayName: null,
  }
  const options = { orientation: 'vertical', images: 'allowed', assetUrl: () => null } as const

  it('keeps what the email client would remove, reports nothing of it, and makes all other changes', () => {
    const { document, changes } = emulate(client('CHROMEGMAILNEW'), content, {
      ...options,
      leavesOut: ({ what }) => what === 'position',
    })
    expect(document.kind === 'html' && document.html).toContain('position:fixed')
    expect(document.kind === 'html' && document.html).not.toContain('cursor')
    expect(changes.map(({ what }) => what)).toContain('cursor')
    expect(changes.map(({ what }) => what)).not.toContain('position')
  })

  it.each([
    ['entity-unknown', '<p>It&apos;s</p>', '&amp;apos;', "It's"],
    ['image-percentage-of-file', '<img src="https://x.example/a.png" width="100%">', '<img', 'width="100%"'],
  ])('leaves out what Outlook makes of a source: %s', (rule, html, shown, without) => {
    const written = (leavesOut: (change: { rule: string }) => boolean): string => {
      const { document } = emulate(
        client('OL365'),
        { ...content, html },
        { ...options, assetUrl: () => 'http://assets.invalid/a', leavesOut },
      )
      return document.kind === 'html' ? document.html : ''
    }
    expect(written(() => false)).toContain(shown)
    expect(written(() => false)).not.toContain(without)
    expect(written((change) => change.rule === rule)).toContain(without)
  })
})

describe('what to write instead', () => {
  it('is known for thirty changes and more, each with a source that can be looked up', () => {
    expect(adviceRows.length).toBeGreaterThanOrEqual(30)
    for (const { source } of adviceRows) expect(citedSources(source)).not.toEqual([])
  })

  it('is told of what is visible only, and of another client’s own VML not at all', () => {
    const radius = unsupported('border-radius')
    expect(explainChange({ ...radius, where: null }, client('OL365'), plain)).toEqual({
      effect: 'visible',
      basis: 'measured_elsewhere',
      instead: {
        text: expect.stringContaining('<v:roundrect>') as string,
        source: 'caniemail css-border-radius note 1',
        source_url: 'https://www.caniemail.com/features/css-border-radius/',
      },
    })
    expect(explainChange({ ...radius, where: null }, client('CHROMEGMXDE'), plain).instead).toBeNull()
    expect(
      explainChange({ ...unsupported('mso-hide'), where: null }, client('CHROMEGMAILNEW'), plain),
    ).toEqual({
      effect: 'other_clients',
      basis: 'rule',
      instead: null,
    })
  })
})

it('an email client that really runs has a row that says so instead of changes', () => {
  expect(notComputedChange(client('THUNDERBIRDLATEST'))).toMatchObject({
    rule: 'not-computed',
    source: 'not computed: this is the program itself',
    effect: 'none',
  })
})
