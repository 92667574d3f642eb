import { emailClients } from '@pas/email-clients/catalogue'
import { caniemailRelease } from './expected-cells'
import { features } from './features'
import { unjudged } from './features/unjudged'
import type { MeasuredGroup } from './measure-all'
import type { JudgedCell } from './measure-client'
import { scoreOf } from './score'
import { scoredCodes } from './scored-codes'
import { writeTable } from './write-table'

export interface MeasuredRun {
  groups: readonly MeasuredGroup[]
  /** `visible`: slugs of features that show without an email client. */
  engines: readonly { version: string; visible: ReadonlySet<string> }[]
  measuredAt: Date
  seconds: number
  sampled: number
  agreed: number
}

export function writeDocument(run: MeasuredRun): string {
  const measured = new Set(run.groups.flatMap(({ codes }) => codes))
  const offered = emailClients.map(({ code }) => code)
  const withCells = new Set(scoredCodes.map(({ code }) => code))
  const withoutCells = offered.filter((code) => !withCells.has(code))
  const waiting = offered.filter((code) => withCells.has(code) && !measured.has(code))
  return [
    '## Features',
    '',
    'Made by `npm run fidelity`; do not edit.',
    '',
    `Measured on ${run.measuredAt.toISOString().slice(0, 10)} with ${run.engines.map(({ version }) => version).join(', ')} against [caniemail](https://github.com/hteumeuleu/caniemail) at ${caniemailRelease}, in ${Math.ceil(run.seconds / 60)} minutes.`,
    '',
    '### How',
    '',
    'Each feature caniemail has an entry for is made into an email with it and the same email without it. Both are drawn as a client would',
    'draw them. When the pictures differ the client, as we draw it, honours the feature; when they are equal it ignores it. No picture is',
    'compared with one from elsewhere, so fonts, frames and widths do not matter. A feature whose presence takes other things with it (the',
    'whole `style` attribute, the style block, the content of the element) does not count as honoured. caniemail says what the real client',
    'does: `y` is expected to be honoured, `n` to be ignored; `a` (partly), untested and outdated cells (below) are not scored.',
    '',
    'The score is balanced recall: the mean of the share of honoured features that come out honoured and of ignored ones that come out',
    'ignored. It is a floor: what features do to each other and to the layout is in the tests of `packages/email-clients`.',
    '',
    `${run.sampled} cells were measured once more through the whole service over HTTP; ${run.agreed} agreed.`,
    '',
    '### Scores',
    '',
    'Codes in one row share their profile, engine and cells.',
    '',
    ...writeTable(
      ['codes', 'caniemail', 'honoured', 'ignored', 'balanced recall', 'wanted', 'met'],
      run.groups.map((group) => {
        const { honoured, ignored, balancedRecall } = scoreOf(group.judged)
        const { caniemail, version } = group.lead
        return [
          group.codes.join(', '),
          version === null ? caniemail : `${caniemail} ${version}`,
          `${honoured.right}/${honoured.total}`,
          `${ignored.right}/${ignored.total}`,
          balancedRecall === null ? 'no cells' : balancedRecall.toFixed(3),
          String(group.wanted),
          balancedRecall !== null && balancedRecall >= group.wanted ? 'yes' : 'no',
        ]
      }),
    ),
    '',
    '### What is wrong',
    '',
    ...run.groups.flatMap((group) => wrongCells(group)),
    '### What cannot be judged',
    '',
    'By a still picture:',
    '',
    ...Object.entries(unjudged).map(([slug, reason]) => `- \`${slug}\`: ${reason}`),
    ...run.engines.flatMap(({ version, visible }) =>
      Object.keys(features)
        .filter((slug) => !visible.has(slug))
        .map((slug) => `- \`${slug}\`: its email looks the same with and without it in bare ${version}`),
    ),
    '',
    'By cells that a newer cell contradicts: about what stands in a style sheet, and tested before the client began to drop `<style>`, or to keep',
    'it, which caniemail has tested again and these not; and about a property that a feature tested later has within it.',
    '',
    ...run.groups.flatMap(({ codes, outdated }) => {
      if (outdated.size === 0) return []
      const cells = [...outdated].map(([slug, { version, text }]) => `\`${slug}\` (${version}, \`${text}\`)`)
      return [`- ${codes[0] ?? ''}: ${cells.join(', ')}`]
    }),
    '',
    `Codes without cells in caniemail: ${withoutCells.join(', ') || 'none'}.`,
    '',
    `Codes whose engine is not measured yet: ${waiting.join(', ') || 'none'}.`,
    '',
    '### Again',
    '',
    'All of it: `npm run fidelity`. What was drawn is remembered by its bytes below `.run`, so that an interrupted run goes on where it',
    'was and a later one draws only what has changed. One client, with every wrong cell and the emails it was seen in:',
    '`npm run fidelity -- --client CODE`.',
    '',
  ].join('\n')
}

function wrongCells({ codes, judged }: MeasuredGroup): string[] {
  const wrong = judged.filter(({ expected, isHonoured }) => (expected === 'y') !== isHonoured)
  if (wrong.length === 0) return []
  return [`#### ${codes[0] ?? ''}`, '', ...wrong.map((cell) => `- ${describe(cell)}`), '']
}

/** What caniemail says, and what our picture shows. */
export function describe({ slug, cell, expected, isHonoured, seen }: JudgedCell): string {
  const says = expected === 'y' ? 'honoured' : 'ignored'
  const notes = cell.notes.map((note) => ` ${note.replace(/\s+/g, ' ').trim()}`).join('')
  return `\`${slug}\`: ${says} says caniemail (${cell.version}, \`${cell.text}\`), ${isHonoured ? 'honoured' : 'ignored'} here (${seen}).${notes}`
}
