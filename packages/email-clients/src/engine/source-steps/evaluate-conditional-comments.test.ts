import { leastThreadMs } from '@pas/testing/processor-time'
import { ChangeLog } from '../change-log'
import { evaluateCondition } from '../conditional-expression'
import { parseHtml } from '../parse-html'
import { elementsIn, placeOf } from '../html-tree'
import { evaluateConditionalComments } from './evaluate-conditional-comments'

const word2016 = (condition: string) =>
  evaluateCondition(condition, (feature) => ({ mso: 16, vml: 1 })[feature] ?? null)

function evaluated(html: string, evaluate = word2016) {
  const changes = new ChangeLog(true)
  const source = { html, clipped: false, changes }
  evaluateConditionalComments({ evaluate, source: 'engineering rule: test' })(source)
  return { html: source.html, changes: changes.list() }
}

/** The evaluated HTML without its comments. */
const shown = (html: string, evaluate = word2016) =>
  evaluated(html, evaluate).html.replace(/<!--[^]*?(?:-->|$)/g, '')

describe('the condition of a conditional comment', () => {
  it.each([
    ['mso', true],
    ['MSO', true],
    ['mso 16', true],
    ['mso 15', false],
    ['gte mso 9', true],
    ['gt mso 15', true],
    ['gt mso 16', false],
    ['gte mso 16', true],
    ['lt mso 16', false],
    ['lte mso 16', true],
    ['lte mso 11', false],
    ['!mso', false],
    ['!(mso)', false],
    ['! mso', false],
    ['!!mso', true],
    ['mso | IE', true],
    ['mso|IE', true],
    ['(gte mso 9)|(IE)', true],
    ['(mso)&(gte mso 14)', true],
    ['(mso)&(lt mso 14)', false],
    ['(gte mso 9) & (lte mso 15) | vml', true],
    ['!mso & !vml', false],
    ['!(mso & IE)', true],
    ['IE', false],
    ['!IE', true],
    ['lt IE 9', false],
    ['gte vml 1', true],
    ['vml', true],
    ['true', true],
    ['false', false],
    ['!true', false],
    ['!supportLists', true],
    ['supportFields', false],
    ['((mso))', true],
    ['gte mso 15.5', true],
  ])('%s is %s for Word 2016', (condition, expected) => {
    expect(word2016(condition)).toBe(expected)
  })

  it.each([
    '',
    ' ',
    '(mso',
    'mso)',
    'gte mso',
    'mso mso',
    '| mso',
    'mso &',
    'mso || vml',
    '!',
    'mso,vml',
    '16',
  ])('that is %j is malformed and false', (condition) => {
    expect(word2016(condition)).toBe(false)
  })
})

describe('conditional comments', () => {
  it.each([
    ['a<!--[if mso]>b<![endif]-->c', 'abc'],
    ['a<!--[if !mso]>b<![endif]-->c', 'ac'],
    ['a<!--[if !mso]><!-->b<!--<![endif]-->c', 'ac'],
    ['a<!--[if !mso]><!-- -->b<!-- <![endif]-->c', 'ac'],
    ['a<!--[if !mso]>-->b<!--<![endif]-->c', 'ac'],
    ['a<!--[if mso]><!-->b<!--<![endif]-->c', 'abc'],
    ['a<![if !mso]>b<![endif]>c', 'ac'],
    ['a<![if mso]>b<![endif]>c', 'abc'],
    ['a<!--[IF MSO]>b<![ENDIF]-->c', 'abc'],
    ['a<!--[if !mso]><!-->b<![endif]-->c', 'ac'],
    ['a<!--[if !mso]-->b<![endif]-->c', 'ac'],
    ['a<!--[if mso]>b<![endif]--->c', 'abc'],
    ['a<!--[if\nmso]>b<![endif]-->c', 'abc'],
    ['a<!--[if(mso)]>b<![endif]-->c', 'abc'],
    ['a<!--[if mso]>b<!--[if gte mso 15]>c<![endif]-->d<![endif]-->e', 'abcde'],
    ['a<!--[if mso]>b<![if !vml]>c<![endif]>d<![endif]-->e', 'abde'],
    ['a<!--[if !mso]>b<!--[if mso]>c<![endif]-->d<![endif]-->e', 'ae'],
    ['a<!--[if gte mso 9]><xml></xml><![endif]--><!--[if mso]>b<![endif]-->', 'a<xml></xml>b'],
  ])('%s shows %s', (html, expected) => {
    expect(shown(html)).toBe(expected)
  })

  it.each([
    ['a<!--[if mso]>b', 'a<!--[if mso]>b'],
    ['a<!--[if mso]>b-->c', 'a<!--[if mso]>b-->c'],
    ['a<![if !mso]>b', 'a<![if !mso]>b'],
    ['a<!-- [if mso]>b<![endif]-->c', 'a<!-- [if mso]>b<![endif]-->c'],
  ])('%s is not one, because it has no end or begins with a blank', (html, left) => {
    expect(evaluated(html).html).toBe(left)
  })

  it.each([
    '<style>/*<!--[if mso]>*/p{}<![endif]--></style>',
    '<p title="<!--[if !mso]>">x</p><p title="<![endif]-->">y</p>',
    '<!-- a <!--[if !mso]> b --> c',
    '<title><!--[if !mso]>x<![endif]--></title>',
  ])('%s contains none, because a parser looks for no tags there', (html) => {
    expect(evaluated(html).html).toBe(html)
  })

  it('are shown up to an end without a start, which is ignored', () => {
    expect(shown('a<![endif]-->b')).toBe('ab')
  })

  it('keeps every place in the text: same length, same line breaks', () => {
    const html =
      'a\r\n<!--[if mso]>\n<p>b</p>\n<![endif]-->\n<!--[if !mso]><!-->\n<p>c\n</p>\n<!--<![endif]--><b>d</b>'
    const { html: after } = evaluated(html)
    expect(after).toHaveLength(html.length)
    expect(after.replace(/[^\r\n]/g, '')).toBe(html.replace(/[^\r\n]/g, ''))
    const bold = elementsIn(parseHtml(after)).find(({ tagName }) => tagName === 'b')
    expect(bold && placeOf(bold)).toEqual({ line: 8, column: 17 })
  })

  it('are reported with their place if only Word shows them, or only Word hides them', () => {
    const html =
      '<p>x</p>\n <!--[if mso]>a<![endif]--><!--[if !mso]><!-->b<!--<![endif]--><!--[if lt mso 9]>c<![endif]-->'
    expect(evaluated(html).changes).toEqual([
      {
        rule: 'conditional-shown',
        what: '[if mso]',
        where: { line: 2, column: 2 },
        count: 1,
        source: 'engineering rule: test',
      },
      {
        rule: 'conditional-hidden',
        what: '[if !mso]',
        where: { line: 2, column: 28 },
        count: 1,
        source: 'engineering rule: test',
      },
    ])
  })

  it('take linear time even if they are nested deeply or left open', () => {
    for (const hostile of ['<!--[if mso]>', '<![endif]-->', '<![if x', '<!--', '<a "', "<a b='", '<style>']) {
      expect(leastThreadMs(() => evaluated(hostile.repeat(100_000) + '[if'))).toBeLessThan(2_000)
    }
  })
})
