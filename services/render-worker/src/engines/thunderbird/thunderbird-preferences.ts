import type { Frame } from '@pas/email-clients/engine/emulated-document'
import type { Preferences } from '../gecko/gecko-preferences'

/** Beside `geckoPreferences`: no wizard, start page or dialog, only local folders, nothing fetched. */
export function thunderbirdPreferences(colorScheme: Frame['colorScheme']): Preferences {
  return { ...quiet, ...localFolders, ...(colorScheme === 'dark' ? dark : {}) }
}

const quiet: Preferences = {
  'mail.provider.suppress_dialog_on_startup': true,
  'mail.spotlight.firstRunDone': true,
  'mail.winsearch.firstRunDone': true,
  'mail.rights.version': 1,
  'mail.shell.checkDefaultClient': false,
  'mail.inappnotifications.enabled': false,
  'mail.inappnotifications.url': '',
  'mail.biff.on_new_window': false,
  'mail.mdn.report.enabled': false,
  'mail.chat.enabled': false,
  'mailnews.start_page.enabled': false,
  'mailnews.start_page.override_url': '',
  'mailnews.auto_config_url': '',
  'mailnews.database.global.indexer.enabled': false,
  'app.donation.eoy.version.viewed': 999,
  'calendar.timezone.useSystemTimezone': false,
}

const localFolders: Preferences = {
  'mail.account.account1.server': 'server1',
  'mail.accountmanager.accounts': 'account1',
  'mail.accountmanager.localfoldersserver': 'server1',
  'mail.server.server1.hostname': 'Local Folders',
  'mail.server.server1.name': 'Local Folders',
  'mail.server.server1.type': 'none',
  'mail.server.server1.userName': 'nobody',
  'mail.server.server1.directory-rel': '[ProfD]Mail/Local Folders',
}

const dark: Preferences = {
  'ui.systemUsesDarkTheme': 1,
  'extensions.activeThemeID': 'thunderbird-compact-dark@mozilla.org',
  'mail.dark-reader.enabled': true,
}
