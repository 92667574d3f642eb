import { parseInput, singleText } from '@pas/pages/parse-input'
import { hungUpSignal } from '@pas/runtime/http/hung-up'
import { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import type { ApiEmail, ApiPreview, ApiSource } from '../api/schema'
import type { CountBytes } from '../api/send-request'
import { whileKept } from '../api/while-kept'
import { emailPath, pathPart } from '../email/email-paths'
import type { PageDeps } from '../email/page-deps'
import { uploadVersion } from '../email/upload-version'
import {
  asFormProblems,
  FormProblem,
  maxShownLength,
  readEmailContent,
  textShownAgain,
} from '../home/email-form'
import { signedInOf } from '../sessions/session-cookie'
import { sendRedrawPage } from './redraw-page'

const redrawForm = z.object({ source: singleText.default(''), subject: singleText.max(998).default('') })

export function redrawRoutes(deps: PageDeps): Router {
  const router = Router()
  router
    .route('/emails/:guid/redraw')
    .all(deps.signedIn)
    .get(
      deps.countSource(async (req, res, hold) => {
        const { email, source, previews } = await readEarlierVersion(req, res, hold)
        sendRedrawPage(res, {
          email,
          source: source && (source.html_text ?? source.plain_text ?? ''),
          isTooLong: isTooLong(source),
          subject: source?.subject ?? email.subject ?? '',
          previewCount: previews.length,
          problem: null,
        })
      }),
    )
    .post(
      deps.countSource(async (req, res, hold) => {
        const { api } = signedInOf(res)
        const { email, source: earlier, previews } = await readEarlierVersion(req, res, hold)
        const { source, subject } = parseInput(redrawForm, req.body)
        const file = res.locals.uploadedFile
        try {
          const content = isOnlyText(earlier, source)
            ? { plain_text: source }
            : readEmailContent({ source }, file)
          const guid = await asFormProblems(() =>
            uploadVersion(
              api,
              {
                ...content,
                // A whole message has its own subject, text part and sender.
                ...(!('raw_source' in content) && {
                  ...(subject !== '' && { subject }),
                  ...(!('plain_text' in content) &&
                    earlier?.plain_text != null && { plain_text: earlier.plain_text }),
                  ...(earlier?.from_address != null && { from_address: earlier.from_address }),
                  ...(earlier?.from_display_name != null && { from_display_name: earlier.from_display_name }),
                }),
                ...(email.reference !== null && { reference: email.reference }),
                revision_of: email.email_guid,
              },
              previews,
              hungUpSignal(res),
            ),
          )
          res.redirect(303, emailPath(guid))
        } catch (error) {
          if (!(error instanceof FormProblem)) throw error
          sendRedrawPage(res, {
            email,
            source: textShownAgain(source, file),
            isTooLong: isTooLong(earlier),
            subject,
            previewCount: previews.length,
            problem: error,
          })
        }
      }),
    )
  return router
}

const isTooLong = (source: ApiSource | null): boolean =>
  (source?.html_text ?? source?.plain_text ?? '').length > maxShownLength

/** An email of text alone stays one, unless HTML was typed. */
const isOnlyText = (earlier: ApiSource | null, source: string): boolean =>
  earlier !== null && earlier.html_text === null && source.trim() !== '' && !/<[a-z!]/i.test(source)

async function readEarlierVersion(
  req: Request,
  res: Response,
  hold: CountBytes,
): Promise<{ email: ApiEmail; source: ApiSource | null; previews: ApiPreview[] }> {
  const { api } = signedInOf(res)
  const guid = pathPart(req, 'guid')
  const [email, source, { previews }] = await Promise.all([
    api.getEmail(guid),
    whileKept(api.source(guid, hold)),
    api.listPreviews(guid),
  ])
  return { email, source, previews }
}
