import { checks } from './checks'
import type { Rule } from './rule'

/** All rules, in the order of the checks. */
export const allRules: readonly Rule[] = Object.values(checks).flatMap(({ rules }) => rules)
