import path from 'node:path'
import type { Identity } from '@pas/engine-programs/identity'
import { ensureDemoAccount } from './demo-account'
import { makeSignInUrl, registerBoard } from './demo-board'
import { sendDemoEmail } from './demo-email'
import type { Home } from './home'
import { stackMark } from './marked-processes'
import { progress } from './progress'
import { untilReadyz } from './readiness'
import type { RunningStack } from './start-services'
import type { InStackFile } from './start-stack'
import type { ProcessPlan } from './supervised-process'

/** For examples/partner. */
const partnerOffset = 6

export interface DemoRows extends InStackFile {
  /** Null: the demo email was not sent. */
  previewUrl: string | null
  /** The board's address with a one-time link for the demo's user; null without board or auth. */
  signInUrl: string | null
}

/** The demo account, its email and a link for its user, as far as the services for them run. */
export async function makeDemo(running: RunningStack): Promise<DemoRows> {
  const { options, home, services, engines, databaseUrl, demoWebUrl, variables, file } = running
  const has = (...keys: (typeof services)[number][]): boolean => keys.every((key) => services.includes(key))
  if (!databaseUrl) return { previewUrl: null, signInUrl: null }
  if (has('board')) await registerBoard(databaseUrl, variables)
  if (services.length === 0) return { previewUrl: null, signInUrl: null }
  const callback = `https://localhost:${options.portBase + partnerOffset}/callback`
  const demo = await ensureDemoAccount(databaseUrl, home.path, callback)
  let previewUrl: string | null = null
  if (has('api', 'images') && engines.includes('chromium')) {
    progress('sending the demo email')
    previewUrl = await sendDemoEmail({
      tree: home.tree,
      assetsUrl: demoWebUrl,
      instantUrl: file.instant_url ?? '',
      caFile: file.ca_file,
      apiKey: demo.api_key,
    })
    // For scripts, which read this line of the log; people read the lines below `ready`.
    progress(`its preview: ${previewUrl}`)
  }
  return {
    demo: { ...demo, assets_url: demoWebUrl },
    previewUrl,
    signInUrl: has('board', 'auth') ? await makeSignInUrl(databaseUrl, file.board_url ?? '', demo) : null,
  }
}

/** Serves the demo's pictures, and a page that embeds a preview. */
export const planDemoWeb = (port: number, home: Home, identity: Identity): ProcessPlan => ({
  name: 'demo-web',
  command: home.node,
  args: [
    path.join(home.tree, 'tools', 'demo-web', 'dist', 'main.js'),
    String(port),
    path.join(home.tree, 'tools', 'demo-web', 'demo', 'images'),
    path.join(home.tree, 'examples', 'embed'),
  ],
  env: { [stackMark]: home.path },
  folder: home.tree,
  identity,
  logFolder: home.logs,
  recordFolder: home.processes,
  stopSignal: 'SIGTERM',
  stopGraceMs: 2_000,
  untilReady: (signal) => untilReadyz({ port, caFile: null }, signal),
})
