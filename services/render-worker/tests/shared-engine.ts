import { startTestEngine, type TestEngine } from './test-engine'

type Name = Parameters<typeof startTestEngine>[0]

const started = new Map<Name, Promise<TestEngine>>()

/** The one engine of this name in a test file, for tests that leave it as it is. It is closed after the last of them. */
export function sharedEngine(name: Name): Promise<TestEngine> {
  const engine = started.get(name) ?? startTestEngine(name)
  started.set(name, engine)
  return engine
}

afterAll(async () => {
  for (const engine of started.values()) await (await engine).close()
})
