import { changesBody } from '@pas/api-contract/changes'
import { checksBody } from '@pas/api-contract/checks'
import type { Stack } from '@pas/testing/open-stack'
import { request } from 'undici'
import type { z } from 'zod'

export type ListedChange = z.output<typeof changesBody>[number]

/** What the API lists for each email client once it has measured there. */
export async function measuredChanges(
  stack: Stack,
  html: string,
  codes: readonly string[],
): Promise<Map<string, ListedChange[]>> {
  const guid = await stack.postEmail({ html_text: html })
  const ask = async (path: string, prefer = ''): Promise<unknown> => {
    const { statusCode, body } = await request(`${stack.instantUrl}/emails/${guid}/${path}`, {
      dispatcher: stack.dispatcher,
      headers: { authorization: stack.authorization, ...(prefer && { prefer }) },
    })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`)
    return JSON.parse(text)
  }
  const clients = codes.map((code) => `client=${code}`).join('&')
  for (let isComplete = false; !isComplete;) {
    const { complete, checks } = checksBody.parse(await ask(`checks?only=effects&${clients}`, 'wait=30'))
    isComplete = complete
    for (const { name, status, description } of checks)
      if (status === 'failed') throw new Error(`The check ${name} failed: ${description ?? ''}`)
  }
  const listed = new Map<string, ListedChange[]>()
  for (const code of codes) listed.set(code, changesBody.parse(await ask(`previews/${code}/changes`)))
  return listed
}
