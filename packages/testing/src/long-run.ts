/** `npm run test:long` and similar commands set TEST_LONG. */
export const isLongRun = process.env.TEST_LONG === '1'

/** Fast-check's parameters. The short run has the same cases every time. */
export const propertyCases = isLongRun ? { numRuns: 10_000 } : { seed: 20_261_121, numRuns: 200 }

const why = '(skipped: takes long; npm run test:long, test:faults or test:chaos does it)'

/** The short run skips it, with the reason in its name. */
export function describeInLongRun(name: string, tests: () => void): void {
  if (isLongRun) describe(name, tests)
  else describe.skip(`${name} ${why}`, tests)
}

export function itInLongRun(name: string, test: () => Promise<void>, timeoutMs?: number): void {
  if (isLongRun) it(name, test, timeoutMs)
  else it.skip(`${name} ${why}`, test, timeoutMs)
}
