import { runChecks } from '../src/run-checks'
import { emailOf } from './corpus'

const preheader = 'Eight things for a better morning.'
const hidden = (text: string): string => `<div style="display:none">${text}</div>`
const leaksOf = (html: string) =>
  runChecks(emailOf(`<!doctype html><html lang="en"><body>${html}`, {}, false), ['inbox'])
    .flatMap(({ findings }) => findings)
    .filter(({ rule }) => rule === 'inbox/preheader-leaks')
const web = '<a href="https://example.com/web">View in browser</a>'

describe('what an inbox shows behind a hidden preheader', () => {
  it('is a leak for the email clients whose line is longer', () => {
    const [leak] = leaksOf(hidden(preheader) + web)
    expect(leak).toMatchObject({ what: 'View in browser', detail: { offset: preheader.length } })
    // Outlook for Windows shows 35 characters, one more than there are.
    expect(leak?.clients).toContain('OL365')
    const [longer] = leaksOf(hidden(`${preheader} And one more.`) + web)
    expect(longer?.clients).not.toContain('OL365')
    expect(longer?.clients).toContain('CHROMEGMAILNEW')
  })

  it.each([
    ['zero-width non-joiners and no-break spaces', '&zwnj;&nbsp;'],
    ['combining grapheme joiners', '&#847; '],
    ['figure spaces', '&#8199;&#847;'],
    ['what React Email writes', '&nbsp;&zwnj;&#8203;&#8205;&#8206;&#8207;&#65279;'],
  ])('is none behind enough filler: %s', (_name, filler) => {
    const much = filler.repeat(150)
    expect(leaksOf(hidden(preheader + much) + web)).toEqual([])
    expect(leaksOf(hidden(preheader) + hidden(much) + web)).toEqual([])
    expect(leaksOf(hidden(preheader + filler.repeat(3)) + web)).toHaveLength(1)
  })

  it('is none behind no-break spaces alone', () => {
    expect(leaksOf(hidden(preheader + '&nbsp;'.repeat(150)) + web)).toEqual([])
  })

  it('is none of the first words that the reader sees, nor without a hidden preheader', () => {
    expect(leaksOf(`${hidden(preheader)}<h1>Our coffee</h1>${web}`)).toEqual([])
    expect(leaksOf(web)).toEqual([])
    expect(leaksOf(`${hidden(preheader)}<img src="https://x.example/a.gif" alt="x" width="1">`)).toEqual([])
  })
})
