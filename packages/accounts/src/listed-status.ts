/** Whether an account, a user or an application is disabled. It says nothing of the account above it. */
export const listedStatuses = ['active', 'disabled'] as const
export type ListedStatus = (typeof listedStatuses)[number]

/** Whether an API key is revoked. It says nothing of its account or its application. */
export const apiKeyStatuses = ['active', 'revoked'] as const

/** The status of a row. */
export const statusOf = ({ disabledAt }: { disabledAt: Date | null }): ListedStatus =>
  disabledAt ? 'disabled' : 'active'

/** Prisma's condition for rows with this status; every row without one. */
export const hasStatus = (status: ListedStatus | undefined): { disabledAt?: null | { not: null } } =>
  status === undefined ? {} : { disabledAt: status === 'active' ? null : { not: null } }
