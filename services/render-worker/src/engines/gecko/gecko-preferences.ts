import { fontFolders } from '../font-folders'

export type Preferences = Readonly<Record<string, string | number | boolean>>

/** "No server" (Gecko's remote/shared/RecommendedPreferences.sys.mjs). */
const noServer = 'data:,#remote-settings-dummy/v1'

/**
 * Deny by default: Gecko connects to `proxyUrl` only, looks up, updates, reports and keeps nothing. Pictures are
 * repeatable: no motion, caret or scroll bar, software rasterisation.
 */
export function geckoPreferences(proxyUrl: string, fontconfigFile: string | undefined): Preferences {
  return {
    ...network(new URL(proxyUrl)),
    ...silence,
    ...nothingKept,
    ...picture,
    ...remoteControl(fontconfigFile),
  }
}

export const profileText = (preferences: Preferences): string =>
  Object.entries(preferences)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')

const network = ({ hostname, port }: URL): Preferences => ({
  'network.proxy.type': 1,
  'network.proxy.http': hostname,
  'network.proxy.http_port': Number(port),
  'network.proxy.ssl': hostname,
  'network.proxy.ssl_port': Number(port),
  'network.proxy.no_proxies_on': '',
  // By default Gecko bypasses its proxy for loopback addresses.
  'network.proxy.allow_hijacking_localhost': true,
  'network.proxy.failover_direct': false,
  'network.proxy.allow_bypass': false,
  'network.dns.disabled': true,
  'network.dns.disablePrefetch': true,
  'network.dns.disablePrefetchFromHTTPS': true,
  'network.dns.echconfig.enabled': false,
  'network.trr.mode': 5,
  'network.prefetch-next': false,
  'network.preload': false,
  'network.predictor.enabled': false,
  'network.http.speculative-parallel-limit': 0,
  'network.early-hints.enabled': false,
  'network.http.http3.enable': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.manage-offline-status': false,
  'network.protocol-handler.external-default': false,
  'network.protocol-handler.expose-all': false,
  // The asset origin is on this machine, and fast.
  'network.http.max-persistent-connections-per-proxy': 64,
  'security.OCSP.enabled': 0,
  'security.remote_settings.crlite_filters.enabled': false,
  'security.remote_settings.intermediates.enabled': false,
  'security.certerrors.mitm.priming.enabled': false,
  'media.peerconnection.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'media.gmp-provider.enabled': false,
  'media.autoplay.default': 5,
  'geo.enabled': false,
  'browser.region.network.url': '',
  'browser.region.update.enabled': false,
  'dom.push.enabled': false,
  'dom.push.connection.enabled': false,
  'dom.serviceWorkers.enabled': false,
  'beacon.enabled': false,
  'browser.send_pings': false,
})

const silence: Preferences = {
  // It would write /proc/<pid>/oom_score_adj, which in its PID namespace (`ownNamespaces`) is another process's.
  'dom.ipc.processPriorityManager.enabled': false,
  'services.settings.server': noServer,
  'app.normandy.enabled': false,
  'app.normandy.api_url': '',
  'app.shield.optoutstudies.enabled': false,
  'app.update.disabledForTesting': true,
  'app.update.enabled': false,
  'nimbus.rollouts.enabled': false,
  'browser.safebrowsing.blockedURIs.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.safebrowsing.provider.google.updateURL': '',
  'browser.safebrowsing.provider.google4.updateURL': '',
  'browser.safebrowsing.provider.google5.updateURL': '',
  'browser.safebrowsing.provider.mozilla.updateURL': '',
  'privacy.trackingprotection.enabled': false,
  'privacy.trackingprotection.pbmode.enabled': false,
  'privacy.trackingprotection.annotate_channels': false,
  'datareporting.healthreport.uploadEnabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.usage.uploadEnabled': false,
  'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.unified': false,
  'toolkit.telemetry.server': '',
  'toolkit.telemetry.archive.enabled': false,
  // Telemetry pings are recorded and then discarded.
  'telemetry.fog.test.localhost_port': -1,
  'extensions.update.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.blocklist.enabled': false,
  'extensions.installDistroAddons': false,
  'extensions.autoDisableScopes': 15,
  // 4: only add-ons that come with the program, such as themes.
  'extensions.enabledScopes': 4,
  'browser.shell.checkDefaultBrowser': false,
  'browser.ml.enable': false,
  'devtools.remote.adb.extensionURL': '',
}

const nothingKept: Preferences = {
  'browser.cache.disk.enable': false,
  'browser.cache.memory.enable': false,
  'network.cookie.cookieBehavior': 2,
  'places.history.enabled': false,
  'layout.css.visited_links_enabled': false,
  'signon.rememberSignons': false,
  'dom.indexedDB.enabled': false,
  'browser.formfill.enable': false,
  'browser.pagethumbnails.capturing_disabled': true,
  'browser.sessionstore.resume_from_crash': false,
  'toolkit.startup.max_resumed_crashes': -1,
}

const picture: Preferences = {
  'ui.useOverlayScrollbars': 1,
  // What nearly all readers have; `settle` stops animations.
  'ui.prefersReducedMotion': 0,
  // A mouse: fine pointer (2) plus hover (4).
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  'ui.caretBlinkTime': 0,
  'image.animation_mode': 'none',
  // Loads the broken-image icon with the document. By default Gecko draws a mark until it has come.
  'layout.image.eager_broken_image_icon': true,
  'gfx.webrender.software': true,
  'layers.acceleration.disabled': true,
  'gfx.color_management.mode': 0,
  // By default a character that the named fonts lack is a box until another thread has searched the others.
  'gfx.font_rendering.fallback.async': false,
  // By default Gecko takes three of fonts.conf's families, then others in its own order: Vietnamese in a serif font,
  // Han in Taiwan's forms. 127 is the most it takes.
  'gfx.font_rendering.fontconfig.max_generic_substitutions': 127,
  'webgl.disabled': true,
  'intl.locale.requested': 'en-US',
  'intl.accept_languages': 'en-US, en',
  'layout.spellcheckDefault': 0,
  'browser.display.use_system_colors': false,
}

const remoteControl = (fontconfigFile: string | undefined): Preferences => ({
  'marionette.port': 0,
  // Some of Marionette's recommended preferences loosen what ours tighten.
  'remote.prefs.recommended': false,
  'security.sandbox.content.read_path_whitelist': fontFolders(fontconfigFile)
    .map((folder) => `${folder}/`)
    .join(','),
})
