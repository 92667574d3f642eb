import { emulatedLike } from '../catalogue'
import type { EmailClient, PreviewConfiguration } from '../email-client'
import type { Change } from '../engine/emulated-document'
import { explainChange, notComputedChange, type Explanation } from './explain-change'

/** What an email client changed, or an asset of the email that could not be fetched. */
export type FoundChange = Omit<Change, 'source'> & { source: string }
/** A found change, with whether it matters in this email client. */
export type ListedChange = FoundChange & Explanation

/** A change, and the codes of the email clients that make it in just the same way. */
export interface ChangeOfClients extends ListedChange {
  clients: string[]
}

/** A change, and the configurations in which it is made in just the same way and has the same effect. */
export interface ChangeOfConfigurations {
  change: ListedChange
  configurations: PreviewConfiguration[]
}

/** The changes as this configuration's. Those of a client that really runs cannot be listed: a row says so. */
export function listedChanges(
  changes: readonly FoundChange[],
  { emailClient, ...options }: PreviewConfiguration,
): ListedChange[] {
  const explained = changes.map((change) => ({ ...change, ...explainChange(change, emailClient, options) }))
  return emailClient.fidelity === 'client' ? [notComputedChange(emailClient), ...explained] : explained
}

/**
 * Groups configurations that have the same changes: the same profile and options. Text clients have a group of their
 * own, because they show no images, and so have no changes about failed assets.
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

/** How a request that names only email clients uses them. */
export const uprightWithImages = (emailClients: readonly EmailClient[]): PreviewConfiguration[] =>
  [...new Set(emailClients)].map((emailClient) => ({
    emailClient,
    orientation: 'vertical',
    images: 'allowed',
  }))

/** Gathers the changes of several configurations: each change once. */
export class ChangesOfConfigurations {
  readonly #merged = new Map<string, ChangeOfConfigurations>()

  /** Adds the changes that all configurations of a group make. */
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

  /** Those of the first configuration in the order in which they were made, then what others add. */
  list(): ChangeOfConfigurations[] {
    return [...this.#merged.values()]
  }
}

/** The changes with the codes of their email clients, for configurations that differ in nothing else. */
export const byClients = (changes: readonly ChangeOfConfigurations[]): ChangeOfClients[] =>
  changes.map(({ change, configurations }) => ({
    ...change,
    clients: configurations.map(({ emailClient }) => emailClient.code).sort(),
  }))
