import type { AuditNotes } from '@pas/accounts/audit-notes'
import type { DatabaseDeps } from '@pas/db/row-deps'
import type { Logger } from '@pas/runtime/logger'
import type { AuthConfig } from './config'
import type { MailOutbox } from './mails/mail-outbox'
import type { LostPasswords } from './passwords/lost-passwords'
import type { Throttle } from './throttle/open-throttle'

export interface AuthParts extends DatabaseDeps {
  config: AuthConfig
  logger: Logger
  throttle: Throttle
  refusalTrail: AuditNotes
  lostPasswords: LostPasswords
  /** Null where no mail server is configured. */
  mailOutbox: MailOutbox | null
}
