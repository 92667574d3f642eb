import type { Asked } from '../ask-at-rate'
import { percentile, report } from '@pas/testing/measure'
import type { Grown } from '../memory'

export interface MeasuredLoad {
  /** New previews a second, two at a time. */
  capacity: number
  /** Requests at 60 % and at 200 % of the capacity. */
  steady: readonly Asked[]
  overload: readonly Asked[]
  overloadSeconds: number
  /** Memory of each kind of process at 60 %. */
  grown: Readonly<Record<string, Grown>>
}

export function reportLoad({ capacity, steady, overload, overloadSeconds, grown }: MeasuredLoad): void {
  const [drawn, accepted, refused] = [times(steady, 301), times(overload, 301), times(overload, 429, 503)]
  const p50 = percentile(drawn, 50)
  report(
    'load',
    {
      'captures a second, 2 at a time': capacity,
      'at 60 %: requests': steady.length,
      'at 60 %: not answered with 301': steady.length - drawn.length,
      'at 60 %: p50 ms': p50,
      'at 60 %: p99 ms': percentile(drawn, 99),
      'at 200 %: requests': overload.length,
      'at 200 %: accepted': accepted.length,
      'at 200 %: refused with 429 or 503': refused.length,
      'at 200 %: neither': overload.length - accepted.length - refused.length,
      'at 200 %: accepted a second': accepted.length / overloadSeconds,
      'at 200 %: accepted p50 ms': percentile(accepted, 50),
      'at 200 %: accepted p99 ms': percentile(accepted, 99),
      'at 200 %: refused p99 ms': percentile(refused, 99),
      ...entriesOf(grown, (name, { mib }) => [`${name}, memory MiB at the end`, mib]),
    },
    {
      'p99 / p50 at 60 %': { ratio: percentile(drawn, 99) / p50, wanted: { atMost: 3 } },
      'failed at 60 %': { ratio: 1 - drawn.length / steady.length, wanted: { atMost: 0 } },
      'accepted p99 at 200 % / p50 at 60 %': { ratio: percentile(accepted, 99) / p50, wanted: { atMost: 3 } },
      'neither accepted nor refused at 200 %': {
        ratio: 1 - (accepted.length + refused.length) / overload.length,
        wanted: { atMost: 0 },
      },
      'refusal p99 / p50 of a preview': { ratio: percentile(refused, 99) / p50, wanted: { below: 1 } },
      ...entriesOf(grown, (name, { ratio }) => [
        `memory of ${name}, last third / second third`,
        { ratio, wanted: { atMost: 1.1 } },
      ]),
    },
  )
}

const entriesOf = <Value>(
  grown: MeasuredLoad['grown'],
  entryOf: (name: string, grown: Grown) => [string, Value],
): Record<string, Value> => Object.fromEntries(Object.entries(grown).map(([name, one]) => entryOf(name, one)))

const times = (asked: readonly Asked[], ...statuses: number[]): number[] =>
  asked.filter(({ status }) => statuses.includes(status)).map(({ ms }) => ms)
