import { htmlFromText } from './html-from-text'

const shown = (text: string): string =>
  htmlFromText(text).replace(/^<div style="white-space:pre-wrap">|<\/div>$/g, '')

describe('a plain text in a client that shows HTML', () => {
  it.each([
    ['keeps its lines and blanks', ' a\n\n  b\tc', ' a\n\n  b\tc'],
    ['is escaped, so that it is not read as markup', '<b>&amp; "x"', '&lt;b&gt;&amp;amp; "x"'],
    [
      'links an address of the web, and leaves the full stop to the sentence',
      'See https://x.example/a?b=1&c="2.',
      'See <a href="https://x.example/a?b=1&amp;c=">https://x.example/a?b=1&amp;c=</a>"2.',
    ],
    ['links what begins with www', 'www.x.example', '<a href="http://www.x.example">www.x.example</a>'],
    ['links a mail address', '(a@x.example)', '(<a href="mailto:a@x.example">a@x.example</a>)'],
    ['leaves bare domains and numbers to the client', 'x.com 555-123-4567', 'x.com 555-123-4567'],
    [
      'links nothing that runs',
      'javascript:alert(1) data:text/html,x',
      'javascript:alert(1) data:text/html,x',
    ],
  ])('%s', (_name, text, html) => {
    expect(shown(text)).toBe(html)
  })

  it('is cut after 1,000,000 characters, so that a worker does not convert what no picture shows', () => {
    expect(shown('<'.repeat(9_000_000))).toBe('&lt;'.repeat(1_000_000))
  })
})
