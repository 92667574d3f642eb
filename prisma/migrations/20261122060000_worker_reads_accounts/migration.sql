-- Captures of one account may share a page of a browser, so a worker must know whose preview it captures.
GRANT SELECT ("account_id") ON "previews" TO "pas_worker";
