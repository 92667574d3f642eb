import { drawIn, withHead } from '../../../../tests/draw-in-client'

const cssOf = (css: string, code = 'CHROMEYAHOO') =>
  drawIn(code, withHead(`<style>${css}</style>`))
    .styles.join('')
    .replaceAll('#yiv4236027226 ', '')
    .replaceAll('yiv4236027226', '')
const inlineOf = (css: string, code = 'CHROMEYAHOO') =>
  /<p style="([^"]*)"/.exec(drawIn(code, `<p style="${css}">x</p>`).message)?.[1] ?? ''

const codes = ['CHROMEYAHOO', 'YAHOOANDROID', 'YAHOOIOS', 'CHROMEAOLONLINE', 'AOLANDROID', 'AOLIOS']

describe('Yahoo draws some declarations as others', () => {
  it.each(codes)('height as min-height (email-bugs 9), in %s', (code) => {
    expect(inlineOf('height:30px', code)).toBe(inlineOf('min-height:30px', code))
    expect(inlineOf('height:30px', code)).toBe('min-height:30px')
  })
})

describe.each(codes)('%s drops declarations', (code) => {
  it.each([
    'margin-left:-1px',
    'width:calc(100% - 10px)',
    'width:min(3px,4px)',
    'width:max(3px,4px)',
    'width:clamp(1px,2px,3px)',
    'transform:rotate(3deg)',
    'background-image:linear-gradient(red,blue)',
    'background:radial-gradient(red,blue)',
    'object-fit:cover',
    'word-break:break-all',
    'font-size:2rem',
    'width:20vmin',
    'position:absolute',
    'position:fixed',
    'position:sticky',
    'color:rgb(0 128 0/1)',
    'text-align:end',
    'float:inline-start',
    'display:inline-grid',
    'display:inline-flex',
    'display:flow-root',
    'overflow-block:hidden',
    'box-shadow:0 0 3px red',
    'flex-direction:column',
    'left:3px',
    'mso-hide:all',
    '--x:red',
  ])('%s', (declaration) => {
    expect(inlineOf(`color:green;${declaration}`, code)).toBe('color:green')
    expect(cssOf(`.a{color:green;${declaration}}`, code)).toBe(cssOf('.a{color:green}', code))
  })

  it.each([
    'margin:10px auto',
    'position:relative',
    'display:flex',
    'display:grid',
    'display:none',
    'background-size:cover',
    'border-radius:9px',
    'font-weight:700',
    'color:rgb(0,128,0)',
    'min-height:3px',
    'float:left',
    'text-align:right',
    'text-transform:uppercase',
    'width:20vw',
    'border-left-color:red',
  ])('but not %s', (declaration) => {
    expect(inlineOf(declaration, code)).toBe(declaration)
  })
})

describe('Yahoo and selectors', () => {
  it.each(['nth-child', 'nth-last-child', 'nth-of-type', 'nth-last-of-type'])(
    ':%s(2) becomes what no browser reads, and takes the others of its list along',
    (name) => {
      expect(cssOf(`.a,p:${name}(2){color:red}`)).toBe(`.a,p:${name}{color:red}`)
    },
  )

  it(':has() loses its brackets too', () => {
    expect(cssOf('p:has(b){color:red}')).toBe('p:has{color:red}')
  })

  it.each(['[title]', '[title~=x]', '[title^=x]', '[title*=x]', 'p:not(.a)', 'p::before', 'p:lang(en)'])(
    'drops %s',
    (selector) => {
      expect(cssOf(`${selector}{color:red}.z{color:red}`)).toBe('.z{color:red}')
    },
  )

  it.each(['[title=x]', 'p:first-child', 'p:hover', 'p+p', 'p~p', 'p>b', '*', 'p::first-line', '.a.b'])(
    'keeps %s',
    (selector) => {
      expect(cssOf(`${selector}{color:red}`)).toBe(`${selector}{color:red}`)
    },
  )
})

describe('Yahoo and at-rules', () => {
  it.each(['max-width:600px', 'min-width:600px', 'max-height:600px', 'min-height:600px'])(
    'keeps @media (%s)',
    (feature) => {
      const css = `@media only screen and (${feature}){.a{color:red}}`
      expect(cssOf(css)).toBe(css)
    },
  )

  it('keeps a media query inside another', () => {
    const css = '@media screen{@media (max-width:9px){.a{color:red}}}'
    expect(cssOf(css)).toBe(css)
  })

  it.each([
    'prefers-reduced-motion:reduce',
    'orientation:portrait',
    'hover:hover',
    'max-device-width:480px',
    'min-resolution:2dppx',
  ])('never matches @media (%s)', (feature) => {
    expect(cssOf(`@media (${feature}){.a{color:red}}.z{color:red}`)).toBe('.z{color:red}')
  })

  it.each(['@media print', '@font-face', '@import "x.css";'])('drops %s', (start) => {
    expect(
      cssOf(start.endsWith(';') ? `${start}.z{color:red}` : `${start}{.a{color:red}}.z{color:red}`),
    ).toBe('.z{color:red}')
  })

  it('replaces what it does not know in a condition of @supports by _filtered_a', () => {
    expect(cssOf('@supports (display:flow-root){.a{color:red}}')).toMatch(
      /^@supports \(_filtered_a:flow-root\)/,
    )
    expect(cssOf('@supports (display:flex){.a{color:red}}')).toMatch(/^@supports \(display:flex\)/)
  })
})
