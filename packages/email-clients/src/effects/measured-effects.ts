import { families } from '../catalogue'
import type { EmailClient } from '../email-client'
import type { Change } from '../engine/emulated-document'
import measured from './measured-effects.generated.json'

/** Places at which a change must have left the picture as it was, before it counts as without effect. */
export const leastPlaces = 30
/** Templates that these places must come from: one author can repeat one habit thirty times in a template. */
export const leastTemplates = 5

/**
 * How often a change was left out: `[rule, what, places, templates, changed]`. `changed` counts the places whose picture
 * became another one. Where it is not 0, the run went no further.
 */
export type MeasuredEffect = readonly [
  rule: string,
  what: string,
  places: number,
  templates: number,
  changed: number,
]

/** The email clients in which `npm run bench -- effects` draws. */
export const measuredCodes = [
  'ANDROID15GMAILAPP',
  'ANDROID15GMAILAPPDARK',
  'ANDROID15OUTLOOK',
  'ANDROIDSAMSUNG15',
  'CHROMEGMAILNEW',
  'CHROMEGMXDE',
  'CHROMEOUTLOOKCOM',
  'CHROMEOUTLOOKCOMDARK',
  'CHROMEYAHOO',
  'GMAILIOS26',
  'OL365',
  'OL365DARK',
  'OUTLOOKIOS26',
  'OUTLOOKNEW',
  'PROTONMAIL',
  'YAHOOANDROID',
] as const

/** Properties that do nothing without `position`, so that what was measured of one holds for all. */
const offsets: readonly string[] = ['top', 'right', 'bottom', 'left']

/** Rules and whats without effect, by the email client in which that was measured. */
const withoutEffect: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(measured.clients as unknown as Record<string, readonly MeasuredEffect[]>).map(
    ([code, rows]) => [
      code,
      new Set(
        countTogether(rows)
          .filter(isWithoutEffect)
          .map(([rule, what]) => keyOf({ rule, what })),
      ),
    ],
  ),
)

/** The rows, those of `offsets` with the counts of all of them. */
function countTogether(rows: readonly MeasuredEffect[]): MeasuredEffect[] {
  const isOffset = ([rule, what]: MeasuredEffect): boolean =>
    rule === 'declaration-unsupported' && offsets.includes(what)
  const measuredOffsets = rows.filter(isOffset)
  const sum = (index: 2 | 4): number => measuredOffsets.reduce((total, row) => total + row[index], 0)
  // A template may have several of them, so their templates are not added up.
  const templates = Math.max(0, ...measuredOffsets.map((row) => row[3]))
  return [
    ...rows.filter((row) => !isOffset(row)),
    ...offsets.map((what) => ['declaration-unsupported', what, sum(2), templates, sum(4)] as const),
  ]
}

/** Whether these counts are enough to say that a change does nothing. */
export function isWithoutEffect([, , places, templates, changed]: MeasuredEffect): boolean {
  return changed === 0 && places >= leastPlaces && templates >= leastTemplates
}

/** Tells changes apart that are measured apart. */
export function keyOf({ rule, what }: Pick<Change, 'rule' | 'what'>): string {
  return `${rule}\n${what}`
}

/**
 * By code, the measured email client whose counts stand for it: one of the same family, on the same kind of device and
 * in the same theme. These share their filter and the width and colours of their window, which decide whether something
 * that was removed would have been seen; their versions differ in what they remove. Each webmail is a family of its own.
 */
const standsFor: ReadonlyMap<string, string> = new Map(
  Object.entries(families).flatMap(([family, rows]) => {
    const measuredRows = rows.filter(({ code }) =>
      measuredCodes.some((measuredCode) => measuredCode === code),
    )
    return rows.flatMap((row): [string, string][] => {
      const found = measuredRows.find(
        ({ group, isDark, profile }) =>
          group === row.group && isDark === row.isDark && (family !== 'webmail' || profile === row.profile),
      )
      return found ? [[row.code, found.code]] : []
    })
  }),
)

/** Whether a change of this email client was measured to leave the picture as it is. */
export function hasNoMeasuredEffect(change: Pick<Change, 'rule' | 'what'>, { code }: EmailClient): boolean {
  const measuredCode = standsFor.get(code)
  return measuredCode !== undefined && (withoutEffect.get(measuredCode)?.has(keyOf(change)) ?? false)
}
