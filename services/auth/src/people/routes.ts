import { listInvitations, type ShownInvitation } from '@pas/accounts/invitations'
import { userRoles } from '@pas/accounts/user-roles'
import { languageOf, languages } from '@pas/pages/languages'
import { parseInput, singleText } from '@pas/pages/parse-input'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import { adminRequest, idOf } from '../administration/admin-request'
import { requireAdmin } from '../administration/require-admin'
import type { AuthParts } from '../auth-parts'
import { userOf } from '../login/require-sign-in'
import { checkProof, typedProof, type CheckProofDeps } from '../second-factor/check-proof'
import { typedAddress } from '../throttle/typed-address'
import { invite, noSuchInvitation, withdrawInvitation, type Invited } from './invite'
import { findPerson, listPeople } from './list-people'
import { sendPeoplePage, type PeoplePage } from './people-page'
import { peopleTexts } from './people-texts'
import { changeRole, countWhatEnds, isLastAdmin, noSuchPerson, removePerson } from './person-changes'
import { sendInvitationPage, sendPersonPage } from './person-page'

export type PeopleDeps = AuthParts & CheckProofDeps

const peoplePath = '/settings/people'

const pageQuery = z.object({
  search: singleText.max(200).default(''),
  page: z.coerce.number().int().min(1).max(100_000).default(1).catch(1),
  done: z.enum(['role', 'removed', 'withdrawn']).optional().catch(undefined),
})

const proof = z.string().default('')
const inviteForm = z.object({
  email: singleText.default(''),
  role: z.enum(userRoles),
  language: z.enum(languages).optional(),
  proof,
})
const isTicked = z.literal('1').optional()
const personForm = z.discriminatedUnion('action', [
  z.object({ action: z.literal('set_role'), role: z.enum(userRoles), proof }),
  z.object({ action: z.literal('remove'), keep_links: isTicked, keep_keys: isTicked, proof }),
])
type PersonForm = z.output<typeof personForm>
const proofForm = z.object({ proof })

/** docs/contract.md §2.5. */
export function peopleRoutes(deps: PeopleDeps): Router {
  const router = Router()
  router
    .route(peoplePath)
    .get(requireAdmin(deps), async (req, res) => {
      const { done } = parseInput(pageQuery, req.query)
      await sendPeople(deps, res, { notice: done && peopleTexts[languageOf(req)].done[done] })
    })
    .post(requireAdmin(deps), (req, res) => invitePerson(deps, req, res))
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  router
    .route(`${peoplePath}/invitations/:id`)
    .get(requireAdmin(deps), async (req, res) => {
      sendInvitationPage(res, { invitation: await invitationOf(deps, req, res) })
    })
    .post(requireAdmin(deps), async (req, res) => {
      const form = parseInput(proofForm, req.body)
      const invitation = await invitationOf(deps, req, res)
      const refusal = await checkProof(deps, req, res, typedProof(form.proof))
      if (refusal) {
        sendInvitationPage(res, { invitation, ...refusal })
        return
      }
      await withdrawInvitation(deps, adminRequest(req, res), invitation.id)
      res.redirect(303, `${peoplePath}?done=withdrawn`)
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  router
    .route(`${peoplePath}/:id`)
    .get(requireAdmin(deps), (req, res) => sendPerson(deps, req, res))
    .post(requireAdmin(deps), async (req, res) => {
      const form = parseInput(personForm, req.body)
      const personId = idOf(req)
      if (!(await findPerson(deps, { id: personId, accountId: userOf(res).account.id }))) throw noSuchPerson()
      const refusal = await checkProof(deps, req, res, typedProof(form.proof))
      if (refusal) await sendPerson(deps, req, res, refusal)
      else await changePerson(deps, req, res, { personId, form })
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  return router
}

async function invitePerson(deps: PeopleDeps, req: Request, res: Response): Promise<void> {
  const form = parseInput(inviteForm, req.body)
  const texts = peopleTexts[languageOf(req)]
  const language = form.language ?? languageOf(req)
  const again = (status: number, error: string): Promise<void> =>
    sendPeople(deps, res, { form: { email: form.email, role: form.role, language }, status, error })
  const { normalized } = typedAddress(form.email)
  if (normalized === null) {
    await again(400, texts.missingEmail)
    return
  }
  const ofAccount = { email: normalized, accountId: userOf(res).account.id }
  if (await deps.db.user.findFirst({ where: ofAccount, select: { id: true } })) {
    await again(400, texts.alreadyHere)
    return
  }
  const refusal = await checkProof(deps, req, res, typedProof(form.proof))
  if (refusal) {
    await again(refusal.status, refusal.error)
    return
  }
  const invitation = { email: normalized, role: form.role, language }
  const invited = await invite(deps, adminRequest(req, res), invitation)
  // No redirect: only this answer has the link.
  await sendPeople(deps, res, { invited })
}

async function changePerson(
  deps: PeopleDeps,
  req: Request,
  res: Response,
  { personId, form }: { personId: number; form: PersonForm },
): Promise<void> {
  const change = { ...adminRequest(req, res), personId }
  const isOwn = personId === change.admin.id
  if (form.action === 'set_role') {
    await changeRole(deps, change, form.role)
    res.redirect(303, isOwn && form.role !== 'admin' ? '/settings/clients' : `${peoplePath}?done=role`)
    return
  }
  const kept = { links: form.keep_links !== undefined, keys: form.keep_keys !== undefined }
  await removePerson(deps, change, kept)
  res.redirect(303, isOwn ? '/login?signed_out=1' : `${peoplePath}?done=removed`)
}

async function sendPeople(
  deps: PeopleDeps,
  res: Response,
  page: Partial<PeoplePage> & { invited?: Invited },
): Promise<void> {
  const accountId = userOf(res).account.id
  const { search, page: pageNumber } = parseInput(pageQuery, res.req.query)
  const range = { search: search.trim(), page: pageNumber }
  const [people, invitations] = await Promise.all([
    listPeople(deps, accountId, range),
    listInvitations(deps, accountId),
  ])
  const form = { email: '', role: 'member', language: languageOf(res.req) }
  sendPeoplePage(res, { ...range, ...people, invitations, form, ...page })
}

async function sendPerson(
  deps: PeopleDeps,
  req: Request,
  res: Response,
  refusal: { status?: number; error?: string } = {},
): Promise<void> {
  const { id, account } = userOf(res)
  const person = await findPerson(deps, { id: idOf(req), accountId: account.id })
  if (!person) throw noSuchPerson()
  sendPersonPage(res, {
    person,
    ending: await countWhatEnds(deps, person),
    isLastAdmin: person.id === id && (await isLastAdmin(deps, { id, accountId: account.id })),
    ...refusal,
  })
}

async function invitationOf(deps: PeopleDeps, req: Request, res: Response): Promise<ShownInvitation> {
  const id = idOf(req)
  const invitations = await listInvitations(deps, userOf(res).account.id)
  const invitation = invitations.find((candidate) => candidate.id === id)
  if (!invitation) throw noSuchInvitation()
  return invitation
}
