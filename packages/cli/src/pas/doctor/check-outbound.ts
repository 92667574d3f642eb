import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { withinTimeout } from '@pas/runtime/within-timeout'
import { outsideSettings, type OutboundProxy } from '@pas/settings/outside'
import { parseConfig } from '@pas/settings/parse-config'
import { variablesOf } from '@pas/settings/setting'
import type { Environment } from '../read-environment'
import { check, type Check } from './check'

const { OUTBOUND_PROXY, OUTBOUND_CANARY } = outsideSettings
const variables = variablesOf('pas', { OUTBOUND_PROXY, OUTBOUND_CANARY })
const answerTimeoutMs = 4_000

/**
 * Fails when OUTBOUND_PROXY cannot connect to OUTBOUND_CANARY; without a proxy, when the name server does not know it.
 */
export function checkOutbound(env: Environment): Promise<Check> {
  const advice = env.OUTBOUND_PROXY
    ? 'check OUTBOUND_PROXY, and that it allows CONNECT to port 443, also of OUTBOUND_CANARY'
    : 'images and links of emails and webhooks cannot be asked; set OUTBOUND_PROXY, or OUTBOUND_CANARY to a public host that this network knows'
  return check('outbound', advice, async () => {
    const { OUTBOUND_PROXY: proxy, OUTBOUND_CANARY: canary } = parseConfig(variables, env)
    const [isKnown, status] = await Promise.all([isLookedUp(canary), proxy && connectStatus(proxy, canary)])
    const known = `the name server ${isKnown ? 'knows' : 'does not know'} ${canary}`
    // Undefined without a proxy.
    if (status === undefined) {
      if (!isKnown) throw new Error(known)
      return { status: 'ok', detail: known }
    }
    if (status < 200 || status >= 300)
      throw new Error(`the proxy answers CONNECT ${canary}:443 with ${status}`)
    return { status: 'ok', detail: `the proxy connects to ${canary}; ${known}` }
  })
}

const isLookedUp = (name: string): Promise<boolean> =>
  withinTimeout(
    lookup(name).then(
      () => true,
      () => false,
    ),
    answerTimeoutMs,
    () => false,
  )

/** The status with which the proxy answers. Nothing is sent through the tunnel. */
async function connectStatus({ origin, authorization }: OutboundProxy, host: string): Promise<number> {
  const target = `${host}:443`
  const request = (origin.startsWith('https:') ? https : http).request(origin, {
    agent: false,
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...(authorization !== null && { 'proxy-authorization': authorization }) },
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
  request.end()
  const [{ statusCode = 0 }, socket] = (await once(request, 'connect')) as [http.IncomingMessage, Duplex]
  socket.destroy()
  return statusCode
}
