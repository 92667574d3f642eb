/**
 * Whether this is the long run with full numbers (TEST_LONG, set by `npm run test:long` and similar commands); `npm
 * test` is the short one.
 */
export const isLongRun = process.env.TEST_LONG === '1'

/** fast-check's parameters: 10,000 random cases in the long run, the same 200 cases every time in the short one. */
export const propertyCases = isLongRun ? { numRuns: 10_000 } : { seed: 20_261_121, numRuns: 200 }

const why = '(skipped: takes long; npm run test:long, test:faults or test:chaos does it)'

/** `describe` for the long run; in the short run it is skipped, with the reason in its name. */
export function describeInLongRun(name: string, tests: () => void): void {
  if (isLongRun) describe(name, tests)
  else describe.skip(`${name} ${why}`, tests)
}

/** `it` for the long run; in the short run it is skipped, with the reason in its name. */
export function itInLongRun(name: string, test: () => Promise<void>, timeoutMs?: number): void {
  if (isLongRun) it(name, test, timeoutMs)
  else it.skip(`${name} ${why}`, test, timeoutMs)
}
