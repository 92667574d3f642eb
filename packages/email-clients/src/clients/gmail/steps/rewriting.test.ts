import { drawIn, withHead } from '../../../../tests/draw-in-client'

const messageOf = (html: string) => drawIn('CHROMEGMAILNEW', html).message

describe('Gmail renames classes and ids and confines rules', () => {
  const { message, styles } = drawIn(
    'CHROMEGMAILNEW',
    withHead('<style>.a,#b,[class~="c"]{color:red}</style>', '<p class=" a\n c " id="b">x</p>'),
  )

  it('in HTML', () => {
    expect(message).toContain('<p class="m_4815162342a m_4815162342c" id="m_4815162342b">')
  })

  it('in CSS, below a class of its own', () => {
    const scope = 'div.m15e8a3d0c7f2b914 '
    expect(styles[0]).toBe(
      `${scope}.m_4815162342a,${scope}#m_4815162342b,${scope}[class~="m_4815162342c"]{color:red}`,
    )
  })
})

describe('Gmail turns <body> into a <div>', () => {
  it('with its attributes', () => {
    expect(messageOf('<body class="body" bgcolor="#eee" style="margin:0">x</body>')).toBe(
      '<div class="m_4815162342body" bgcolor="#eee" style="margin:0">x</div>',
    )
  })

  it('so that a rule for body matches no element of the message', () => {
    const { styles } = drawIn('CHROMEGMAILNEW', withHead('<style>body{color:red}</style>'))
    expect(styles[0]).toBe('div.m15e8a3d0c7f2b914 body{color:red}')
  })
})

describe('Gmail replaces tags that it does not honour by <u></u>', () => {
  it.each([
    ['<main>x</main>', '<u></u>x<u></u>'],
    ['<nav>x</nav>', '<u></u>x<u></u>'],
    ['<x-y>x</x-y>', '<u></u>x<u></u>'],
    ['<o:p>x</o:p>', '<u></u>x<u></u>'],
    ['<marquee>x</marquee>', '<u></u>x<u></u>'],
    ['<dialog>x</dialog>', '<u></u>x<u></u>'],
    [
      '<picture><source srcset="https://x.y/b.png"><img alt="x"></picture>',
      '<u></u><u></u><img alt="x"><u></u>',
    ],
    ['<video src="https://x.y/z.mp4"><track><b>x</b></video>', '<u></u><u></u><b>x</b><u></u>'],
    ['<svg><circle r="3"/><text>x</text></svg>', '<u></u><u></u>'],
    ['<section>x</section>', '<section>x</section>'],
    ['<article><header>x</header></article>', '<article><header>x</header></article>'],
    ['<center><font color="red">x</font></center>', '<center><font color="red">x</font></center>'],
  ])('%s becomes %s', (sent, shown) => {
    expect(messageOf(sent)).toBe(`<div>${shown}</div>`)
  })

  it('drops the title, which is not part of the message', () => {
    expect(messageOf('<title>T</title><p>x</p>')).toBe('<div><p>x</p></div>')
  })
})

describe('Gmail removes comments', () => {
  it.each([
    ['<!-- x -->', ''],
    ['<!--[if !mso]><!--><b>others</b><!--<![endif]-->', '<b>others</b>'],
    ['<![if !mso]><b>others</b><![endif]>', '<b>others</b>'],
  ])('%s', (sent, shown) => {
    expect(messageOf(`<p>${sent}</p>`)).toBe(`<div><p>${shown}</p></div>`)
  })

  it.each([
    ['<!-- words -->', []],
    ['<!--[if mso]>words<![endif]-->', ['comment-removed']],
    ['<!--[if !mso]><!-->words<!--<![endif]-->', []],
  ])('and reports those with content that other clients show: %s', (comment, told) => {
    const { rules } = drawIn('CHROMEGMAILNEW', withHead('', `<p>x</p>${comment}`))
    expect(rules.filter((rule) => rule !== 'body-replaced')).toEqual(told)
  })
})

describe('Gmail drops attributes', () => {
  it.each(['hidden', 'srcset="https://x.y/a.png 2x"', 'loading="lazy"', 'data-x="1"', 'popover'])(
    '%s',
    (attribute) => {
      expect(messageOf(`<p><img alt="x" ${attribute}></p>`)).toBe('<div><p><img alt="x"></p></div>')
    },
  )

  it.each(['align="right"', 'valign="top"', 'bgcolor="#fff"', 'width="30"', 'dir="rtl"', 'colspan="2"'])(
    'but not %s',
    (attribute) => {
      expect(messageOf(`<table><tbody><tr><td ${attribute}>x</td></tr></tbody></table>`)).toContain(
        `<td ${attribute}>x</td>`,
      )
    },
  )
})

describe('Gmail changes links and makes links of addresses', () => {
  it('so that every link opens a new window', () => {
    const { message, changes } = drawIn(
      'CHROMEGMAILNEW',
      '<a href="https://x.y/" target="_top">x</a><a name="y">y</a>',
    )
    expect(message).toContain('<a href="https://x.y/" target="_blank">x</a><a name="y">y</a>')
    expect(changes.map(({ rule }) => rule)).toContain('link-target-forced')
  })

  it.each([
    ['at https://example.com/a?b=c now', '<a href="https://example.com/a?b=c" target="_blank">'],
    ['example.org is', '<a href="http://example.org" target="_blank">example.org</a> is'],
    ['to jo@example.com', '<a href="mailto:jo@example.com" target="_blank">jo@example.com</a>'],
    ['call +44 20 7946 0958', '<a href="tel:+442079460958" target="_blank">'],
    [
      'at 1600 Amphitheatre Parkway, Mountain View, CA 94043 in',
      'target="_blank">1600 Amphitheatre Parkway, Mountain View, CA 94043</a> in',
    ],
  ])('%s', (text, shown) => {
    expect(messageOf(`<p>${text}</p>`)).toContain(shown)
  })

  it.each(['<a href="https://x.y/">www.example.com</a>', '<textarea>www.example.com</textarea>'])(
    'makes none inside %s',
    (html) => {
      expect(drawIn('CHROMEGMAILNEW', html).rules).not.toContain('link-detected')
    },
  )

  it.each(['It cost 1,234.56 in 2024.', 'version 1.2.3', 'a.b.c', '12345678901234'])(
    'makes none of %s',
    (text) => {
      expect(drawIn('CHROMEGMAILNEW', `<p>${text}</p>`).rules).not.toContain('link-detected')
    },
  )
})

describe('Gmail lets long words break', () => {
  it.each(['CHROMEGMAILNEW', 'ANDROID11GMAILAPP', 'GMAILIOS', 'GMAILMOBILEWEB', 'ANDROIDGMAILIMAP'])(
    'everywhere, at the edge of the message, in %s',
    (code) => {
      expect(drawIn(code, 'x').page).toMatch(
        /:where\(#pas-message\)\{[^}]*\b(?:word-wrap|overflow-wrap):break-word/,
      )
    },
  )

  it('with a <wbr> every 30 characters', () => {
    expect(messageOf(`<p>${'x'.repeat(65)}</p>`)).toContain(
      `${'x'.repeat(30)}<wbr>${'x'.repeat(30)}<wbr>${'x'.repeat(5)}`,
    )
  })

  it('but no <wbr> in a word of 30 characters', () => {
    expect(messageOf(`<p>${'x'.repeat(30)} y</p>`)).not.toContain('<wbr>')
  })

  it('never inside a character', () => {
    expect(messageOf(`<p>${'😀'.repeat(31)}</p>`)).toContain(`${'😀'.repeat(30)}<wbr>😀`)
  })
})
