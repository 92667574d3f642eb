import { settingsByTitle } from '../src/all-settings'
import { serviceNames, type Settings } from '../src/setting'

type Setting = Settings[string]

const all = Object.entries(settingsByTitle)
const width = 118

export function writeEnvExample(): string {
  const head =
    "Every variable, and in brackets the programs that read it. Made by `npm run generate:settings`; do not edit. A variable without '#' must be set; the others show their default, or an example where there is none. `npm start` sets all of them by itself; this file is for running the services yourself."
  const sections = all.map(([title, group]) => [
    `# ── ${title} ──`,
    ...Object.entries(group).flatMap(([name, setting]) => [
      ...commentLines(`${setting.about} (${readersOf(setting)}${setting.isSecret ? '; secret' : ''})`),
      `${isSet(setting) ? '' : '#'}${name}=${setting.example ?? defaultOf(setting)}`,
    ]),
  ])
  return `${[commentLines(head), ...sections].map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function commentLines(text: string): string[] {
  const lines = ['#']
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1) ?? ''} ${word}`
    if (line.length <= width) lines[lines.length - 1] = line
    else lines.push(`# ${word}`)
  }
  return lines
}

const readersOf = ({ readBy }: Setting): string =>
  serviceNames.every((name) => readBy.includes(name))
    ? ['every service', ...readBy.filter((name) => name === 'pas')].join(', ')
    : readBy.join(', ')

const isSet = ({ schema, isExampleSet }: Setting): boolean =>
  isExampleSet === true || !schema.safeParse(undefined).success

/** The default as a text of the variable; empty without one. */
function defaultOf({ schema }: Setting): string {
  const { data } = schema.safeParse(undefined)
  if (typeof data === 'boolean') return data ? '1' : '0'
  return typeof data === 'string' || typeof data === 'number' ? String(data) : ''
}
