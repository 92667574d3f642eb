/**
 * The largest value of Postgres's `integer`, the type of account and user ids. Larger ids are refused before a query,
 * which would fail with them.
 */
export const maxId = 2_147_483_647
