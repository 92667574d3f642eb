import type { Engine } from '../src/engines/engine'
import { startTextEngine } from '../src/engines/text/text-engine'

/** Starts the real text engine, with a proxy address on which nothing listens. */
export const startTestText = (
  context: Partial<Parameters<typeof startTextEngine>[0]> = {},
): Promise<Engine> =>
  startTextEngine({
    proxyUrl: 'http://127.0.0.1:9',
    isSandboxed: true,
    environment: { PATH: process.env.PATH ?? '' },
    ...context,
  })
