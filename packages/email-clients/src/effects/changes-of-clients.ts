import { drawnLike, emulatedLike } from '../catalogue'
import type { EmailClient, PreviewConfiguration } from '../email-client'
import type { Change } from '../engine/emulated-document'
import { isMeasured } from './effect-of-change'
import { explainChange, notComputedChange, type Explanation } from './explain-change'
import { placeKey, type Box, type MeasuredEffects, type MeasuredHere } from './measured-here'

/** A change by the email client, or an asset that could not be fetched. */
export type FoundChange = Omit<Change, 'source'> & { source: string }
export type ListedChange = Omit<FoundChange, keyof Explanation | 'isSettled'> & Explanation

/** In the picture of that email client. */
export interface BoxOfClient extends Box {
  client: string
}

/** A change with the configurations that make it in the same way with the same effect. */
export interface ChangeOfConfigurations {
  change: ListedChange
  /** Where it is seen; empty unless that was measured in this email. */
  boxes: BoxOfClient[]
  /** Codes of the email clients in which little differs, or the email has its remedy. */
  minorIn: string[]
  configurations: PreviewConfiguration[]
}

export interface ChangeOfClients extends ListedChange {
  boxes: BoxOfClient[]
  minorIn: string[]
  /** Codes of the email clients that make exactly this change. */
  clients: string[]
}

/** What an emulation changed, place by place, and the configurations for which it was made. */
export interface ChangesOfAlike {
  changes: readonly FoundChange[]
  configurations: readonly PreviewConfiguration[]
}

/** What was measured in the email, by the code of `drawnLike`. */
export type MeasuredByCode = ReadonlyMap<string, MeasuredEffects>

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

/** Place by place: the first configuration's changes in their order, then what others add. */
export function gatherChanges(
  emulated: readonly ChangesOfAlike[],
  measuredByCode: MeasuredByCode = new Map(),
): ChangeOfConfigurations[] {
  const merged = new Map<string, ChangeOfConfigurations>()
  for (const { changes, configurations } of emulated)
    for (const configuration of configurations) {
      const { code } = configuration.emailClient
      const measured = measuredOf(configuration, measuredByCode)
      for (const { isSettled, ...change } of listedChanges(changes, configuration, measured)) {
        const { rule, what, where, count, source, effect, basis } = change
        const key = JSON.stringify([rule, what, where?.line, where?.column, count, source, effect, basis])
        const row = merged.get(key) ?? { change, boxes: [], minorIn: [], configurations: [] }
        const found = basis === 'measured_here' ? measured.get(placeKey(change)) : undefined
        row.boxes.push(...(found?.boxes ?? []).map((box) => ({ client: code, ...box })))
        if (found?.isSlight || isSettled) row.minorIn.push(code)
        row.configurations.push(configuration)
        merged.set(key, row)
      }
    }
  return [...merged.values()]
}

function measuredOf(
  { emailClient, ...options }: PreviewConfiguration,
  measuredByCode: MeasuredByCode,
): ReadonlyMap<string, MeasuredHere> {
  const measured = measuredByCode.get(drawnLike(emailClient).code)
  const changes = isMeasured(options) ? (measured?.changes ?? []) : []
  return new Map(changes.map((change) => [placeKey(change), change]))
}

/** For a client that really runs, a row says that its changes cannot be listed. */
function listedChanges(
  changes: readonly FoundChange[],
  { emailClient, ...options }: PreviewConfiguration,
  measured: ReadonlyMap<string, MeasuredHere>,
): (ListedChange & Pick<FoundChange, 'isSettled'>)[] {
  const explained = changes.map((change) => ({
    ...change,
    ...explainChange(change, emailClient, options, measured.get(placeKey(change))),
  }))
  return emailClient.fidelity === 'client' ? [notComputedChange(emailClient), ...explained] : explained
}

/** Rows that differ in their place only become one, with the first place. */
export function withoutPlaces(changes: readonly ChangeOfConfigurations[]): ChangeOfConfigurations[] {
  const merged = new Map<string, ChangeOfConfigurations>()
  for (const row of changes) {
    const { rule, what, source, effect, basis } = row.change
    const configurations = row.configurations.map(({ emailClient: { code }, orientation, images }) => [
      code,
      orientation,
      images,
    ])
    const key = JSON.stringify([rule, what, source, effect, basis, configurations])
    const known = merged.get(key)
    if (!known) merged.set(key, row)
    else
      merged.set(key, {
        ...known,
        change: { ...earlier(known.change, row.change), count: known.change.count + row.change.count },
        boxes: [...known.boxes, ...row.boxes],
        minorIn: known.minorIn.filter((code) => row.minorIn.includes(code)),
      })
  }
  return [...merged.values()]
}

function earlier(one: ListedChange, other: ListedChange): ListedChange {
  if (!one.where || !other.where) return one
  const isLater = other.where.line - one.where.line || other.where.column - one.where.column
  return isLater < 0 ? other : one
}

export const byClients = (changes: readonly ChangeOfConfigurations[]): ChangeOfClients[] =>
  changes.map(({ change, boxes, minorIn, configurations }) => ({
    ...change,
    boxes,
    minorIn,
    clients: configurations.map(({ emailClient }) => emailClient.code).sort(),
  }))
