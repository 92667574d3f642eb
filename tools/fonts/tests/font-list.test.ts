import { readFileSync } from 'node:fs'
import path from 'node:path'
import { twinFamilies, twinName } from '@pas/engine-programs/twin-families'
import { twins } from '../src/twins'
import { explainMissingFonts } from '@pas/engine-programs/find-fonts'
import { fontFolder, readFontList } from '@pas/engine-programs/font-list'

describe('the list of fonts', () => {
  const list = readFontList()
  const rules = readFileSync(path.join(fontFolder, 'fonts.conf'), 'utf8')

  it('is checked together with every twin that the build makes', () => {
    expect(twinFamilies).toEqual(twins.map(({ family }) => family))
  })

  it('names exactly the folders that fonts.conf names, except the folder of the twins', () => {
    const folders = Array.from(rules.matchAll(/<dir[^>]*>(.*)<\/dir>/g), ([, folder]) => folder)
    expect(new Set([...list.map(({ folder }) => folder), 'dist'])).toEqual(new Set(folders))
  })

  it('has every family that fonts.conf draws another with, and fonts.conf uses every twin', () => {
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

  it('has exactly the Noto files that fonts.conf accepts, as their packages contain more', () => {
    const accepted = Array.from(rules.matchAll(/<glob>\*\/noto\/(.+?)<\/glob>/g), ([, glob = '']) =>
      glob.replace(/[-.]?\*$/, ''),
    ).filter((name) => name !== '')
    const files = list.filter(({ folder }) => folder.endsWith('/noto')).flatMap((one) => one.files)
    expect(new Set(files.map((file) => file.replace(/[-.].*/, '')))).toEqual(new Set(accepted))
  })

  it('lets pas doctor name the missing fonts and the command that installs them', () => {
    const all = new Set([...list.flatMap(({ families }) => families), ...twinFamilies.map(twinName)])
    expect(explainMissingFonts(all)).toBeNull()
    all.delete('Carlito')
    all.delete('Noto Sans CJK JP')
    expect(explainMissingFonts(all)).toMatch(
      /lack Carlito, Noto Sans CJK JP: .*apt-get install fonts-crosextra-carlito fonts-noto-cjk'/,
    )
    all.delete('Twin of Georgia')
    expect(explainMissingFonts(all)).toMatch(
      /Noto Sans CJK JP, Twin of Georgia: .*type 'npm run build' and 'apt-get/,
    )
  })
})
