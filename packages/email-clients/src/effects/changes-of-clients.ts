import { emulatedLike } from '../catalogue'
import type { EmailClient, PreviewConfiguration } from '../email-client'
import type { Change } from '../engine/emulated-document'
import { explainChange, notComputedChange, type Explanation } from './explain-change'

/** A change by the email client, or an asset that could not be fetched. */
export type FoundChange = Omit<Change, 'source'> & { source: string }
export type ListedChange = FoundChange & Explanation

export interface ChangeOfClients extends ListedChange {
  /** Codes of the email clients that make exactly this change. */
  clients: string[]
}

/** A change with the configurations that make it in the same way with the same effect. */
export interface ChangeOfConfigurations {
  change: ListedChange
  configurations: PreviewConfiguration[]
}

/** For a client that really runs, a row says that its changes cannot be listed. */
export function listedChanges(
  changes: readonly FoundChange[],
  { emailClient, ...options }: PreviewConfiguration,
): ListedChange[] {
  const explained = changes.map((change) => ({ ...change, ...explainChange(change, emailClient, options) }))
  return emailClient.fidelity === 'client' ? [notComputedChange(emailClient), ...explained] : explained
}

/**
 * Configurations of one profile and options have the same changes. Text clients are apart: they show no images, so no
 * asset can fail.
 */
export function groupAlike(
  configurations: readonly PreviewConfiguration[],
): [PreviewConfiguration, ...PreviewConfiguration[]][] {
  const groups = new Map<string, [PreviewConfiguration, ...PreviewConfiguration[]]>()
  for (const configuration of configurations) {
    const { emailClient, orientation, images } = configuration
    const key = `${emulatedLike(emailClient)} ${emailClient.engine === 'text'} ${orientation} ${images}`
    const group = groups.get(key)
    if (group) group.push(configuration)
    else groups.set(key, [configuration])
  }
  return [...groups.values()]
}

export const uprightWithImages = (emailClients: readonly EmailClient[]): PreviewConfiguration[] =>
  [...new Set(emailClients)].map((emailClient) => ({
    emailClient,
    orientation: 'vertical',
    images: 'allowed',
  }))

export class ChangesOfConfigurations {
  readonly #merged = new Map<string, ChangeOfConfigurations>()

  add(changes: readonly FoundChange[], alike: readonly PreviewConfiguration[]): void {
    for (const configuration of alike) {
      for (const change of listedChanges(changes, configuration)) {
        const { rule, what, where, count, source, effect } = change
        const key = JSON.stringify([rule, what, where?.line, where?.column, count, source, effect])
        const row = this.#merged.get(key) ?? { change, configurations: [] }
        row.configurations.push(configuration)
        this.#merged.set(key, row)
      }
    }
  }

  /** The first configuration's changes in their order, then what others add. */
  list(): ChangeOfConfigurations[] {
    return [...this.#merged.values()]
  }
}

export const byClients = (changes: readonly ChangeOfConfigurations[]): ChangeOfClients[] =>
  changes.map(({ change, configurations }) => ({
    ...change,
    clients: configurations.map(({ emailClient }) => emailClient.code).sort(),
  }))
