/** Whether it is disabled itself: an active user of a disabled account is listed as `active`. */
export const listedStatuses = ['active', 'disabled'] as const
export type ListedStatus = (typeof listedStatuses)[number]

/** A key of a disabled account or application is listed as `active`. */
export const apiKeyStatuses = ['active', 'revoked'] as const

export const statusOf = ({ disabledAt }: { disabledAt: Date | null }): ListedStatus =>
  disabledAt ? 'disabled' : 'active'

export const whereStatus = (status: ListedStatus | undefined): { disabledAt?: null | { not: null } } =>
  status === undefined ? {} : { disabledAt: status === 'active' ? null : { not: null } }

export interface ListRange {
  after: { id: number } | null
  limit?: number | undefined
}
