import type { Preferences } from '../gecko/gecko-preferences'

/** Beside `geckoPreferences`. */
export const firefoxPreferences: Preferences = {
  // Each document gets its own process, which ends with it.
  'fission.autostart': true,
  'dom.ipc.keepProcessesAlive.web': 0,
  'dom.ipc.keepProcessesAlive.webIsolated.max': 0,
  'dom.ipc.keepProcessesAlive.webIsolated.perOrigin': 0,
  'browser.startup.page': 0,
  'browser.startup.homepage': 'about:blank',
  'browser.startup.homepage_override.mstone': 'ignore',
  'startup.homepage_welcome_url': 'about:blank',
  'browser.aboutwelcome.enabled': false,
  'termsofuse.bypassNotification': true,
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
  'browser.newtabpage.enabled': false,
  'browser.newtab.preload': false,
  'browser.newtabpage.activity-stream.testing.shouldInitializeFeeds': false,
  'browser.newtabpage.activity-stream.asrouter.providers.cfr': '',
  'browser.topsites.contile.enabled': false,
  'browser.search.update': false,
  'browser.translations.enable': false,
  'browser.urlbar.suggest.searches': false,
  'browser.tabs.remote.separatePrivilegedContentProcess': false,
  'browser.discovery.enabled': false,
  'browser.contentblocking.report.lockwise.enabled': false,
  'identity.fxaccounts.enabled': false,
  'extensions.screenshots.disabled': true,
  'extensions.webcompat-reporter.enabled': false,
  'pdfjs.disabled': true,
}
