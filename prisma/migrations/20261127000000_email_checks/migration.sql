-- What checks of an email need beside the email itself, and how far that is: the contrast in each email client, which a
-- worker measures, the answers of links and of spamd, which an api process asks for, and the whole report that a caller
-- asked for with the email. The results are objects below the email's prefix. No foreign key to accounts: as in previews,
-- the email has it.
CREATE TABLE "email_checks" (
    "id" UUID NOT NULL,
    "email_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email_client" TEXT NOT NULL DEFAULT '',
    "account_id" INTEGER NOT NULL,
    "engine" TEXT,
    "wanted" JSONB,
    "status" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "deadline_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    CONSTRAINT "email_checks_pkey" PRIMARY KEY ("email_id", "name", "email_client"),
    CONSTRAINT "email_checks_name_check" CHECK ("name" IN ('contrast', 'links', 'spam', 'report')),
    CONSTRAINT "email_checks_client_check" CHECK (("name" = 'contrast') = ("email_client" <> '') AND ("name" = 'contrast') = ("engine" IS NOT NULL)),
    CONSTRAINT "email_checks_wanted_check" CHECK (("name" = 'report') = ("wanted" IS NOT NULL)),
    CONSTRAINT "email_checks_status_check" CHECK ("status" IN ('pending', 'running', 'done', 'failed')),
    CONSTRAINT "email_checks_running_check" CHECK (("status" = 'running') = ("deadline_at" IS NOT NULL)),
    CONSTRAINT "email_checks_ended_check" CHECK (("status" IN ('done', 'failed')) = ("ended_at" IS NOT NULL)),
    CONSTRAINT "email_checks_email_id_fkey" FOREIGN KEY ("email_id") REFERENCES "emails"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "email_checks_id_key" ON "email_checks"("id");
-- The audits that count as waiting captures, and those that are over their time.
CREATE INDEX "email_checks_unfinished_idx" ON "email_checks"("account_id", "engine") WHERE "ended_at" IS NULL;

-- To claim and record audits.
GRANT SELECT ("id", "email_id", "account_id", "name", "email_client", "status", "attempt", "deadline_at"),
      UPDATE ("status", "attempt", "deadline_at", "ended_at")
      ON "email_checks" TO "pas_worker";
-- And no other work. The owner, as whom the services connect, is not bound by it.
ALTER TABLE "email_checks" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "audits" ON "email_checks" TO "pas_worker" USING ("name" = 'contrast') WITH CHECK ("name" = 'contrast');

ALTER TABLE "webhooks" DROP CONSTRAINT "webhooks_event_types_check",
  ADD CONSTRAINT "webhooks_event_types_check" CHECK ("event_types" <@ ARRAY['email.checks_finished', 'email.previews_finished', 'preview.captured', 'preview.failed']);

ALTER TABLE "account_limits" ADD COLUMN "checks_per_minute" INTEGER,
  ADD CONSTRAINT "account_limits_checks_per_minute_check" CHECK ("checks_per_minute" >= 1);
