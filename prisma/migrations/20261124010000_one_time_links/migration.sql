-- Links with which a user chooses a password, at most one for each user (packages/accounts/src/one-time-links.ts).

-- CreateTable
CREATE TABLE "one_time_links" (
    "user_id" INTEGER NOT NULL,
    "token_hash" BYTEA,
    "purpose" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "mail_due_at" TIMESTAMPTZ(3),
    "mail_attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "one_time_links_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "one_time_links_purpose_check" CHECK ("purpose" IN ('invite', 'reset')),
    -- A link that no token opens waits for its mail.
    CONSTRAINT "one_time_links_waiting_check" CHECK ("token_hash" IS NOT NULL OR "mail_due_at" IS NOT NULL)
);

-- CreateIndex
CREATE UNIQUE INDEX "one_time_links_token_hash_key" ON "one_time_links"("token_hash");

-- CreateIndex
CREATE INDEX "one_time_links_expires_at_idx" ON "one_time_links"("expires_at");

-- CreateIndex
CREATE INDEX "one_time_links_mail_due_at_idx" ON "one_time_links"("mail_due_at");

-- AddForeignKey
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
