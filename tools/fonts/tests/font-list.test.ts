import { readFileSync } from 'node:fs'
import path from 'node:path'
import { twinFamilies, twinName } from '@pas/engine-programs/twin-families'
import { twins } from '../src/twins'
import { judgeFonts } from '../../../packages/cli/src/pas/doctor/check-programs'
import { fontFolder, readFontList } from '@pas/engine-programs/font-list'

describe('the list of fonts', () => {
  const list = readFontList()
  const rules = readFileSync(path.join(fontFolder, 'fonts.conf'), 'utf8')

  it('is judged with every twin that the build makes', () => {
    expect(twinFamilies).toEqual(twins.map(({ family }) => family))
  })

  it('has the folders in which fontconfig looks, and no other but that of the twins', () => {
    const folders = Array.from(rules.matchAll(/<dir[^>]*>(.*)<\/dir>/g), ([, folder]) => folder)
    expect(new Set([...list.map(({ folder }) => folder), 'dist'])).toEqual(new Set(folders))
  })

  it('has every family that another one is drawn with, and every twin is one', () => {
    const named = [
      ...rules.matchAll(/<prefer>(.*?)<\/prefer>/gs),
      ...rules.matchAll(/<edit name="family" mode="prepend"[^>]*>(.*?)<\/edit>/g),
    ].flatMap(([, names = '']) =>
      Array.from(names.matchAll(/<(?:family|string)>(.*?)<\/(?:family|string)>/g), ([, name = '']) => name),
    )
    const twinNames = twinFamilies.map(twinName)
    const families = new Set([...list.flatMap((one) => one.families), ...twinNames])
    expect(named.filter((family) => !families.has(family))).toEqual([])
    expect(twinNames.filter((twin) => !named.includes(twin))).toEqual([])
  })

  it('has exactly what fontconfig accepts of packages that have more', () => {
    const accepted = Array.from(rules.matchAll(/<glob>\*\/noto\/(.+?)<\/glob>/g), ([, glob = '']) =>
      glob.replace(/[-.]?\*$/, ''),
    ).filter((name) => name !== '')
    const files = list.filter(({ folder }) => folder.endsWith('/noto')).flatMap((one) => one.files)
    expect(new Set(files.map((file) => file.replace(/[-.].*$/, '')))).toEqual(new Set(accepted))
  })

  it('is what the operator is told of, with what to install', () => {
    const all = new Set([...list.flatMap(({ families }) => families), ...twinFamilies.map(twinName)])
    expect(judgeFonts(all)).toMatchObject({ status: 'ok' })
    all.delete('Carlito')
    all.delete('Noto Sans CJK JP')
    const { status, detail } = judgeFonts(all)
    expect(status).toBe('failed')
    expect(detail).toMatch(
      /lack Carlito, Noto Sans CJK JP: .*apt-get install fonts-crosextra-carlito fonts-noto-cjk'/,
    )
    all.delete('Twin of Georgia')
    expect(judgeFonts(all).detail).toMatch(
      /Noto Sans CJK JP, Twin of Georgia: .*type 'npm run build' and 'apt-get/,
    )
  })
})
