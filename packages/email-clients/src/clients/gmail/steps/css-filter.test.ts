import { drawIn, withHead } from '../../../../tests/draw-in-client'

const cssOf = (css: string) =>
  drawIn('CHROMEGMAILNEW', withHead(`<style>${css}</style>`))
    .styles.join('')
    .replaceAll('div.m15e8a3d0c7f2b914 ', '')
    .replaceAll('m_4815162342', '')
const inlineOf = (css: string) =>
  /<p style="([^"]*)"/.exec(drawIn('CHROMEGMAILNEW', `<p style="${css}">x</p>`).message)?.[1] ?? ''

describe('Gmail drops declarations', () => {
  it.each([
    'position:absolute',
    'top:1px',
    'z-index:2',
    'flex-direction:column',
    'align-items:center',
    'justify-content:center',
    'grid-template-columns:1fr 1fr',
    'transform:rotate(3deg)',
    'box-shadow:0 0 3px red',
    'animation:x 1s',
    'filter:blur(2px)',
    'visibility:hidden',
    'border-image:none',
    'clip-path:none',
    'gap:3px',
    'row-gap:3px',
    'text-decoration-thickness:3px',
    'overflow-wrap:anywhere',
    'word-wrap:normal',
    '--x:red',
    '-webkit-text-size-adjust:none',
    'mso-hide:all',
    'margin-top:-1px',
    'margin:0 -5% 0 0',
    'list-style-image:url(https://x.y/z.png)',
    'background-image:conic-gradient(red,blue)',
    'color:light-dark(red,blue)',
  ])('%s, in style attributes and in <style>', (declaration) => {
    expect(inlineOf(`color:green;${declaration}`)).toBe('color:green')
    expect(cssOf(`.a{color:green;${declaration}}`)).toBe('.a{color:green}')
  })

  it.each([
    'display:flex',
    'display:grid',
    'display:none',
    'float:left',
    'width:calc(100% - 10px)',
    'font-size:clamp(1px,2vw,30px)',
    'opacity:.5',
    'mix-blend-mode:multiply',
    'background-image:linear-gradient(red,blue)',
    'border-radius:3px',
    'column-gap:3px',
    'object-fit:cover',
    'overflow:hidden',
    'white-space:nowrap',
    'word-break:break-all',
    'border-left-color:red',
    'color:var(--x)',
    'margin:10px auto',
    'text-indent:3em',
    'list-style:square',
    'max-width:600px',
  ])('and keeps %s', (declaration) => {
    expect(inlineOf(declaration)).toBe(declaration)
    expect(cssOf(`.a{${declaration}}`)).toBe(`.a{${declaration}}`)
  })

  it('leaves a rule empty if it drops all its declarations', () => {
    expect(cssOf('.a{position:fixed}')).toBe('.a{}')
  })
})

describe('Gmail honours selectors by class, id, type and [class~=]', () => {
  it.each([
    '.a',
    '#a',
    'p',
    '*',
    'p.a',
    '.a.b',
    '.a p',
    '.a>p',
    'p+p',
    'p~p',
    'a:hover',
    '[class~=a]',
    '[class~="a"]',
    'u+.body',
  ])('keeps %s', (selector) => {
    expect(cssOf(`${selector}{color:red}`)).toBe(`${selector}{color:red}`)
  })

  it.each([
    'a[href]',
    '[class=a]',
    '[class*="a"]',
    '[id~=a]',
    'a:link',
    'p:nth-child(2)',
    'p:not(.a)',
    'p::before',
    'p::first-line',
    'input:checked + p',
    ':root',
  ])('drops %s', (selector) => {
    expect(cssOf(`${selector}{color:red}.z{color:red}`)).toBe('.z{color:red}')
  })

  it('drops only the selector it does not honour from a list', () => {
    expect(cssOf('.a,p:first-child,.b{color:red}')).toBe('.a,.b{color:red}')
  })
})

describe('Gmail honours @media on width, orientation and resolution', () => {
  it.each([
    '@media (max-width:600px)',
    '@media screen and (min-width:600px)',
    '@media only screen and (min-width:300px) and (max-width:600px)',
    '@media (orientation:portrait)',
    '@media (min-resolution:2dppx)',
    '@media (max-device-width:480px)',
    '@media screen',
  ])('keeps %s', (query) => {
    expect(cssOf(`${query}{.a{color:red}}`)).toBe(`${query}{.a{color:red}}`)
  })

  it.each([
    '@media (max-height:600px)',
    '@media (min-width:1px) and (min-height:1px)',
    '@media (prefers-reduced-motion:reduce)',
    '@media (hover:hover)',
    '@media (-webkit-min-device-pixel-ratio:0)',
    '@media print',
    '@media not screen',
    '@media (400px <= width <= 700px)',
    '@media',
    '@supports (display:flex)',
    '@layer a',
    '@container (min-width:1px)',
  ])('drops %s with its rules, and keeps the rest', (query) => {
    expect(cssOf(`${query}{.a{color:red}}.z{color:red}`)).toBe('.z{color:red}')
  })

  it('drops @import, @font-face, @keyframes and @charset', () => {
    const css =
      '@charset "utf-8";@import url(https://x.y/z.css);@font-face{font-family:x;src:url(https://x.y/z)}@keyframes x{from{color:red}}.z{color:red}'
    expect(cssOf(css)).toBe('.z{color:red}')
  })

  it('keeps the queries of a list that it honours', () => {
    expect(cssOf('@media (max-height:1px),(max-width:600px){.a{color:red}}')).toBe(
      '@media (max-width:600px){.a{color:red}}',
    )
  })

  it('keeps a width query inside a width query (caniemail PR 256)', () => {
    const css = '@media (min-width:1px){@media (max-width:9px){.a{color:red}}}'
    expect(cssOf(css)).toBe(css)
  })

  it.each(['@media', '@media (max-height:9px)'])(
    'drops %s inside a width query and nothing else',
    (inner) => {
      expect(cssOf(`.z{color:red}@media (min-width:1px){${inner}{.a{color:red}}.b{color:red}}`)).toBe(
        '.z{color:red}@media (min-width:1px){.b{color:red}}',
      )
    },
  )
})

describe('the changes of the CSS filter', () => {
  it('have the place of the declaration in the HTML as sent', () => {
    const { changes } = drawIn(
      'CHROMEGMAILNEW',
      '<html>\n<head><style>\n.a{color:red;\n  position:fixed}</style></head><p class="a">x</html>',
    )
    expect(changes.find(({ what }) => what === 'position')).toEqual({
      rule: 'declaration-unsupported',
      what: 'position',
      where: { line: 4, column: 3 },
      count: 1,
      source: 'caniemail css-position, 2021-05',
    })
  })
})
