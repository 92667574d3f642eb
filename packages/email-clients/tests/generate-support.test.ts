import { readFileSync } from 'node:fs'
import path from 'node:path'
import { findSubject } from '../generate/feature-subjects'
import { generatedFile, generateSupport, readFacts } from '../generate/generate-support'
import { readFeature } from '../generate/read-caniemail'
import { caniemailCells } from '@pas/email-clients/caniemail/caniemail-cells'
import { compareVersions } from '@pas/email-clients/engine/compare-versions'

const packageRoot = path.join(__dirname, '..')

describe('the generator of support data', () => {
  it('makes the file that is committed; if not, run `npm run generate` in this package', () => {
    expect(generateSupport()).toBe(readFileSync(path.join(packageRoot, generatedFile), 'utf8'))
  })

  it('has a line for each feature, so that a new release is a diff of the features that changed', () => {
    const lines = generateSupport().split('\n')
    expect(lines.filter((line) => line.includes('"css-position"'))).toHaveLength(1)
    expect(lines.length).toBeLessThan(400)
  })

  it('finds the subject of every feature of caniemail', () => {
    const { features } = readFacts()
    expect(features).toHaveLength(307)
    for (const { slug } of features) expect(() => findSubject(slug)).not.toThrow()
  })

  it.each([
    [['2019-02', '2023-08', '2023-07'], '2023-08'],
    [['10', '9', '11.3', '11.21'], '11.21'],
    [['2013', '2007', '2019', '2010'], '2019'],
  ])('finds the newest of %j in any order', (versions, newest) => {
    expect(versions.sort(compareVersions).at(-1)).toBe(newest)
  })

  it('turns the builds of Outlook for Mac into months', () => {
    expect(caniemailCells('outlook/macos')('property:box-shadow')).toEqual([
      ['y', 'css-box-shadow', '2019-02'],
      ['y', 'css-box-shadow', '2023-12'],
    ])
  })

  it.each([
    // 16.105.2 is of the same line of builds as 16.105, and 5.2543.1 is of week 43 of 2025.
    ['outlook/macos', 'pseudo-class:default', 'y 2026-01'],
    ['outlook/android', 'property:text-align', 'y 2021-09, a 2025-10'],
    ['outlook/ios', 'pseudo-element:after', 'y 2.51.1, n 4.38.0, a 2023-12'],
  ] as const)('gives builds of %s the month that %s needs: %s', (emailClient, subject, cells) => {
    const history = caniemailCells(emailClient)(subject).map(([verdict, , tested]) => `${verdict} ${tested}`)
    expect(history.join(', ')).toBe(cells)
  })

  it('carries the notice under which the facts may be copied', () => {
    const { licence } = JSON.parse(readFileSync(path.join(packageRoot, generatedFile), 'utf8')) as {
      licence: string
    }
    expect(licence).toMatch(
      /^MIT License\n\nCopyright \(c\) 2019 Rémi Parmentier\n\nPermission is hereby granted/,
    )
  })

  it.each([
    ['tabs and trailing commas', 'stats: {\n\tgmail: {\n\t\tios: {\n\t\t\t"16.10": "y",\n\t\t},\n\t}\n}'],
    ['a map that is not indented', 'stats: {\ngmail: {\n  ios: {\n  "16.10": "y"\n}\n}\n}'],
    ['a version without quotes', 'stats: {\n  gmail: { ios: { 16.10: y } }\n}'],
  ])('reads a feature with %s', (_, stats) => {
    expect(readFeature('css-x', `---\ntitle: "x"\n${stats}\n---\n`)).toEqual({
      slug: 'css-x',
      title: 'x',
      stats: { gmail: { ios: { '16.10': 'y' } } },
      notes_by_num: null,
    })
  })

  it('has no cells for a subject that caniemail did not test', () => {
    expect(caniemailCells('outlook/macos')('property:constructor')).toEqual([])
  })
})
