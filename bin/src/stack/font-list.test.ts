import { readFileSync } from 'node:fs'
import path from 'node:path'
import { judgeFonts } from '../pas/doctor/check-programs'
import { fontFolder, readFontList } from './font-list'

describe('the list of fonts', () => {
  const list = readFontList()
  const rules = readFileSync(path.join(fontFolder, 'fonts.conf'), 'utf8')

  it('has the folders in which fontconfig looks, and no other', () => {
    const folders = Array.from(rules.matchAll(/<dir>(.*)<\/dir>/g), ([, folder]) => folder)
    expect(new Set(list.map(({ folder }) => folder))).toEqual(new Set(folders))
  })

  it('has every family that another one is drawn with, but for those Debian has not', () => {
    const families = new Set(list.flatMap((one) => one.families))
    const preferred = Array.from(rules.matchAll(/<prefer>(.*?)<\/prefer>/g)).flatMap(([, names = '']) =>
      Array.from(names.matchAll(/<family>(.*?)<\/family>/g), ([, name = '']) => name),
    )
    expect(preferred.filter((family) => !families.has(family))).toEqual(['Gelasio'])
  })

  it('is what the operator is told of, with what to install', () => {
    const all = new Set(list.flatMap(({ families }) => families))
    expect(judgeFonts(all)).toMatchObject({ status: 'ok' })
    all.delete('Carlito')
    all.delete('Noto Sans CJK JP')
    const { status, detail } = judgeFonts(all)
    expect(status).toBe('failed')
    expect(detail).toMatch(
      /lack Carlito, Noto Sans CJK JP: .*apt-get install fonts-crosextra-carlito fonts-noto-cjk'/,
    )
  })
})
