import { compare, type Comparison } from './compare'
import { getEmailClient, type EmailDrawer } from './draw-emails'
import type { Facts } from './facts'
import { familyOf, type Family } from './families'

export interface MeasuredFacts {
  facts: Facts
  family: Family
  comparison: Comparison
}

/** `notDrawn`: facts whose engine is not on this machine. */
export async function measureFacts(
  facts: readonly Facts[],
  drawer: Pick<EmailDrawer, 'geometryOf'>,
  onMeasured: (measured: MeasuredFacts) => void,
): Promise<{ measured: MeasuredFacts[]; notDrawn: Facts[] }> {
  const measured: MeasuredFacts[] = []
  const notDrawn: Facts[] = []
  for (const one of facts) {
    const emailClient = getEmailClient(one.emailClient)
    const geometry = await drawer.geometryOf(emailClient, one.email)
    if (!geometry) {
      notDrawn.push(one)
      continue
    }
    const result = {
      facts: one,
      family: familyOf(emailClient, one.email),
      comparison: compare(one.geometry, geometry, one),
    }
    measured.push(result)
    onMeasured(result)
  }
  return { measured, notDrawn }
}

/**
 * Each picture weighs the square root of its judgements' weight: long pictures count more, but do not outweigh all
 * others.
 */
export function meanScore(measured: readonly MeasuredFacts[]): number {
  const weightOf = ({ comparison }: MeasuredFacts): number => Math.sqrt(comparison.weight)
  const total = measured.reduce((sum, one) => sum + weightOf(one), 0)
  return measured.reduce((sum, one) => sum + one.comparison.score * weightOf(one), 0) / total
}
