import { evaluateCondition } from '../../engine/conditional-expression'
import type { WordVersion } from './word-version'

/** The version stays 16 from 2016 on, and there is no 13 (HT 2020). */
const officeVersions: Readonly<Record<WordVersion, number>> = {
  2007: 12,
  2010: 14,
  2013: 15,
  2016: 16,
  2019: 16,
  2021: 16,
  2024: 16,
}

/**
 * Word is no Internet Explorer (HT 2020: `mso | IE` names two programs). Engineering default: `supportLists`,
 * `supportFields` and the like are false, so that content for programs without them is shown.
 */
export function wordCondition(version: WordVersion): (condition: string) => boolean {
  const features = new Map([
    ['mso', officeVersions[version]],
    ['vml', 1],
  ])
  return (condition) => evaluateCondition(condition, (feature) => features.get(feature) ?? null)
}
