import { findEmailClient } from '@pas/email-clients/catalogue'
import { noMeasurements, type TextContrast } from '../src/measurements'
import type { WireFinding } from '../src/answers'
import { emailOf, findingsOf } from './corpus'
import { failing, findingsOfClients, white, type Pair } from './failing-texts'

/** What is found of texts that fail with these ratios. */
function findingsIn(html: string, texts: Pick<TextContrast, 'text' | 'where' | 'ratio'>[]): WireFinding[] {
  const measured = texts.map((text) => ({ ...failing, ...text }))
  const result = new Map([['CHROMEGMAILNEW', { texts: measured, measured: texts.length, unmeasured: 0 }]])
  const measurements = { ...noMeasurements, contrast: { status: 'done', description: null, result } as const }
  return findingsOf(emailOf(html, { measurements }, false)).filter(({ rule }) => rule === 'contrast/text')
}

describe('contrast/text', () => {
  const html = `<body>
<table><tr><td style="color:#fff">Warm for the winter</td></tr>
<tr><td style="color:#fff">Buy now</td></tr></table>`
  const [preheader, other] = [
    { text: 'Warm for the winter', where: { line: 2, column: 12 } },
    { text: 'Buy now', where: { line: 3, column: 5 } },
  ]

  it('is a note for a preheader of the colour of its background, and an error for any other such text', () => {
    expect(
      findingsIn(html, [
        { ...preheader, ratio: 1 },
        { ...other, ratio: 1 },
      ]).map(({ severity, what, description }) => ({ severity, what, description })),
    ).toEqual([
      {
        severity: 'note',
        what: 'Warm for the winter',
        description: 'The preheader has the colour of its background; it may be hidden on purpose.',
      },
      { severity: 'error', what: 'Buy now', description: 'The contrast is 1:1 where 4.5:1 is needed.' },
    ])
  })

  it.each<[ratio: number, severity: WireFinding['severity']]>([
    [1.09, 'note'],
    [1.1, 'error'],
    [2.99, 'error'],
    [3, 'warning'],
  ])('of a preheader with %s:1 is of severity %s', (ratio, severity) => {
    expect(findingsIn(html, [{ ...preheader, ratio }])).toMatchObject([{ severity }])
  })

  it('of a text is one finding for light and dark, with both pairs of colours, and one for each severity', () => {
    const pair = (ratio: number, background: string): TextContrast => ({
      ...failing,
      ...other,
      ratio,
      background,
    })
    const measured = (...texts: TextContrast[]) => ({ texts, measured: 1, unmeasured: 0 })
    const result = new Map([
      ['CHROMEGMAILNEW', measured(pair(2.5, '#aaaaaa'))],
      ['CHROMEOUTLOOKCOMDARK', measured(pair(1.9, '#222222'))],
      ['OL2016', measured(pair(2.5, '#aaaaaa'))],
      ['IPHONE16', measured(pair(3.5, '#999999'))],
    ])
    const measurements = {
      ...noMeasurements,
      contrast: { status: 'done', description: null, result } as const,
    }
    const emailClients = [...result.keys()].map((code) => findEmailClient(code)!)
    const findings = findingsOf({ ...emailOf(html, { measurements }, false), emailClients })
    const ofText = findings.filter(({ rule }) => rule === 'contrast/text')
    expect(
      ofText.map(({ severity, clients, description, detail }) => ({
        severity,
        clients,
        description,
        detail,
      })),
    ).toEqual([
      {
        severity: 'error',
        clients: ['CHROMEGMAILNEW', 'CHROMEOUTLOOKCOMDARK', 'OL2016'],
        description: 'The contrast is 2.5:1, and in dark 1.9:1, where 4.5:1 is needed.',
        detail: {
          ratio: 2.5,
          needed: 4.5,
          text: white,
          background: '#aaaaaa',
          dark_ratio: 1.9,
          dark_text: white,
          dark_background: '#222222',
        },
      },
      {
        severity: 'warning',
        clients: ['IPHONE16'],
        description: 'The contrast is 3.5:1 where 4.5:1 is needed.',
        detail: { ratio: 3.5, needed: 4.5, text: white, background: '#999999' },
      },
    ])
  })

  it('of a text is told of every email client in which it fails, also where it is an error in the dark alone', () => {
    const light: Pair = { ...other, ratio: 3.5, textColour: '#888888', background: white }
    const dark: Pair = { ...other, ratio: 2.5, textColour: '#666666', background: '#222222' }
    const findings = findingsOfClients(html, {
      CHROMEGMAILNEW: [light],
      APPMAIL18: [light],
      OL365: [light],
      CHROMEOUTLOOKCOMDARK: [dark],
    })
    expect(findings.map(({ severity, clients, description }) => [severity, clients, description])).toEqual([
      ['warning', ['APPMAIL18', 'CHROMEGMAILNEW', 'OL365'], 'The contrast is 3.5:1 where 4.5:1 is needed.'],
      ['error', ['CHROMEOUTLOOKCOMDARK'], 'In the dark the contrast is 2.5:1 where 4.5:1 is needed.'],
    ])
  })

  it('says of the lowest contrast of all that it is the lowest', () => {
    const light = (text: typeof other, ratio: number): Pair => ({ ...text, ratio, textColour: '#aaaaaa' })
    const findings = findingsOfClients(html, {
      CHROMEGMAILNEW: [light(preheader, 2.9), light(other, 1.8)],
      OL365DARK: [{ ...preheader, ratio: 1.5, background: '#444444' }],
    })
    expect(findings.map(({ description }) => description)).toEqual([
      'The contrast is 2.9:1, and in dark 1.5:1 at worst, where 4.5:1 is needed.',
    ])
  })

  it('is one warning for all texts that are hard to read in the dark alone, with the lowest pair', () => {
    const of = (text: typeof other, ratio: number, background: string): TextContrast => ({
      ...failing,
      ...text,
      ratio,
      background,
    })
    const texts = [of(preheader, 4.1, '#222222'), of(other, 3.2, '#333333')]
    const inDark = (...measured: TextContrast[]) => {
      const result = new Map([['OL365DARK', { texts: measured, measured: 2, unmeasured: 0 }]])
      const contrast = { status: 'done', description: null, result } as const
      const email = emailOf(html, { measurements: { ...noMeasurements, contrast } }, false)
      return findingsOf(email).filter(({ rule }) => rule === 'contrast/text')
    }
    const findings = inDark(...texts)
    expect(findings).toMatchObject([
      {
        severity: 'warning',
        count: 2,
        clients: ['OL365DARK'],
        description: 'In the dark the contrast is 3.2:1 at worst where 4.5:1 is needed.',
        detail: { ratio: 3.2, background: '#333333' },
      },
    ])
    expect(inDark(...texts.slice(0, 1))[0]?.fingerprint).toBe(findings[0]?.fingerprint)
    // What nobody can read is an error of its own.
    expect(inDark(...texts, of(other, 1.5, '#444444'))).toHaveLength(2)
  })

  it.each<[what: string, pairs: [Pair, Pair]]>([
    [
      'a grey that is too light on white and too dark on black',
      [
        { ...preheader, ratio: 4.48, textColour: '#777777', background: white },
        { ...other, ratio: 3.55, textColour: '#777777', background: '#222222' },
      ],
    ],
    [
      'a large and a small text, which need different contrasts',
      [
        { ...preheader, ratio: 2.9, needed: 3, textColour: '#999999', background: white },
        { ...other, ratio: 2.85, needed: 4.5, textColour: '#999999', background: white },
      ],
    ],
  ])('is two findings for %s', (_, pairs) => {
    const findings = findingsOfClients(html, { CHROMEGMAILNEW: pairs })
    expect(findings.map(({ what, description }) => [what, description])).toEqual(
      pairs.map(({ text, ratio, needed = 4.5 }) => [
        text,
        `The contrast is ${ratio}:1 where ${needed}:1 is needed.`,
      ]),
    )
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(2)
  })

  it.each<[rows: number, what: string, pairs: [text: string, background: string][]]>([
    [
      1,
      'one grey on white and on a pale box',
      [
        ['#7b7d81', '#ffffff'],
        ['#7b7d81', '#f3f4f6'],
      ],
    ],
    [
      1,
      'white on one green',
      [
        ['#ffffff', '#22bc66'],
        ['#fffffe', '#22bc66'],
      ],
    ],
    [
      2,
      'two greys',
      [
        ['#7b7d81', '#ffffff'],
        ['#85878e', '#ffffff'],
      ],
    ],
    [
      2,
      'white on two colours',
      [
        ['#ffffff', '#f63a4d'],
        ['#ffffff', '#f45e43'],
      ],
    ],
    [
      2,
      'a colour as text and behind text',
      [
        ['#d85d5c', '#ffffff'],
        ['#ffffff', '#d85d5c'],
      ],
    ],
  ])('is %s for %s: one for each colour to be changed', (rows, _, pairs) => {
    const texts = pairs.map(([textColour, background], index) => ({
      ...[preheader, other][index]!,
      ratio: 3.5 + index / 10,
      textColour,
      background,
    }))
    const findings = findingsIn(html, texts)
    expect(findings.map(({ description }) => description)).toEqual(
      rows === 1
        ? ['The contrast is 3.5:1 at worst where 4.5:1 is needed.']
        : [3.5, 3.6].map((ratio) => `The contrast is ${ratio}:1 where 4.5:1 is needed.`),
    )
  })

  it('is one finding for texts of the same colours, whichever email clients show them', () => {
    const faint = (text: typeof other): TextContrast => ({ ...failing, ...text, ratio: 2.4 })
    const measured = (...texts: TextContrast[]) => ({ texts, measured: 2, unmeasured: 0 })
    const result = new Map([
      ['CHROMEGMAILNEW', measured(faint(preheader), faint(other))],
      ['IPHONE16', measured(faint(other))],
    ])
    const measurements = {
      ...noMeasurements,
      contrast: { status: 'done', description: null, result } as const,
    }
    const findings = findingsOf(emailOf(html, { measurements }, false))
    expect(findings.filter(({ rule }) => rule === 'contrast/text')).toMatchObject([
      {
        what: 'Warm for the winter, Buy now',
        count: 2,
        places: [{ line: 2 }, { line: 3 }],
        clients: ['CHROMEGMAILNEW', 'IPHONE16'],
      },
    ])
  })

  it('tells the lowest of several ratios, and that it is the lowest', () => {
    const ratios = [
      { ...other, ratio: 2.4 },
      { ...other, ratio: 1.2 },
    ]
    expect(findingsIn(html, ratios)).toMatchObject([
      {
        description: 'The contrast is 1.2:1 at worst where 4.5:1 is needed.',
        detail: { ratio: 1.2 },
        count: 1,
      },
    ])
  })

  it('is an error for a text after a preheader that is hidden otherwise, and for one of no known place', () => {
    const ratio = 1
    const hidden = `<body><div style="display:none">Warm</div>\n<p style="color:#fff">Buy now</p>`
    expect(findingsIn(hidden, [{ text: 'Buy now', where: { line: 2, column: 1 }, ratio }])).toMatchObject([
      { severity: 'error' },
    ])
    expect(findingsIn('Warm', [{ text: 'Warm', where: null, ratio }])).toMatchObject([
      { severity: 'error', where: null },
    ])
  })
})
