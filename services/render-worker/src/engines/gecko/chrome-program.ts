import { EngineProcessError } from '../supervised/engine-process'
import type { MarionetteConnection } from './marionette-connection'

/** Longer than any timeout of ours, so that Marionette's never decides. */
const scriptTimeoutMs = 3_600_000

/** In it, scripts have the program's own rights ("chrome"). */
const sandbox = 'system'

const callProgram = `const [name, request, done] = arguments
  Promise.resolve().then(() => globalThis.pas[name](request)).then(
    (value) => done({ value: value ?? null }),
    (error) => done({ error: String(error?.message ?? error).split('\\n')[0].slice(0, 200) }),
  )`

export class ChromeProgram {
  constructor(private readonly connection: MarionetteConnection) {}

  /** `source` is an expression of an object of functions. Resolves to Gecko's version. */
  async install(source: string): Promise<string> {
    await this.connection.send('WebDriver:NewSession')
    // No other process may drive this Gecko.
    await this.connection.send('Marionette:AcceptConnections', { value: false })
    await this.connection.send('Marionette:SetContext', { value: 'chrome' })
    await this.connection.send('WebDriver:SetTimeouts', { script: scriptTimeoutMs })
    const script = `globalThis.pas = ${source}; return Services.appinfo.version`
    const answer = await this.connection.send('WebDriver:ExecuteScript', { script, args: [], sandbox })
    return (answer as { value: string }).value
  }

  /** Request and answer are JSON values. Rejects with an `EngineProcessError` when the function throws. */
  async call<Answer>(name: string, request: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    const parameters = { script: callProgram, args: [name, request], sandbox }
    const answer = await this.connection.send('WebDriver:ExecuteAsyncScript', parameters)
    const { value, error } = (answer as { value: { value?: unknown; error?: string } }).value
    if (error !== undefined) throw new EngineProcessError(`${name}: ${error}`)
    return value as Answer
  }
}
