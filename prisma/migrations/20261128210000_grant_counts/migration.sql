-- Counted by the statement that uses the grant. No foreign keys, as of the other token tables: each is a lock per
-- exchange. Half of each page stays free, so that an update stays in its page and writes to no index.
CREATE TABLE "grant_counts" (
    "user_id" INTEGER NOT NULL,
    "oauth_application_id" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "grant_counts_pkey" PRIMARY KEY ("user_id", "oauth_application_id")
) WITH (fillfactor = 50);
