import type { PreviewCounts } from '@pas/captures/list-previews'
import { toldStateOf, type PreviewWithEffects } from './previews-with-effects'

/** `snapshot` is called first, and once; nothing before `watch` returns, or after `gone`, `failed` or `stopped`. */
export interface EmailListener {
  snapshot(previews: readonly PreviewWithEffects[]): void
  /** New, ended, waiting again, or with effects measured. `isComplete`: none of the email's previews waits now. */
  changed(previews: readonly PreviewWithEffects[], isComplete: boolean): void
  gone(): void
  failed(error: Error): void
  stopped(): void
}

export interface FollowedEmail {
  id: string
  accountId: number
}

interface WatchedEmail {
  accountId: number
  listeners: Set<EmailListener>
  joining: Set<EmailListener>
  /** Key: preview id. */
  states: Map<string, string>
}

export class WatchedEmails {
  readonly #emails = new Map<string, WatchedEmail>()

  get ids(): string[] {
    return [...this.#emails.keys()]
  }

  accountOf(emailId: string): number | undefined {
    return this.#emails.get(emailId)?.accountId
  }

  countListeners(emailId: string): number {
    const email = this.#emails.get(emailId)
    return email ? email.listeners.size + email.joining.size : 0
  }

  join({ id: emailId, accountId }: FollowedEmail, listener: EmailListener): void {
    const email = this.#emails.get(emailId) ?? {
      accountId,
      listeners: new Set(),
      joining: new Set(),
      states: new Map<string, string>(),
    }
    this.#emails.set(emailId, email)
    email.joining.add(listener)
  }

  leave(emailId: string, listener: EmailListener): void {
    const email = this.#emails.get(emailId)
    email?.listeners.delete(listener)
    email?.joining.delete(listener)
    if (email && email.listeners.size + email.joining.size === 0) this.#emails.delete(emailId)
  }

  end(emailId: string, tell: (listener: EmailListener) => void): void {
    const email = this.#emails.get(emailId)
    this.#emails.delete(emailId)
    for (const listener of [...(email?.joining ?? []), ...(email?.listeners ?? [])]) tell(listener)
  }

  /** Tells the listeners what changed. `isWhole`: `rows` are all of the email's previews. */
  applyRows(emailId: string, rows: readonly PreviewWithEffects[], isWhole: boolean): void {
    const email = this.#emails.get(emailId)
    if (!email) return
    const { states, listeners, joining } = email
    const changed = rows.filter((row) => states.get(row.id) !== toldStateOf(row))
    if (isWhole) states.clear()
    for (const row of rows) states.set(row.id, toldStateOf(row))
    if (changed.length > 0) {
      const isComplete = ![...states.values()].includes('unfinished')
      for (const listener of [...listeners]) listener.changed(changed, isComplete)
    }
    if (!isWhole) return
    for (const listener of [...joining]) {
      joining.delete(listener)
      listeners.add(listener)
      listener.snapshot(rows)
    }
  }

  /** Listeners with a snapshot need no error: the next poll reads again for them. */
  failJoining(emailIds: readonly string[], error: Error): void {
    for (const emailId of emailIds) {
      for (const listener of [...(this.#emails.get(emailId)?.joining ?? [])]) {
        this.leave(emailId, listener)
        listener.failed(error)
      }
    }
  }

  idsWithPreview(previewId: string): string[] {
    return this.ids.filter((emailId) => this.#emails.get(emailId)?.states.has(previewId))
  }

  /** Emails of which the number of previews, or of waiting ones, is not as known. */
  idsThatDiffer(counts: readonly PreviewCounts[]): string[] {
    const countOf = new Map(counts.map((count) => [count.emailId, count]))
    return [...this.#emails].flatMap(([emailId, { states }]) => {
      const count = countOf.get(emailId)
      const total = count && count.waiting + count.captured + count.failed
      const knownWaiting = [...states.values()].filter((state) => state === 'unfinished').length
      return count?.waiting !== knownWaiting || total !== states.size ? [emailId] : []
    })
  }
}
