/** The engines of this run: `npm test` sets TEST_ENGINES to those it found on the machine. */
const found = new Set((process.env.TEST_ENGINES ?? 'chromium,text').split(','))

export const isEngineFound = (engine: string): boolean => found.has(engine)

/** `describe` for tests that need an engine; without the engine they are skipped, with the reason in the name. */
export function describeWithEngine(engine: string, name: string, tests: () => void): void {
  if (isEngineFound(engine)) describe(name, tests)
  else describe.skip(`${name} (skipped: '${engine}' is not installed here; npm run test:engines does)`, tests)
}
