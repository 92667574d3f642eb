/** The largest `integer` of Postgres, the type of account and user ids. Queries with larger ids would fail. */
export const maxId = 2_147_483_647
