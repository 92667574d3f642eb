import type { ComparedClient } from './compare-pair'
import { CompareUsageError } from './usage-error'

export interface ClientsService {
  /** Those of the access token's user, or the popular ones. */
  getDefaultClients(): Promise<string[]>
  getConfigurations(): Promise<
    Record<string, { name: string; status: 'normal' | 'unavailable'; status_reason?: string | undefined }>
  >
}

const maxClients = 100

/**
 * `chosen` is `popular`, `mine`, or codes with commas between them. Throws for one that is not known, or that nothing
 * draws at the moment; of `popular` and `mine` the latter are left out, and said.
 */
export async function chooseClients(
  service: ClientsService,
  chosen: string,
  onWarning: ((sentence: string) => void) | undefined,
): Promise<ComparedClient[]> {
  const isSet = chosen === 'popular' || chosen === 'mine'
  const codes = isSet ? await service.getDefaultClients() : namedCodes(chosen)
  const configurations = await service.getConfigurations()
  const known = codes.flatMap((code) => {
    const configuration = Object.hasOwn(configurations, code) ? configurations[code] : undefined
    if (!configuration)
      throw new CompareUsageError(`--clients: there is no email client ${code}. GET /clients lists them.`)
    return [{ code, ...configuration }]
  })
  const away = known.filter(({ status }) => status === 'unavailable')
  const there = known.filter(({ status }) => status !== 'unavailable')
  const names = away.map(({ code }) => code).join(', ')
  if (away.length > 0 && (!isSet || there.length === 0))
    throw new Error(
      `Nothing draws ${names} at the moment: ${away[0]?.status_reason ?? 'no worker for it runs'}. Start its worker, or name others with --clients.`,
    )
  if (away.length > 0) onWarning?.(`Without ${names}: nothing draws them at the moment.`)
  return there.map(({ code, name }) => ({ code, name }))
}

function namedCodes(chosen: string): string[] {
  const codes = [...new Set(chosen.split(',').map((code) => code.trim().toUpperCase()))]
  if (codes.length > maxClients || codes.some((code) => !/^[A-Z0-9]{1,40}$/.test(code)))
    throw new CompareUsageError(
      `--clients: give popular, mine, or up to ${maxClients} codes of GET /clients with commas between them.`,
    )
  return codes
}
