import { createAccount } from '@pas/accounts/create-account'
import { createApiKey } from '@pas/accounts/create-api-key'
import type { TestApi } from './start-api'

/** A response with its JSON body. */
export interface JsonAnswer {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

/**
 * Posts JSON to a path of the instant interface, with an account's `headers` or without credentials. A string is sent
 * unchanged.
 */
export async function postJson(
  api: TestApi,
  path: string,
  body: unknown,
  headers: Record<string, string> = { 'X-Forwarded-Proto': 'https' },
): Promise<JsonAnswer> {
  const response = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const answer = (await response.json()) as Record<string, unknown>
  return { status: response.status, headers: response.headers, body: answer }
}

/** Creates another account; resolves to the headers of its requests. */
export async function addAccount({ db, clock, headers }: TestApi): Promise<Record<string, string>> {
  const { id: accountId } = await createAccount({ db, clock }, { name: 'Another' })
  const apiKey = await createApiKey({ db, clock }, { accountId })
  return { ...headers, Authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` }
}
