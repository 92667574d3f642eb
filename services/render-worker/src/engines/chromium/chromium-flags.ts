import { statfsSync } from 'node:fs'

/** With a smaller /dev/shm a page's pictures do not fit into it; containers often have 64 MB. */
const leastSharedMemoryBytes = 512 * 1024 * 1024

/** Nothing is painted before `HeadlessExperimental.beginFrame` asks for it, and then all of it. Other programs ignore these. */
const onCommand = [
  '--enable-begin-frame-control',
  '--run-all-compositor-stages-before-draw',
  '--disable-new-content-rendering-timeout',
]

/**
 * Denies by default: connects to `proxyUrl` only, looks up, updates, reports and caches nothing. Makes pictures
 * repeatable: still images, no caret, no scroll bar, one colour profile, software rasterisation.
 */
export function chromiumFlags(options: {
  proxyUrl: string
  profileFolder: string
  isSandboxed: boolean
  drawsOnCommand?: boolean
}): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe=cbor',
    `--user-data-dir=${options.profileFolder}`,
    ...(options.isSandboxed ? [] : ['--no-sandbox']),
    ...(hasLittleSharedMemory() ? ['--disable-dev-shm-usage'] : []),
    `--proxy-server=${options.proxyUrl}`,
    // By default Chromium bypasses its proxy for loopback addresses.
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
    // Without RenderDocument and BackForwardCache, a reused page keeps its renderer, and nothing of its last document.
    '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,InterestFeedContentSuggestions,Prerender2,SpareRendererForSitePerProcess,RenderDocument,BackForwardCache',
    '--disable-background-timer-throttling',
    '--disable-renderer-backgrounding',
    '--disable-backgrounding-occluded-windows',
    ...(options.drawsOnCommand ? onCommand : []),
    '--hide-scrollbars',
    '--force-color-profile=srgb',
    '--font-render-hinting=none',
    '--disable-lcd-text',
    '--disable-gpu',
    // Only our own few lines run: V8 needs no compiler, a large attack surface, and no threads for it.
    '--js-flags=--jitless --single-threaded',
    // imageAnimationPolicy=2: an animated image stays on its first frame. Media queries see a mouse: fine pointer is 4,
    // hover is 2 (Blink, pointer_properties.mojom).
    '--blink-settings=imageAnimationPolicy=2,caretBlinkInterval=0,' +
      'primaryPointerType=4,availablePointerTypes=4,primaryHoverType=2,availableHoverTypes=2' +
      // A picture shows what is beyond the window, which is as large as the email client's.
      (options.drawsOnCommand ? ',mainFrameClipsContent=false' : ''),
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
