import { randomUUID } from 'node:crypto'
import type { CommandService } from './command-service'
import type { CreatedEmail, NewEmail } from './wire'
import { ServiceError } from './service-error'
import { messageOf } from './message-of'

/** Everything that a run stores at the service, so that nothing of it stays there. */
export interface PostedEmails {
  post(email: NewEmail): Promise<CreatedEmail>
  /** Failures are left to `deleteAll`. */
  delete(guid: string): Promise<void>
  /** Answers with the sentences about what could not be deleted. Never throws. */
  deleteAll(): Promise<string[]>
}

const maxDeletionMs = 20_000

export function createPostedEmails(
  service: Pick<CommandService, 'createEmail' | 'deleteEmail' | 'listEmails'>,
  stop: AbortSignal,
): PostedEmails {
  // Finds an email whose answer never came.
  const reference = `pas-check ${randomUUID()}`
  const stored = new Set<string>()
  const underWay = new Set<Promise<unknown>>()
  let isUnsure = false

  async function erase(guid: string, signal: AbortSignal): Promise<void> {
    await service.deleteEmail(guid, signal)
    stored.delete(guid)
  }

  return {
    async post(email) {
      stop.throwIfAborted()
      // A request under way is not ended by `stop`: its answer names what has to be deleted.
      const posting = service.createEmail({ ...email, reference }, { pauseSignal: stop })
      underWay.add(posting)
      try {
        const created = await posting
        stored.add(created.email_guid)
        return created
      } catch (error) {
        // A refusal stores nothing.
        isUnsure ||= !(error instanceof ServiceError && error.status !== null && error.status < 500)
        throw error
      } finally {
        underWay.delete(posting)
      }
    },

    async delete(guid) {
      await erase(guid, AbortSignal.any([stop, AbortSignal.timeout(maxDeletionMs)])).catch(() => undefined)
    },

    async deleteAll() {
      await Promise.allSettled(underWay)
      const signal = AbortSignal.timeout(maxDeletionMs)
      const failures = new Set<string>()
      const note = (error: unknown): void => void failures.add(messageOf(error))
      if (isUnsure)
        await service.listEmails({ reference, limit: 100 }, { signal }).then(({ emails }) => {
          isUnsure = false
          for (const { email_guid } of emails) stored.add(email_guid)
        }, note)
      await Promise.all([...stored].map((guid) => erase(guid, signal).catch(note)))
      const left = [...stored, ...(isUnsure ? [`perhaps emails of the reference '${reference}'`] : [])]
      if (left.length === 0) return []
      return [
        ...failures,
        `Still at the service, which erases the content within 48 hours: ${left.join(', ')}`,
      ]
    },
  }
}
