import type { EmailClient } from '@pas/email-clients/email-client'
import { isForOtherClients } from '@pas/email-clients/effects/for-other-clients'
import { canBeLeftOut } from '@pas/email-clients/effects/measured-here'
import {
  keyOf,
  leastPlaces,
  leastTemplates,
  type MeasuredEffect,
} from '@pas/email-clients/effects/measured-effects'
import { emulate } from '@pas/email-clients/emulate'
import type { Change, HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { hash, servedUrl, type Drawer } from '../fidelity/drawer'
import type { Template } from './read-templates'

export interface EffectsInput {
  emailClient: EmailClient
  templates: readonly Template[]
  drawer: Pick<Drawer, 'hashOf'>
  /** The asset that stands for every picture. */
  pictureName: string
}

type Kind = Pick<Change, 'rule' | 'what'>

interface Met extends Kind {
  places: number
  templates: Template[]
}

/** Unchanged places after which a change is measured in no further template. */
const enough = { places: 2 * leastPlaces, templates: 3 * leastTemplates }

/**
 * Leaves out one change after another, and counts the places whose picture stays the same until one becomes another:
 * then the change is visible. A change in too few places for a verdict has no row.
 */
export async function measureEffects(input: EffectsInput): Promise<MeasuredEffect[]> {
  const { emailClient, templates } = input
  const met = new Map<string, Met>()
  for (const template of templates) {
    for (const { rule, what, count } of emulated(input, template.html).changes) {
      if (!canBeLeftOut({ rule, what }) || isForOtherClients({ rule, what }, emailClient)) continue
      const known = met.get(keyOf({ rule, what })) ?? { rule, what, places: 0, templates: [] }
      known.places += count
      known.templates.push(template)
      met.set(keyOf(known), known)
    }
  }
  const rows: MeasuredEffect[] = []
  for (const change of [...met.values()].sort((one, other) => other.places - one.places)) {
    if (change.places < leastPlaces || change.templates.length < leastTemplates) continue
    const row = await measure(input, change)
    if (row !== null) rows.push(row)
  }
  return rows
}

/** Null if the change cannot be left out anywhere. */
async function measure(input: EffectsInput, { rule, what, templates }: Met): Promise<MeasuredEffect | null> {
  let places = 0
  let unchanged = 0
  for (const template of spread(templates)) {
    if (places >= enough.places && unchanged >= enough.templates) break
    const made = emulated(input, template.html)
    const count = made.changes.find((change) => keyOf(change) === keyOf({ rule, what }))?.count ?? 0
    const without = emulated(
      input,
      template.html,
      (change) => keyOf(change) === keyOf({ rule, what }),
    ).document
    // Nothing was left out: the step cannot do without its change, or another one makes it too.
    if (made.document.html === without.html) continue
    const [one, other] = await Promise.all([input.drawer.hashOf(made.document), input.drawer.hashOf(without)])
    if (one !== other) return [rule, what, places, unchanged, count]
    places += count
    unchanged += 1
  }
  return places === 0 ? null : [rule, what, places, unchanged, 0]
}

/** Brings different authors early, the same in each run. */
function spread(templates: readonly Template[]): Template[] {
  return [...templates].sort((one, other) => (hash(one.sha256) < hash(other.sha256) ? -1 : 1))
}

function emulated(
  { emailClient, pictureName }: EffectsInput,
  html: string,
  leavesOut?: (change: Kind) => boolean,
): { document: HtmlDocument; changes: Change[] } {
  const content = { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null }
  const { document, changes } = emulate(emailClient, content, {
    orientation: 'vertical',
    images: 'allowed',
    assetUrl: () => servedUrl(pictureName),
    ...(leavesOut && { leavesOut }),
  })
  if (document.kind !== 'html') throw new Error(`${emailClient.code} does not show HTML.`)
  return { document, changes }
}
