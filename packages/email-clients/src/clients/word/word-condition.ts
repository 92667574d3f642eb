import { evaluateCondition } from '../../engine/conditional-expression'
import type { WordVersion } from './word-version'

/** The version of `mso` in each Outlook: from 2016 on it stays 16, and there is no 13 (HT 2020). */
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
 * Evaluates conditions as Word does: it has `mso` in its version and VML 1. It is not Internet Explorer (HT 2020: `mso
 * | IE` names two programs). Engineering default: `supportLists`, `supportFields` and the like are false, so that
 * content for programs without these features is shown.
 */
export function wordCondition(version: WordVersion): (condition: string) => boolean {
  const features = new Map([
    ['mso', officeVersions[version]],
    ['vml', 1],
  ])
  return (condition) => evaluateCondition(condition, (feature) => features.get(feature) ?? null)
}
