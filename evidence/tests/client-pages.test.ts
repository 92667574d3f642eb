import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { emailClients } from '@pas/email-clients/catalogue'
import { clientFamilies } from '../documents/clients/families'
import {
  clientsFolder,
  maxPictureBytes,
  pictureFile,
  picturesFolder,
  readPictureNames,
} from '../documents/clients/picture-files'
import { readScores, readWrongCells } from '../documents/clients/read-scores'
import { writeClientPages } from '../documents/clients/write-client-pages'

const maxBytesOfAll = 4 * 1024 * 1024
const pictures = readPictureNames()
const pages = writeClientPages(pictures)
const read = (name: string): string => readFileSync(path.join(clientsFolder, name), 'utf8')

describe('docs/clients', () => {
  it('agrees with profiles, catalogue and scores; otherwise run `npm run generate:clients`', () => {
    const written = readdirSync(clientsFolder).filter((name) => name.endsWith('.md'))
    expect(written.sort()).toEqual([...pages.keys()].sort())
    for (const [name, text] of pages) expect(read(name)).toBe(text)
  })

  it('has every email client on one page', () => {
    const named = clientFamilies.flatMap(({ page, codes }) => {
      const text = read(`${page}.md`)
      return codes.filter((code) => text.includes(`\`${code}\``))
    })
    expect(named.sort()).toEqual(emailClients.map(({ code }) => code).sort())
  })
})

describe('an email client whose engine was missing when the pictures were drawn', () => {
  it('is on its page without a picture', () => {
    const others = Object.entries(pictures).filter(([code]) => code !== 'CHROMEGMAILNEW')
    const page = writeClientPages(Object.fromEntries(others)).get('gmail.md') ?? ''
    const [, ...without] = page.split('## Without a picture\n')
    expect(without).toHaveLength(1)
    expect(without[0]).toMatch(/^\nNot drawn yet[^<]*`CHROMEGMAILNEW` Gmail, Chrome/)
  })
})

describe('the pictures of docs/clients', () => {
  const files = readdirSync(path.join(clientsFolder, picturesFolder)).map(
    (name) => `${picturesFolder}/${name}`,
  )

  it('are those that the pages show, and no others', () => {
    const shown = [...pages.values()].flatMap((text) =>
      [...text.matchAll(/^ *<img src="([^"]+)"/gm)].map(([, file]) => file),
    )
    expect([...new Set(shown)].sort()).toEqual([...files].sort())
    expect(new Set(Object.values(pictures).map(pictureFile))).toEqual(new Set(files))
  })

  it('belong to email clients of the catalogue, and a shared one is named after a client that shows it', () => {
    const codes = new Set(emailClients.map(({ code }) => code))
    for (const [code, name] of Object.entries(pictures)) {
      expect(codes).toContain(code)
      expect(pictures[name]).toBe(name)
    }
  })

  it('have at most 30 KB each and 4 MB together', () => {
    const sizes = files.map((file) => statSync(path.join(clientsFolder, file)).size)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(maxPictureBytes)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxBytesOfAll)
  })
})

describe('what docs/fidelity.md measured', () => {
  const document = [
    '| codes | caniemail | honoured | ignored | balanced recall | wanted | met |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| A1, A2 | gmail | 1/1 | 1/2 | 0.750 | 0.9 | no |',
    '| B | yahoo | 0/0 | 0/0 | no cells | 0.9 | no |',
    '',
    '### What is wrong',
    '',
    '#### A1',
    '',
    '- `css-x`: ignored says caniemail',
    '',
    '### What cannot be judged',
    '',
    '- `css-y`: moves',
    '',
    '| code | real pictures | of | score | worst misses |',
    '| --- | --- | --- | --- | --- |',
    '| A2 | 3 | 2016, 2017 | 0.989 | |',
  ].join('\n')

  it('is read for each code', () => {
    expect(Object.fromEntries(readScores(document))).toEqual({
      A1: { features: '0.750' },
      A2: { features: '0.750', geometry: [{ score: '0.989', pictures: 3, years: '2016, 2017' }] },
      B: {},
    })
  })

  it('is read with what is wrong, for every code of the row', () => {
    expect(readWrongCells(document)).toEqual([
      { codes: ['A1', 'A2'], text: '`css-x`: ignored says caniemail' },
    ])
  })

  it('throws when the document has no table of scores', () => {
    expect(() => readScores('# Fidelity')).toThrow('no table with the column')
  })
})
