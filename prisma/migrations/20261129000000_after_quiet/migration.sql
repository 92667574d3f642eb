-- A page asks for its previews one by one (`<img src>`), and each may be the last that is waiting: `email.previews_finished` would come
-- again for each. So it is due after five seconds in which no more are asked for.
ALTER TABLE "previews" ADD COLUMN "asked_singly" BOOLEAN NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION "add_webhook_messages"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  ended_at CONSTANT timestamptz := coalesce(NEW.captured_at, NEW.failed_at);
  ended_type CONSTANT text := 'preview.' || NEW.status;
  wanted text[];
  email record;
  counts record;
  ends integer;
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
             'pictureSha256', encode(NEW.picture_sha256, 'hex'), 'drawnBy', NEW.drawn_by, 'failure', NEW.failure)),
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
      -- Replaces the message that still waits for quiet.
      DELETE FROM public.webhook_deliveries d
       WHERE d.email_id = NEW.email_id AND d.type = 'email.previews_finished' AND d.status = 'pending' AND d.attempts = '[]'
         AND d.next_attempt_at > d.created_at AND d.leased_until IS NULL;
      SELECT count(*) + sum(p.attempt) INTO ends FROM public.previews p WHERE p.email_id = NEW.email_id;
      INSERT INTO public.webhook_deliveries (id, webhook_id, type, email_id, finished, facts, next_attempt_at, created_at, expires_at)
      SELECT gen_random_uuid(), w.id, 'email.previews_finished', NEW.email_id, ends,
             email.facts || jsonb_build_object('counts', to_jsonb(counts)),
             least(ended_at, now()) + CASE WHEN NEW.asked_singly THEN interval '5 seconds' ELSE interval '0' END,
             ended_at, ended_at + interval '7 days'
        FROM public.webhooks w
       WHERE w.account_id = NEW.account_id AND w.disabled_at IS NULL AND 'email.previews_finished' = ANY (w.event_types)
         AND (w.oauth_application_id IS NULL OR w.oauth_application_id = email.oauth_application_id)
      ON CONFLICT (email_id, webhook_id, finished) DO NOTHING;
    END IF;
  END IF;
  RETURN NULL;
END
$$;
