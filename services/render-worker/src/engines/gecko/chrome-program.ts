import { EngineProcessError } from '../supervised/engine-process'
import type { MarionetteConnection } from './marionette-connection'

/** Above any deadline: ours decide. */
const scriptTimeoutMs = 3_600_000

/** In the sandbox of Marionette's that has the program's own rights ("chrome" in Gecko's words). */
const sandbox = 'system'

const callProgram = `const [name, request, done] = arguments
  Promise.resolve().then(() => globalThis.pas[name](request)).then(
    (value) => done({ value: value ?? null }),
    (error) => done({ error: String(error?.message ?? error).split('\\n')[0].slice(0, 200) }),
  )`

/** What we run inside Gecko: functions that are installed once and called by name. */
export class ChromeProgram {
  constructor(private readonly connection: MarionetteConnection) {}

  /** `source` is an expression of an object of functions. Answers with Gecko's version. Rejects with an `EngineProcessError`. */
  async install(source: string): Promise<string> {
    await this.connection.send('WebDriver:NewSession')
    // Nobody else may drive it.
    await this.connection.send('Marionette:AcceptConnections', { value: false })
    await this.connection.send('Marionette:SetContext', { value: 'chrome' })
    await this.connection.send('WebDriver:SetTimeouts', { script: scriptTimeoutMs })
    const script = `globalThis.pas = ${source}; return Services.appinfo.version`
    const answer = await this.connection.send('WebDriver:ExecuteScript', { script, args: [], sandbox })
    return (answer as { value: string }).value
  }

  /** Both ways it is JSON. Rejects with an `EngineProcessError` when the function throws or the program fails. */
  async call<Answer>(name: string, request: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    const parameters = { script: callProgram, args: [name, request], sandbox }
    const answer = await this.connection.send('WebDriver:ExecuteAsyncScript', parameters)
    const { value, error } = (answer as { value: { value?: unknown; error?: string } }).value
    if (error !== undefined) throw new EngineProcessError(`${name}: ${error}`)
    return value as Answer
  }
}
