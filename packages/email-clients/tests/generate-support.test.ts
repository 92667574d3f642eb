import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { findSubject } from '../generate/feature-subjects'
import { generateSupport, newestVersion, supportFiles } from '../generate/generate-support'

const packageRoot = path.join(__dirname, '..')

describe('the generator of support data', () => {
  it.each(supportFiles)('gives again what is committed as $path', (file) => {
    expect(generateSupport(file)).toBe(readFileSync(path.join(packageRoot, file.path), 'utf8'))
  })

  it('knows what every feature of caniemail is about', () => {
    const json = createRequire(__filename).resolve('caniemail/caniemail.json')
    const { data } = JSON.parse(readFileSync(json, 'utf8')) as { data: { slug: string }[] }
    expect(data.length).toBeGreaterThan(290)
    for (const { slug } of data) expect(() => findSubject(slug)).not.toThrow()
  })

  it.each([
    [['2019-02', '2023-08', '2023-07'], '2023-08'],
    [['10', '9', '11.3', '11.21'], '11.21'],
    [['2013', '2007', '2019', '2010'], '2019'],
    [[], undefined],
  ])('takes the newest of %j, whatever order they come in', (versions, newest) => {
    expect(newestVersion(versions)).toBe(newest)
  })
})
