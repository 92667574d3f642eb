import { parseInput, singleText } from '@pas/pages/parse-input'
import { hungUpSignal } from '@pas/runtime/http/hung-up'
import { Router, type Response } from 'express'
import { z } from 'zod'
import { beginChecks } from '../checks/read-checks'
import { emailPath, pathPart } from '../email/email-paths'
import type { PageDeps } from '../email/page-deps'
import { listTiles } from '../email/tiles'
import { newsPathOf } from '../inbox-list/inbox-list'
import { signedInOf } from '../sessions/session-cookie'
import { chooseConfigurations, clientsForm, listClientChoices } from './choose-clients'
import { asFormProblems, FormProblem, readEmailContent, readName, textShownAgain } from './email-form'
import { sendHomePage } from './home-page'
import type { FilledForm } from './new-email-form'
import { readTestCard } from './test-card'

const listQuery = z.object({
  search: singleText.default(''),
  before: singleText.max(200).optional(),
  deleted: z.literal('1').optional(),
})

const newEmail = z.object({
  source: singleText.default(''),
  subject: singleText.max(998).default(''),
  reference: singleText.default(''),
  ...clientsForm,
  testCard: z.literal('1').optional(),
})

const emptyForm: FilledForm = { source: '', subject: '', reference: '', choice: 'mine', ticked: [] }
const emailsPerPage = 25
/** The API takes 200 UTF-16 code units; a character has at most two. */
const maxSearchCharacters = 100

export function homeRoutes(deps: PageDeps): Router {
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
      const reference = readName('reference', typed.reference)
      const configurations = await chooseConfigurations(deps, api, { choice: typed.choice, ticked })
      const created = await asFormProblems(() =>
        api.uploadEmail(
          {
            ...content,
            // A whole message has a subject of its own.
            ...(content.raw_source === undefined && typed.subject !== '' && { subject: typed.subject }),
            ...(reference !== null && { reference }),
            configurations,
          },
          hungUpSignal(res),
        ),
      )
      beginChecks(api, created.email_guid, created.configurations ?? [])
      res.redirect(303, emailPath(created.email_guid))
    } catch (error) {
      if (!(error instanceof FormProblem)) throw error
      await showHome(deps, res, { ...typed, source: textShownAgain(typed.source, file), ticked }, error)
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
    if (!drawn) {
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
  deps: PageDeps,
  res: Response,
  form: FilledForm,
  problem: FormProblem | null,
): Promise<void> {
  const { api } = signedInOf(res)
  // After a refused form, the list begins anew, and no news come: they would be read from the form's address.
  const isForm = res.req.method !== 'GET'
  const query = parseInput(listQuery, isForm ? {} : res.req.query)
  const { before, deleted } = query
  const search = toSearch(query.search)
  const listed = api.listEmails({
    limit: emailsPerPage,
    ...(search !== '' && { search }),
    ...(before !== undefined && { before }),
  })
  const [emails, inboxes, { choices, mine }] = await Promise.all([
    listed,
    // Afterwards, so that mail which comes meanwhile is news.
    listed.then(() => api.listInboxes()),
    listClientChoices(deps, api),
  ])
  const isFirstPage = search === '' && before === undefined
  sendHomePage(res, {
    form: form.ticked.length > 0 ? form : { ...form, ticked: mine },
    problem,
    choices,
    emails,
    inboxes: inboxes ?? [],
    newsPath: isFirstPage && !isForm ? newsPathOf(emails.emails[0]?.email_guid) : null,
    search,
    isDeleted: deleted !== undefined,
    now: deps.clock.now(),
  })
}

const toSearch = (typed: string): string =>
  [...typed.replace(/\p{Cc}+/gu, ' ').trim()].slice(0, maxSearchCharacters).join('')
