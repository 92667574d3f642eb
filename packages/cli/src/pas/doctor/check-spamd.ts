import { once } from 'node:events'
import { createConnection } from 'node:net'
import { outsideSettings } from '@pas/settings/outside'
import { parseConfig } from '@pas/settings/parse-config'
import { variablesOf } from '@pas/settings/setting'
import type { HostAndPort } from '@pas/settings/value-schemas'
import type { Environment } from '../read-environment'
import { check, type Check } from './check'

const variables = variablesOf('pas', { SPAMD: outsideSettings.SPAMD })
const answerTimeoutMs = 5_000

/** `skipped` without SPAMD: then emails are not checked for spam. */
export function checkSpamd(env: Environment): Promise<Check> {
  return check('spamd', 'check SPAMD and that spamd runs', async () => {
    const { SPAMD: spamd } = parseConfig(variables, env)
    if (spamd === undefined)
      return { status: 'skipped', detail: 'SPAMD is not set; emails are not checked for spam' }
    const answer = await ping(spamd)
    if (!/^SPAMD\/[\d.]{1,9} 0 PONG/.test(answer)) throw new Error('what answers is no spamd')
    return { status: 'ok', detail: 'answers PING' }
  })
}

/** The first bytes of the answer to PING (spamd/PROTOCOL in SpamAssassin). */
async function ping(spamd: HostAndPort): Promise<string> {
  const socket = createConnection(spamd)
  try {
    socket.write('PING SPAMC/1.5\r\n\r\n')
    const signal = AbortSignal.timeout(answerTimeoutMs)
    const [answer] = (await once(socket, 'data', { signal })) as [Buffer]
    return answer.toString('latin1')
  } finally {
    socket.destroy()
  }
}
