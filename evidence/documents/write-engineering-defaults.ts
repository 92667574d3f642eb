import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { writeTable } from '../fidelity/write-table'

const root = path.join(__dirname, '../../packages/email-clients/src')
const isDefault = /\bengineering defaults?\b/i

interface EngineeringDefault {
  file: string
  says: string
  /** By the comment. */
  evidence: string
}

/** What is decided without a public source. */
export function writeEngineeringDefaults(): string {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.ts$/.test(name) && !/(?:^|\/)(?:sources\/|cases\.ts$)/.test(name))
    .sort()
  const defaults = files.flatMap((file) => findDefaults(file, readFileSync(path.join(root, file), 'utf8')))
  return [
    '## Our own defaults',
    '',
    'Made by `npm run generate:fidelity` from the comments and citations of `packages/email-clients/src`; do not edit.',
    '',
    `${defaults.length} decisions have no public source: comments and citations call them engineering defaults. Where our`,
    'real pictures or public reports say something about one, it stands beside it; a dash: nothing was found.',
    '',
    ...writeTable(
      ['where', 'what', 'evidence'],
      defaults.map(({ file, says, evidence }) => [`\`${file}\``, says, evidence]),
    ),
  ].join('\n')
}

/** In comments and citations. */
function findDefaults(file: string, source: string): EngineeringDefault[] {
  // Lines of `//` that follow each other are one comment.
  const joined = source.replace(/\n *\/\//g, '\0').split('\n')
  const ofLines = joined
    .filter((line) => line.includes('\0'))
    .map((line) => line.slice(line.indexOf('\0')).replaceAll('\0', ' '))
  const comments = [...(source.match(/\/\*[\s\S]*?\*\//g) ?? []), ...ofLines].map((comment) =>
    comment
      .replace(/^ *(?:\/\*\*?|\*\/|\*|\/\/)|\*\/$/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  const cited = [
    ...source.matchAll(/(?<quote>['`"])(engineering default: (?:(?!\k<quote>).)+)\k<quote>/g),
  ].map(([, , citation = '']) => citation.replace(/\$\{\w+\}/, '…'))
  return [...comments.flatMap(defaultsIn), ...cited.map((says) => ({ says, evidence: '' }))].map(
    ({ says, evidence }) => ({
      file: file.replace(/^clients\//, ''),
      says: says.replace(/^engineering defaults?: /i, '').replace(/\.$/, ''),
      evidence: evidence === '' ? '–' : evidence,
    }),
  )
}

/** A sentence that begins with "Evidence:" belongs to the one before. */
function defaultsIn(comment: string): Omit<EngineeringDefault, 'file'>[] {
  const sentences = comment.replace(/ @param .*/, '').split(/(?<=[.)])\s(?=[A-Z])/)
  return sentences.flatMap((says, at) => {
    if (!isDefault.test(says)) return []
    const next = sentences[at + 1] ?? ''
    return [
      {
        says,
        evidence: next.startsWith('Evidence: ') ? next.slice('Evidence: '.length).replace(/\.$/, '') : '',
      },
    ]
  })
}
