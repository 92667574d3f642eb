/** Whether full numbers are run (`npm run test:long` and its kin); `npm test` is the other, which has to be short. */
export const isLongRun = process.env.TEST_LONG === '1'

/**
 * How often a property is tried: with other values each time in the long run, else with the same few hundred every
 * time.
 */
export const propertyCases = isLongRun ? { numRuns: 10_000 } : { seed: 20_261_121, numRuns: 200 }

const why = '(skipped: takes long; npm run test:long, test:faults or test:chaos does it)'

/** `describe` for the long run; skipped, with the reason in its name, in any other. */
export function describeInLongRun(name: string, tests: () => void): void {
  if (isLongRun) describe(name, tests)
  else describe.skip(`${name} ${why}`, tests)
}

/** `it`, likewise. */
export function itInLongRun(name: string, test: () => Promise<void>, timeoutMs?: number): void {
  if (isLongRun) it(name, test, timeoutMs)
  else it.skip(`${name} ${why}`, test, timeoutMs)
}
