import { randomUUID } from 'node:crypto'
import { createCalls, type Calls, type Waiting } from './service-calls'
import { ServiceError } from './service-error'
import { checksPath, emailPath, previewsPath, query } from './service-paths'
import type { OfChecks, OfMail, OfPreviews } from './service-paths'
import type { ServiceOptions } from './service-request'
import type * as wire from './wire'

export interface Creation {
  idempotencyKey?: string
  /** Ends pauses between repetitions, but no request under way. */
  pauseSignal?: AbortSignal
}

/** What `pas-check` asks. The library has more, which the command's file leaves out. */
export type CommandService = ReturnType<typeof commandServiceOf>

export const createCommandService = (options: ServiceOptions): CommandService =>
  commandServiceOf(createCalls(options))

export const commandServiceOf = (calls: Calls) => ({
  ...emailsOf(calls),
  ...previewsOf(calls),
  ...checksOf(calls),
})

const emailsOf = ({ get, send, ask }: Calls) => ({
  /** Safe to repeat by its key: a repetition makes no second email. */
  createEmail: (email: wire.NewEmail, { idempotencyKey = randomUUID(), pauseSignal }: Creation = {}) => {
    const headers = { 'Idempotency-Key': `"${idempotencyKey}"` }
    return send<wire.CreatedEmail>('/emails', email, { headers, pauseSignal })
  },
  listEmails: (of: OfMail = {}, waiting: { waitS?: number; signal?: AbortSignal | undefined } = {}) =>
    get<wire.EmailList>(`/emails${query({ ...of })}`, waiting),

  /** At once and for good. One that is gone already is no failure. */
  async deleteEmail(guid: string, signal?: AbortSignal): Promise<void> {
    try {
      await ask({ method: 'DELETE', path: emailPath(guid), signal })
    } catch (error) {
      if (!(error instanceof ServiceError && error.status === 404)) throw error
    }
  },
})

const previewsOf = ({ get, ask, untilComplete }: Calls) => ({
  waitForPreviews: (guid: string, of: OfPreviews = {}, waiting: Waiting = {}) =>
    untilComplete<wire.PreviewList>(previewsPath(guid, of), waiting, 30),
  getConfigurations: (signal?: AbortSignal) =>
    get<wire.Configurations>('/clients/configurations', { signal }),
  /** A picture's PNG, from an address that the service named. */
  getPicture: async (url: string, signal?: AbortSignal) => (await ask({ path: url, signal })).bytes,
  /** What stands at a comparison's `summary_url`. */
  getDifference: (summaryUrl: string, signal?: AbortSignal) =>
    get<wire.DifferenceSummary>(summaryUrl, { signal }),
})

function checksOf({ get, send, untilComplete }: Calls) {
  /** Stores nothing, and neither fetches nor draws. */
  const checkUnstored = (email: wire.NewEmail, of: OfChecks = {}, signal?: AbortSignal) =>
    send<wire.Checks>('/checks', { ...email, ...of }, { signal })
  return {
    waitForChecks: (guid: string, of: OfChecks = {}, waiting: Waiting = {}) =>
      untilComplete<wire.Checks>(checksPath(guid, of), waiting, 20),
    checkUnstored,
    /** Codes: those that are meant where none is named. */
    getDefaultClients: async (signal?: AbortSignal) =>
      (await checkUnstored({ plain_text: '-' }, { only: ['subject'] }, signal)).clients_checked,
    /** What the checks look for. */
    listCheckRules: (signal?: AbortSignal) => get<wire.CheckRules>('/checks/rules', { signal }),
  }
}
