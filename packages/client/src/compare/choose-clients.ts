import type { ComparedClient } from './compare-pair'
import { ServiceError } from '../service-error'
import { UsageError } from '../usage-error'

export interface ClientsService {
  /** Those of the access token's user, or the popular ones. */
  getDefaultClients: (signal: AbortSignal) => Promise<string[]>
  getConfigurations: (
    signal: AbortSignal,
  ) => Promise<
    Record<string, { name: string; status: 'normal' | 'unavailable'; status_reason?: string | undefined }>
  >
}

/**
 * `codes` null: those that the service takes where none is named. Throws for one that is not known, or that nothing draws
 * at the moment; of the service's own the latter are left out, and said.
 */
export async function chooseClients(
  service: ClientsService,
  codes: readonly string[] | null,
  { signal, onWarning }: { signal: AbortSignal; onWarning?: (sentence: string) => void },
): Promise<ComparedClient[]> {
  const chosen = codes ?? (await service.getDefaultClients(signal))
  const configurations = await service.getConfigurations(signal)
  const known = chosen.flatMap((code) => {
    const configuration = Object.hasOwn(configurations, code) ? configurations[code] : undefined
    if (!configuration)
      throw new UsageError(`--clients: there is no email client ${code}. GET /clients lists them.`)
    return [{ code, ...configuration }]
  })
  const away = known.filter(({ status }) => status === 'unavailable')
  const there = known.filter(({ status }) => status !== 'unavailable')
  const names = away.map(({ code }) => code).join(', ')
  if (away.length > 0 && (codes !== null || there.length === 0))
    throw new ServiceError(
      `Nothing draws ${names} at the moment: ${away[0]?.status_reason ?? 'no worker for it runs'}. Start its worker, or name others with --clients.`,
      503,
    )
  if (away.length > 0) onWarning?.(`Without ${names}: nothing draws them at the moment.`)
  return there.map(({ code, name }) => ({ code, name }))
}
