import { userInfo } from 'node:os'
import type { DovecotSeries } from './find-dovecot'

export interface DovecotPlan {
  series: DovecotSeries
  /** Holds the folders `run`, `state` and `logs`. */
  folder: string
  mailFolder: string
  imapPort: number
  password: string
  workers: number
}

/**
 * Dovecot without root (its documentation, "Rootless installation"): nothing is chrooted, one user, one Maildir. An
 * imap process serves many connections, so that no page waits for a start.
 */
export function dovecotConf(plan: DovecotPlan): string {
  const { series, folder, imapPort, workers } = plan
  const { username, uid, gid } = userInfo()
  const { versions, settings, connectionsAProcess, unlimited } = dialects[series](plan)
  return `${versions}base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/logs/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = no
auth_mechanisms = plain
default_internal_user = ${username}
default_internal_group =
default_login_user = ${username}
first_valid_uid = ${uid}
first_valid_gid = ${gid}
mail_uid = ${uid}
mail_gid = ${gid}
mail_fsync = never
mailbox_list_index = no
${settings}
namespace inbox {
  inbox = yes
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
service imap-urlauth-login {
  chroot =
  process_limit = 1
}
service imap-login {
  chroot =
  ${connectionsAProcess} = ${unlimited}
  process_min_avail = 1
  process_limit = 1
  inet_listener imap {
    port = ${imapPort}
  }
  inet_listener imaps {
    port = 0
  }
}
service imap {
  ${connectionsAProcess} = 1000
  process_min_avail = ${workers}
  process_limit = ${workers * 4}
}
`
}

interface Dialect {
  versions: string
  settings: string
  /** The setting's name; `unlimited` is its value for no limit. */
  connectionsAProcess: string
  unlimited: string
}

/** https://doc.dovecot.org/2.4.0/installation/upgrade/2.3-to-2.4.html */
const dialects: Readonly<Record<DovecotSeries, (plan: DovecotPlan) => Dialect>> = {
  '2.3': ({ folder, mailFolder, password }) => ({
    versions: '',
    settings: `disable_plaintext_auth = no
mail_location = maildir:${mailFolder}
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = home=${folder}/state
}`,
    connectionsAProcess: 'service_count',
    unlimited: '0',
  }),
  '2.4': ({ folder, mailFolder, password }) => ({
    versions: `dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
`,
    settings: `auth_allow_cleartext = yes
mail_driver = maildir
mail_path = ${mailFolder}
passdb static {
  password = ${password}
}
userdb static {
  fields {
    home = ${folder}/state
  }
}`,
    connectionsAProcess: 'restart_request_count',
    unlimited: 'unlimited',
  }),
}
