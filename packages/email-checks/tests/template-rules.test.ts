import { runChecks } from '../src/run-checks'
import { isMjml } from '../src/template/mjml'
import { emailOf, findingsOf } from './corpus'

/** The placeholders, and the lines of the one finding of them. */
function placeholdersOf(html: string) {
  const [template] = runChecks(emailOf(html, {}, false), ['template'])
  const lines = template?.findings.flatMap(({ places }) => places.map(({ line }) => line))
  return { tags: template?.facts.placeholders, lines }
}

describe('template/merge-tag', () => {
  it('finds placeholders of Smarty, FreeMarker, JSP and Handlebars, each at its line', () => {
    const html = `<p>Sent on behalf of {$contextName}.</p>
<p>Dear \${user.fullName},</p>
<p>Dear #{customer.name},</p>
<p>Dear {{name}},</p>
<p>It costs $20; see {a}, [1], \${5}, #{7} and { $x }.</p>`
    expect(placeholdersOf(html)).toEqual({
      tags: ['{$contextName}', '${user.fullName}', '#{customer.name}', '{{name}}'],
      lines: [1, 2, 3, 4],
    })
  })

  it('finds nothing inside pre and code, where such text is meant', () => {
    expect(placeholdersOf('<pre>{{a}} <b>{{b}}</b></pre><p>Write <code>{$c}</code> for {{d}}.</p>')).toEqual({
      tags: ['{{d}}'],
      lines: [1],
    })
  })
})

describe('a rule whose findings are one row', () => {
  it('names all that it is about, and keeps its fingerprint while some of it is mended', () => {
    const noAlt = (html: string) =>
      findingsOf(emailOf(html, {}, false)).filter(({ rule }) => rule === 'images/no-alt')
    const [one, two] = ['https://example.com/a.png', 'https://example.com/b.png']
    const both = noAlt(`<img src="${one}" width="9">\n<img src="${two}" width="9">`)
    expect(both).toMatchObject([{ what: `${one}, ${two}`, count: 2, places: [{ line: 1 }, { line: 2 }] }])
    const mended = noAlt(`<img src="${one}" width="9" alt="A">\n<img src="${two}" width="9">`)
    expect(mended).toMatchObject([{ what: two, count: 1, fingerprint: both[0]?.fingerprint }])
  })
})

describe('template/mjml', () => {
  const mjml = `<!-- hello --><mjml><mj-body><mj-text>Hello {{name}}</mj-text>
<mj-image src="a.png" /></mj-body></mjml>`

  it('is the one error of an email that is MJML, and no other check applies', () => {
    const answers = runChecks(emailOf(mjml))
    expect(answers.flatMap(({ findings }) => findings)).toEqual([
      expect.objectContaining({
        rule: 'template/mjml',
        severity: 'error',
        where: expect.objectContaining({ line: 1, column: 15, snippet: '<mjml>' }) as object,
      }),
    ])
    expect(answers.filter(({ status }) => status === 'done').map(({ name }) => name)).toEqual(['template'])
  })

  it.each([
    ['<mjml>', true],
    ['\uFEFF\n<?xml version="1.0"?>\n<!doctype mjml>\n<MJML lang="en">', true],
    ['<!-- <mjml> --><!----><mjml/>', true],
    ['<html><body><mjml></mjml></body></html>', false],
    ['Write <mjml> first', false],
    ['<mjml-list>', false],
    ['<!-- never closed <mjml>', false],
    ['', false],
  ])('knows the root of %j', (source, expected) => {
    expect(isMjml(source)).toBe(expected)
  })
})
