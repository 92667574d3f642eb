import { createdEmailBody } from '@pas/api-contract/emails'
import { request, type Dispatcher } from 'undici'

/** Asks as a proxy that ended TLS. Resolves to the guid; throws unless the answer is 200. */
export async function postEmail(
  instantUrl: string,
  apiKey: string,
  email: Readonly<Record<string, unknown>>,
  dispatcher?: Dispatcher,
): Promise<string> {
  const answer = await request(`${instantUrl}/emails`, {
    method: 'POST',
    ...(dispatcher && { dispatcher }),
    headers: {
      authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
      'content-type': 'application/json',
      'x-forwarded-proto': 'https',
    },
    body: JSON.stringify(email),
  })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`POST /emails: ${answer.statusCode} ${text}`)
  return createdEmailBody.parse(JSON.parse(text)).email_guid
}
