/** Whether it is disabled itself: an active user of a disabled account is listed as `active`. */
export const listedStatuses = ['active', 'disabled'] as const
export type ListedStatus = (typeof listedStatuses)[number]

/** Whether an API key is revoked. The key of a disabled account or application is listed as `active`. */
export const apiKeyStatuses = ['active', 'revoked'] as const

/** The status of an account, a user or an application. */
export const statusOf = ({ disabledAt }: { disabledAt: Date | null }): ListedStatus =>
  disabledAt ? 'disabled' : 'active'

/** Prisma's condition for rows with this status; without a status, for every row. */
export const hasStatus = (status: ListedStatus | undefined): { disabledAt?: null | { not: null } } =>
  status === undefined ? {} : { disabledAt: status === 'active' ? null : { not: null } }
