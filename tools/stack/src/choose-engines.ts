import { emailClients } from '@pas/email-clients/catalogue'
import type { EngineName } from '@pas/email-clients/email-client'
import { engineInstallLine, engineNames } from '@pas/engine-programs/engine-packages'
import { findEngines, type EngineSearch, type MissingEngine } from '@pas/engine-programs/find-engines'
import { installEngines } from './install-engines'
import { progress, StackError } from './progress'

export interface EngineChoice {
  /** Null: every engine that this machine has. */
  engines: readonly EngineName[] | null
  installEngines: boolean
  signal: AbortSignal
}

/** Downloaded when missing, so they need not be looked for. */
const brought: readonly EngineName[] = ['chromium', 'text']
type Installed = Exclude<EngineName, 'chromium'>

/**
 * Installs missing ones first with `installEngines`. Prints how many email clients each left-out engine costs. Throws a
 * `StackError` when a named engine is missing.
 */
export async function chooseEngines(choice: EngineChoice, search: EngineSearch): Promise<EngineName[]> {
  const wanted = choice.engines ?? engineNames
  const lookFor = wanted.filter((engine): engine is Installed => !brought.includes(engine))
  let missing = await findMissing(lookFor, search)
  if (choice.installEngines && missing.length > 0) {
    await installEngines(
      missing.map(({ engine }) => engine),
      search.env,
      choice.signal,
    )
    missing = await findMissing(lookFor, search)
  }
  for (const { engine, lacks } of missing) {
    const remedy = `type '${engineInstallLine(engine)}' as root, or start with --install-engines`
    if (choice.engines !== null || choice.installEngines)
      throw new StackError(`The engine '${engine}' is not on this machine (${lacks}): ${remedy}.`)
    progress(`without ${engine} (${lacks}) ${clientCount(engine)} are unavailable; to have them, ${remedy}`)
  }
  return wanted.filter((engine) => missing.every((finding) => finding.engine !== engine))
}

async function findMissing(engines: readonly Installed[], search: EngineSearch): Promise<MissingEngine[]> {
  const findings = await findEngines(engines, search)
  return findings.flatMap((finding) => ('lacks' in finding ? [finding] : []))
}

function clientCount(engine: EngineName): string {
  const count = emailClients.filter((emailClient) => emailClient.engine === engine).length
  return `${count} email client${count === 1 ? '' : 's'}`
}
