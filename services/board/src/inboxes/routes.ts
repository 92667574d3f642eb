import { parseInput, singleText } from '@pas/pages/parse-input'
import { hungUpSignal } from '@pas/runtime/http/hung-up'
import type { HostAndPort } from '@pas/settings/value-schemas'
import { currentCaller } from '@pas/runtime/caller'
import { Router, type Response } from 'express'
import { z } from 'zod'
import { whileKept } from '../api/while-kept'
import { inboxPath } from '../email/email-paths'
import type { PageDeps } from '../email/page-deps'
import { readTestCard } from '../home/test-card'
import { newsPathOf } from '../inbox-list/inbox-list'
import type { RelayPlaces } from '../relayed/relay-places'
import { signedInOf } from '../sessions/session-cookie'
import { sendInboxesPage } from './inboxes-page'

export interface InboxDeps extends PageDeps {
  smtpAddress: HostAndPort | null
  /** Pages that wait for mail. */
  waitingPlaces: RelayPlaces
}

/** As the API takes it. */
const inboxName = z.string().regex(/^[a-z0-9._-]{1,40}$/)
const pageQuery = z.object({
  inbox: inboxName.optional(),
  before: singleText.max(200).optional(),
  recipes: z.literal('1').optional(),
})
const newsQuery = z.object({ after: z.guid().optional() })
const testMail = z.object({ inbox: inboxName })

const mailsPerPage = 50

export function inboxRoutes(deps: InboxDeps): Router {
  const router = Router()
  router.get('/inboxes', deps.signedIn, async (req, res) => {
    const { inbox, before, recipes } = parseInput(pageQuery, req.query)
    const { api } = signedInOf(res)
    // Asked for before the lists, so that mail which comes meanwhile is news.
    const newest = (await api.listEmails({ limit: 1 })).emails[0]
    const [inboxes, mails] = await Promise.all([
      api.listInboxes(),
      inbox === undefined
        ? { emails: [] }
        : api.listEmails({ limit: mailsPerPage, inbox, ...(before !== undefined && { before }) }),
    ])
    const [first] = inboxes ?? []
    if (inbox === undefined && recipes === undefined && first) {
      res.redirect(302, inboxPath(first.name))
      return
    }
    const isFirstPage = before === undefined
    sendInboxesPage(res, {
      inboxes: inboxes ?? [],
      inbox: inbox ?? null,
      mails,
      isFirstPage,
      newsPath: inboxes && isFirstPage && recipes === undefined ? newsPathOf(newest?.email_guid) : null,
      smtpAddress: deps.smtpAddress,
      now: deps.clock.now(),
    })
  })
  router.get('/inboxes/news', deps.signedIn, async (req, res) => {
    const { after } = parseInput(newsQuery, req.query)
    res.setHeader('Cache-Control', 'no-store')
    res.json({ has_news: await waitForNews(deps, res, after) })
  })
  router.post('/inboxes/test-mail', deps.signedIn, async (req, res) => {
    const { inbox } = parseInput(testMail, req.body)
    await signedInOf(res).api.uploadEmail(
      { raw_source: readTestCard(deps.boardUrl), inbox },
      hungUpSignal(res),
    )
    res.redirect(303, inboxPath(inbox))
  })
  return router
}

/** One page of a user waits on one connection. Throws as `waitingPlaces.take`. */
async function waitForNews(
  { waitingPlaces }: InboxDeps,
  res: Response,
  after: string | undefined,
): Promise<boolean> {
  const giveBack = waitingPlaces.take(currentCaller())
  // The measured duration of the request ends here: how long it waits is no sign of a slow page.
  res.locals.streamBeganAt = performance.now()
  try {
    // The page is read anew when the email from which it went on is deleted.
    return (await whileKept(signedInOf(res).api.waitForEmail(after, hungUpSignal(res)))) ?? true
  } finally {
    giveBack()
  }
}
