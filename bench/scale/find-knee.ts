import { percentile, type Measured } from '@pas/testing/measure'
import { askStep, p99Of, type AskedStep } from './ask-captures'
import type { Dose } from './dose'
import type { Installation } from './installation'

/** From request to pick-up, at the 99th percentile. */
export const longestWaitMs = 1_000

export interface Knee {
  /** The highest captures a second that were picked up in time; 0 if none was. */
  rate: number
  figures: Measured['figures']
}

/** Raises the captures a second step by step until they wait too long. */
export async function findKnee(
  installation: Installation,
  dose: Dose,
  name: string,
  firstRate = dose.firstRate,
): Promise<Knee> {
  let best: { rate: number; step: AskedStep } | null = null
  let isOver = false
  // Compiles what each capture runs.
  await askStep(installation, firstRate, dose.stepSeconds)
  for (let rate = firstRate; !isOver && rate <= dose.maxRate; rate *= dose.stepFactor) {
    // Once more, because a moment's noise is no knee.
    const step =
      (await tryStep(installation, dose, name, rate)) ?? (await tryStep(installation, dose, name, rate))
    if (step) best = { rate, step }
    else isOver = true
  }
  if (!best) return { rate: 0, figures: { [`${name}: captures a second at the knee`]: 0 } }
  const { rate, step } = best
  const waits = step.waits.map(({ ms }) => ms)
  return {
    rate,
    figures: {
      [`${name}: captures a second at the knee${isOver ? '' : ' or above'}`]: rate,
      [`${name}: request to pick-up, p50 ms`]: percentile(waits, 50),
      [`${name}: request to pick-up, p99 ms`]: percentile(waits, 99),
      [`${name}: request to 301, p99 ms`]: p99Of(step.asked),
      ...Object.fromEntries(
        Object.entries(step.processorMs).map(([kind, ms]) => [
          `${name}: processor ms a capture, ${kind}`,
          ms,
        ]),
      ),
    },
  }
}

/** Null when captures waited too long, or more than one of a hundred was not answered with 301. */
async function tryStep(
  installation: Installation,
  dose: Dose,
  name: string,
  rate: number,
): Promise<AskedStep | null> {
  const step = await askStep(installation, rate, dose.stepSeconds)
  const p99 = p99Of(step.waits)
  const failed = step.asked.filter(({ status }) => status !== 301).length
  console.log(
    `${name}: ${rate.toFixed(1)} a second, p99 from request to pick-up ${p99.toFixed(0)} ms, ` +
      `${failed} of ${step.asked.length} not answered with 301, processor ms a capture ${describe(step)}`,
  )
  return p99 <= longestWaitMs && failed <= step.asked.length / 100 ? step : null
}

const describe = ({ processorMs }: AskedStep): string =>
  Object.entries(processorMs)
    .map(([kind, ms]) => `${kind} ${ms.toFixed(1)}`)
    .join(', ')
