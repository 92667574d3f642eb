import { asProcess } from '@pas/runtime/caller'
import type { PreviewCounts } from '@pas/captures/list-previews'
import type { PreviewWithEffects } from './previews-with-effects'
import type { WatchedEmails } from './watched-emails'

export interface WatcherReads {
  /** All previews of `emailIds`, and those of `previewIds` whose email is in `among`. */
  listPreviews(wanted: {
    emailIds: string[]
    previewIds: string[]
    among: string[]
  }): Promise<PreviewWithEffects[]>
  countPreviews(emailIds: string[]): Promise<PreviewCounts[]>
  /** Ids of the emails whose effects have these ids. */
  findEmailsOfEffects(rowIds: string[]): Promise<string[]>
}

/** Few at a time: an email's thousand previews occupy this thread for 20 ms. */
const maxEmailsAtOnce = 4

/** Accounts take turns. Reads run one by one, so that an older read never overtakes a newer one. */
export class ChangedRows {
  readonly #watched: WatchedEmails
  readonly #reads: WatcherReads
  readonly #changedPreviews = new Set<string>()
  /** Key: account id, in the order of turns. */
  readonly #changedEmails = new Map<number, Set<string>>()
  #pollIsDue = false
  #isReading = false
  #isStopped = false

  constructor(watched: WatchedEmails, reads: WatcherReads) {
    this.#watched = watched
    this.#reads = reads
  }

  addEmail(emailId: string): void {
    this.#noteEmail(emailId)
    void this.#readWhileDue()
  }

  /** Previews added in one turn of the event loop are one read. */
  addPreview(previewId: string): void {
    this.#changedPreviews.add(previewId)
    // The events of one batch of the queue's stream come in one turn of the event loop.
    setImmediate(() => void this.#readWhileDue())
  }

  /** Reads emails whose counts differ from what is known. */
  poll(): void {
    this.#pollIsDue = this.#watched.ids.length > 0
    void this.#readWhileDue()
  }

  stop(): void {
    this.#isStopped = true
  }

  async #readWhileDue(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    // The rows are read for all callers, so the caller who begins is not counted.
    await asProcess(() => this.#readAll()).finally(() => {
      this.#isReading = false
    })
  }

  async #readAll(): Promise<void> {
    while (this.#isDue && !this.#isStopped) {
      // While Postgres is away, the next poll tries again.
      if (this.#pollIsDue) await this.#countRows().catch(() => undefined)
      this.#pollIsDue = false
      const emailIds = this.#takeEmails()
      const previewIds = [...this.#changedPreviews]
      this.#changedPreviews.clear()
      if (emailIds.length + previewIds.length === 0) continue
      await this.#readChanged(emailIds, previewIds).catch((error: Error) => {
        this.#watched.failJoining(emailIds, error)
      })
    }
  }

  #noteEmail(emailId: string): void {
    const accountId = this.#watched.accountOf(emailId)
    if (accountId === undefined) return
    const ofAccount = this.#changedEmails.get(accountId) ?? new Set()
    this.#changedEmails.set(accountId, ofAccount.add(emailId))
  }

  /** Takes one email of each account in turn. */
  #takeEmails(): string[] {
    const taken: string[] = []
    while (taken.length < maxEmailsAtOnce) {
      const [next] = this.#changedEmails
      if (!next) break
      const [accountId, emailIds] = next
      const [emailId] = emailIds
      this.#changedEmails.delete(accountId)
      if (emailId === undefined) continue
      emailIds.delete(emailId)
      // An account with more emails goes to the end.
      if (emailIds.size > 0) this.#changedEmails.set(accountId, emailIds)
      if (this.#watched.accountOf(emailId) !== undefined) taken.push(emailId)
    }
    return taken
  }

  get #isDue(): boolean {
    return this.#pollIsDue || this.#changedEmails.size > 0 || this.#changedPreviews.size > 0
  }

  async #countRows(): Promise<void> {
    const counts = await this.#reads.countPreviews(this.#watched.ids)
    for (const emailId of this.#watched.idsThatDiffer(counts)) this.#noteEmail(emailId)
  }

  async #readChanged(emailIds: string[], previewIds: string[]): Promise<void> {
    const rows = await this.#reads.listPreviews({ emailIds, previewIds, among: this.#watched.ids })
    const rowsOf = new Map<string, PreviewWithEffects[]>(emailIds.map((id) => [id, []]))
    for (const row of rows) {
      const ofEmail = rowsOf.get(row.emailId) ?? []
      ofEmail.push(row)
      rowsOf.set(row.emailId, ofEmail)
    }
    // An email without previews, or a deleted one: only an existing email has counts.
    const empty = emailIds.filter((id) => rowsOf.get(id)?.length === 0)
    const counts = empty.length > 0 ? await this.#reads.countPreviews(empty) : []
    const existing = new Set(counts.map(({ emailId }) => emailId))
    for (const [emailId, ofEmail] of rowsOf) {
      if (ofEmail.length > 0 || existing.has(emailId))
        this.#watched.applyRows(emailId, ofEmail, emailIds.includes(emailId))
      else
        this.#watched.end(emailId, (listener) => {
          listener.gone()
        })
    }
    // A missing row does not name its email, so the emails that had it are read whole.
    const found = new Set(rows.map(({ id }) => id))
    const missing = previewIds.filter((id) => !found.has(id))
    for (const previewId of missing)
      for (const emailId of this.#watched.idsWithPreview(previewId)) this.#noteEmail(emailId)
    // An audit's job has the id of its check.
    if (missing.length > 0)
      for (const emailId of await this.#reads.findEmailsOfEffects(missing)) this.#noteEmail(emailId)
  }
}
