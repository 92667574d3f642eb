import { families } from '../catalogue'
import type { EmailClient } from '../email-client'
import type { Change } from '../engine/emulated-document'
import measured from './measured-effects.generated.json'

export const leastPlaces = 30
/** One author may repeat a habit thirty times in one template. */
export const leastTemplates = 5

/** A change was left out at `places`. The picture differed at `changed` of them; the first difference ends the run. */
export type MeasuredEffect = readonly [
  rule: string,
  what: string,
  places: number,
  templates: number,
  changed: number,
]

/** Drawn by `npm run bench -- effects`. */
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

/** Null for what was met too rarely. */
export function measuredEffectOf(
  change: Pick<Change, 'rule' | 'what'>,
  { code }: EmailClient,
): 'visible' | 'none' | null {
  return effects.get(measuredCodeByCode.get(code) ?? '')?.get(keyOf(change)) ?? null
}

/**
 * The measured email client of the same family, device and theme, whose filter, width and colours are the same.
 * Webmails differ by profile.
 */
const measuredCodeByCode: ReadonlyMap<string, string> = new Map(
  Object.entries(families).flatMap(([family, rows]) => {
    const measuredRows = rows.filter(({ code }) =>
      measuredCodes.some((measuredCode) => measuredCode === code),
    )
    return rows.flatMap((row): [string, string][] => {
      const measuredRow = measuredRows.find(
        ({ group, isDark, profile }) =>
          group === row.group && isDark === row.isDark && (family !== 'webmail' || profile === row.profile),
      )
      return measuredRow ? [[row.code, measuredRow.code]] : []
    })
  }),
)

/** Without `position` these do nothing, so one measurement holds for all. */
const offsets: readonly string[] = ['top', 'right', 'bottom', 'left']

const effects: ReadonlyMap<string, ReadonlyMap<string, 'visible' | 'none'>> = new Map(
  Object.entries(measured.clients as unknown as Record<string, readonly MeasuredEffect[]>).map(
    ([code, rows]) => [
      code,
      new Map(
        countOffsetsTogether(rows).flatMap((row): [string, 'visible' | 'none'][] => {
          const [rule, what, , , changed] = row
          if (changed > 0) return [[keyOf({ rule, what }), 'visible']]
          return isWithoutEffect(row) ? [[keyOf({ rule, what }), 'none']] : []
        }),
      ),
    ],
  ),
)

function countOffsetsTogether(rows: readonly MeasuredEffect[]): MeasuredEffect[] {
  const isOffset = ([rule, what]: MeasuredEffect): boolean =>
    rule === 'declaration-unsupported' && offsets.includes(what)
  const offsetRows = rows.filter(isOffset)
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
  const places = sum(offsetRows.map(([, , count]) => count))
  // A template may have several of them, so their templates are not added up.
  const templates = Math.max(0, ...offsetRows.map(([, , , count]) => count))
  const changed = sum(offsetRows.map(([, , , , count]) => count))
  return [
    ...rows.filter((row) => !isOffset(row)),
    ...offsets.map((what) => ['declaration-unsupported', what, places, templates, changed] as const),
  ]
}

export function isWithoutEffect([, , places, templates, changed]: MeasuredEffect): boolean {
  return changed === 0 && places >= leastPlaces && templates >= leastTemplates
}

export function keyOf({ rule, what }: Pick<Change, 'rule' | 'what'>): string {
  return `${rule}\n${what}`
}
