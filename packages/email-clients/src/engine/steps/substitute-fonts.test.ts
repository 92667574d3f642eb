import { drawWithSteps } from '../../../tests/draw-with-steps'
import { substituteFonts } from './substitute-fonts'

const step = substituteFonts(
  [
    { names: ['arial', 'roboto', 'sans-serif'], drawn: 'Roboto,Arial' },
    { names: ['times new roman', 'times'], drawn: 'Noto Serif,Times New Roman' },
    { names: ['segoe ui', 'impact'], drawn: null },
  ],
  'Roboto',
  'engineering rule: test',
)
const draw = (html: string) => drawWithSteps([step], html)

describe('a device with a standard font that the engine does not have', () => {
  const ended = substituteFonts(
    [
      { names: ['arial', 'serif'], drawn: 'Roboto,Arial' },
      { names: ['impact'], drawn: null },
    ],
    'Roboto',
    'engineering rule: test',
    'engineering rule: standard',
  )
  const end = (html: string) => drawWithSteps([ended], html)

  it.each([
    ["font-family:'Helvetica Neue'", 'font-family:&quot;Helvetica Neue&quot;,Roboto'],
    ['font-family:Open Sans,Inter', 'font-family:Open Sans,Inter,Roboto'],
    ['font:12px Impact,Inter', 'font:12px Inter,Roboto'],
    ['font-family:Inter,serif', 'font-family:Inter,Roboto,Arial'],
    ['font-family:Inter,cursive', 'font-family:Inter,cursive'],
    ['font-family:inherit', 'font-family:inherit'],
    ['font:inherit', 'font:inherit'],
    ['font-family:var(--x)', 'font-family:var(--x)'],
  ])('draws %s as %s', (sent, drawn) => {
    expect(end(`<p style="${sent}">x</p>`).body).toContain(`<p style="${drawn}">`)
  })

  it('has it in <font face>, too, and says of which family, unless that comes from the web', () => {
    const { body, changes } = end('<font face="Lucida Grande">x</font>')
    expect(body).toContain('<font face="Lucida Grande,Roboto">')
    expect(changes).toMatchObject([{ what: 'Lucida Grande', source: 'engineering rule: standard' }])
    const face = '<style>@font-face{font-family:Inter;src:url(https://a.b/s.woff2)}</style>'
    expect(end(`${face}<p style="font-family:Inter">x</p>`).rules).toEqual([])
  })
})

describe('fonts that a device has under another name', () => {
  it.each([
    ['font-family:Arial', 'font-family:Roboto,Arial'],
    ['font-family:arial,Verdana', 'font-family:Roboto,Arial,Verdana'],
    ["font-family:'Times New Roman'", 'font-family:Noto Serif,Times New Roman'],
    ['font-family:Times New Roman', 'font-family:Noto Serif,Times New Roman'],
    ['font-family:Inter,sans-serif', 'font-family:Inter,Roboto,Arial'],
    ['font:12px Arial', 'font:12px Roboto,Arial'],
    ['font:bold 12px/1.5 Inter,Arial', 'font:bold 12px/1.5 Inter,Roboto,Arial'],
    ["font:small 'Times'", 'font:small Noto Serif,Times New Roman'],
    ['font-family:Georgia', 'font-family:Georgia'],
    ["font-family:'Segoe UI',Impact,Georgia", 'font-family:Georgia'],
    ["font-family:Georgia,'Segoe UI'", 'font-family:Georgia'],
    ["font-family:'Segoe UI'", 'font-family:Roboto'],
    ['font:12px Impact,Arial', 'font:12px Roboto,Arial'],
    ['font:12px Impact,Inter', 'font:12px Inter'],
    ['font:12px Impact', 'font:12px Roboto'],
    ['font:inherit', 'font:inherit'],
    ['font:12px var(--x)', 'font:12px var(--x)'],
  ])('%s is drawn as %s, in a block and in an attribute', (sent, drawn) => {
    expect(draw(`<p style="${sent}">x</p>`).body).toContain(`<p style="${drawn}">`)
    expect(draw(`<style>p{${sent}}</style>`).styles).toEqual([`p{${drawn}}`])
  })

  it('are replaced in <font face> too', () => {
    expect(draw('<font face="Arial, Inter">x</font>').body).toContain('<font face="Roboto,Arial,Inter">')
  })

  it('are not replaced if the email declares them with @font-face', () => {
    const face = "@font-face{font-family:'Segoe UI';src:url(https://a.b/s.woff2)}"
    expect(draw(`<style>${face}</style><p style="font-family:'Segoe UI',Arial">x</p>`).body).toContain(
      `<p style="font-family:&quot;Segoe UI&quot;,Roboto,Arial">`,
    )
  })

  it('are reported; fonts that the device has under their own name are not', () => {
    expect(draw('<p style="font-family:Arial">x</p>').changes).toEqual([
      {
        rule: 'font-substituted',
        what: 'Arial',
        where: { line: 1, column: 4 },
        count: 1,
        source: 'engineering rule: test',
      },
    ])
    expect(draw('<p style="font-family:Roboto">x</p>').rules).toEqual([])
  })
})
