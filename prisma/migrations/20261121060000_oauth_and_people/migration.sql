-- DropIndex
DROP INDEX "audit_events_at_idx";

-- CreateTable
CREATE TABLE "sessions" (
    "id_hash" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "signed_in_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id_hash")
);

-- CreateTable
CREATE TABLE "consents" (
    "user_id" INTEGER NOT NULL,
    "oauth_application_id" INTEGER NOT NULL,
    "scope" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "consents_pkey" PRIMARY KEY ("user_id","oauth_application_id")
);

-- CreateTable
CREATE TABLE "authorization_requests" (
    "id_hash" BYTEA NOT NULL,
    "session_id_hash" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "oauth_application_id" INTEGER NOT NULL,
    "redirect_uri" TEXT,
    "state" TEXT,
    "scope" TEXT NOT NULL,
    "code_challenge" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "authorization_requests_pkey" PRIMARY KEY ("id_hash")
);

-- CreateTable
CREATE TABLE "authorization_codes" (
    "code_hash" BYTEA NOT NULL,
    "oauth_application_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "redirect_uri" TEXT,
    "scope" TEXT NOT NULL,
    "code_challenge" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "token_family_id" BIGINT,

    CONSTRAINT "authorization_codes_pkey" PRIMARY KEY ("code_hash")
);

-- CreateTable
CREATE TABLE "token_families" (
    "id" BIGSERIAL NOT NULL,
    "oauth_application_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "scope" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "token_families_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_tokens" (
    "token_hash" BYTEA NOT NULL,
    "token_family_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "refresh_tokens" (
    "token_hash" BYTEA NOT NULL,
    "token_family_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "rotated_at" TIMESTAMPTZ(3),

    CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "chosen_email_clients" (
    "user_id" INTEGER NOT NULL,
    "email_client" TEXT NOT NULL,

    CONSTRAINT "chosen_email_clients_pkey" PRIMARY KEY ("user_id","email_client")
);

-- CreateTable
CREATE TABLE "link_keys" (
    "kid" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "link_keys_pkey" PRIMARY KEY ("kid")
);

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "consents_oauth_application_id_idx" ON "consents"("oauth_application_id");

-- CreateIndex
CREATE INDEX "authorization_requests_session_id_hash_idx" ON "authorization_requests"("session_id_hash");

-- CreateIndex
CREATE INDEX "authorization_requests_user_id_idx" ON "authorization_requests"("user_id");

-- CreateIndex
CREATE INDEX "authorization_requests_oauth_application_id_idx" ON "authorization_requests"("oauth_application_id");

-- CreateIndex
CREATE INDEX "authorization_requests_expires_at_idx" ON "authorization_requests"("expires_at");

-- CreateIndex
CREATE INDEX "authorization_codes_user_id_oauth_application_id_idx" ON "authorization_codes"("user_id", "oauth_application_id");

-- CreateIndex
CREATE INDEX "authorization_codes_oauth_application_id_idx" ON "authorization_codes"("oauth_application_id");

-- CreateIndex
CREATE INDEX "authorization_codes_expires_at_idx" ON "authorization_codes" USING BRIN ("expires_at");

-- CreateIndex
CREATE INDEX "token_families_user_id_oauth_application_id_idx" ON "token_families"("user_id", "oauth_application_id");

-- CreateIndex
CREATE INDEX "token_families_expires_at_idx" ON "token_families" USING BRIN ("expires_at");

-- CreateIndex
CREATE INDEX "access_tokens_expires_at_idx" ON "access_tokens" USING BRIN ("expires_at");

-- CreateIndex
CREATE INDEX "refresh_tokens_expires_at_idx" ON "refresh_tokens" USING BRIN ("expires_at");

-- CreateIndex
CREATE INDEX "link_keys_created_at_idx" ON "link_keys"("created_at");

-- CreateIndex
CREATE INDEX "audit_events_at_idx" ON "audit_events" USING BRIN ("at");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_oauth_application_id_fkey" FOREIGN KEY ("oauth_application_id") REFERENCES "oauth_applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorization_requests" ADD CONSTRAINT "authorization_requests_session_id_hash_fkey" FOREIGN KEY ("session_id_hash") REFERENCES "sessions"("id_hash") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorization_requests" ADD CONSTRAINT "authorization_requests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorization_requests" ADD CONSTRAINT "authorization_requests_oauth_application_id_fkey" FOREIGN KEY ("oauth_application_id") REFERENCES "oauth_applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorization_codes" ADD CONSTRAINT "authorization_codes_oauth_application_id_fkey" FOREIGN KEY ("oauth_application_id") REFERENCES "oauth_applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authorization_codes" ADD CONSTRAINT "authorization_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chosen_email_clients" ADD CONSTRAINT "chosen_email_clients_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


