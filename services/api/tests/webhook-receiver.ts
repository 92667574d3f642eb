import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startSmallWeb, type SmallWeb } from '@pas/testing/small-web'
import { until } from '@pas/testing/until'
import type { ReceivedMessage } from './is-genuine'

/** A partner's server: it keeps what it is sent, and answers as each test says. */
export interface WebhookReceiver extends Pick<SmallWeb, 'url' | 'port' | 'openConnections' | 'close'> {
  /** The answer to requests, by path; 204 for other paths. */
  answers: Map<string, (req: IncomingMessage, res: ServerResponse) => void>
  /** What came to a path, in order. */
  at(path: string): ReceivedMessage[]
  /** Resolves to the messages to a path when there are so many. */
  untilCount(path: string, count: number): Promise<ReceivedMessage[]>
}

/** Starts the server on a free port of loopback. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received = new Map<string, ReceivedMessage[]>()
  const answers: WebhookReceiver['answers'] = new Map()
  const at = (path: string): ReceivedMessage[] => received.get(path) ?? []
  const web = await startSmallWeb((req, res) => {
    void text(req).then((body) => {
      const path = req.url ?? ''
      received.set(path, [...at(path), { headers: req.headers, body }])
      const answer = answers.get(path)
      if (answer) answer(req, res)
      else res.writeHead(204).end()
    })
  })
  return {
    ...web,
    answers,
    at,
    untilCount: async (path, count) => {
      await until(`${count} messages come to ${path}`, () => [at(path).length >= count, at(path).length])
      return at(path)
    },
  }
}
