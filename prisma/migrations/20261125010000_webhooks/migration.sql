-- Webhooks: the endpoints of partners, and their deliveries, which are an outbox and a log (packages/webhooks, ADR 44).

CREATE TABLE "webhooks" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "oauth_application_id" INTEGER,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "event_types" TEXT[] NOT NULL,
    "secret" BYTEA NOT NULL,
    "previous_secret" BYTEA,
    "previous_secret_ends_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "paused_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhooks_disabled_check" CHECK (num_nonnulls("disabled_at", "disabled_reason") IN (0, 2)),
    CONSTRAINT "webhooks_disabled_reason_check" CHECK ("disabled_reason" IN ('owner', 'operator', 'gone', 'failing')),
    CONSTRAINT "webhooks_previous_secret_check" CHECK (num_nonnulls("previous_secret", "previous_secret_ends_at") IN (0, 2)),
    CONSTRAINT "webhooks_failing_check" CHECK (num_nonnulls("failing_since", "failed_at") IN (0, 2)),
    CONSTRAINT "webhooks_event_types_check" CHECK ("event_types" <@ ARRAY['email.previews_finished', 'preview.captured', 'preview.failed'])
);

CREATE INDEX "webhooks_account_id_idx" ON "webhooks" ("account_id");
CREATE INDEX "webhooks_oauth_application_id_idx" ON "webhooks" ("oauth_application_id");

ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_oauth_application_id_fkey" FOREIGN KEY ("oauth_application_id") REFERENCES "oauth_applications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- No foreign keys. With one to webhooks, captures of an account would contend for the lock on its endpoint's row, and a capture could not
-- be recorded while that endpoint is deleted. With one to emails, a capture that ends and a deletion of its email would deadlock.
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "email_id" UUID,
    "finished" INTEGER,
    "facts" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "next_attempt_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "attempts" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_deliveries_status_check" CHECK ("status" IN ('pending', 'delivered', 'failed')),
    -- Only a pending delivery has a next attempt, and only one with a next attempt is leased.
    CONSTRAINT "webhook_deliveries_pending_check" CHECK (("status" = 'pending') = ("next_attempt_at" IS NOT NULL)),
    CONSTRAINT "webhook_deliveries_leased_check" CHECK ("leased_until" IS NULL OR "next_attempt_at" IS NOT NULL)
);

-- At most one message for an endpoint each time that an email has this number of finished previews. Also finds the deliveries of an email.
CREATE UNIQUE INDEX "webhook_deliveries_email_id_webhook_id_finished_key" ON "webhook_deliveries" ("email_id", "webhook_id", "finished");
-- An endpoint's deliveries, newest first.
CREATE INDEX "webhook_deliveries_webhook_id_created_at_id_idx" ON "webhook_deliveries" ("webhook_id", "created_at", "id");
-- Those of an endpoint that are due, and those that a process has leased.
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" ("webhook_id", "next_attempt_at") WHERE "next_attempt_at" IS NOT NULL;
CREATE INDEX "webhook_deliveries_leased_idx" ON "webhook_deliveries" ("webhook_id", "leased_until") WHERE "leased_until" IS NOT NULL;
CREATE INDEX "webhook_deliveries_expires_at_idx" ON "webhook_deliveries" ("expires_at");

-- Adds the messages about a capture that ended, in the statement that records its end: whichever statement that is, and whichever role runs
-- it. SECURITY DEFINER, as a worker's role has no right to these tables. The names are qualified and the search path is fixed, so that no
-- caller can put another table in their place.
CREATE FUNCTION "add_webhook_messages"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  ended_at CONSTANT timestamptz := coalesce(NEW.captured_at, NEW.failed_at);
  ended_type CONSTANT text := 'preview.' || NEW.status;
  wanted text[];
  email record;
  counts record;
BEGIN
  -- All that an account without endpoints pays for: one lookup in an index.
  PERFORM FROM public.webhooks w WHERE w.account_id = NEW.account_id AND w.disabled_at IS NULL;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;

  SELECT e.oauth_application_id, jsonb_build_object('reference', e.reference, 'endUserId', e.end_user_id) AS facts
    INTO email FROM public.emails e WHERE e.id = NEW.email_id;
  SELECT array_agg(DISTINCT t.type) INTO wanted
    FROM public.webhooks w CROSS JOIN unnest(w.event_types) AS t(type)
   WHERE w.account_id = NEW.account_id AND w.disabled_at IS NULL
     AND (w.oauth_application_id IS NULL OR w.oauth_application_id = email.oauth_application_id);

  IF ended_type = ANY (wanted) THEN
    INSERT INTO public.webhook_deliveries (id, webhook_id, type, email_id, facts, next_attempt_at, created_at, expires_at)
    SELECT gen_random_uuid(), w.id, ended_type, NEW.email_id,
           email.facts || jsonb_build_object('preview', jsonb_build_object(
             'id', NEW.id, 'emailId', NEW.email_id, 'emailClient', NEW.email_client, 'orientation', NEW.orientation, 'images', NEW.images,
             'status', NEW.status, 'imageToken', NEW.image_token, 'requestedAt', NEW.requested_at, 'capturedAt', NEW.captured_at,
             'width', NEW.width, 'height', NEW.height, 'truncated', NEW.truncated,
             'pictureSha256', encode(NEW.picture_sha256, 'hex'), 'failure', NEW.failure)),
           least(ended_at, now()), ended_at, ended_at + interval '7 days'
      FROM public.webhooks w
     WHERE w.account_id = NEW.account_id AND w.disabled_at IS NULL AND ended_type = ANY (w.event_types)
       AND (w.oauth_application_id IS NULL OR w.oauth_application_id = email.oauth_application_id);
  END IF;

  IF 'email.previews_finished' = ANY (wanted) THEN
    -- Two captures that end at the same moment do not see each other, so that neither would be the last: the second waits here until the
    -- first is committed, and then counts.
    PERFORM pg_advisory_xact_lock(hashtextextended('webhook_deliveries ' || NEW.email_id, 0));
    SELECT count(*) FILTER (WHERE p.status IN ('pending', 'capturing'))::int AS waiting,
           count(*) FILTER (WHERE p.status = 'captured')::int AS captured,
           count(*) FILTER (WHERE p.status = 'failed')::int AS failed
      INTO counts FROM public.previews p WHERE p.email_id = NEW.email_id;
    IF counts.waiting = 0 THEN
      INSERT INTO public.webhook_deliveries (id, webhook_id, type, email_id, finished, facts, next_attempt_at, created_at, expires_at)
      SELECT gen_random_uuid(), w.id, 'email.previews_finished', NEW.email_id, counts.captured + counts.failed,
             email.facts || jsonb_build_object('counts', to_jsonb(counts)),
             least(ended_at, now()), ended_at, ended_at + interval '7 days'
        FROM public.webhooks w
       WHERE w.account_id = NEW.account_id AND w.disabled_at IS NULL AND 'email.previews_finished' = ANY (w.event_types)
         AND (w.oauth_application_id IS NULL OR w.oauth_application_id = email.oauth_application_id)
      ON CONFLICT (email_id, webhook_id, finished) DO NOTHING;
    END IF;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION "add_webhook_messages"() FROM PUBLIC;

CREATE TRIGGER "previews_add_webhook_messages" AFTER UPDATE OF "status" ON "previews"
  FOR EACH ROW WHEN (NEW."status" IN ('captured', 'failed') AND OLD."status" NOT IN ('captured', 'failed'))
  EXECUTE FUNCTION "add_webhook_messages"();
