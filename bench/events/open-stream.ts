import { once } from 'node:events'
import { Agent, request } from 'undici'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stackVariable, type Stack } from '../stack'

/** An event and the time at which it came, as `Date.now()` counts. */
interface TimedEvent {
  at: number
  name: string
  data: Record<string, unknown>
}

/** An email's event stream. */
export interface Stream {
  /** The next event of this name; events of other names are skipped. */
  next(name: string): Promise<TimedEvent>
  close(): void
}

/**
 * Opens an email's event stream over a connection of its own, as a partner's backend does: with the owner's credential,
 * which is the demo account's unless `authorization` is given.
 */
export async function openStream(
  stack: Stack,
  guid: string,
  authorization = stack.authorization,
): Promise<Stream> {
  const ca = readFileSync(path.join(stackVariable('PAS_HOME'), 'tls', 'ca.pem'))
  const dispatcher = new Agent({ connect: { ca }, bodyTimeout: 0 })
  const answer = await request(`${stack.instantUrl}/emails/${guid}/events`, {
    dispatcher,
    headers: { accept: 'text/event-stream', authorization },
  })
  if (answer.statusCode !== 200) throw new Error(`the stream answered ${answer.statusCode}`)
  const events: TimedEvent[] = []
  let rest = ''
  answer.body.setEncoding('utf8')
  answer.body.on('data', (text: string) => {
    const at = Date.now()
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
      if (name && data) events.push({ at, name, data: JSON.parse(data) as Record<string, unknown> })
    }
  })
  answer.body.on('error', () => undefined)
  return {
    next: async (name) => {
      for (;;) {
        for (let event = events.shift(); event; event = events.shift()) if (event.name === name) return event
        await once(answer.body, 'data')
      }
    },
    close: () => void dispatcher.destroy(),
  }
}
