-- Captures of one account may share a page of a browser, so a worker must know which account an email is of.
GRANT SELECT ("account_id") ON "emails" TO "pas_worker";
