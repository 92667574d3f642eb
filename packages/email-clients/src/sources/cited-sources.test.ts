import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { citedSources, findSourceUrl } from './cited-sources'
import { sources } from './sources'

describe('a source', () => {
  it.each([
    ['caniemail css-margin note 1, 2019-10', ['https://www.caniemail.com/features/css-margin/']],
    ['email-bugs 61, 2019-07-02', ['https://github.com/hteumeuleu/email-bugs/issues/61']],
    [
      'HT 2021 (Outlook.com dark mode); microsoft/roosterjs getDarkColor.ts; seen 2023-10',
      [
        'https://www.hteumeuleu.com/2021/emails-react-outlook-com-dark-mode/',
        'https://github.com/microsoft/roosterjs',
      ],
    ],
    ['engineering default: a message stands in an element of the page', [null]],
  ])('cited as "%s" has an address', (citation, urls) => {
    expect(citedSources(citation).map(({ url }) => url)).toEqual(urls)
  })

  it.each([
    ['HT 2020 (fonts)', 'R. Parmentier: Fonts in emails', '2020'],
    ['email-bugs 61, 2019-07-02', 'email-bugs: issue 61', '2019-07-02'],
    ['caniemail css-gap note 1, 2022-12', 'caniemail: css-gap', '2022-12'],
    ['RFC 2046 5.1.4: shows the best part it can', 'RFC 2046', null],
    [
      'thunderbird-android 22.0, MessageWebView: blockNetworkLoads, 2026-08',
      'Thunderbird for Android: its html-cleaner',
      '2026-08',
    ],
  ])('cited as "%s" is %s of %s', (citation, title, date) => {
    expect(citedSources(citation)).toEqual([expect.objectContaining({ title, date })])
  })

  it.each(['caniemail css-margin; a friend', 'Litmusette'])(
    'without a key of sources.ts is refused: %s',
    (citation) => {
      expect(() => citedSources(citation)).toThrow('no source for')
    },
  )

  it('that is found for a citation of several is the first with an address', () => {
    expect(findSourceUrl('HT 2016 (Outlook.com, links); email-bugs 10, 2015-12-28')).toBe(
      'https://github.com/hteumeuleu/email-bugs/issues/10',
    )
    expect(findSourceUrl('engineering default: the fonts of Windows and Office')).toBeNull()
    expect(findSourceUrl('no key of ours, 2019')).toBeNull()
  })
})

describe('the sources of rules', () => {
  it('are each cited by a rule', () => {
    const texts = listSourceFiles().map((file) => readFileSync(file, 'utf8'))
    const unused = Object.keys(sources).filter((key) => !texts.some((text) => text.includes(key)))
    expect(unused).toEqual([])
  })

  it('have a title, and an http(s) address or none', () => {
    for (const { title, url } of Object.values(sources)) {
      expect(title).not.toBe('')
      if (url !== null) expect(url).toMatch(/^https:\/\/[^ ]+$/)
    }
  })
})

function listSourceFiles(): string[] {
  const root = path.join(__dirname, '..')
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('sources/'))
    .map((name) => path.join(root, name))
}
