import { parseInput, singleText } from '@pas/pages/parse-input'
import { hungUpSignal } from '@pas/runtime/http/hung-up'
import { Router, type Response } from 'express'
import { z } from 'zod'
import type { WantedConfiguration } from '../api/create-api-reader'
import { emailPath, pathPart } from '../grid/email-paths'
import type { GridDeps } from '../grid/routes'
import { listTiles, type EmailClients } from '../grid/tiles'
import { signedInOf } from '../sessions/session-cookie'
import { asFormProblems, FormProblem, readEmailContent, readReference, shownAgain } from './email-form'
import { clientChoices, sendHomePage, type ClientChoice, type FilledForm } from './home-page'
import { homeTexts } from './home-texts'
import { readTestCard } from './test-card'

/** What the first page needs. */
export interface HomeDeps extends GridDeps {
  /** Codes of the popular set. */
  defaultEmailClients: readonly string[]
  boardUrl: string
  authUrl: string
}

const listQuery = z.object({
  reference: singleText.max(128).default(''),
  before: singleText.max(200).optional(),
})

const newEmail = z.object({
  source: singleText.default(''),
  subject: singleText.max(998).default(''),
  reference: singleText.default(''),
  choice: z.union([z.enum(clientChoices), z.templateLiteral(['set:', z.int()])]).default('mine'),
  client: z.union([z.string().transform((code) => [code]), z.array(z.string())]).default([]),
  /** Of the button that hands in the test card in place of a source. */
  testCard: z.literal('1').optional(),
})

const emptyForm: FilledForm = { source: '', subject: '', reference: '', choice: 'mine', ticked: [] }
const emailsPerPage = 25

/** The first page, its form, and the small picture of each email in its list. */
export function homeRoutes(deps: HomeDeps): Router {
  const router = Router()
  router.get('/', deps.signedIn, async (req, res) => {
    await showHome(deps, res, emptyForm, null)
  })
  router.post('/emails', deps.signedIn, async (req, res) => {
    const { api } = signedInOf(res)
    const { client: ticked, testCard, ...typed } = parseInput(newEmail, req.body)
    const file = res.locals.uploadedFile
    try {
      const content = testCard ? { raw_source: readTestCard(deps.boardUrl) } : readEmailContent(typed, file)
      const reference = readReference(typed.reference)
      const configurations = chooseConfigurations(await codesOf(deps, res, typed.choice, ticked))
      const { email_guid: guid } = await asFormProblems(() =>
        api.uploadEmail(
          {
            ...content,
            // A whole message has a subject of its own.
            ...(content.raw_source === undefined && typed.subject !== '' && { subject: typed.subject }),
            ...(reference !== undefined && { reference }),
            configurations,
          },
          hungUpSignal(res),
        ),
      )
      res.redirect(303, emailPath(guid))
    } catch (error) {
      if (!(error instanceof FormProblem)) throw error
      await showHome(deps, res, { ...typed, source: shownAgain(typed.source, file), ticked }, error)
    }
  })
  router.get('/test-card.eml', deps.signedIn, (_req, res) => {
    res.attachment('test-card.eml').type('message/rfc822').send(readTestCard(deps.boardUrl))
  })
  router.get('/emails/:guid/thumb', deps.signedIn, async (req, res) => {
    const { api } = signedInOf(res)
    const { email_guid: guid } = await api.getEmail(pathPart(req, 'guid'))
    const [{ previews }, emailClients] = await Promise.all([api.listPreviews(guid), deps.emailClients(api)])
    const drawn = listTiles(emailClients, previews)
      .map(({ preview }) => preview)
      .find((preview) => preview.status === 'captured')
    if (drawn?.status !== 'captured') {
      res.sendStatus(404)
      return
    }
    // `Vary` keeps the answer to this session: another user of the same browser may not see it.
    res.vary('Cookie').setHeader('Cache-Control', 'private, max-age=300')
    res.redirect(302, drawn.thumb_url)
  })
  return router
}

async function showHome(
  deps: HomeDeps,
  res: Response,
  form: FilledForm,
  problem: FormProblem | null,
): Promise<void> {
  const { api } = signedInOf(res)
  const { reference, before } = parseInput(listQuery, res.req.method === 'GET' ? res.req.query : {})
  const [emails, emailClients, mine, sets] = await Promise.all([
    api.listEmails({
      limit: emailsPerPage,
      ...(reference !== '' && { reference }),
      ...(before !== undefined && { before }),
    }),
    deps.emailClients(api),
    api.chosenClients(),
    api.clientSets(),
  ])
  const numberOf = (codes: readonly string[]): number => available(emailClients, codes).length
  sendHomePage(res, {
    form: form.ticked.length > 0 ? form : { ...form, ticked: mine },
    problem,
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
    emails,
    reference,
    now: deps.clock.now(),
  })
}

/** The email clients of a choice that can be drawn at the moment. Throws a `FormProblem` when there are none. */
async function codesOf(
  deps: HomeDeps,
  res: Response,
  choice: ClientChoice,
  ticked: readonly string[],
): Promise<string[]> {
  const { api } = signedInOf(res)
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
  const found = available(emailClients, await (codes[choice] ?? codesOfSet)())
  if (found.length === 0)
    throw new FormProblem('client', (language) => homeTexts[language].noneAvailable, 400)
  return found
}

/** The codes that can be drawn now. An unavailable one would keep the email waiting until its engine is back. */
const available = (emailClients: EmailClients, codes: readonly string[]): string[] =>
  [...new Set(codes)].filter((code) => emailClients[code]?.status === 'normal')

const chooseConfigurations = (codes: readonly string[]): WantedConfiguration[] =>
  codes.map((client) => ({ client }))
