-- Share links: who has one sees an email's pictures without signing in (services/api/src/shares, ADR 48).

-- CreateTable
CREATE TABLE "shares" (
    "id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "account_id" INTEGER NOT NULL,
    "email_id" UUID NOT NULL,
    "oauth_application_id" INTEGER,
    "user_id" INTEGER,
    "label" TEXT,
    "shows" TEXT[] NOT NULL,
    "configurations" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "views" INTEGER NOT NULL DEFAULT 0,
    "last_viewed_at" TIMESTAMPTZ(3),

    CONSTRAINT "shares_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "shares_shows_check" CHECK ("shows" <@ ARRAY['changes', 'source'])
);

-- What a link shows of its email's content, in a table of its own, so that it goes when the link is over or revoked, while the link's row
-- stays for a while to say so.
CREATE TABLE "share_contents" (
    "share_id" UUID NOT NULL,
    "content" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "share_contents_pkey" PRIMARY KEY ("share_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "shares_token_hash_key" ON "shares"("token_hash");
CREATE INDEX "shares_account_id_created_at_id_idx" ON "shares"("account_id", "created_at", "id");
CREATE INDEX "shares_email_id_idx" ON "shares"("email_id");
CREATE INDEX "shares_oauth_application_id_idx" ON "shares"("oauth_application_id");
CREATE INDEX "shares_user_id_idx" ON "shares"("user_id");
CREATE INDEX "shares_expires_at_idx" ON "shares"("expires_at");
CREATE INDEX "share_contents_expires_at_idx" ON "share_contents"("expires_at");

-- AddForeignKey
ALTER TABLE "shares" ADD CONSTRAINT "shares_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "shares" ADD CONSTRAINT "shares_email_id_fkey" FOREIGN KEY ("email_id") REFERENCES "emails"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "shares" ADD CONSTRAINT "shares_oauth_application_id_fkey" FOREIGN KEY ("oauth_application_id") REFERENCES "oauth_applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "shares" ADD CONSTRAINT "shares_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "share_contents" ADD CONSTRAINT "share_contents_share_id_fkey" FOREIGN KEY ("share_id") REFERENCES "shares"("id") ON DELETE CASCADE ON UPDATE CASCADE;
