import { findEmailClient } from '@pas/email-clients/catalogue'
import { popularEmailClients } from '@pas/settings/default-email-clients'
import { ensureDemoAccount, ensureOpenMailKey } from './demo-account'
import { chosenEmailClients, makeSignInUrl, registerBoard } from './demo-board'
import { sendDemoEmail } from './demo-email'
import { progress } from './progress'
import type { RunningStack } from './start-services'
import type { InStackFile } from './stack-file'

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
  const { SMTP_OPEN_KEY } = variables
  if (has('api') && SMTP_OPEN_KEY) await ensureOpenMailKey(databaseUrl, Number(demo.account), SMTP_OPEN_KEY)
  let previewUrl: string | null = null
  if (has('api', 'images') && engines.includes('chromium')) {
    progress('sending the demo email')
    const { DEFAULT_EMAIL_CLIENTS: popular = popularEmailClients.join() } = variables
    const mine = (await chosenEmailClients(databaseUrl, demo)) ?? popular.split(',')
    previewUrl = await sendDemoEmail({
      tree: home.tree,
      assetsUrl: demoWebUrl,
      instantUrl: file.instant_url ?? '',
      caFile: file.ca_file,
      apiKey: demo.api_key,
      emailClients: mine.flatMap((code) => {
        const emailClient = findEmailClient(code.trim())
        return emailClient && engines.includes(emailClient.engine) ? [emailClient.code] : []
      }),
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
