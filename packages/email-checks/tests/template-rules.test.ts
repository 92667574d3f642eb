import { runChecks } from '../src/run-checks'
import { isMjml } from '../src/template/mjml'
import { emailOf, findingsOf } from './corpus'

const placesOf = (html: string) =>
  findingsOf(emailOf(html, {}, false))
    .filter(({ rule }) => rule === 'template/merge-tag')
    .map(({ what, where }) => [what, where?.line])

describe('template/merge-tag', () => {
  it('finds placeholders of Smarty, FreeMarker, JSP and Handlebars, each at its line', () => {
    const html = `<p>Sent on behalf of {$contextName}.</p>
<p>Dear \${user.fullName},</p>
<p>Dear #{customer.name},</p>
<p>Dear {{name}},</p>
<p>It costs $20; see {a}, [1], \${5}, #{7} and { $x }.</p>`
    expect(placesOf(html)).toEqual([
      ['{$contextName}', 1],
      ['${user.fullName}', 2],
      ['#{customer.name}', 3],
      ['{{name}}', 4],
    ])
  })

  it('finds nothing inside pre and code, where such text is meant', () => {
    expect(placesOf('<pre>{{a}} <b>{{b}}</b></pre><p>Write <code>{$c}</code> for {{d}}.</p>')).toEqual([
      ['{{d}}', 1],
    ])
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
