import { isLongRun } from '@pas/testing/long-run'
import { blackPng } from './broken-web'
import { almostTooLong, expectAnswers, filled } from './expect-answers'
import { stage } from './stage'

interface Heavy {
  name: string
  html: string
  /** Whether `npm test` runs it as well: the heaviest of each kind. */
  isQuick?: boolean
}

/** Emails that cost the parser, the tree, CSS, layout or painting most for their length. */
const heavy = (webUrl: string): Heavy[] => [
  {
    name: '10,000 images',
    html: Array.from({ length: 10_000 }, (_, n) => `<img src="${webUrl}/${n}.png">`).join(''),
    isQuick: true,
  },
  { name: 'a line of a million characters', html: filled('line ', 1_000_000) },
  { name: 'a line of 200,000 characters', html: filled('line ', 200_000), isQuick: true },
  { name: 'a word of a million characters', html: filled('x', 1_000_000) },
  { name: 'a tree 100,000 deep', html: `${'<div>'.repeat(100_000)}x`, isQuick: true },
  { name: 'tables 100,000 deep', html: '<table><tr><td>'.repeat(100_000) },
  { name: 'formatting that is never closed', html: '<b><i><font>x<p>'.repeat(100_000) },
  { name: 'text that a table throws out', html: `<table>${'<p>x'.repeat(100_000)}` },
  {
    name: 'nested filters',
    html: '<div style="filter:blur(40px);opacity:.9;padding:9px;mix-blend-mode:hue">'.repeat(500),
  },
  {
    name: 'SVG filters upon filters',
    html: `<svg width="2000" height="2000"><filter id="f">${'<feTurbulence/><feGaussianBlur stdDeviation="99"/>'.repeat(500)}</filter><rect width="2000" height="2000" filter="url(#f)"/></svg>`,
  },
  {
    name: 'a million gradients',
    html: `<style>p{background:${filled('linear-gradient(1deg,red,lime),', 15_000)}linear-gradient(red,lime)}</style>${'<p style="height:900px">'.repeat(600)}`,
  },
  {
    name: 'shadows and radii',
    html: `<style>p{box-shadow:${filled('0 0 500px red,', 15_000)}0 0 red;border-radius:50%;text-shadow:${'0 0 99px red,'.repeat(50)}0 0 red}</style>${'<p style="height:90px">x'.repeat(4_000)}`,
  },
  {
    name: 'catastrophic selectors',
    html: `<style>${'div *~*+* * * * * > * ~ * + * p b{color:red}'.repeat(350)}</style>${'<div>'.repeat(300)}${'<p>'.repeat(15_000)}`,
    isQuick: true,
  },
  {
    name: 'attribute selectors and negations',
    html: `<style>${'[class*=a]:not([class~=b]):not(:nth-child(2n+1)) ~ [title^=c] *{color:red}'.repeat(200)}</style>${'<i class=ab title=c>'.repeat(5_000)}`,
  },
  {
    name: 'columns and counters',
    html: `<style>p{columns:99;counter-increment:a}p::before{content:counters(a,".")}</style>${'<p>x'.repeat(20_000)}`,
  },
  { name: 'nested tables of percentages', html: '<table width="99%"><tr><td width="1%">x<td>'.repeat(500) },
  {
    name: 'nested flex and grid',
    html: '<div style="display:flex;flex-wrap:wrap"><div style="display:grid;grid-template-columns:repeat(999,1fr)">x'.repeat(
      250,
    ),
  },
  {
    name: 'one attribute after the other',
    html: `<p ${Array.from({ length: 600_000 }, (_, n) => `a${n}=1`).join(' ')}>x`,
  },
  { name: 'one srcset', html: `<img srcset="${filled(`${webUrl}/a 1x,`, almostTooLong)}">` },
  { name: 'tags that never end', html: filled('<', almostTooLong) },
  { name: 'conditional comments that never end', html: filled('<!--[if mso]>', almostTooLong) },
  { name: 'character references', html: filled('&notin;', almostTooLong) },
  {
    name: 'style sheets of addresses',
    html: `<style>${Array.from({ length: isLongRun ? 250_000 : 20_000 }, (_, n) => `a{b:url(${webUrl}/${n})}`).join('')}</style>`,
    isQuick: true,
  },
  { name: 'style sheets of escapes', html: `<style>${filled('\\75rl(', almostTooLong)}</style>` },
  { name: 'style sheets of brackets', html: `<style>${filled('@media(', almostTooLong)}</style>` },
]

describe('a heavy email is drawn, or refused clearly and in time, and delays no other email', () => {
  const named = heavy('http://x.test').filter(({ isQuick }) => isLongRun || isQuick)

  it.each(named)(
    '$name',
    async ({ name }) => {
      const { html = '' } = heavy(stage.web.url).find((email) => email.name === name) ?? {}
      await stage.expectNeighbourInTime(expectAnswers(stage, { html_text: html }))
    },
    240_000,
  )

  it('30 MB of HTML', async () => {
    const { status } = await stage.expectNeighbourInTime(
      stage.post({ html_text: filled('<p>long</p>', 30 * 1024 * 1024) }),
    )
    expect(status).toBe(413)
  })

  it('text as long as a body may be, in every client', async () => {
    const texts = isLongRun ? ['<', '&amp', '\n', 'x ', '漢', 'e\u0301', 'http://a.b '] : ['<']
    const emailClients = isLongRun ? undefined : ['CHROMEGMAILNEW', 'PLAINTEXT']
    for (const part of texts) {
      const length = almostTooLong / Buffer.byteLength(part === '\n' ? '\\n' : part) / 1.2
      await stage.expectNeighbourInTime(
        expectAnswers(stage, { plain_text: part.repeat(length / part.length) }, emailClients),
      )
    }
  }, 240_000)

  it('several at once', async () => {
    const html = `<style>${Array.from({ length: isLongRun ? 250_000 : 50_000 }, (_, n) => `a{b:url(${stage.web.url}/${n})}`).join('')}</style>`
    const uploads = Array.from({ length: isLongRun ? 12 : 2 }, () =>
      expectAnswers(stage, { html_text: html }, []),
    )
    await stage.expectNeighbourInTime(Promise.all(uploads))
  }, 240_000)

  it('style sheets and images that are heavy themselves', async () => {
    const { pages, web } = stage
    // As much as all style sheets of an email may have.
    const css = Buffer.from(filled('a{b:url(x.png)}', 4 * 1024 * 1024 - 20))
    const png = blackPng(7_000)
    const paths = Array.from({ length: isLongRun ? 20 : 1 }, (_, n) => n)
    for (const n of paths) {
      pages.set(`/${n}.css`, (_req, res) => void res.setHeader('content-type', 'text/css').end(css))
      pages.set(`/${n}.png`, (_req, res) => void res.end(png))
    }
    const sheets = paths.map((n) => `<link rel="stylesheet" href="${web.url}/${n}.css">`).join('')
    const images = paths.map((n) => `<img src="${web.url}/${n}.png" width="300" height="300">`).join('')
    await stage.expectNeighbourInTime(expectAnswers(stage, { html_text: sheets }))
    await stage.expectNeighbourInTime(expectAnswers(stage, { html_text: images }))
  }, 240_000)
})
