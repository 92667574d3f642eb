import type { ComparedService } from './compared-service'

/** What this run has posted, and has to delete again however it ends. */
export interface PostedEmails {
  create: ComparedService['createEmail']
  /** Never rejects. What is not deleted now is tried again by `removeAll`. */
  remove(guids: readonly string[]): Promise<void>
  /** Waits for those that are being posted. Resolves to the guids that could not be deleted. */
  removeAll(): Promise<string[]>
}

export function trackPostedEmails(
  service: Pick<ComparedService, 'createEmail' | 'deleteEmail'>,
): PostedEmails {
  const posted = new Set<string>()
  const beingPosted = new Set<Promise<unknown>>()
  const remove = async (guids: readonly string[]): Promise<void> => {
    await Promise.all(
      guids.map((guid) =>
        service.deleteEmail(guid).then(
          () => posted.delete(guid),
          () => undefined,
        ),
      ),
    )
  }
  return {
    remove,
    create: async (email) => {
      const creating = service.createEmail(email).then((created) => {
        posted.add(created.email_guid)
        return created
      })
      const settled = creating.catch(() => undefined)
      beingPosted.add(settled)
      void settled.then(() => beingPosted.delete(settled))
      return creating
    },
    removeAll: async () => {
      await Promise.all(beingPosted)
      await remove([...posted])
      return [...posted]
    },
  }
}
