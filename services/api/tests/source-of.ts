import { postEmail, type TestApi } from './start-api'

export interface Source {
  html_text: string | null
  plain_text: string | null
  subject: string | null
  from_address: string | null
  from_display_name: string | null
  attachments: { name: string; content_type: string; octets: number }[]
}

/** `GET …/source` of a message that must be accepted. */
export async function sourceOf(api: TestApi, raw: string | Buffer): Promise<Source> {
  const guid = await postEmail(api, { raw_source: Buffer.from(raw).toString('latin1') })
  const response = await fetch(`${api.url}/emails/${guid}/source`, { headers: api.headers })
  if (response.status !== 200) throw new Error(`GET …/source answered ${response.status}`)
  return (await response.json()) as Source
}
