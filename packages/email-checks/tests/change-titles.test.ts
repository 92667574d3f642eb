import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stepCases } from '@pas/email-clients/step-cases'
import { allRules } from '../src/checks'
import { changeTitles } from '../src/code/change-titles'
import { isToldByCode } from '../src/code/changes-of'

const sources = path.join(__dirname, '../../email-clients/src')

it('has a rule for every change that an email client can make, so that none is left untold', () => {
  const written = globSync('**/*.ts', { cwd: sources })
    .filter((file) => !/\.test\.ts$|^(?:sources|effects)\//.test(file))
    .flatMap((file) => [
      ...readFileSync(path.join(sources, file), 'utf8').matchAll(/\brule: '([a-z0-9-]+)'/g),
    ])
    .flatMap(([, rule]) => rule ?? [])
  const changes = new Set([...written, ...stepCases.flatMap(({ rule }) => rule ?? [])])
  expect(changes.size).toBeGreaterThan(90)
  expect([...changes].filter((change) => isToldByCode(change) && !(change in changeTitles))).toEqual([])
  expect(Object.keys(changeTitles).filter((change) => !changes.has(change))).toEqual([])
})

it('gives each rule a name of its own, a title that is a sentence, and a source unless each finding has one', () => {
  expect(new Set(allRules.map(({ name }) => name)).size).toBe(allRules.length)
  for (const { name, title, sources: from } of allRules) {
    expect([name, title]).toEqual([name, expect.stringMatching(/^[A-Z!].*\.$/)])
    expect([name, from.length > 0]).toEqual([name, !name.startsWith('code/')])
  }
})
