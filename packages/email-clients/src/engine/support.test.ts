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

  it('is not what a cell about style sheets says that is older than the last change of mind about <style>', () => {
    const history: Readonly<Record<string, readonly SupportCell[]>> = {
      'element:style': [
        ['n', 'html-style', '2020-03'],
        ['y', 'html-style', '2022-02'],
        ['a', 'html-style', '2023-01'],
      ],
      'selector:class': [['n', 'css-selector-class', '2020-03']],
      'at-rule:media': [
        ['y', 'css-at-media', '2020-03'],
        ['n', 'css-at-media', '2022-12'],
      ],
      'property:float': [['n', 'css-float', '2020-03']],
    }
    const support = createSupport({ cells: (subject) => history[subject] ?? [] })
    expect(support.find('selector', 'class')).toBeNull()
    expect(support.judge('at-rule', 'media').honoured).toBe(false)
    expect(support.judge('property', 'float').honoured).toBe(false)
    const before = createSupport({ cells: (subject) => history[subject] ?? [], version: '2021-01' })
    expect(before.judge('selector', 'class').honoured).toBe(false)
  })

  it('has the feature and version of its cell as its source if there is no correction', () => {
    expect(createSupport({ cells }).judge('property', 'float').source).toBe('caniemail css-float, 2013')
  })
})
