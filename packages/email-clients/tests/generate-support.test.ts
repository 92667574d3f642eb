import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { findSubject } from '../generate/feature-subjects'
import { generatedFile, generateSupport } from '../generate/generate-support'
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
    const json = createRequire(__filename).resolve('caniemail/caniemail.json')
    const { data } = JSON.parse(readFileSync(json, 'utf8')) as { data: { slug: string }[] }
    expect(data.length).toBeGreaterThan(290)
    for (const { slug } of data) expect(() => findSubject(slug)).not.toThrow()
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

  it('has no cells for a subject that caniemail did not test', () => {
    expect(caniemailCells('outlook/macos')('property:constructor')).toEqual([])
  })
})
