import { ServiceError } from './service-error'

const maxEventCharacters = 16 * 1024 * 1024

export interface RawEvent {
  event: string
  data: string
}

/** A text/event-stream, as https://html.spec.whatwg.org/multipage/server-sent-events.html has it, without ids. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<RawEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  let event = ''
  let data: string[] = []
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { event: event || 'message', data: data.join('\n') }
        event = ''
        data = []
      } else if (line.startsWith('event:')) event = line.slice(6).trimStart()
      else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
    }
    if (rest.length > maxEventCharacters)
      throw new ServiceError("An event is too large. Check that the address is the service's.", 200)
  }
}
