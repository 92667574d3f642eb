import { createSupport, type Correction, type SupportCell, type SupportCells } from './support'

const tested: Readonly<Record<string, readonly SupportCell[]>> = {
  'property:margin': [
    ['n', 'css-margin', '2010'],
    ['y', 'css-margin', '2016'],
    ['a', 'css-margin', '2019'],
  ],
  'property:float': [['n', 'css-float', '2013']],
}
const cells: SupportCells = (subject) => tested[subject] ?? []

describe('what a client honours', () => {
  it.each([
    ['2010', 'margin', false],
    ['2013', 'margin', false],
    ['2016', 'margin', true],
    [null, 'margin', true],
    ['2007', 'float', false],
    ['2007', 'colour', true],
  ])('in version %s, of %s, is %s', (version, property, honoured) => {
    expect(createSupport({ cells, version }).judge('property', property).honoured).toBe(honoured)
  })

  it('is what a correction says, with its source', () => {
    const corrections: readonly Correction[] = [
      { subject: 'property:margin', honoured: false, source: 'HT 2020' },
    ]
    const support = createSupport({ cells, corrections })
    expect(support.judge('property', 'margin')).toEqual({ honoured: false, source: 'HT 2020' })
  })

  it('has the feature and version of its cell as its source if there is no correction', () => {
    expect(createSupport({ cells }).judge('property', 'float').source).toBe('caniemail css-float, 2013')
  })
})
