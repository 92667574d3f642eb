import { drawIn, withHead } from '../../../tests/draw-in-client'

/** For a few features, how to see in the output of a profile whether the client honours them. */
const probes = {
  position: (code: string) => styleOf(code, 'position:relative').includes('position'),
  flex: (code: string) => styleOf(code, 'display:flex').includes('flex'),
  radius: (code: string) => styleOf(code, 'border-radius:3px').includes('radius'),
  'background image': (code: string) =>
    styleOf(code, 'background-image:url(https://x.y/z.png)').includes('url('),
  gradient: (code: string) =>
    styleOf(code, 'background-image:linear-gradient(red,blue)').includes('gradient'),
  vw: (code: string) => styleOf(code, 'width:50vw').includes('vw'),
  style: (code: string) => cssOf(code, '.a{color:red}').includes('red'),
  '@media': (code: string) => cssOf(code, '@media (max-width:9px){.a{color:red}}').includes('@media'),
  dark: (code: string) => cssOf(code, '@media (prefers-color-scheme:dark){.a{color:red}}').includes('red'),
  ':first-child': (code: string) => cssOf(code, '.a:first-child{color:red}').includes('red'),
  '::before': (code: string) => cssOf(code, '.a::before{color:red}').includes('red'),
  '[title=a]': (code: string) => cssOf(code, '[title=a]{color:red}').includes('red'),
  '@font-face': (code: string) =>
    cssOf(code, '@font-face{font-family:x;src:url(https://x.y/z)}').includes('@font-face'),
  svg: (code: string) => drawIn(code, '<svg width="9" height="9"></svg>').message.includes('<svg'),
  video: (code: string) => drawIn(code, '<video width="9" height="9"></video>').message.includes('<video'),
  article: (code: string) => drawIn(code, '<article>x</article>').message.includes('<article'),
  width: (code: string) => drawIn(code, '<table width="9"><tr><td>x</table>').message.includes('width="9"'),
  'text input': (code: string) => drawIn(code, '<input type="text">').message.includes('<input'),
  base64: (code: string) => drawIn(code, '<img src="data:image/gif;base64,AAAA">').message.includes('data:'),
} as const

function styleOf(code: string, declaration: string): string {
  return /<p style="([^"]*)"/.exec(drawIn(code, `<p style="${declaration}">x</p>`).message)?.[1] ?? ''
}

function cssOf(code: string, css: string): string {
  return drawIn(code, withHead(`<style>${css}</style>`, '<p class="a" title="a">x</p>')).styles.join('')
}

/** What each client honours and ignores, by its cells and their corrections. */
const expected: Readonly<
  Record<string, { honours: (keyof typeof probes)[]; ignores: (keyof typeof probes)[] }>
> = {
  GMXDE: {
    honours: ['position', 'background image', 'width'],
    ignores: [
      'flex',
      'radius',
      'gradient',
      'vw',
      'style',
      '@media',
      'svg',
      'video',
      'article',
      'text input',
      'base64',
    ],
  },
  WEBDE: {
    honours: ['position', 'background image', 'width'],
    ignores: [
      'flex',
      'radius',
      'gradient',
      'vw',
      'style',
      '@media',
      'svg',
      'video',
      'article',
      'text input',
      'base64',
    ],
  },
  TONLINEDE: { honours: ['gradient', 'radius', 'width'], ignores: ['background image', 'style', 'dark'] },
  FREENETDE: { honours: ['style', '@media', '[title=a]', 'background image', 'flex'], ignores: ['video'] },
  COMCAST: {
    honours: ['style', '@media', 'dark', '::before', 'flex', 'vw', 'position', '@font-face'],
    ignores: ['[title=a]', 'svg', 'video', 'article', 'text input'],
  },
  MAILRU: {
    honours: [
      'style',
      '@media',
      'flex',
      'radius',
      'background image',
      'gradient',
      'vw',
      '[title=a]',
      'text input',
    ],
    ignores: ['position', 'dark', ':first-child', '::before', '@font-face', 'svg', 'video', 'article'],
  },
  PROTONMAIL: {
    honours: ['style', '@media', '[title=a]', ':first-child', '::before', 'flex', 'vw', 'article', 'svg'],
    ignores: ['dark', '@font-face', 'video', 'text input'],
  },
  PROTONANDROID: { honours: ['style', '@media', ':first-child'], ignores: ['dark', '[title=a]', 'video'] },
  PROTONIOS: { honours: ['style', '@media', ':first-child'], ignores: ['dark', 'video'] },
  FASTMAIL: {
    honours: ['style', '@media', 'dark', ':first-child', '::before', '[title=a]', 'flex', 'position'],
    ignores: ['vw', '@font-face', 'svg', 'video'],
  },
  HEY: {
    honours: ['style', '@media', ':first-child', '::before', 'flex', 'vw', 'position'],
    ignores: ['dark', 'svg', 'video', 'article', 'width', 'text input', 'base64'],
  },
  ORANGE: {
    honours: ['style', '@media', 'dark', ':first-child', 'background image', 'position', 'width', 'base64'],
    ignores: ['::before', 'flex', 'radius', 'gradient', 'vw', '@font-face', 'video', 'article', 'text input'],
  },
  LAPOSTE: {
    honours: ['flex', 'radius', 'background image', 'vw', 'position', 'article', 'width'],
    ignores: ['style', '@media', 'dark', ':first-child', 'text input', 'base64'],
  },
  SFR: {
    honours: ['flex', 'radius', 'background image', 'vw', 'position', 'article', 'width'],
    ignores: ['style', '@media', 'dark', ':first-child', 'text input', 'base64'],
  },
  FREEFR: { honours: ['style', 'dark', 'gradient'], ignores: ['background image', 'article'] },
  IONOS: {
    honours: ['style', '@media', 'dark', '::before', 'flex', 'vw', 'position', '@font-face'],
    ignores: ['[title=a]', 'svg', 'video', 'article', 'text input'],
  },
  WPPL: { honours: ['style', '@media', 'flex', 'position'], ignores: [] },
}

describe.each(Object.entries(expected))('%s', (code, { honours, ignores }) => {
  it.each(honours)('honours %s', (feature) => {
    expect(probes[feature](code)).toBe(true)
  })

  if (ignores.length > 0) {
    it.each(ignores)('ignores %s', (feature) => {
      expect(probes[feature](code)).toBe(false)
    })
  }
})

describe('a webmail in several browsers', () => {
  it.each(['COMCAST', 'FREENETDE', 'GMXDE', 'MAILRU', 'TONLINEDE', 'WEBDE'])(
    'draws %s alike in each',
    (code) => {
      const html = withHead('<style>.a{color:red}</style>', '<p class="a" style="position:absolute">x</p>')
      const drawn = drawIn(code, html)
      expect(drawIn(`FF${code}`, html)).toEqual(drawn)
      expect(drawIn(`CHROME${code}`, html)).toEqual(drawn)
    },
  )
})
