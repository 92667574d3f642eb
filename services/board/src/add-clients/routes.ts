import { parseInput } from '@pas/pages/parse-input'
import { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import { whileKept } from '../api/while-kept'
import { emailPath, pathPart } from '../email/email-paths'
import { isOpen, contentErased } from '../email/is-open'
import type { PageDeps } from '../email/page-deps'
import { chooseConfigurations, clientsForm, listClientChoices } from '../home/choose-clients'
import type { ChosenClients } from '../home/clients-field'
import { FormProblem } from '../home/email-form'
import { signedInOf } from '../sessions/session-cookie'
import { sendAddClientsPage } from './add-clients-page'

const addForm = z.object(clientsForm)

export function addClientsRoutes(deps: PageDeps): Router {
  const router = Router()
  router
    .route('/emails/:guid/clients')
    .all(deps.signedIn)
    .get(async (req, res) => {
      await showPage(deps, req, res, { choice: 'mine', ticked: [] }, null)
    })
    .post(async (req, res) => {
      const { api } = signedInOf(res)
      const { choice, client: ticked } = parseInput(addForm, req.body)
      const { email_guid: guid } = await api.getEmail(pathPart(req, 'guid'))
      try {
        const configurations = await chooseConfigurations(deps, api, { choice, ticked })
        if ((await whileKept(api.prefetch(guid, configurations))) === null) throw contentErased()
        res.redirect(303, emailPath(guid))
      } catch (error) {
        if (!(error instanceof FormProblem)) throw error
        await showPage(deps, req, res, { choice, ticked }, error)
      }
    })
  return router
}

async function showPage(
  deps: PageDeps,
  req: Request,
  res: Response,
  form: ChosenClients,
  problem: FormProblem | null,
): Promise<void> {
  const { api } = signedInOf(res)
  const [email, { choices, mine }] = await Promise.all([
    api.getEmail(pathPart(req, 'guid')),
    listClientChoices(deps, api),
  ])
  if (!isOpen(email, deps.clock.now())) throw contentErased()
  const ticked = form.ticked.length > 0 ? form.ticked : mine
  sendAddClientsPage(res, { email, choice: form.choice, ticked, problem, choices })
}
