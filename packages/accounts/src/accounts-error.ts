/** Callers match on the code, never on the message. */
export type AccountsErrorCode =
  | 'account_not_found'
  | 'account_has_sub_accounts'
  | 'own_account'
  | 'user_not_found'
  | 'user_inactive'
  | 'application_not_found'
  | 'application_not_in_account'
  | 'own_application'
  | 'api_key_not_found'
  | 'api_key_ambiguous'
  | 'email_invalid'
  | 'email_taken'
  | 'name_invalid'
  | 'password_invalid'
  | 'callback_uri_invalid'
  | 'link_key_too_young'
  | 'second_factor_not_found'
  | 'identity_taken'
  | 'identity_not_found'
  | 'webhook_not_found'
  | 'share_not_found'
  | 'email_not_found'
  | 'email_ambiguous'
  | 'email_erased'
  | 'capture_not_found'
  | 'check_not_found'
  | 'client_credentials_invalid'

/** The message says what failed, why and what to do; it holds no secret. */
export class AccountsError extends Error {
  override name = 'AccountsError'

  constructor(
    readonly code: AccountsErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
