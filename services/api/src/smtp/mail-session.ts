import type { MailPlaces } from './mail-places'
import type { Login } from './sign-in'
import type { Peer, SmtpConnection } from './smtp-server'
import { SmtpRefusal } from './smtp-refusal'
import { smtpSessionChanged } from '../events'

const signInTimeoutMs = 30_000
const maxWrongKeys = 3

/** One connection, from before its greeting until it is closed. */
export class MailSession {
  login: Login | null = null
  /** A message arrives or is being stored. */
  isReceiving = false
  private wrongKeys = 0
  private isEnded = false
  private giveBack: () => void = () => undefined
  private signInTimer: NodeJS.Timeout

  constructor(
    readonly connection: SmtpConnection,
    readonly peer: Peer,
    private readonly places: MailPlaces,
    private readonly timeoutMs = signInTimeoutMs,
  ) {
    this.signInTimer = this.startSignInTimer()
  }

  /** Throws an `SmtpRefusal` when all places are taken. */
  enter(): void {
    this.take(
      'unknown',
      this.places.takeUnknown(this.peer.ip),
      'As many senders as may have not signed in yet',
    )
  }

  /** The login is the session's until TLS begins. Throws an `SmtpRefusal` when the account's places are taken. */
  adopt(login: Login): void {
    const { accountId } = login.principal
    this.take(
      'signed_in',
      this.places.takeSignedIn(accountId),
      'This account has as many connections as it may',
    )
    this.login = login
    clearTimeout(this.signInTimer)
  }

  /** RFC 3207 §4.2: what was known before TLS is forgotten. Throws as `enter` does. */
  forgetLogin(): void {
    if (this.login === null) return
    this.login = null
    this.signInTimer = this.startSignInTimer()
    this.enter()
  }

  /** True when it was one too many. */
  countWrongKey(): boolean {
    return ++this.wrongKeys >= maxWrongKeys
  }

  end(): void {
    this.isEnded = true
    clearTimeout(this.signInTimer)
    this.giveBack()
    this.giveBack = () => undefined
  }

  private startSignInTimer(): NodeJS.Timeout {
    return setTimeout(() => {
      this.connection.send(421, `No API key came within ${this.timeoutMs / 1000} seconds.`)
    }, this.timeoutMs).unref()
  }

  private take(state: 'unknown' | 'signed_in', giveBack: (() => void) | null, whyNot: string): void {
    if (giveBack === null) throw new SmtpRefusal(421, `${whyNot}; close one, or try again shortly.`)
    // The sender went away while its key was looked up.
    if (this.isEnded) {
      giveBack()
      throw new SmtpRefusal(421, 'The connection is closed.')
    }
    this.giveBack()
    smtpSessionChanged(state, 1)
    this.giveBack = () => {
      giveBack()
      smtpSessionChanged(state, -1)
    }
  }
}
