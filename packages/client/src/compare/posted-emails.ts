import type { ComparedService } from './compared-service'

/** What this run has posted, and has to delete again however it ends. */
export interface PostedEmails {
  post: ComparedService['createEmail']
  /** Never rejects. What is not deleted now is tried again by `deleteAll`. */
  delete(guid: string): Promise<void>
  /** Waits for those that are being posted. Resolves to sentences about what could not be deleted. */
  deleteAll(): Promise<string[]>
}

export function createPostedEmails(
  service: Pick<ComparedService, 'createEmail' | 'deleteEmail'>,
): PostedEmails {
  const posted = new Set<string>()
  const underWay = new Set<Promise<unknown>>()
  const erase = (guid: string): Promise<void> =>
    service.deleteEmail(guid).then(
      () => void posted.delete(guid),
      () => undefined,
    )
  return {
    delete: erase,
    post: async (email) => {
      const creating = service.createEmail(email).then((created) => {
        posted.add(created.email_guid)
        return created
      })
      underWay.add(creating)
      return creating.finally(() => underWay.delete(creating))
    },
    deleteAll: async () => {
      await Promise.allSettled(underWay)
      await Promise.all([...posted].map(erase))
      return posted.size === 0 ? [] : [`Still at the service: ${[...posted].join(' ')}`]
    },
  }
}
