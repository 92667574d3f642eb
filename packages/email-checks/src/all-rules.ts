import { checks } from './checks'
import type { Rule } from './rule'

export const allRules: readonly Rule[] = Object.values(checks).flatMap(({ rules }) => rules)
