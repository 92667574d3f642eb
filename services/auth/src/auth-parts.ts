import type { AuditNotes } from '@pas/accounts/audit-notes'
import type { DatabaseDeps } from '@pas/db/row-deps'
import type { Logger } from '@pas/runtime/logger'
import type { AuthConfig } from './config'
import type { MailOutbox } from './mails/mail-outbox'
import type { LostPasswords } from './passwords/lost-passwords'
import type { ServedEngines } from './settings/open-served-engines'
import type { Throttle } from './throttle/open-throttle'

export interface AuthParts extends DatabaseDeps {
  config: AuthConfig
  logger: Logger
  throttle: Throttle
  servedEngines: Pick<ServedEngines, 'find'>
  refusalTrail: AuditNotes
  lostPasswords: LostPasswords
  /** Null where no mail server is configured. */
  mailOutbox: MailOutbox | null
}
