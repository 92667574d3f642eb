import { PageError } from '@pas/pages/page-error'
import { parseInput, singleText } from '@pas/pages/parse-input'
import { Router } from 'express'
import { z } from 'zod'
import { whileKept } from '../api/while-kept'
import { emailPath, pathPart } from '../email/email-paths'
import { contentErased } from '../email/is-open'
import type { PageDeps } from '../email/page-deps'
import { uploadAgain } from '../email/upload-again'
import { signedInOf } from '../sessions/session-cookie'
import { fillPlaceholders } from './fill-placeholders'
import { placeholdersTexts } from './placeholders-texts'

const texts = z.union([singleText.transform((text) => [text]), z.array(singleText)]).default([])
/** The n-th value is that of the n-th tag. */
const placeholdersForm = z.object({ tag: texts, value: texts })

export function placeholderRoutes(deps: PageDeps): Router {
  const router = Router()
  router.post(
    '/emails/:guid/placeholders',
    deps.signedIn,
    deps.countSource(async (req, res, hold) => {
      const { api } = signedInOf(res)
      const { tag: tags, value: values } = parseInput(placeholdersForm, req.body)
      const given = new Map(
        tags.map((tag, index): [string, string] => [tag, (values[index] ?? '').slice(0, 1_000)]),
      )
      const email = await api.getEmail(pathPart(req, 'guid'))
      if ([...given.values()].every((value) => value === '')) {
        res.redirect(303, emailPath(email.email_guid))
        return
      }
      const guid = await whileKept(
        uploadAgain(api, email, hold, (source) => {
          const filled = fillPlaceholders(source, given)
          if (filled) return filled
          throw new PageError('payload_too_large', (language) => placeholdersTexts[language].tooLong)
        }),
      )
      if (guid === null) throw contentErased()
      res.redirect(303, emailPath(guid))
    }),
  )
  return router
}
