import { z } from 'zod'
import type { ApiReader } from '../api/create-api-reader'
import type { WantedConfiguration } from '../api/preview-calls'
import type { PageDeps } from '../email/page-deps'
import type { EmailClients } from '../email/tiles'
import { clientChoices, type ChosenClients, type ClientChoice, type ClientChoices } from './clients-field'
import { FormProblem } from './email-form'
import { homeTexts } from './home-texts'

export const clientsForm = {
  choice: z.union([z.enum(clientChoices), z.templateLiteral(['set:', z.int()])]).default('mine'),
  client: z.union([z.string().transform((code) => [code]), z.array(z.string())]).default([]),
}

export async function listClientChoices(
  deps: PageDeps,
  api: ApiReader,
): Promise<{ choices: ClientChoices; mine: string[] }> {
  const [emailClients, mine, sets] = await Promise.all([
    deps.emailClients(api),
    api.chosenClients(),
    api.clientSets(),
  ])
  const numberOf = (codes: readonly string[]): number => availableOf(emailClients, codes).length
  return {
    mine,
    choices: {
      emailClients: Object.fromEntries(
        Object.entries(emailClients).filter(([, { status }]) => status === 'normal'),
      ),
      popular: deps.defaultEmailClients,
      sets,
      settingsUrl: `${deps.authUrl}/settings/clients`,
      numbers: {
        ...Object.fromEntries(sets.map(({ id, clients }) => [`set:${id}`, numberOf(clients)])),
        mine: numberOf(mine),
        popular: numberOf(deps.defaultEmailClients),
        all: numberOf(Object.keys(emailClients)),
      },
    },
  }
}

/** The previews that can be drawn now. Throws a `FormProblem` when there are none. */
export async function chooseConfigurations(
  deps: PageDeps,
  api: ApiReader,
  { choice, ticked }: ChosenClients,
): Promise<WantedConfiguration[]> {
  const emailClients = await deps.emailClients(api)
  if (choice === 'ticked' && ticked.length === 0)
    throw new FormProblem('client', (language) => homeTexts[language].noneTicked, 400)
  const codesOfSet = async (): Promise<readonly string[]> => {
    const set = (await api.clientSets()).find(({ id }) => choice === `set:${id}`)
    if (!set) throw new FormProblem('client', (language) => homeTexts[language].setGone, 400)
    return set.clients
  }
  const codes: Partial<Record<ClientChoice, () => readonly string[] | Promise<readonly string[]>>> = {
    mine: () => api.chosenClients(),
    popular: () => deps.defaultEmailClients,
    all: () => Object.keys(emailClients),
    ticked: () => ticked,
  }
  const chosen = availableOf(emailClients, await (codes[choice] ?? codesOfSet)())
  if (chosen.length === 0)
    throw new FormProblem('client', (language) => homeTexts[language].noneAvailable, 400)
  return chosen.map((client) => ({ client }))
}

/** Leaves out unavailable email clients: one would keep the email waiting until its engine is back. */
const availableOf = (emailClients: EmailClients, codes: readonly string[]): string[] =>
  [...new Set(codes)].filter((code) => emailClients[code]?.status === 'normal')
