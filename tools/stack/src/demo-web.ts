import path from 'node:path'
import type { Identity } from '@pas/engine-programs/identity'
import type { Home } from './home'
import { stackMark } from './marked-processes'
import { untilReadyz } from './readiness'
import type { ProcessPlan } from './supervised-process'

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
