-- An admin invites and removes the people of the account, and makes its API keys. Existing users stay members until an
-- operator says otherwise.
ALTER TABLE "users"
    ADD COLUMN "role" TEXT NOT NULL DEFAULT 'member',
    ADD CONSTRAINT "users_role_check" CHECK ("role" IN ('admin', 'member'));
-- For the menu of the board's pages.
GRANT SELECT ("id", "role") ON "users" TO "pas_board";

-- Null: made by an operator, or handed to the account.
ALTER TABLE "api_keys"
    ADD COLUMN "name" TEXT,
    ADD COLUMN "user_id" INTEGER,
    ADD COLUMN "last_used_at" TIMESTAMPTZ(3),
    ADD CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "api_keys_user_id_idx" ON "api_keys"("user_id");

-- No user is made before the invitation is taken: else an account could take addresses of strangers, and learn which
-- have a user elsewhere.
CREATE TABLE "invitations" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "invited_by_user_id" INTEGER NOT NULL,
    "language" TEXT NOT NULL,
    "token_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "mail_due_at" TIMESTAMPTZ(3),
    "mail_attempts" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "invitations_role_check" CHECK ("role" IN ('admin', 'member')),
    CONSTRAINT "invitations_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "invitations_invited_by_user_id_fkey" FOREIGN KEY ("invited_by_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "invitations_account_id_email_key" ON "invitations"("account_id", "email");
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");
CREATE INDEX "invitations_invited_by_user_id_idx" ON "invitations"("invited_by_user_id");
CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");
CREATE INDEX "invitations_mail_due_at_idx" ON "invitations"("mail_due_at");
