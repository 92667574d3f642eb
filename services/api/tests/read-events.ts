import http from 'node:http'
import { once } from 'node:events'
import { until } from '@pas/testing/until'

/** One event of a stream, its data parsed. */
interface StreamEvent {
  name: string
  data: Record<string, unknown>
}

/** An event stream as a test reads it. */
export interface EventReader {
  status: number
  headers: http.IncomingHttpHeaders
  /** Every event so far. */
  events: StreamEvent[]
  /** Resolves to the events when there are this many; rejects when they do not come in time. */
  untilCount(count: number): Promise<StreamEvent[]>
  /** Whether the server ended the stream. */
  isEnded(): boolean
  close(): void
}

/** Opens an event stream. Each block that is not a comment or `retry` is read as `event` and one line of `data`. */
export async function readEvents(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const request = http.get(url, {
    agent: false,
    headers: { 'X-Forwarded-Proto': 'https', Accept: 'text/event-stream', ...headers },
  })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const events: StreamEvent[] = []
  let isEnded = false
  let rest = ''
  response.setEncoding('utf8')
  response.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
      if (name && data) events.push({ name, data: JSON.parse(data) as Record<string, unknown> })
    }
  })
  response.once('close', () => (isEnded = true))
  response.on('error', () => undefined)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    untilCount: async (count) => {
      await until(() => events.length >= count)
      return events
    },
    isEnded: () => isEnded,
    close: () => request.destroy(),
  }
}
