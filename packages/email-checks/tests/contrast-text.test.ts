import { noMeasurements, type TextContrast } from '../src/measurements'
import type { WireFinding } from '../src/answers'
import { emailOf, findingsOf } from './corpus'

const white = '#ffffff'
const failing: Omit<TextContrast, 'text' | 'where' | 'ratio'> = {
  needed: 4.5,
  textColour: white,
  background: white,
  verdict: 'fails',
  reason: null,
}

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
      { severity: 'error', what: 'Buy now', description: '1:1 where 4.5:1 is needed.' },
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
