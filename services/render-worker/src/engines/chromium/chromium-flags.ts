import { statfsSync } from 'node:fs'

/** Below this a page's pictures do not fit into /dev/shm; containers often have 64 MB. */
const leastSharedMemoryBytes = 512 * 1024 * 1024

/**
 * Denied by default: the only way out is `proxyUrl`, for loopback addresses too; nothing is looked up, updated, synchronised,
 * reported or cached on disk. Drawn alike every time: no animated image beyond its first frame, no blinking caret, no scroll bar,
 * one colour profile, one raster path.
 */
export function chromiumFlags(options: {
  proxyUrl: string
  profileFolder: string
  isSandboxed: boolean
}): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe=cbor',
    `--user-data-dir=${options.profileFolder}`,
    ...(options.isSandboxed ? [] : ['--no-sandbox']),
    ...(hasLittleSharedMemory() ? ['--disable-dev-shm-usage'] : []),
    `--proxy-server=${options.proxyUrl}`,
    // Without this Chromium goes round its proxy for loopback addresses.
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    '--disable-quic',
    '--dns-prefetch-disable',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-component-extensions-with-background-pages',
    '--disable-domain-reliability',
    '--disable-client-side-phishing-detection',
    '--disable-sync',
    '--disable-default-apps',
    '--disable-extensions',
    '--disable-breakpad',
    '--disable-crash-reporter',
    '--metrics-recording-only',
    '--no-first-run',
    '--no-default-browser-check',
    '--no-pings',
    '--no-service-autorun',
    '--no-startup-window',
    '--password-store=basic',
    '--use-mock-keychain',
    '--mute-audio',
    '--disable-file-system',
    '--disable-notifications',
    // RenderDocument and BackForwardCache: a kept page goes to its next document in the same renderer, and keeps none of the last one.
    '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,InterestFeedContentSuggestions,Prerender2,SpareRendererForSitePerProcess,RenderDocument,BackForwardCache',
    '--disable-background-timer-throttling',
    '--disable-renderer-backgrounding',
    '--disable-backgrounding-occluded-windows',
    '--hide-scrollbars',
    '--force-color-profile=srgb',
    '--font-render-hinting=none',
    '--disable-lcd-text',
    '--disable-gpu',
    // No script runs but our own few lines: no compiler, which is also less to attack, and no threads for it.
    '--js-flags=--jitless --single-threaded',
    // 2 is Blink's "no animation": an animated image stays on its first frame. A mouse, which media queries ask for and a machine without
    // a screen has none of, is pointer type 4 and hover type 2 (Blink, pointer_properties.mojom).
    '--blink-settings=imageAnimationPolicy=2,caretBlinkInterval=0,' +
      'primaryPointerType=4,availablePointerTypes=4,primaryHoverType=2,availableHoverTypes=2',
  ]
}

function hasLittleSharedMemory(): boolean {
  try {
    const { blocks, bsize } = statfsSync('/dev/shm')
    return blocks * bsize < leastSharedMemoryBytes
  } catch {
    return true
  }
}
