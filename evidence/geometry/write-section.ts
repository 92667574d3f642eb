import { writeTable } from '../fidelity/write-table'
import { missesOf } from './compare'
import type { LeftOut } from './facts'
import { wantedOfFamilies } from './families'
import { meanScore, type MeasuredFacts } from './measure-facts'

const missesShown = 3

export function writeSection({
  measured,
  leftOut,
  versions,
  measuredAt,
}: {
  measured: readonly MeasuredFacts[]
  leftOut: readonly LeftOut[]
  versions: readonly string[]
  measuredAt: Date
}): string {
  const families = Object.entries(wantedOfFamilies).flatMap(([family, wanted]) => {
    const ofFamily = measured.filter((one) => one.family === family)
    return ofFamily.length === 0 ? [] : [{ family, wanted, ofFamily }]
  })
  return [
    '## Geometry',
    '',
    'Made by `npm run geometry`; do not edit.',
    '',
    `Measured on ${measuredAt.toISOString().slice(0, 10)} with ${versions.join(', ')} against ${measured.length} real pictures.`,
    '',
    'Where lines of text, list markers, pictures and long straight edges stand was measured in real pictures of emails, each with its source in',
    '`evidence/geometry/facts`. The same emails, written anew with other words of the same widths, are drawn as our clients draw them, and measured',
    'alike. A line counts where it stands as far below the one before as really (within 2 px), begins where it really does (3 px) and ends there',
    '(3 px or 2.5 % of it), which shows where lines break. What ours has beyond the real picture counts against it. 1 is a picture against',
    'itself. Colours, weight and shapes of letters are not seen. A mean weighs each picture by the square root of what is to judge in it.',
    '',
    ...notJudged(measured),
    '',
    ...writeTable(
      ['family', 'real pictures', 'score', 'wanted', 'met'],
      families.map(({ family, wanted, ofFamily }) => [
        family,
        String(ofFamily.length),
        meanScore(ofFamily).toFixed(3),
        String(wanted),
        meanScore(ofFamily) >= wanted ? 'yes' : 'no',
      ]),
    ),
    '',
    ...writeTable(
      ['code', 'real pictures', 'of', 'score', 'worst misses'],
      byCode(measured).map((ofCode) => [
        ofCode[0]?.facts.emailClient ?? '',
        String(ofCode.length),
        datesOf(ofCode),
        meanScore(ofCode).toFixed(3),
        worstOf(ofCode),
      ]),
    ),
    '',
    'Looked at and left out:',
    '',
    ...leftOut.map(
      ({ repository, commit, pictures, reason }) =>
        `- ${repository} at ${commit.slice(0, 7)}: ${pictures.map((picture) => `\`${picture}\``).join(', ')}: ${reason}`,
    ),
  ].join('\n')
}

/** What the flags of facts leave out of the figures. */
function notJudged(measured: readonly MeasuredFacts[]): string[] {
  const flagged = (flag: 'hasOtherLineHeight' | 'hasOtherFont'): string =>
    [...new Set(measured.flatMap(({ facts }) => (facts[flag] === true ? [facts.emailClient] : [])))]
      .sort()
      .join(', ')
  return [
    `How far lines stand apart is not judged in some pictures of ${flagged('hasOtherLineHeight')}: these`,
    'had another line height then (the note in their facts), so that their figure says where lines begin, end and break, and nothing of line',
    'height. Where lines end is',
    `not judged in the pictures of ${flagged('hasOtherFont')}: Firefox on Windows gives letters whole pixels there, and Segoe UI is`,
    'not to be had.',
  ]
}

function byCode(measured: readonly MeasuredFacts[]): MeasuredFacts[][] {
  const codes = new Map<string, MeasuredFacts[]>()
  for (const one of measured) {
    const key = `${one.family} ${one.facts.emailClient}`
    codes.set(key, [...(codes.get(key) ?? []), one])
  }
  return [...codes.values()].sort(
    ([one], [other]) =>
      (one?.family ?? '').localeCompare(other?.family ?? '') ||
      (one?.facts.emailClient ?? '').localeCompare(other?.facts.emailClient ?? ''),
  )
}

function datesOf(measured: readonly MeasuredFacts[]): string {
  const years = [...new Set(measured.map(({ facts }) => facts.source.date.slice(0, 4)))].sort()
  return years.join(', ')
}

function worstOf(measured: readonly MeasuredFacts[]): string {
  return measured
    .flatMap(({ facts, comparison }) => missesOf(comparison).map((miss) => ({ ...miss, email: facts.email })))
    .sort((one, other) => other.size * other.weight - one.size * one.weight)
    .slice(0, missesShown)
    .map(({ email, says }) => `${email}: ${says}`)
    .join('; ')
}
