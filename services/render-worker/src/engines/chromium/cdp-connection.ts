import type { Readable, Writable } from 'node:stream'
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping'
import { EngineProcessError } from '../supervised/engine-process'
import { decodeMessage, encodeMessage, messageLength, type CborValue } from './cbor'

type Commands = ProtocolMapping.Commands
type Events = ProtocolMapping.Events

export type CdpParams<Method extends keyof Commands> = Commands[Method]['paramsType'][0]
export type CdpResult<Method extends keyof Commands> = Commands[Method]['returnType']

/** The browser refused a command, or it, the page or the pipe went away before it answered. */
export class CdpError extends EngineProcessError {
  override name = 'CdpError'
}

/** One attached target. */
export interface CdpSession {
  send<Method extends keyof Commands>(method: Method, params?: CdpParams<Method>): Promise<CdpResult<Method>>
  /** Resolves with the next such event that `isMeant`, which is called as each comes; rejects when the session ends first. */
  next<Event extends keyof Events>(
    event: Event,
    isMeant?: (params: Events[Event][0]) => boolean,
  ): Promise<Events[Event][0]>
  /** Calls `listener` with every such event, as long as the session is not forgotten. */
  on<Event extends keyof Events>(event: Event, listener: (params: Events[Event][0]) => void): void
}

interface Waiter {
  sessionId: string | undefined
  resolve: (value: never) => void
  reject: (error: Error) => void
}

/** A message of which only a part has come yet. */
interface IncomingMessage {
  bytes: Buffer
  received: number
}

interface Message {
  id?: number
  method?: string
  params?: { sessionId?: string }
  result?: unknown
  error?: { message: string }
  sessionId?: string
}

/**
 * Chromium's DevTools protocol over `--remote-debugging-pipe=cbor`. A pipe and no port, so that no other process can drive the browser, and
 * so that the browser ends by itself when the worker dies. CBOR, because a picture of many megabytes is then neither encoded as base64 by the
 * browser nor decoded here. Members that the protocol calls binary are a Buffer, whatever their TypeScript type (a string, as in JSON) says.
 */
export class CdpConnection {
  private lastId = 0
  private readonly answers = new Map<number, Waiter>()
  private readonly events = new Set<Waiter & { method: string; isMeant: (params: never) => boolean }>()
  private readonly listeners = new Map<string, { method: string; listener: (params: never) => void }[]>()
  private readonly endedSessions = new Set<string>()
  private incoming: IncomingMessage | null = null
  /** The start of a message, too short to know its length. */
  private start: Buffer = Buffer.alloc(0)
  private closed = false

  constructor(
    private readonly commandPipe: Writable,
    answerPipe: Readable,
  ) {
    answerPipe.on('data', (chunk: Buffer) => this.receive(chunk))
    const close = (): void => this.close()
    answerPipe.once('close', close).once('error', close)
    commandPipe.on('error', close)
  }

  /** The browser is gone, or about to be. */
  get isClosed(): boolean {
    return this.closed
  }

  send<Method extends keyof Commands>(
    method: Method,
    params?: CdpParams<Method>,
    sessionId?: string,
  ): Promise<CdpResult<Method>> {
    return new Promise((resolve, reject) => {
      if (this.closed || (sessionId !== undefined && this.endedSessions.has(sessionId))) {
        reject(new CdpError(`${method}: the target is gone`))
        return
      }
      const id = ++this.lastId
      this.answers.set(id, { sessionId, resolve, reject })
      this.commandPipe.write(encodeMessage({ id, method, params: (params ?? {}) as CborValue, sessionId }))
    })
  }

  session(sessionId: string): CdpSession {
    return {
      send: (method, params) => this.send(method, params, sessionId),
      next: (method, isMeant = () => true) =>
        new Promise((resolve, reject) => {
          if (this.closed || this.endedSessions.has(sessionId)) reject(new CdpError('the target is gone'))
          else this.events.add({ method, sessionId, isMeant, resolve, reject })
        }),
      on: (method, listener) => {
        this.listeners.set(sessionId, [...(this.listeners.get(sessionId) ?? []), { method, listener }])
      },
    }
  }

  /** Whoever still waits on this session is told that it is gone. */
  endSession(sessionId: string, reason: string): void {
    this.endedSessions.add(sessionId)
    this.rejectWaiters((waiter) => waiter.sessionId === sessionId, reason)
  }

  /** Once its target is disposed of, nobody asks for a session again. */
  forgetSession(sessionId: string): void {
    this.endSession(sessionId, 'the target is gone')
    this.endedSessions.delete(sessionId)
    this.listeners.delete(sessionId)
  }

  private receive(chunk: Buffer): void {
    let rest = this.start.length > 0 ? Buffer.concat([this.start, chunk]) : chunk
    try {
      while (rest.length > 0) {
        if (!this.incoming) {
          const length = messageLength(rest)
          if (length === null) break
          // Not from the pool of small buffers, which would be held as long as the picture.
          this.incoming = { bytes: Buffer.allocUnsafeSlow(length), received: 0 }
        }
        const { bytes, received } = this.incoming
        const copied = rest.copy(bytes, received)
        this.incoming.received += copied
        rest = rest.subarray(copied)
        if (this.incoming.received < bytes.length) break
        this.incoming = null
        this.dispatch(decodeMessage(bytes) as Message)
      }
      this.start = rest
    } catch {
      // No message can be told from the next any more.
      this.close()
    }
  }

  private dispatch(message: Message): void {
    if (message.id !== undefined) {
      const waiter = this.answers.get(message.id)
      this.answers.delete(message.id)
      if (message.error) waiter?.reject(new CdpError(message.error.message))
      else waiter?.resolve(message.result as never)
      return
    }
    const { method, sessionId, params } = message
    if (method === 'Inspector.targetCrashed' && sessionId !== undefined)
      this.endSession(sessionId, 'the page crashed')
    if (method === 'Target.detachedFromTarget' && params?.sessionId !== undefined)
      this.endSession(params.sessionId, 'the page was closed')
    for (const waiter of this.events) {
      if (waiter.method !== method || waiter.sessionId !== sessionId || !waiter.isMeant(params as never))
        continue
      this.events.delete(waiter)
      waiter.resolve(params as never)
    }
    for (const heard of this.listeners.get(sessionId ?? '') ?? []) {
      if (heard.method === method) heard.listener(params as never)
    }
  }

  private close(): void {
    this.closed = true
    this.rejectWaiters(() => true, 'the browser is gone')
  }

  private rejectWaiters(isMeant: (waiter: Waiter) => boolean, reason: string): void {
    for (const [id, waiter] of this.answers) {
      if (!isMeant(waiter)) continue
      this.answers.delete(id)
      waiter.reject(new CdpError(reason))
    }
    for (const waiter of this.events) {
      if (!isMeant(waiter)) continue
      this.events.delete(waiter)
      waiter.reject(new CdpError(reason))
    }
  }
}
