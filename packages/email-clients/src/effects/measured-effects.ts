import { families } from '../catalogue'
import type { EmailClient } from '../email-client'
import type { Change } from '../engine/emulated-document'
import measured from './measured-effects.generated.json'

export const leastPlaces = 30
/** One author may repeat a habit thirty times in one template. */
export const leastTemplates = 5

/** A change was left out at `places`; the picture differed at `changed` of them. The run stops once that is not 0. */
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

/** Without `position` these do nothing, so one measurement holds for all. */
const offsets: readonly string[] = ['top', 'right', 'bottom', 'left']

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

export function isWithoutEffect([, , places, templates, changed]: MeasuredEffect): boolean {
  return changed === 0 && places >= leastPlaces && templates >= leastTemplates
}

export function keyOf({ rule, what }: Pick<Change, 'rule' | 'what'>): string {
  return `${rule}\n${what}`
}

/**
 * By code: the measured email client of the same family, device and theme, whose filter, width and colours are the
 * same. Each webmail is a family of its own.
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

export function hasNoMeasuredEffect(change: Pick<Change, 'rule' | 'what'>, { code }: EmailClient): boolean {
  const measuredCode = standsFor.get(code)
  return measuredCode !== undefined && (withoutEffect.get(measuredCode)?.has(keyOf(change)) ?? false)
}
