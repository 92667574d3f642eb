import { drawIn, withHead } from '../../../tests/draw-in-client'

const before2019 = ['OL2007', 'OL2010', 'OL2013', 'OL2016']
const since2019 = ['OL2019', 'OL2021', 'OL365']

const face = '@font-face{font-family:Pacifico;src:url(https://a.b/p.woff2)}'

function fontOf(family: string, css = '', code = 'OL2016', head = ''): string {
  const { message } = drawIn(
    code,
    withHead(`${head}<style>${css}</style>`, `<p style="font-family:${family}">x</p>`),
  )
  return /font-family:&quot;(.*?)&quot;/.exec(message)?.[1] ?? message
}

describe('fonts in Word', () => {
  it.each([
    ['Calibri, Arial', 'Calibri'],
    ['calibri', 'calibri'],
    ["'Helvetica Neue', Helvetica, Arial", 'Arial'],
    ['Roboto, Georgia, serif', 'Georgia'],
    ['Roboto, sans-serif', 'Arial'],
    ['Roboto, monospace', 'Courier New'],
    ['-apple-system, BlinkMacSystemFont, Segoe UI', 'segoe ui'],
    ['Times', 'Times New Roman'],
    ['serif', 'Times New Roman'],
    ['Roboto', 'Times New Roman'],
    ['system-ui', 'Times New Roman'],
    ['constructor, toString', 'Times New Roman'],
  ])('of %s: %s', (family, expected) => {
    expect(fontOf(family).toLowerCase()).toBe(expected.toLowerCase())
  })

  it.each(before2019)('%s draws text whose first font is declared in Times New Roman', (code) => {
    expect(fontOf('Pacifico, sans-serif', face, code)).toBe('Times New Roman')
    expect(fontOf('Arial, Pacifico', face, code)).toBe('Arial')
    expect(fontOf('Lobster, sans-serif', face, code)).toBe('Arial')
  })

  it.each(since2019)('%s goes on to the next font of the list', (code) => {
    expect(fontOf('Pacifico, sans-serif', face, code)).toBe('Arial')
  })

  it.each([
    ['mso-generic-font-family:swiss', 'Arial'],
    ['mso-generic-font-family:modern', 'Courier New'],
    ['mso-font-alt:Georgia', 'Georgia'],
    ["mso-font-alt:'Trebuchet MS'", 'Trebuchet MS'],
    ['mso-font-alt:Lobster', 'Times New Roman'],
  ])('a declared font with %s is drawn in %s', (declaration, expected) => {
    const css = `@font-face{font-family:Pacifico;src:url(https://a.b/p.woff2);${declaration}}`
    expect(fontOf('Pacifico, monospace', css)).toBe(expected)
  })

  it('are also declared by the style sheet of a font service', () => {
    const link =
      '<link rel="stylesheet" href="https://fonts.googleapis.com/css?family=Open+Sans:400,700|Lato">'
    expect(fontOf("'Open Sans', Arial", '', 'OL2013', link)).toBe('Times New Roman')
    expect(fontOf('Lato, Arial', '', 'OL2013', link)).toBe('Times New Roman')
    expect(fontOf('Inter, Arial', '', 'OL2013', link)).toBe('Arial')
    expect(fontOf('Lato, Arial', '', 'OL2019', link)).toBe('Arial')
    expect(fontOf('Lato, Arial', '', 'WINDOWS10MAIL', link)).toBe('Times New Roman')
  })

  it('are never fetched', () => {
    const { page, changes } = drawIn('OL2019', withHead(`<style>${face}</style>`, '<p>x</p>'))
    expect(page).not.toContain('woff2')
    expect(changes).toEqual([expect.objectContaining({ rule: 'web-font-ignored', what: 'Pacifico' })])
  })

  it('are reported if the first one is missing', () => {
    const { changes } = drawIn(
      'OL2016',
      '<p style="font-family:Roboto,Arial">x</p><p style="font-family:Arial">y</p>',
    )
    expect(changes).toEqual([expect.objectContaining({ rule: 'font-missing', what: 'Roboto', count: 1 })])
  })

  it('are chosen in <font face> and the shorthand too', () => {
    expect(drawIn('OL2016', '<font face="Roboto, Verdana">x</font>').message).toContain(
      'face="&quot;Verdana&quot;,',
    )
    expect(drawIn('OL2016', '<p style="font:bold 12px/1 Roboto,Verdana">x</p>').message).toContain(
      'font:bold 12px/1&quot;Verdana&quot;,sans-serif',
    )
  })

  it('are Times New Roman 12 pt if an email sets none', () => {
    expect(drawIn('OL2016', '<p>x</p>').page).toContain('font:12pt "Times New Roman"')
  })
})
