import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const repository = path.resolve(__dirname, '../..')
const read = (file: string): string => readFileSync(path.join(repository, file), 'utf8')

const folder = 'docs/adr'
const index = `${folder}/README.md`
const decisions = readdirSync(path.join(repository, folder))
  .filter((file) => `${folder}/${file}` !== index)
  .map((file) => {
    const text = read(`${folder}/${file}`)
    const beginning = /^# (\d+\. .+)\n\n\d{4}-\d\d-\d\d · (Accepted|Superseded by \d+)/
    const [, title = '', status = ''] = beginning.exec(text) ?? []
    return { file, text, title, status, number: Number(file.slice(0, 4)) }
  })

/** Each place that cites a decision. `label`: the number that a link shows, if it shows one. */
const citations = globSync(
  '{*.md,*.yml,{bench,bin,docs,examples,infra,packages,prisma,services,tests,tools}/**/*.{ts,tsx,mjs,cjs,md,sql,sh,yml,json}}',
  { cwd: repository, exclude: (name) => /^(node_modules|dist|generated)$/.test(path.basename(name)) },
)
  .filter((file) => file !== index)
  .flatMap((file) => {
    const cited =
      /\[(?:ADR\s+)?(?<label>\d+)\]\((?:[\w./]*\/)?0*(?<linked>[1-9]\d*)-[\w-]+\.md\)|\b(?:ADR\s+|adr\/0*)(?<named>[1-9]\d*)/g
    return [...read(file).matchAll(cited)].map(({ groups: { label, linked, named } = {} }) => ({
      file,
      label,
      number: linked ?? named,
    }))
  })

describe('the decisions', () => {
  it.each(decisions)(
    '$file has a date, a status and three parts, in 200 words',
    ({ number, title, text }) => {
      expect(title).toMatch(new RegExp(`^${number}\\.`))
      expect(text.match(/^## .*$/gm)).toEqual(['## Context', '## Decision', '## Consequences'])
      expect(text.split(/\s+/).length).toBeLessThanOrEqual(200)
    },
  )

  it('are all in the index, in order, with their titles and statuses', () => {
    const entries = read(index)
      .replaceAll(/\s+/g, ' ')
      .matchAll(/- \[([^\]]+)\]\(([^)]+)\)(?: \(([^)]+)\))?/g)
    expect([...entries].map(([, title, file, status = 'Accepted']) => [title, file, status])).toEqual(
      decisions.map(({ title, file, status }) => [title, file, status]),
    )
  })

  it('that code and documents cite exist and hold', () => {
    const accepted = decisions.flatMap(({ number, status }) =>
      status === 'Accepted' ? [String(number)] : [],
    )
    expect(citations.length).toBeGreaterThan(100)
    expect(citations.filter(({ number = '' }) => !accepted.includes(number))).toEqual([])
  })

  it('are linked under their own numbers', () => {
    expect(citations.filter(({ label, number }) => label !== undefined && label !== number)).toEqual([])
  })
})
