-- Applications of the operator's own, such as the board: users are not asked for consent. The default keeps the services of the release
-- before, which insert no such column, working.
ALTER TABLE "oauth_applications" ADD COLUMN "first_party" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "board_sessions" (
    "id_hash" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "user_name" TEXT NOT NULL,
    "tokens" BYTEA NOT NULL,
    "access_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "refreshes" INTEGER NOT NULL DEFAULT 0,
    "refreshing_until" TIMESTAMPTZ(3),
    "signed_in_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "board_sessions_pkey" PRIMARY KEY ("id_hash")
);

-- CreateIndex
CREATE INDEX "board_sessions_user_id_idx" ON "board_sessions"("user_id");

-- CreateIndex
CREATE INDEX "board_sessions_expires_at_idx" ON "board_sessions"("expires_at");

-- AddForeignKey
ALTER TABLE "board_sessions" ADD CONSTRAINT "board_sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A link may also sign its user in, on a stack that runs on loopback (docs/contract.md, section 6).
ALTER TABLE "one_time_links" DROP CONSTRAINT "one_time_links_purpose_check";
ALTER TABLE "one_time_links"
  ADD CONSTRAINT "one_time_links_purpose_check" CHECK ("purpose" IN ('invite', 'reset', 'sign_in'));
