import { drawIn } from '../../../tests/draw-in-client'

const all = ['OL2007', 'OL2010', 'OL2013', 'OL2016', 'OL2019', 'OL2021', 'OL365', 'WINDOWS10MAIL']
const message = (code: string, html: string) =>
  drawIn(code, html).message.replaceAll('http://assets.invalid/frozen/https%3A%2F%2Fa.b%2F', 'https://a.b/')
const table = (cells: string, attributes = '') =>
  `<table${attributes}><tbody><tr>${cells}</tr></tbody></table>`
const image = (attributes: string) => `<img src="https://a.b/c.png"${attributes}>`

/**
 * The tests beside the steps of the layout test each alone. These test that no other step of a profile undoes it.
 */
describe.each(all)('%s from beginning to end', (code) => {
  it.each([
    [
      'a border of 20 px',
      table('<td style="border:20px solid red">x</td>'),
      table('<td style="border:8px solid red">x</td>'),
    ],
    [
      'a negative margin',
      '<p style="margin:-5px 4px">x</p>',
      '<p style="margin-right:4px;margin-left:4px">x</p>',
    ],
    ['a percentage of an image', image(' width="50%"'), image(' style="zoom:0.5"')],
    ['a picture behind a table', table('<td>x</td>', ' background="https://a.b/c.png"'), table('<td>x</td>')],
    ['a GIF in its address', '<img src="data:image/gif;base64,R0" alt="A">', '<img alt="A">'],
    [
      'padding of a link',
      '<a href="https://a.b/" style="display:block;padding:9px">x</a>',
      '<a href="https://a.b/">x</a>',
    ],
  ])('draws %s as Word does', (_what, sent, drawn) => {
    expect(message(code, sent)).toBe(drawn)
  })

  it('gives all cells of a row the largest vertical padding', () => {
    expect(
      message(code, table('<td style="padding:10px">x</td><td style="padding:30px 5px 2px">y</td>')),
    ).toBe(
      table(
        '<td style="padding:10px;padding-top:30px!important">x</td>' +
          '<td style="padding:30px 5px 2px;padding-bottom:10px!important">y</td>',
      ),
    )
  })

  it('paints a background over the margin', () => {
    expect(message(code, '<p style="background:#f00;margin:0 0 9px">x</p>')).toContain(
      'margin-bottom:0;margin-left:0;padding-bottom:9px',
    )
  })

  it('puts the start of a text under a left-aligned table on a background, with a margin that is declared last', () => {
    const left = table('<td>t</td>', ' align="left"')
    const drawn = message(code, table(`<td bgcolor="#ffffff">${left}<p>x</p></td>`))
    expect([...drawn.matchAll(/margin-right:([^;"]*)/g)].at(-1)?.[1]).toBe('-4px')
  })

  it('cuts a picture off at 18 inches only in 2007', () => {
    expect(message(code, image(' width="600" height="3456"')).includes('height:1728px')).toBe(
      code === 'OL2007',
    )
  })

  it('draws a picture behind a text with VML in conditional comments; other clients show only the text', () => {
    const vml =
      '<html xmlns:v="urn:schemas-microsoft-com:vml"><body><!--[if gte mso 9]><v:rect fill="TRUE" stroke="F" style="width:600px;height:300px"><v:fill type="frame" src="https://a.b/c.png"/><v:textbox style="mso-fit-shape-to-text:T"><![endif]--><p>x</p><!--[if gte mso 9]></v:textbox></v:rect><![endif]-->'
    const drawn = message(code, vml)
    expect(drawn).toContain('https://a.b/c.png&quot;) 50% 50%/100% 100% no-repeat')
    expect(drawn).toContain('<p>x</p>')
    expect(drawn).not.toMatch(/<v:|height:300px/)
    expect(message('CHROMEGMAILNEW', vml)).toContain('<div><p>x</p></div>')
  })
})
