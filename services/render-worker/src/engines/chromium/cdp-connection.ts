import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping'
import { EngineProcessError } from '../supervised/engine-process'
import type { MessagePipe } from './message-pipe'

type Commands = ProtocolMapping.Commands
type Events = ProtocolMapping.Events

export type CdpParams<Method extends keyof Commands> = Commands[Method]['paramsType'][0]
export type CdpResult<Method extends keyof Commands> = Commands[Method]['returnType']

/** The command was refused, or the browser, page or pipe ended before the answer. */
export class CdpError extends EngineProcessError {
  override name = 'CdpError'
}

export interface CdpSession {
  send<Method extends keyof Commands>(method: Method, params?: CdpParams<Method>): Promise<CdpResult<Method>>
  /** Resolves to the encoded result, for `decodeMessage` in a thread. */
  sendForBytes<Method extends keyof Commands>(
    method: Method,
    params?: CdpParams<Method>,
  ): Promise<Buffer<ArrayBuffer>>
  next<Event extends keyof Events>(
    event: Event,
    isMeant?: (params: Events[Event][0]) => boolean,
  ): Promise<Events[Event][0]>
}

interface Waiter {
  sessionId: string | undefined
  isForBytes?: boolean
  resolve: (value: never) => void
  reject: (error: Error) => void
}

interface Message {
  id?: number
  method?: string
  params?: { sessionId?: string }
  result?: unknown
  error?: { message: string }
  sessionId?: string
}

export class CdpConnection {
  private lastId = 0
  private readonly answers = new Map<number, Waiter>()
  private readonly events = new Set<Waiter & { method: string; isMeant: (params: never) => boolean }>()
  private readonly endedSessions = new Set<string>()

  constructor(private readonly pipe: MessagePipe) {
    pipe.onmessage = (message) => this.dispatch(message)
    pipe.staysEncoded = (id) => this.answers.get(id as number)?.isForBytes === true
    pipe.onclose = () => this.rejectWaiters(() => true, 'the browser is gone')
  }

  /** Also true when the browser is about to end. */
  get isClosed(): boolean {
    return this.pipe.isClosed
  }

  send<Method extends keyof Commands>(
    method: Method,
    params?: CdpParams<Method>,
    sessionId?: string,
  ): Promise<CdpResult<Method>> {
    return this.ask(method, params, { sessionId, isForBytes: false })
  }

  private ask<Answer>(
    method: string,
    params: object | undefined,
    { sessionId, isForBytes }: Required<Pick<Waiter, 'sessionId' | 'isForBytes'>>,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.isClosed || (sessionId !== undefined && this.endedSessions.has(sessionId))) {
        reject(new CdpError(`${method}: the target is gone`))
        return
      }
      const id = ++this.lastId
      this.answers.set(id, { sessionId, isForBytes, resolve, reject })
      this.pipe.send({ id, method, params: params ?? {}, sessionId })
    })
  }

  session(sessionId: string): CdpSession {
    return {
      send: (method, params) => this.send(method, params, sessionId),
      sendForBytes: (method, params) => this.ask(method, params, { sessionId, isForBytes: true }),
      next: (method, isMeant = () => true) =>
        new Promise((resolve, reject) => {
          if (this.isClosed || this.endedSessions.has(sessionId)) reject(new CdpError('the target is gone'))
          else this.events.add({ method, sessionId, isMeant, resolve, reject })
        }),
    }
  }

  /** Rejects what waits for the session, now and later. */
  endSession(sessionId: string, reason: string): void {
    this.endedSessions.add(sessionId)
    this.rejectWaiters((waiter) => waiter.sessionId === sessionId, reason)
  }

  /** Only when no caller uses the session again. */
  forgetSession(sessionId: string): void {
    this.endSession(sessionId, 'the target is gone')
    this.endedSessions.delete(sessionId)
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
